// Package shown tells which values confirm.summary shows, and how.
package shown

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

// Summary is what the summary of a recipe shows.
type Summary struct {
	uses   []flow.Use
	params *jsonval.Node // the schemas of the params; nil: none
}

// Of reads the summary.
func Of(f *flow.Flow, r *recipe.Recipe) *Summary {
	s := &Summary{params: r.Params.Node.Member("properties")}
	if sink := f.Summary(); sink != nil {
		s.uses = sink.Uses
	}
	return s
}

// lossless reports whether all filters of a reference leave the whole value to
// be seen.
func (s *Summary) lossless(u *flow.Use) bool {
	for i := range u.Ref.Filters {
		call := &u.Ref.Filters[i]
		f, ok := call.Filter()
		if !ok || f.Kind != template.Lossless || s.Blanks(u, call) {
			return false
		}
	}
	return true
}

// Blanks reports whether a filter that shows values otherwise shows nothing of
// this one: a date without its day, a number of free text, which is none.
func (s *Summary) Blanks(u *flow.Use, call *template.Call) bool {
	switch call.Name {
	case "date":
		return len(call.Args) > 0 && call.Args[0].Value.Kind() == jsonval.String && !Dated(call.Args[0].Value.Str(), "DXx")
	case "number":
		if u.Root != "params" || len(u.Path) == 0 {
			return false
		}
		n := s.params.Member(u.Path[0])
		t := n.Member("type")
		return t != nil && t.Str == "string" && n.Member("pattern") == nil && n.Member("enum") == nil
	}
	return false
}

// Dated reports whether a format of dates has one of some tokens outside of
// brackets. D, X and x say which day it is.
func Dated(format, tokens string) bool {
	text := false
	for _, r := range format {
		switch {
		case r == '[':
			text = true
		case r == ']':
			text = false
		case !text && strings.ContainsRune(tokens, r):
			return true
		}
	}
	return false
}

// Path shows that the value at a path of a template is shown in full: the path
// itself, or what it is a part of.
func (s *Summary) Path(head *template.Head) bool {
	for i := range s.uses {
		if u := &s.uses[i]; begins(head, &u.Ref.Head) && s.lossless(u) {
			return true
		}
	}
	return false
}

// begins reports whether a path is another, or goes on from it.
func begins(path, with *template.Head) bool {
	if path.Root != with.Root || len(path.Path) < len(with.Path) {
		return false
	}
	for i := range with.Path {
		a, b := &path.Path[i], &with.Path[i]
		if a.IsIndex != b.IsIndex || a.Index != b.Index || a.Name != b.Name {
			return false
		}
	}
	return true
}

// Label reports whether a param or an extract is shown in full.
func (s *Summary) Label(l flow.Label) bool {
	for i := range s.uses {
		if u := &s.uses[i]; Whole(u, l) && s.lossless(u) {
			return true
		}
	}
	return false
}

// Mentions gives the uses of a param or an extract in the summary, however
// they show it.
func (s *Summary) Mentions(l flow.Label) []flow.Use {
	var all []flow.Use
	for _, u := range s.uses {
		if u.Via == nil && slices.Contains(u.Labels, l) {
			all = append(all, u)
		}
	}
	return all
}

// Step reports whether the summary shows something of a step.
func (s *Summary) Step(id string) bool {
	return slices.ContainsFunc(s.uses, func(u flow.Use) bool { return u.Root == "steps" && len(u.Path) > 0 && u.Path[0] == id })
}

// Steps lists the steps that the summary names, in its order.
func (s *Summary) Steps(r *recipe.Recipe) []*recipe.Step {
	var all []*recipe.Step
	for _, u := range s.uses {
		if u.Root != "steps" || len(u.Path) == 0 {
			continue
		}
		if step := r.Step(u.Path[0]); step != nil && !slices.Contains(all, step) {
			all = append(all, step)
		}
	}
	return all
}

// Uses are the references of the summary.
func (s *Summary) Uses() []flow.Use { return s.uses }

// Whole reports whether a reference is all of a param or an extract, and no
// part of it.
func Whole(u *flow.Use, l flow.Label) bool {
	if u.Ref == nil || slices.ContainsFunc(u.Ref.Head.Path, func(seg template.Segment) bool { return seg.IsIndex }) {
		return false
	}
	switch l.Kind {
	case flow.Param:
		return u.Root == "params" && len(u.Path) == 1 && u.Path[0] == l.Name
	case flow.Resp, flow.Token:
		return u.Root == "steps" && len(u.Path) == 2 && u.Path[0] == l.Name && u.Path[1] == l.Field
	}
	return false
}
