package s16

import (
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/broad"
	"github.com/wield-run/wield/lint/internal/carry"
	"github.com/wield-run/wield/lint/parts"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/selector"
)

// markup reports attributes that hold markup or code.
func markup(p *lint.Pass) {
	for _, s := range p.Recipe.Steps {
		all := p.Flow().Extracts(s)
		for i := range all {
			x := &all[i]
			if x.Query == nil || !x.Query.HasAttr {
				continue
			}
			attr := strings.ToLower(x.Query.Attr)
			switch {
			case attr == "srcdoc", attr == "innerhtml", attr == "outerhtml", handler(attr):
				p.Errorf("raw", "markup", x.Node.Member("attr"), "read the text, or another attribute", "the attribute %s holds markup or code", diag.Quote(x.Query.Attr, 40))
			case attr == "style":
				p.Warnf("raw", "markup", x.Node.Member("attr"), "read the text, or another attribute", "the attribute %s holds code", diag.Quote(x.Query.Attr, 40))
			}
		}
	}
}

// handler reports whether an attribute is an event handler's: onclick, but not
// online.
func handler(attr string) bool {
	switch attr {
	case "once", "only", "online", "onsale", "onstock":
		return false
	}
	return len(attr) > 3 && strings.HasPrefix(attr, "on") && !strings.ContainsAny(attr, "-_:.")
}

// raw reports what comes to the output whole: a parsed body, the text of a
// page, a step. marks are those of the output.
func raw(p *lint.Pass, out *flow.Sink, marks []carry.Mark) {
	for _, m := range marks {
		switch {
		case m.Kind == carry.Context:
			return // S8/root: everything
		case m.Kind == carry.Step && m.Step == nil:
			marks = []carry.Mark{m} // all steps
		}
	}
	reported := map[carry.Mark]bool{}
	for _, m := range marks {
		f := lint.Finding{Check: "raw", Name: "whole-document", Node: out.Node, Span: span(p, m)}
		switch m.Kind {
		case carry.Document:
			f.Message = "all of what " + place(m) + " holds reaches the output"
			f.Hint = "choose what the agent needs: steps." + m.Step.ID + "." + m.Name + "[].{title: title}"
		case carry.Page:
			f.Name = "whole-page"
			f.Message = "the text of a whole page, or of a script, reaches the output by " + place(m)
			f.Hint = "select the elements that the agent needs"
		case carry.Field:
			f.Name = "unnamed-field"
			f.Message = "the selector of " + place(m) + " says by no name which field it reads, and its value reaches the output: sites keep tokens there"
			f.Hint = "name the field: input[name=article_id]"
		case carry.Step:
			f.Name = "whole-step"
			f.Message = "all that steps extract reaches the output"
			if m.Step != nil {
				f.Message = "all that the step " + diag.Quote(m.Step.ID, 40) + " extracts reaches the output"
			}
			f.Hint = "name the members that the agent needs"
		case carry.Tangled:
			f.Name, f.Message = "tangled-output", "the expression branches so often that nobody can tell what it gives"
			f.Hint = "write it simpler"
		default:
			continue
		}
		// What stands in a step that is reported is reported.
		whole := carry.Mark{Kind: carry.Step, Step: m.Step}
		if !reported[m] && !reported[whole] {
			p.Report(f)
		}
		reported[m] = true
	}
}

func place(m carry.Mark) string { return "steps." + m.Step.ID + "." + m.Name }

// span is where the output reads what is marked.
func span(p *lint.Pass, m carry.Mark) diag.Span {
	uses := p.Flow().Output().Uses
	for i := range uses {
		u := &uses[i]
		if m.Kind == carry.Step && m.Step == nil && u.Root == "steps" {
			return u.Span
		}
		if m.Step != nil && u.Root == "steps" && len(u.Path) > 0 && u.Path[0] == m.Step.ID && (m.Name == "" || len(u.Path) == 1 || u.Path[1] == m.Name) {
			return u.Span
		}
	}
	return diag.Span{}
}

// context is what output.value sees, with what is whole.
func context(p *lint.Pass) *carry.Value {
	steps := carry.Marked(carry.Mark{Kind: carry.Step})
	steps.Members = make([]carry.Member, 0, len(p.Recipe.Steps))
	all := carry.Marked(carry.Mark{Kind: carry.Context})
	all.Members = []carry.Member{{Name: "steps", Value: steps}}
	for _, s := range p.Recipe.Steps {
		steps.Members = append(steps.Members, carry.Member{Name: s.ID, Value: step(s, p.Flow().Extracts(s), all)})
	}
	return all
}

// step is what a step gives.
func step(s *recipe.Step, extracts []parts.Extract, context *carry.Value) *carry.Value {
	one := carry.Marked(carry.Mark{Kind: carry.Step, Step: s})
	one.Members = make([]carry.Member, 0, len(extracts)+1)
	large := false
	for i := range extracts {
		x := &extracts[i]
		v := extracted(s, x)
		if x.Field != "" {
			one.Members = field(one.Members, x, v)
		} else {
			one.Members = append(one.Members, carry.Member{Name: x.Name, Value: v})
		}
		for _, m := range v.All() {
			large = large || m.Kind == carry.Document || m.Kind == carry.Page
		}
	}
	if !large && len(one.Members) < 2 {
		one.Marks = nil // no more than what it is named for
	}
	if s.Foreach == nil {
		return one
	}
	if s.Foreach.In != nil && s.Foreach.In.Tree != nil {
		if in := carry.Eval(s.Foreach.In.Tree, s.Foreach.In.Node.Str, context); in != nil {
			one.Members = append(one.Members, carry.Member{Name: s.Foreach.As, Value: in.Item})
		}
	}
	return carry.List(one)
}

// field adds a field of html_items to the list that it belongs to.
func field(members []carry.Member, x *parts.Extract, v *carry.Value) []carry.Member {
	f := carry.Member{Name: x.Field, Value: v}
	if last := len(members) - 1; last >= 0 && members[last].Name == x.Name {
		members[last].Value.Item.Members = append(members[last].Value.Item.Members, f)
		return members
	}
	return append(members, carry.Member{Name: x.Name, Value: carry.List(carry.Object(f))})
}

// extracted is what one extract gives.
func extracted(s *recipe.Step, x *parts.Extract) *carry.Value {
	switch {
	case x.Query == nil && x.Expr == nil:
		return nil
	case x.Query == nil:
		return carry.Of(x.Expr.Root(), x.Expr.String(), mark(carry.Document, s, x))
	case x.Query.All:
		return carry.List(queried(s, x))
	}
	return queried(s, x)
}

// mark is that of what an extract gives.
func mark(kind carry.Kind, s *recipe.Step, x *parts.Extract) carry.Mark {
	return carry.Mark{Kind: kind, Step: s, Name: x.Name, Node: x.Node}
}

func queried(s *recipe.Step, x *parts.Extract) *carry.Value {
	q := x.Query
	found := q.Selector
	if q.Self && x.Items != nil {
		found = x.Items.Selector
	}
	switch {
	case q.ParseJSON:
		if !script(found) {
			return nil // the data of one element
		}
		if q.Path == nil {
			return carry.Marked(mark(carry.Document, s, x))
		}
		return carry.Of(q.Path.Root(), q.Path.String(), mark(carry.Document, s, x))
	case q.HasAttr:
		switch strings.ToLower(q.Attr) {
		case "href", "src":
			return carry.Marked(mark(carry.Link, s, x))
		case "value":
			if broad.Placed(found, "input") {
				return carry.Marked(mark(carry.Field, s, x))
			}
		case "content":
			if broad.Placed(found, "meta") {
				return carry.Marked(mark(carry.Field, s, x))
			}
		}
		return nil
	case wholePage(q, x.Items), broad.Placed(found, "script"):
		return carry.Marked(mark(carry.Page, s, x))
	}
	return nil
}

// wholePage reports whether an element's text is that of the page.
func wholePage(q *extract.Query, items *extract.Items) bool {
	if items != nil {
		return broad.Selector(items.Selector) && (q.Self || broad.Selector(q.Selector))
	}
	return broad.Selector(q.Selector)
}

// script reports whether a selector finds script elements: what they hold is
// the data of the whole page.
func script(s *selector.Selector) bool {
	if s == nil {
		return false
	}
	for _, c := range s.List() {
		if len(c.Compounds) == 0 {
			continue
		}
		for _, simple := range c.Compounds[len(c.Compounds)-1].Simples {
			if simple.Kind == selector.Type && strings.EqualFold(simple.Name, "script") {
				return true
			}
		}
	}
	return broad.Selector(s)
}
