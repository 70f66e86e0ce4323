package tree

import "golang.org/x/net/html/atom"

// cloneSelected fills the <selectedcontent> of each <select> with a copy of
// the selected option, as Chromium does while it parses.
func (p *builder) cloneSelected() {
	list, option := int32(none), int32(none)
	for _, target := range p.selected {
		if p.exhausted() {
			return
		}
		owner := p.selectOf(target)
		if owner == none || p.has(owner, atom.Multiple) {
			continue
		}
		if owner != list {
			list, option = owner, p.selectedOption(owner)
		}
		if option == none || p.within(target, option) || p.within(option, target) {
			continue
		}
		old := p.nodes.At(target).first
		if option > target { // else the page's own content came behind the copy
			for old != none {
				p.detach(old)
				old = p.nodes.At(target).first
			}
		}
		for i := p.nodes.At(option).first; i != none && !p.exhausted(); i = p.nodes.At(i).next {
			p.insertBefore(target, p.clone(i), old)
		}
	}
}

// isElement reports whether a node is an HTML element of a name.
func (p *builder) isElement(i int32, a atom.Atom) bool {
	n := p.nodes.At(i)
	return n.name == Name(a) && n.bits&(IsText|IsSVG|IsMathML) == 0
}

// selectOf gives the <select> that a <selectedcontent> shows the option of, or
// none: within an option, another <selectedcontent> or two selects it is of none.
// The content of a template is a tree of its own.
func (p *builder) selectOf(target int32) int32 {
	found := int32(none)
	for i := p.nodes.At(target).parent; i != none; i = p.nodes.At(i).parent {
		p.work++
		switch {
		case p.nodes.At(i).bits&IsTemplate != 0:
			return found
		case p.isElement(i, atom.Select) && found == none:
			found = i
		case p.isElement(i, atom.Select), p.isElement(i, atom.Option), p.nodes.At(i).name == p.selectedName:
			return none
		}
	}
	return found
}

// ancestor gives the nearest ancestor of a name, or none.
func (p *builder) ancestor(i int32, a atom.Atom) int32 {
	for i = p.nodes.At(i).parent; i != none; i = p.nodes.At(i).parent {
		p.work++
		if p.isElement(i, a) {
			return i
		}
	}
	return none
}

// within reports whether a node stands below another.
func (p *builder) within(i, above int32) bool {
	for i != none && i != above {
		i = p.nodes.At(i).parent
		p.work++
	}
	return i == above
}

func (p *builder) has(i int32, a atom.Atom) bool { return p.hasAttr(p.nodes.At(i), Name(a)) }

// selectedOption gives the last option with the attribute "selected", or else
// the first that is not disabled where the select shows one line.
func (p *builder) selectedOption(list int32) int32 {
	first, last := int32(none), int32(none)
	for i := p.following(list, list); i != none; i = p.following(i, list) {
		if !p.isElement(i, atom.Option) {
			continue
		}
		if p.has(i, atom.Selected) {
			last = i
		}
		group := p.ancestor(i, atom.Optgroup)
		if first == none && !p.has(i, atom.Disabled) && (group == none || !p.has(group, atom.Disabled)) {
			first = i
		}
	}
	if last == none && !p.showsLines(list) {
		return first
	}
	return last
}

// showsLines reports whether a select has a size over 1.
func (p *builder) showsLines(list int32) bool {
	n := p.nodes.At(list)
	for _, a := range p.attrs[n.from : n.from+n.count] {
		if a.Name == Name(atom.Size) {
			return Integer(p.value(a)) > 1
		}
	}
	return false
}

// Integer reads a number by the rules that HTML has for non-negative integers
// in attributes: leading white space and what follows the digits do not count.
// What is no number is 0, and so is a negative one.
func Integer(s string) int {
	i, n := 0, 0
	for i < len(s) && (s[i] == ' ' || s[i] >= '\t' && s[i] <= '\r' && s[i] != '\v') {
		i++
	}
	if i < len(s) && s[i] == '+' {
		i++
	}
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9' && n < 1<<31; i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// following gives the node behind i in document order, within root; what a
// template holds is passed over.
func (p *builder) following(i, root int32) int32 {
	p.work++
	if n := p.nodes.At(i); n.first != none && n.bits&IsTemplate == 0 {
		return n.first
	}
	for i != root {
		n := p.nodes.At(i)
		if n.next != none {
			return n.next
		}
		i = n.parent
	}
	return none
}

// clone copies a node and all below it.
func (p *builder) clone(root int32) int32 {
	top := p.cloneOne(root)
	copies := []int32{top} // of the ancestors of the node that is copied next
	for i := p.nodes.At(root).first; i != none && !p.exhausted(); {
		c := p.cloneOne(i)
		p.append(copies[len(copies)-1], c)
		if first := p.nodes.At(i).first; first != none {
			copies = append(copies, c)
			i = first
			continue
		}
		for i != root && p.nodes.At(i).next == none {
			if i = p.nodes.At(i).parent; i != root {
				copies = copies[:len(copies)-1]
			}
		}
		if i == root {
			break
		}
		i = p.nodes.At(i).next
	}
	return top
}

func (p *builder) cloneOne(i int32) int32 {
	n := p.nodes.At(i)
	return p.newElement(n.name, n.from, n.count, n.bits)
}
