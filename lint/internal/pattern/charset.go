package pattern

import (
	"slices"
	"strings"
	"unicode"

	"github.com/wield-run/wield/pkg/regex"
)

const maxRune = 0x10ffff

// CharSet is a set of code points: ranges in ascending order that neither
// touch nor overlap.
type CharSet []regex.Range

// everything is the set of all code points.
func everything() CharSet { return CharSet{{First: 0, Last: maxRune}} }

// Chars is the set of what a Char or Set node can match. A property that is
// not known here counts as every code point.
func Chars(n *regex.Node) CharSet {
	if n.Kind == regex.Char {
		return CharSet{{First: n.Char, Last: n.Char}}
	}
	ranges := slices.Clone(n.Ranges)
	for _, name := range n.Properties {
		ranges = append(ranges, property(name)...)
	}
	set := normal(ranges)
	if n.Negated {
		return set.complement()
	}
	return set
}

// property gives the code points of `\p{name}`, with `^` in front the others.
func property(name string) CharSet {
	name, negated := strings.CutPrefix(name, "^")
	for _, prefix := range []string{"General_Category=", "gc=", "Script=", "sc="} {
		name = strings.TrimPrefix(name, prefix)
	}
	table := unicode.Categories[name]
	if table == nil {
		table = unicode.Scripts[name]
	}
	if table == nil {
		return everything()
	}
	var set CharSet
	for _, r := range table.R16 {
		set = stride(set, rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range table.R32 {
		set = stride(set, rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	set = normal(set)
	if negated {
		return set.complement()
	}
	return set
}

func stride(set CharSet, low, high, step rune) CharSet {
	if step == 1 {
		return append(set, regex.Range{First: low, Last: high})
	}
	for r := low; r <= high; r += step {
		set = append(set, regex.Range{First: r, Last: r})
	}
	return set
}

// normal sorts ranges and joins those that touch. It may change its argument.
func normal(ranges []regex.Range) CharSet {
	slices.SortFunc(ranges, func(a, b regex.Range) int { return int(a.First - b.First) })
	var set CharSet
	for _, r := range ranges {
		if last := len(set) - 1; last >= 0 && r.First <= set[last].Last+1 {
			set[last].Last = max(set[last].Last, r.Last)
			continue
		}
		set = append(set, r)
	}
	return set
}

func (s CharSet) complement() CharSet {
	var out CharSet
	next := rune(0)
	for _, r := range s {
		if r.First > next {
			out = append(out, regex.Range{First: next, Last: r.First - 1})
		}
		next = r.Last + 1
	}
	if next <= maxRune {
		out = append(out, regex.Range{First: next, Last: maxRune})
	}
	return out
}

// Union is the set of what is in one of two sets.
func (s CharSet) Union(t CharSet) CharSet {
	switch {
	case len(s) == 0:
		return t
	case len(t) == 0:
		return s
	}
	return normal(slices.Concat(s, t))
}

// Common gives a code point that is in both sets; ok is false where there is
// none.
func (s CharSet) Common(t CharSet) (r rune, ok bool) {
	for i, j := 0, 0; i < len(s) && j < len(t); {
		if low := max(s[i].First, t[j].First); low <= min(s[i].Last, t[j].Last) {
			return low, true
		}
		if s[i].Last < t[j].Last {
			i++
		} else {
			j++
		}
	}
	return 0, false
}

// Contains reports whether a code point is in the set.
func (s CharSet) Contains(r rune) bool {
	i, _ := slices.BinarySearchFunc(s, r, func(e regex.Range, r rune) int { return int(e.Last - r) })
	return i < len(s) && s[i].First <= r
}

// Of is the set of the characters of a text.
func Of(text string) CharSet {
	ranges := make([]regex.Range, 0, len(text))
	for _, r := range text {
		ranges = append(ranges, regex.Range{First: r, Last: r})
	}
	return normal(ranges)
}

// Between is the set of the code points from first to last.
func Between(first, last rune) CharSet { return CharSet{{First: first, Last: last}} }
