package flow

import (
	"cmp"
	"slices"

	"github.com/wield-run/wield/pkg/recipe"
)

// tidy sorts labels and drops repetitions.
func tidy(all []Label) []Label {
	if len(all) < 2 {
		return all
	}
	slices.SortFunc(all, func(a, b Label) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Field, b.Field))
	})
	return slices.Compact(all)
}

// scope is what a place sees beside the fixed roots.
type scope struct {
	context bool         // the recipe's context is visible as a whole (@, $, *)
	alias   *recipe.Step // whose foreach item is visible; nil: none
}

// put adds a label to a use. Nearly every use has one and no more, though many
// parts of what it names may bring it.
func (f *Flow) put(u *Use, l Label) {
	switch k := len(u.Labels); {
	case k == 0:
		u.Labels = f.memory.labels.Make(1)[:0]
	case u.Labels[k-1] == l:
		return
	}
	u.Labels = append(u.Labels, l)
}

// finish orders the labels of a use.
func (u *Use) finish() {
	u.Labels = tidy(u.Labels)
	for i := range u.Labels {
		u.kinds |= 1 << u.Labels[i].Kind
	}
}

// labels adds the labels of a path from the context to a use.
func (f *Flow) labels(u *Use, sc scope, path []string) {
	if len(path) == 0 {
		u.Whole = true
		if sc.context {
			for _, root := range roots() {
				f.labels(u, sc, []string{root})
			}
		}
		return
	}
	if sc.alias != nil && path[0] == sc.alias.Foreach.As {
		f.through(u, sc.alias)
		f.below(u, sc.alias, path)
		return
	}
	rest := path[1:]
	switch path[0] {
	case "params":
		f.named(u, Param, rest, f.params)
	case "vars":
		f.named(u, Secret, rest, f.vars)
	case "steps":
		f.stepLabels(u, rest)
	case "now":
		f.put(u, Label{Kind: Now})
	case "page":
		f.named(u, Page, rest, []string{"host", "origin"})
	}
}

// roots are the roots of the context.
func roots() []string { return []string{"params", "steps", "vars", "now", "page"} }

// How many params or vars, and how many steps are told apart where all of them
// are read at once: a file with more is refused for that.
const (
	maxNames = 200
	maxSteps = 2 * recipe.MaxSteps
)

// named adds the label of one member, or of each that there is.
func (f *Flow) named(u *Use, kind Kind, rest, all []string) {
	switch {
	case len(rest) > 0:
		f.put(u, Label{Kind: kind, Name: rest[0]})
		return
	case len(all) == 0 || len(all) > maxNames:
		f.put(u, Label{Kind: kind, Name: All})
	}
	u.Whole = true
	for _, name := range all[:min(len(all), maxNames)] {
		f.put(u, Label{Kind: kind, Name: name})
	}
}

// stepLabels adds the labels of what stands behind `steps`.
func (f *Flow) stepLabels(u *Use, rest []string) {
	if len(rest) == 0 {
		u.Whole = true
		for _, s := range f.r.Steps[:min(len(f.r.Steps), maxSteps)] {
			f.stepLabels(u, []string{s.ID})
		}
		return
	}
	s := f.steps[rest[0]]
	if s == nil {
		return
	}
	if len(rest) == 1 {
		u.Whole = true
		f.put(u, Label{Resp, s.ID, All})
		for _, name := range extracted(s.Step) {
			if f.TokenWhy(s.ID, name) != "" {
				f.put(u, Label{Token, s.ID, name})
			}
		}
		if s.Foreach != nil {
			f.through(u, s.Step)
		}
		return
	}
	if s.Foreach != nil && rest[1] == s.Foreach.As {
		f.through(u, s.Step)
		f.below(u, s.Step, rest[1:])
		return
	}
	f.put(u, Label{Resp, s.ID, rest[1]})
	if f.TokenWhy(s.ID, rest[1]) != "" {
		f.put(u, Label{Token, s.ID, rest[1]})
		return
	}
	f.below(u, s.Step, rest[1:])
}

// below adds the label of a credential that is a member of what a step gives:
// the path begins with the variable.
func (f *Flow) below(u *Use, s *recipe.Step, path []string) {
	name := recipe.CredentialField(path[1:])
	if name == "" {
		return
	}
	l := Label{Resp, s.ID, path[0] + "." + name}
	if f.members == nil {
		f.members = map[Label]string{}
	}
	f.members[l] = "it reads the field " + name
	l.Kind = Token
	f.put(u, l)
}

func extracted(s *recipe.Step) []string {
	if s.Extract == nil {
		return nil
	}
	return s.Extract.Order
}

// through adds the labels of the items that a foreach runs over.
func (f *Flow) through(u *Use, s *recipe.Step) {
	uses := f.foreachUses(s)
	u.Via = &Via{Step: s, Uses: uses}
	for i := range uses {
		for _, l := range uses[i].Labels {
			f.put(u, l)
		}
	}
}
