package redact

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// gram is the number of bytes by which the index knows where a secret may
// begin. No form of a secret is shorter.
const gram = 8

// load reads the gram at s[i:].
func load(s string, i int) uint64 {
	w := s[i : i+gram]
	return uint64(w[0]) | uint64(w[1])<<8 | uint64(w[2])<<16 | uint64(w[3])<<24 |
		uint64(w[4])<<32 | uint64(w[5])<<40 | uint64(w[6])<<48 | uint64(w[7])<<56
}

// grams is the set of the grams of some texts.
type grams map[uint64]struct{}

func (g *grams) add(text string) {
	if *g == nil {
		*g = grams{}
	}
	for i := 0; i+gram <= len(text); i++ {
		(*g)[load(text, i)] = struct{}{}
	}
}

func (g grams) has(key uint64) bool {
	_, ok := g[key]
	return ok
}

// index finds secrets in a text in one pass: a bit set says of nearly every
// place that no secret begins there.
type index struct {
	bits    []uint64 // a Bloom filter of two bits a gram; its length is a power of two
	keys    int      // grams in it
	wholes  map[uint64][]*pattern
	runs    map[string]struct{}
	longest int  // of the wholes
	space   bool // some whole holds a space
}

// bitsPerKey keeps the filter so empty that it says yes wrongly about once in
// a hundred places.
const bitsPerKey = 16

func (x *index) add(value string, public []*grams) {
	if x.wholes == nil {
		x.wholes = map[uint64][]*pattern{}
		x.runs = map[string]struct{}{}
	}
	for _, p := range wholes(value) {
		key := load(p.text, 0)
		if slices.ContainsFunc(x.wholes[key], func(q *pattern) bool { return q.text == p.text }) {
			continue
		}
		x.wholes[key] = append(x.wholes[key], &p)
		x.longest = max(x.longest, len(p.text), runHex)
		x.space = x.space || strings.Contains(p.text, " ")
		x.set(key)
	}
	runs(value, public, func(part string) {
		if _, ok := x.runs[part]; !ok {
			x.runs[part] = struct{}{}
			x.set(load(part, 0))
		}
	})
}

// set adds a gram to the filter.
func (x *index) set(key uint64) {
	x.keys++
	if x.keys*bitsPerKey > len(x.bits)*64 {
		x.bits = make([]uint64, max(64, len(x.bits)*4))
		for key := range x.wholes {
			x.mark(key)
		}
		for part := range x.runs {
			x.mark(load(part, 0))
		}
	}
	x.mark(key)
}

func (x *index) mark(key uint64) {
	mask := uint64(len(x.bits)*64 - 1)
	h := key * hashFactor
	for _, at := range [2]uint64{h >> 20 & mask, h >> 40 & mask} {
		x.bits[at>>6] |= 1 << (at & 63)
	}
}

const hashFactor = 0x9e3779b97f4a7c15

// span is a range of bytes of a text.
type span struct{ from, to int }

// merge sorts spans and joins those that touch.
func merge(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	kept := spans[:1]
	for _, s := range spans[1:] {
		if last := &kept[len(kept)-1]; s.from <= last.to {
			last.to = max(last.to, s.to)
		} else {
			kept = append(kept, s)
		}
	}
	return kept
}

// appendSpan appends a span, or makes it one with the last where they overlap.
func appendSpan(spans []span, s span) []span {
	if n := len(spans) - 1; n >= 0 && s.from >= spans[n].from && s.from <= spans[n].to {
		spans[n].to = max(spans[n].to, s.to)
		return spans
	}
	return append(spans, s)
}

// scan looks for secrets in s[from:to] and appends where they stand. A secret
// that begins there may end behind it.
func (x *index) scan(found []span, s string, from, to int, parts bool) []span {
	mask := uint64(len(x.bits)*64 - 1)
	var ahead map[*pattern]int // where the next search for a pattern may begin
	var run span               // the run of raw parts that is being followed
	for i, end := from, min(to, len(s)-gram+1); i < end; i++ {
		key := load(s, i)
		h := key * hashFactor
		if at := h >> 20 & mask; x.bits[at>>6]>>(at&63)&1 == 0 {
			continue
		}
		if at := h >> 40 & mask; x.bits[at>>6]>>(at&63)&1 == 0 {
			continue
		}
		for _, p := range x.wholes[key] {
			if i < ahead[p] {
				continue
			}
			// Index is linear whatever the text is; a comparison at every
			// place where the first bytes agree would not be.
			n := strings.Index(s[i:], p.text)
			if ahead == nil {
				ahead = map[*pattern]int{}
			}
			if n < 0 {
				ahead[p] = len(s)
				continue
			}
			ahead[p] = i + n + len(p.text)
			found = appendSpan(found, p.widen(s, i+n))
		}
		if !parts {
			continue
		}
		for _, length := range [2]int{runBase64, runHex} {
			if x.isRun(s, i, length) {
				found = appendSpan(found, span{i, i + length})
			}
		}
		if x.isRun(s, i, runRaw) {
			if run.to <= i {
				found = appendRun(found, s, run)
				run.from = i
			}
			run.to = i + runRaw
		}
	}
	return appendRun(found, s, run)
}

func (x *index) isRun(s string, i, length int) bool {
	if i+length > len(s) {
		return false
	}
	_, ok := x.runs[s[i:i+length]]
	return ok
}

// appendRun appends a run without the halves of characters at its ends, if it
// has as many characters as a run must have: runs are found by bytes.
func appendRun(found []span, s string, run span) []span {
	for run.from < run.to && !utf8.RuneStart(s[run.from]) {
		run.from++
	}
	for n := 1; n < utf8.UTFMax && n <= run.to-run.from; n++ {
		if c := s[run.to-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRuneInString(s[run.to-n:run.to]) {
				run.to -= n
			}
			break
		}
	}
	if utf8.RuneCountInString(s[run.from:run.to]) >= runRaw {
		return appendSpan(found, run)
	}
	return found
}

// widen gives the span of a pattern found at a place: base64 takes the digits
// with it that are half the secret's, and the padding.
func (p *pattern) widen(s string, at int) span {
	w := span{at, at + len(p.text)}
	if !p.base64 {
		return w
	}
	if p.left && w.from > 0 && isBase64(s[w.from-1]) {
		w.from--
	}
	if p.right && w.to < len(s) && isBase64(s[w.to]) {
		w.to++
	}
	for n := 0; n < 2 && w.to < len(s) && s[w.to] == '='; n++ {
		w.to++
	}
	return w
}

func isBase64(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		c == '+' || c == '/' || c == '-' || c == '_'
}
