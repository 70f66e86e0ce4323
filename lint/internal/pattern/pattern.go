// Package pattern answers questions about regular expressions by their syntax
// tree: which texts can match, how long they can be, with what they begin. It
// never matches anything.
package pattern

import (
	"github.com/wield-run/wield/pkg/regex"
)

// Endless is the length of a match that has no bound.
const Endless = -1

// Nullable reports whether a part can match without taking a character.
func Nullable(n *regex.Node) bool {
	switch n.Kind {
	case regex.Char, regex.Set:
		return false
	case regex.Sequence:
		for _, c := range n.Nodes {
			if !Nullable(c) {
				return false
			}
		}
		return true
	case regex.Alternation:
		for _, c := range n.Nodes {
			if Nullable(c) {
				return true
			}
		}
		return false
	case regex.Capture, regex.NonCapture:
		return Nullable(n.Nodes[0])
	case regex.Repeat:
		return n.Min == 0 || n.Max == 0 || Nullable(n.Nodes[0])
	}
	return true // anchors and lookarounds take nothing; a back reference may be empty
}

// First is the set of the characters with which a match of a part can begin.
func First(n *regex.Node) CharSet {
	switch n.Kind {
	case regex.Char, regex.Set:
		return Chars(n)
	case regex.Sequence:
		var set CharSet
		for _, c := range n.Nodes {
			set = set.Union(First(c))
			if !Nullable(c) {
				break
			}
		}
		return set
	case regex.Alternation:
		var set CharSet
		for _, c := range n.Nodes {
			set = set.Union(First(c))
		}
		return set
	case regex.Capture, regex.NonCapture:
		return First(n.Nodes[0])
	case regex.Repeat:
		if n.Max == 0 {
			return nil
		}
		return First(n.Nodes[0])
	case regex.BackReference:
		return everything()
	}
	return nil
}

// Alphabet is the set of all characters that a match of a part can hold.
func Alphabet(n *regex.Node) CharSet {
	switch n.Kind {
	case regex.Char, regex.Set:
		return Chars(n)
	case regex.Look, regex.Anchor:
		return nil
	case regex.Repeat:
		if n.Max == 0 {
			return nil
		}
	}
	var set CharSet // what a back reference repeats is in the alphabet of its group
	for _, c := range n.Nodes {
		set = set.Union(Alphabet(c))
	}
	return set
}

// MaxLength is the most characters that a match of a part can have; Endless
// where there is no bound.
func MaxLength(n *regex.Node) int {
	switch n.Kind {
	case regex.Char, regex.Set:
		return 1
	case regex.Alternation:
		longest := 0
		for _, c := range n.Nodes {
			k := MaxLength(c)
			if k == Endless {
				return Endless
			}
			longest = max(longest, k)
		}
		return longest
	case regex.Sequence, regex.Capture, regex.NonCapture:
		sum := 0
		for _, c := range n.Nodes {
			k := MaxLength(c)
			if k == Endless {
				return Endless
			}
			sum = clamp(sum + k)
		}
		return sum
	case regex.Repeat:
		k := MaxLength(n.Nodes[0])
		switch {
		case n.Max == 0 || k == 0:
			return 0
		case n.Max == regex.Unbounded || k == Endless:
			return Endless
		}
		return clamp(k * min(n.Max, tooLong))
	case regex.BackReference:
		return Endless // as long as its group, which may be repeated
	}
	return 0
}

// tooLong is a length that is over every bound.
const tooLong = 1 << 20

func clamp(k int) int { return min(k, tooLong) }

// Anchored reports whether a match must be the whole text: every alternative
// begins with ^ and ends with $.
func Anchored(n *regex.Node) bool { return anchored(n, '^', true) && anchored(n, '$', false) }

// anchored reports whether every match of a part begins (ends) with an anchor.
func anchored(n *regex.Node, anchor rune, front bool) bool {
	switch n.Kind {
	case regex.Anchor:
		return n.Char == anchor
	case regex.Capture, regex.NonCapture:
		return anchored(n.Nodes[0], anchor, front)
	case regex.Alternation:
		for _, c := range n.Nodes {
			if !anchored(c, anchor, front) {
				return false
			}
		}
		return true
	case regex.Sequence:
		for i := range n.Nodes {
			c := n.Nodes[i]
			if !front {
				c = n.Nodes[len(n.Nodes)-1-i]
			}
			if anchored(c, anchor, front) {
				return true
			}
			if c.Kind != regex.Look && c.Kind != regex.Anchor {
				return false
			}
		}
	}
	return false
}

// Walk visits a part and all that stands under it, parents first. Where visit
// returns false, what stands under a part is left out.
func Walk(n *regex.Node, visit func(*regex.Node) bool) {
	if !visit(n) {
		return
	}
	for _, c := range n.Nodes {
		Walk(c, visit)
	}
}
