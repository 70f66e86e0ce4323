package tree

import "golang.org/x/net/html/atom"

// open is an entry of the stack of open elements.
type open struct {
	node int32
	name Name
	bits Bits
}

// countSlots is the number of counters that tell how many HTML elements of a
// name are open. Names may share a counter, so that only 0 is certain; it is
// what spares a walk over a deep stack for every tag.
const countSlots = 1024

func slot(n Name) uint32 { return (uint32(n) * 0x9e3779b1) >> 22 }

func (p *builder) push(i int32) {
	n := p.nodes.At(i)
	n.bits |= onStack
	p.stack = append(p.stack, open{i, n.name, n.bits})
	if n.bits&(IsSVG|IsMathML) == 0 {
		p.counts[slot(n.name)]++
	}
}

func (p *builder) pop() int32 {
	e := p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	p.closed(e)
	return e.node
}

func (p *builder) closed(e open) {
	p.nodes.At(e.node).bits &^= onStack
	if e.bits&(IsSVG|IsMathML) == 0 {
		p.counts[slot(e.name)]--
	}
}

// cut closes the elements from place i of the stack on.
func (p *builder) cut(i int) {
	for len(p.stack) > i {
		p.pop()
	}
}

// top gives the current entry; the stack is never empty when it is asked for,
// but before <html>.
func (p *builder) top() open {
	if len(p.stack) == 0 {
		return open{}
	}
	return p.stack[len(p.stack)-1]
}

// current gives the current node, or the document.
func (p *builder) current() int32 { return p.top().node }

// is reports whether the current node is an HTML element of a name.
func (p *builder) is(a atom.Atom) bool {
	top := p.top()
	return top.name == Name(a) && top.bits&(IsSVG|IsMathML) == 0
}

// isOpen reports whether an HTML element of a name may be open; false is
// certain.
func (p *builder) isOpen(n Name) bool { return p.counts[slot(n)] > 0 }

// find looks for an open HTML element of a name with no boundary above it, and
// gives its place, or -1.
func (p *builder) find(n Name, boundaries Bits) int {
	if !p.isOpen(n) {
		return -1
	}
	for i := len(p.stack) - 1; i >= 0; i-- {
		e := &p.stack[i]
		if e.name == n && e.bits&(IsSVG|IsMathML) == 0 {
			p.work += len(p.stack) - i
			return i
		}
		if e.bits&boundaries != 0 {
			p.work += len(p.stack) - i
			return -1
		}
	}
	p.work += len(p.stack)
	return -1
}

// findBits looks in the same way for an element with any of some Bits.
func (p *builder) findBits(wanted, boundaries Bits) int {
	for i := len(p.stack) - 1; i >= 0; i-- {
		b := p.stack[i].bits
		if b&wanted != 0 {
			p.work += len(p.stack) - i
			return i
		}
		if b&boundaries != 0 {
			p.work += len(p.stack) - i
			return -1
		}
	}
	p.work += len(p.stack)
	return -1
}

// The boundaries of the standard's scopes.
const (
	inScope       = endsScope
	inListScope   = endsScope | endsList
	inButtonScope = endsScope | endsButton
	inTableScope  = endsTable
)

// close closes an element and all above it where it is in scope.
func (p *builder) close(n Name, boundaries Bits) bool {
	i := p.find(n, boundaries)
	if i < 0 {
		return false
	}
	p.cut(i)
	return true
}

// closeP closes a <p> in button scope.
func (p *builder) closeP() { p.close(Name(atom.P), inButtonScope) }

// imply generates implied end tags, but for elements of a name.
func (p *builder) imply(except atom.Atom) {
	for p.top().bits&impliedEnd != 0 && p.top().name != Name(except) {
		p.pop()
	}
}

// clearTo closes elements until one with any of some Bits is current.
func (p *builder) clearTo(b Bits) {
	for p.top().bits&b == 0 {
		p.pop()
	}
}

// place gives where an open element is on the stack.
func (p *builder) place(i int32) int {
	for at := len(p.stack) - 1; at >= 0; at-- {
		if p.stack[at].node == i {
			p.work += len(p.stack) - at
			return at
		}
	}
	return -1
}

// remove takes an entry out of the stack.
func (p *builder) remove(at int) {
	p.closed(p.stack[at])
	p.work += len(p.stack) - at
	p.stack = append(p.stack[:at], p.stack[at+1:]...)
}

// put inserts an open element into the stack.
func (p *builder) put(at int, i int32) {
	p.push(i)
	p.work += len(p.stack) - at
	e := p.stack[len(p.stack)-1]
	copy(p.stack[at+1:], p.stack[at:])
	p.stack[at] = e
}

// replace puts an element in the place of an open one.
func (p *builder) replace(at int, i int32) {
	p.closed(p.stack[at])
	n := p.nodes.At(i)
	n.bits |= onStack
	p.stack[at] = open{i, n.name, n.bits}
	p.counts[slot(n.name)]++
}
