package prose

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Set is a set of phrases. It may be used by any number of goroutines.
type Set struct {
	phrases []phrase
	first   map[string][]start
	sieve   sieve     // of the words in first
	idle    sync.Pool // Finders, for their buffers
}

// phrase is several groups of words, one of each of which must occur.
type phrase struct {
	name   string
	groups int
	window int  // how many words there may be from the first to the last
	any    bool // in any order
}

// start is where a word may begin: an alternative of a group of a phrase.
type start struct {
	phrase, group int
	rest          []string // the words that must follow
}

// Parse reads phrases, one a line:
//
//	name 5: ignore disregard + previous prior + instructions
//	name 4: your enter & password pass_word
//
// The number is how many words the whole may span. Groups are joined by + where
// their order counts, by & where it does not. Several words of one alternative
// are joined by an underscore. Empty lines and those that begin with # are
// passed over.
func Parse(text string) (*Set, error) {
	s := &Set{first: map[string][]start{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if err := s.add(line); err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
	}
	return s, nil
}

func (s *Set) add(line string) error {
	head, rest, ok := strings.Cut(line, ":")
	fields := strings.Fields(head)
	if !ok || len(fields) != 2 {
		return fmt.Errorf("a line is `name number: words + words`")
	}
	window, err := strconv.Atoi(fields[1])
	if err != nil || window < 1 {
		return fmt.Errorf("%s is no number of words", fields[1])
	}
	p := phrase{name: fields[0], window: window, any: strings.Contains(rest, "&")}
	groups := strings.Split(strings.ReplaceAll(rest, "&", "+"), "+")
	p.groups = len(groups)
	for g, group := range groups {
		alternatives := strings.Fields(group)
		if len(alternatives) == 0 {
			return fmt.Errorf("a group is empty")
		}
		for _, alternative := range alternatives {
			parts := strings.Split(alternative, "_")
			if parts[0] == "" {
				return fmt.Errorf("%s begins with no word", alternative)
			}
			s.first[parts[0]] = append(s.first[parts[0]], start{len(s.phrases), g, parts[1:]})
			s.sieve.add(parts[0])
		}
	}
	s.phrases = append(s.phrases, p)
	return nil
}

// sieve holds words back that are not in a set: nearly every word of a text, by
// its first letter, its last and its length.
type sieve [256]uint64

func (s *sieve) add(word string) {
	i, bit := place(word[0], word[len(word)-1], len(word))
	s[i] |= bit
}

// may reports whether a word can be in the set. No word is empty.
func (s *sieve) may(word []byte) bool {
	i, bit := place(word[0], word[len(word)-1], len(word))
	return s[i]&bit != 0
}

// place is where a word stands in a sieve.
func place(first, last byte, length int) (i int, bit uint64) {
	n := uint(first)<<9 ^ uint(last)<<4 ^ uint(length)
	return int(n / 64 % uint(len(sieve{}))), 1 << (n % 64)
}

// hit is an alternative that occurs in a text.
type hit struct {
	phrase, group int
	from, to      int // words
}

// Finder looks for phrases in texts, one after the other. It is for one
// goroutine; Close gives it back.
type Finder struct {
	set   *Set
	words words
	hits  []hit
}

// NewFinder gives a Finder of the set.
func (s *Set) NewFinder() *Finder {
	if f, ok := s.idle.Get().(*Finder); ok {
		return f
	}
	return &Finder{set: s}
}

// Close ends the use of a Finder.
func (f *Finder) Close() { f.set.idle.Put(f) }

// Find gives the name of the first phrase that occurs in a text and the words
// that it was found in; ok is false where none does.
func (f *Finder) Find(text string) (name, found string, ok bool) {
	f.words.split(text)
	f.hits = f.hits[:0]
	for i := range f.words.len() {
		word := f.words.at(i)
		if !f.set.sieve.may(word) {
			continue
		}
		for _, st := range f.set.first[string(word)] {
			if f.follows(i+1, st.rest) {
				f.hits = append(f.hits, hit{st.phrase, st.group, i, i + 1 + len(st.rest)})
			}
		}
	}
	for i := range f.hits {
		p := &f.set.phrases[f.hits[i].phrase]
		if f.hits[i].group > 0 && !p.any {
			continue
		}
		if last, ok := f.complete(p, i); ok {
			return p.name, f.show(f.hits[i].from, last), true
		}
	}
	return "", "", false
}

func (f *Finder) follows(i int, rest []string) bool {
	if i+len(rest) > f.words.len() {
		return false
	}
	for k, word := range rest {
		if string(f.words.at(i+k)) != word {
			return false
		}
	}
	return true
}

// complete looks for the other groups of a phrase behind its first hit.
func (f *Finder) complete(p *phrase, first int) (last int, ok bool) {
	start := &f.hits[first]
	end := start.from + p.window
	last = start.to
	seen := 1 << start.group
	next := 1
	for i := first + 1; i < len(f.hits) && seen != 1<<p.groups-1; i++ {
		h := &f.hits[i]
		if h.from >= end {
			break
		}
		if h.phrase != start.phrase || h.to > end || h.from < last {
			continue
		}
		if p.any && seen&(1<<h.group) == 0 || !p.any && h.group == next {
			seen |= 1 << h.group
			next++
			last = h.to
		}
	}
	return last, seen == 1<<p.groups-1 && last <= end
}

// show gives words as one text.
func (f *Finder) show(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		if i > from {
			b.WriteByte(' ')
		}
		b.Write(f.words.at(i))
	}
	return b.String()
}
