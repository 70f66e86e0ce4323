package lint

import (
	"slices"
	"sort"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/diag/codes"
)

// Restated is a pair of codes for the same mistake: where a rule reports it,
// what validate says of it is dropped. The names narrow a code that stands for
// several mistakes at one place; "" is any.
type Restated struct {
	Rule, Name             string // "S9/forbidden"
	Validate, ValidateName string // "F10"
}

// Follows says of a rule's finding that it may come of another mistake: what
// the rule looks at was not understood, or is not there because of it. Where
// one of the causes is reported, and no less severe, the finding is dropped; it
// is there again, if it has a reason of its own, when the cause is mended.
//
// The causes of causes must not lead back to a code, so that of all that hang
// together one finding stays.
type Follows struct {
	Rule, Name string   // "S14/used"; the name narrows it, "" is any
	Of         []string // the causes' codes, of validate and of rules
	Where      Reach    // how near to the finding a cause is
	Under      []string // beginnings of the causes' pointers; none: any
}

// Reach is how near a cause is to what follows of it.
type Reach int

// The reaches.
const (
	Near   Reach = iota // around the finding, or a member of what it is at
	Beside              // around the finding, or a member of what is around it
	Anywhere
)

// Merge joins what validate and the rules found, without what a rule restates:
// a finding of the same place (the pointers are equal, or the spans overlap) by
// a pair of codes. A warning of a rule restates no error: the file would pass.
func Merge(validate, safety []*diag.Diagnostic, pairs []Restated) []*diag.Diagnostic {
	var rules map[string]*placed
	if len(validate) > 0 {
		rules = byCode(safety)
	}
	all := make([]*diag.Diagnostic, 0, len(validate)+len(safety))
	for _, d := range validate {
		if !restated(d, rules, pairs) {
			all = append(all, d)
		}
	}
	all = append(all, safety...)
	diag.Sort(all)
	return all
}

// WithoutFollowing leaves out the findings of rules that follow of another one
// among those given. These must be what is reported in the end, so that an
// error is never left out for one that nobody sees.
func WithoutFollowing(found []*diag.Diagnostic, follows []Follows) []*diag.Diagnostic {
	causes := byCode(found)
	var kept []*diag.Diagnostic
	for _, d := range found {
		if !followed(d, causes, follows) {
			kept = append(kept, d)
		}
	}
	return kept
}

// restated reports whether a rule reports a finding of validate again.
func restated(d *diag.Diagnostic, rules map[string]*placed, pairs []Restated) bool {
	for _, pair := range pairs {
		if pair.Validate != d.Code || pair.ValidateName != "" && pair.ValidateName != d.Name {
			continue
		}
		again := func(s *diag.Diagnostic) bool {
			return (d.Severity == diag.Warning || s.Severity == diag.Error) && (pair.Name == "" || pair.Name == s.Name)
		}
		if rules[pair.Rule].any(d, again) {
			return true
		}
	}
	return false
}

// placed are the findings of one code, by their places: a file may have
// thousands of them, and each other finding is held against them.
type placed struct {
	at    map[string][]*diag.Diagnostic // by pointer
	found []*diag.Diagnostic            // by where they begin
	reach []int                         // the furthest end up to each of them
}

func byCode(found []*diag.Diagnostic) map[string]*placed {
	codes := map[string]*placed{}
	found = slices.Clone(found)
	diag.Sort(found)
	for _, d := range found {
		p := codes[d.Code]
		if p == nil {
			p = &placed{at: map[string][]*diag.Diagnostic{}, reach: []int{0}}
			codes[d.Code] = p
		}
		p.at[d.Pointer] = append(p.at[d.Pointer], d)
		p.found = append(p.found, d)
		p.reach = append(p.reach, max(p.reach[len(p.reach)-1], d.Span.End))
	}
	return codes
}

// any reports whether one of the findings at a place, its pointer or characters
// of its span, is such a one.
func (p *placed) any(place *diag.Diagnostic, such func(*diag.Diagnostic) bool) bool {
	if p == nil {
		return false
	}
	if slices.ContainsFunc(p.at[place.Pointer], such) {
		return true
	}
	i := sort.Search(len(p.found), func(i int) bool { return p.found[i].Span.Start >= place.Span.End })
	for ; i > 0 && p.reach[i] > place.Span.Start; i-- {
		if p.found[i-1].Span.End > place.Span.Start && such(p.found[i-1]) {
			return true
		}
	}
	return false
}

// followed reports whether a finding of a rule comes of one of the causes.
func followed(s *diag.Diagnostic, causes map[string]*placed, follows []Follows) bool {
	for i := range follows {
		f := &follows[i]
		if f.Rule != s.Code || f.Name != "" && f.Name != s.Name {
			continue
		}
		for _, code := range f.Of {
			if p := causes[code]; p != nil && slices.ContainsFunc(p.found, func(c *diag.Diagnostic) bool {
				return (c.Severity == diag.Error || s.Severity == diag.Warning && codes.Family(code) == "S") && f.reaches(c.Pointer, s.Pointer)
			}) {
				return true
			}
		}
	}
	return false
}

// reaches reports whether a cause is near enough to a finding.
func (f *Follows) reaches(cause, finding string) bool {
	if len(f.Under) > 0 && !slices.ContainsFunc(f.Under, func(top string) bool { return within(cause, top) }) {
		return false
	}
	around := cause[:max(0, strings.LastIndexByte(cause, '/'))]
	switch f.Where {
	case Near:
		return within(finding, cause) || finding == around
	case Beside:
		return within(finding, around)
	}
	return true
}

// within reports whether a pointer leads to a place or into it.
func within(pointer, place string) bool {
	rest, ok := strings.CutPrefix(pointer, place)
	return ok && (rest == "" || rest[0] == '/')
}
