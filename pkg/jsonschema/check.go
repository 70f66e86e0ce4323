package jsonschema

import (
	"cmp"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema/internal/draft"
	"github.com/wield-run/wield/pkg/jsonschema/internal/say"
	"github.com/wield-run/wield/pkg/jsonval"
)

// checker checks what a schema says of its own values.
type checker struct {
	*draft.Document
	steps int // that are left for defaults and examples
}

// defaults notes defaults and examples that do not fit their own schema (P6,
// P11), defaults that are ignored (P7), and those that conflict (P8).
func (c *checker) defaults() {
	any := false
	for _, sub := range c.All {
		if sub.Resource.Foreign || sub.Hopeless {
			continue
		}
		if sub.DefaultAt != nil {
			any = true
			c.fitsItself(sub, sub.DefaultAt, "the default", "P6", "default-invalid", diag.Error)
		}
		if examples := sub.At.Member("examples"); examples != nil && examples.Kind == jsonval.Array {
			for _, n := range examples.Children {
				c.fitsItself(sub, n, "the example", "P11", "example-invalid", diag.Warning)
			}
		}
	}
	if any {
		c.ignoredDefaults()
		c.conflicts()
	}
}

// fitsItself checks a value that a schema gives itself.
func (c *checker) fitsItself(sub *draft.Schema, n *jsonval.Node, what, code, name string, severity diag.Severity) {
	f := &filler{steps: c.steps}
	own := &Schema{root: sub}
	v := f.fill(sub, n.Value(), 0)
	c.steps = max(f.steps, 0)
	if f.endless {
		c.Report("P4", "schema-cycle", diag.Error, n, n.Span, what+" calls for defaults inside of it without end", "leave out the default of the inner one")
		if n == sub.DefaultAt {
			sub.DefaultAt = nil // so that FillDefaults ends
		}
		return
	}
	violations, err := own.validate(v, what, &c.steps)
	if err != nil {
		c.Report(code, name, severity, n, n.Span, what+" cannot be checked: "+err.Error(), "write the schema, or its pattern, so that there are fewer ways to match")
		return
	}
	for i := range violations {
		advice := "change " + what + ", or what the schema says of it"
		if n.Kind == jsonval.Null {
			advice = "leave it out, or allow null in `type`"
		}
		span, pointer := violations[i].Locate(n)
		d := c.Report(code, name, severity, n, span, violations[i].Message,
			cmp.Or(violations[i].Hint, advice))
		if len(violations[i].Path) > 0 {
			d.Message = "in " + what + ", " + d.Message
		}
		d.Pointer = pointer
	}
}

// ignoredDefaults notes the defaults that FillDefaults never uses, among the
// schemas that it comes by, and those of the branches that it leaves out.
func (c *checker) ignoredDefaults() {
	w := &defaultWalk{used: map[*draft.Schema]bool{}, ignored: map[*draft.Schema]string{}, visited: map[*draft.Schema]bool{}}
	w.visit(c.Root, "the whole value gets no default")
	for len(w.open) > 0 {
		w.filled(w.take())
	}
	for _, s := range c.All {
		branches := append(append([]*draft.Schema{s.Not, s.If}, s.AnyOf...), s.OneOf...)
		if s.Array != nil {
			branches = append(branches, s.Array.Contains)
		}
		if s.Object != nil {
			branches = append(branches, s.Object.Names)
		}
		for _, b := range branches {
			w.visit(b, inBranch)
		}
	}
	for len(w.open) > 0 {
		s := w.take()
		for next := range s.InPlace(false) {
			w.visit(next, inBranch)
		}
		for next := range s.Below() {
			w.visit(next, inBranch)
		}
	}
	for _, s := range c.All {
		if why := w.ignored[s]; s.DefaultAt != nil && !w.used[s] && why != "" && !s.Resource.Foreign {
			c.Report("P7", "default-ignored", diag.Warning, s.DefaultAt, s.DefaultAt.KeySpan, "this default is ignored", why)
		}
	}
}

const inBranch = "inside `anyOf`, `oneOf`, `not`, `if` and `contains` there are no defaults"

// defaultWalk goes the way of FillDefaults through schemas.
type defaultWalk struct {
	used    map[*draft.Schema]bool   // its default is filled in
	ignored map[*draft.Schema]string // why it is not, on some way to it
	visited map[*draft.Schema]bool
	open    []*draft.Schema // visited, and still to be gone on from
}

// visit comes to a schema; why says why its default does not count here, ""
// where it does.
func (w *defaultWalk) visit(s *draft.Schema, why string) {
	if s == nil {
		return
	}
	if why == "" {
		w.used[s] = true
	} else if w.ignored[s] == "" {
		w.ignored[s] = why
	}
	if !w.visited[s] {
		w.visited[s] = true
		w.open = append(w.open, s)
	}
}

func (w *defaultWalk) take() *draft.Schema {
	s := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	return s
}

// filled goes on from a schema in which defaults are filled in.
func (w *defaultWalk) filled(s *draft.Schema) {
	for next := range s.InPlace(true) {
		w.visit(next, "only a default beside the reference, or beside `allOf`, counts")
	}
	w.visit(s.Then, "a branch gives no default to the value itself")
	w.visit(s.Else, "a branch gives no default to the value itself")
	for next := range s.Below() {
		why := "only a member that `properties` lists gets a default"
		if s.Object != nil && s.Object.Find(next.At.Key) == next {
			why = ""
		}
		w.visit(next, why)
	}
}

// maxConflictSteps bounds the search for defaults that conflict.
const maxConflictSteps = 200_000

// conflicts notes members to which a schema gives two different defaults, by
// itself and by what it takes up (P8). The first that is filled in wins.
func (c *checker) conflicts() {
	told := map[*jsonval.Node]bool{}
	steps := 0
	for _, s := range c.All {
		if s.Resource.Foreign || s.AllOf == nil && s.Ref == nil && s.Dynamic == nil {
			continue
		}
		winners := map[string]*jsonval.Node{}
		seen := map[*draft.Schema]bool{}
		var visit func(s *draft.Schema)
		visit = func(s *draft.Schema) {
			if steps++; seen[s] || steps > maxConflictSteps {
				return
			}
			seen[s] = true
			for next := range s.InPlace(true) {
				visit(next)
			}
			if s.Object == nil {
				return
			}
			for _, p := range s.Object.Properties {
				at := p.Schema.DefaultAt
				if at == nil {
					continue
				}
				winner := winners[p.Name]
				if winner == nil {
					winners[p.Name] = at
				} else if !told[at] && !jsonval.Equal(winner.Value(), at.Value()) {
					told[at] = true
					d := c.Report("P8", "default-conflict", diag.Warning, at, at.Span,
						"another default of "+say.Quote(p.Name)+" wins: "+say.Show(winner.Value()), "leave one of them out")
					d.Related = []diag.Related{{Span: winner.Span, Message: "the default that wins"}}
				}
			}
		}
		visit(s)
	}
}
