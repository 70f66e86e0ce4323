package tree

import (
	"slices"

	"golang.org/x/net/html/atom"
)

// marker separates the active formatting elements of a cell, caption, template
// or object from those around it.
const marker = 0

// addFormatting inserts and opens a formatting element for the current token.
// One that is a customized built-in is none for Chromium: what comes after its
// block does not open it again.
func (p *builder) addFormatting() {
	i := p.addElement()
	if p.has(i, atom.Is) {
		return
	}
	p.noahsArk(i)
	p.nodes.At(i).bits |= inActive
	p.active = append(p.active, i)
}

// noahsArk drops the earliest of three equal formatting elements, so that
// unclosed ones do not pile up.
func (p *builder) noahsArk(i int32) {
	n := p.nodes.At(i)
	equal, earliest := 0, -1
	for at := len(p.active) - 1; at >= 0 && p.active[at] != marker; at-- {
		p.work += 4
		if other := p.nodes.At(p.active[at]); other.name == n.name && p.sameAttrs(n, other) {
			equal++
			earliest = at
		}
	}
	if equal >= 3 {
		p.deactivate(earliest)
	}
}

// sameAttrs reports whether two elements have the same attributes, in any
// order.
func (p *builder) sameAttrs(a, b *Node) bool {
	if a.count != b.count {
		return false
	}
	if a.from == b.from {
		return true
	}
	p.work += int(a.count)
	for i, x := range p.attrs[a.from : a.from+a.count] {
		// Nearly always in the same order.
		if y := p.attrs[b.from+int32(i)]; y.Name == x.Name {
			if p.value(x) != p.value(y) {
				return false
			}
			continue
		}
		p.work += int(b.count)
		same := slices.ContainsFunc(p.attrs[b.from:b.from+b.count], func(y Attr) bool {
			return y.Name == x.Name && p.value(x) == p.value(y)
		})
		if !same {
			return false
		}
	}
	return true
}

func (p *builder) value(a Attr) string {
	return string(p.text[a.Value.Off : a.Value.Off+a.Value.Len])
}

// deactivate takes an entry out of the active formatting elements.
func (p *builder) deactivate(at int) {
	p.work += len(p.active) - at
	p.nodes.At(p.active[at]).bits &^= inActive
	p.active = append(p.active[:at], p.active[at+1:]...)
}

// clearActive drops the entries up to the last marker.
func (p *builder) clearActive() {
	for len(p.active) > 0 {
		i := p.active[len(p.active)-1]
		p.active = p.active[:len(p.active)-1]
		if i == marker {
			return
		}
		p.nodes.At(i).bits &^= inActive
	}
}

func (p *builder) mark() { p.active = append(p.active, marker) }

// reconstruct opens again the active formatting elements that were closed with
// a block.
func (p *builder) reconstruct() {
	at := len(p.active)
	for at > 0 && p.active[at-1] != marker && p.nodes.At(p.active[at-1]).bits&onStack == 0 {
		at--
	}
	for ; at < len(p.active); at++ {
		if p.exhausted() {
			return
		}
		p.active[at] = p.open(p.copyOf(p.active[at]))
	}
}

// copyOf makes an element like another, as for the token that made that one,
// which leaves the active formatting elements in favour of the copy.
func (p *builder) copyOf(i int32) int32 {
	n := p.nodes.At(i)
	n.bits &^= inActive
	return p.newElement(n.name, n.from, n.count, n.bits&^onStack|inActive)
}

// lastActive gives the place of the last formatting element of a name behind
// the last marker, or -1.
func (p *builder) lastActive(name Name) int {
	for at := len(p.active) - 1; at >= 0 && p.active[at] != marker; at-- {
		p.work++
		if p.nodes.At(p.active[at]).name == name {
			return at
		}
	}
	return -1
}

func (p *builder) activePlace(i int32) int {
	at := len(p.active) - 1
	for at >= 0 && p.active[at] != i {
		at--
		p.work++
	}
	return at
}

// adopt is the adoption agency algorithm: what an end tag of a formatting
// element does to elements that overlap it.
func (p *builder) adopt(name Name) {
	if top := p.top(); top.name == name && top.bits&(IsSVG|IsMathML) == 0 && p.nodes.At(top.node).bits&inActive == 0 {
		p.pop()
		return
	}
	for range 8 {
		at := p.lastActive(name)
		if at < 0 {
			p.endOther(name)
			return
		}
		formatting := p.active[at]
		if p.nodes.At(formatting).bits&onStack == 0 {
			p.deactivate(at)
			return
		}
		place := p.place(formatting)
		if !p.visible(place) {
			return
		}
		block := place + 1
		for block < len(p.stack) && p.stack[block].bits&isSpecial == 0 {
			block++
		}
		p.work += block - place
		if block == len(p.stack) {
			p.cut(place)
			p.deactivate(at)
			return
		}
		p.adoptBlock(formatting, place, block)
	}
}

// visible reports whether no scope boundary is above a place of the stack.
func (p *builder) visible(place int) bool {
	p.work += len(p.stack) - place
	for _, e := range p.stack[place+1:] {
		if e.bits&endsScope != 0 {
			return false
		}
	}
	return true
}

// adoptBlock moves the furthest block out of the formatting element and puts a
// copy of that around the block's content.
func (p *builder) adoptBlock(formatting int32, place, blockPlace int) {
	furthest := p.stack[blockPlace].node
	ancestor := p.stack[place-1]
	bookmark := p.activePlace(formatting)
	last := furthest
	at := blockPlace
	for counter := 1; ; counter++ {
		at--
		i := p.stack[at].node
		if i == formatting {
			break
		}
		active := p.nodes.At(i).bits&inActive != 0
		if counter > 3 && active {
			where := p.activePlace(i)
			p.deactivate(where)
			if where < bookmark {
				bookmark--
			}
			active = false
		}
		if !active {
			p.remove(at)
			continue
		}
		where := p.activePlace(i)
		c := p.copyOf(i)
		p.active[where] = c
		p.replace(at, c)
		if last == furthest {
			bookmark = where + 1
		}
		p.detach(last)
		p.append(c, last)
		last = c
	}
	p.detach(last)
	if p.foster && ancestor.bits&fosters != 0 {
		p.fosterParent(last)
	} else {
		p.append(ancestor.node, last)
	}

	// The copy of the formatting element takes the block's children.
	where := p.activePlace(formatting)
	c := p.copyOf(formatting)
	p.moveChildren(furthest, c)
	p.append(furthest, c)
	p.active = append(p.active[:where], p.active[where+1:]...)
	if where < bookmark {
		bookmark--
	}
	p.active = slices.Insert(p.active, bookmark, c)
	p.work += len(p.active) - min(where, bookmark)
	p.remove(p.place(formatting))
	p.put(p.place(furthest)+1, c)
}

// moveChildren gives all children of a node to another that has none.
func (p *builder) moveChildren(from, to int32) {
	f, t := p.nodes.At(from), p.nodes.At(to)
	t.first, t.last = f.first, f.last
	f.first, f.last = none, none
	for i := t.first; i != none; i = p.nodes.At(i).next {
		p.nodes.At(i).parent = to
		p.work++
	}
}
