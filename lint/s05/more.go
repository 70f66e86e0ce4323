package s05

import (
	"slices"
	"strings"
	"unicode"

	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/constant"
	"github.com/wield-run/wield/lint/internal/schemas"
	"github.com/wield-run/wield/lint/internal/shown"
	"github.com/wield-run/wield/lint/words"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

// maxID is how long a text may be that only names something.
const maxID = 64

// idSchema reports whether a schema lets through only what names something:
// integers, one of a list, text of a pattern, or short text under an
// identifier's name.
func idSchema(r *schemas.Reader, n *jsonval.Node, name string) bool {
	if n.Member("enum") != nil || n.Member("const") != nil {
		return true
	}
	if r.Admits(n, jsonval.Object) || r.Admits(n, jsonval.Array) || r.Admits(n, jsonval.Bool) {
		return false
	}
	if r.Admits(n, jsonval.Number) && !integer(n) {
		return false
	}
	if !r.Admits(n, jsonval.String) {
		return true
	}
	if p := n.Member("pattern"); p != nil && p.Kind == jsonval.String {
		return true
	}
	most := n.Member("maxLength")
	return most != nil && most.Kind == jsonval.Number && most.Num <= maxID && words.IdentifierLike(name)
}

// integer reports whether the numbers that a schema lets through are whole.
func integer(n *jsonval.Node) bool {
	t := n.Member("type")
	switch {
	case t == nil:
		return false
	case t.Kind == jsonval.Array:
		return !slices.ContainsFunc(t.Children, func(c *jsonval.Node) bool { return c.Str == "number" })
	}
	return t.Str != "number"
}

// skippable reports whether a step's `when` may skip it.
func skippable(s *recipe.Step) bool {
	return s.When != nil && constant.Of(s.When.Tree, s.When.Node.Str) != constant.Truthy
}

// indirect checks the params that reach a write through other steps alone: each
// way leads through a step that the summary shows something of. The others have
// been judged.
func (c *checker) indirect(s *recipe.Step, direct []flow.Label) {
	for _, from := range c.sources(s) {
		for _, way := range c.hidden(from, map[*recipe.Step]bool{}) {
			l := flow.Label{Kind: flow.Param, Name: way.param}
			if slices.Contains(direct, l) || c.summary.Label(l) || !c.once(way.param) {
				continue
			}
			c.report("indirect", "param-not-shown", way.sink.Node, way.use.Span, c.showHint(l)+", or what the step found",
				"`%s` decides what the step %s gives, which the write %s uses, and the summary shows neither", l, diag.Quote(from.ID, 40), diag.Quote(s.ID, 40))
		}
	}
}

// sources gives the steps whose output a step uses in what it sends, or to
// decide whether it does.
func (c *checker) sources(s *recipe.Step) []*recipe.Step {
	all, known := c.feeds[s]
	if known {
		return all
	}
	for _, sink := range c.flow.Of(s) {
		if !sent(sink) {
			continue
		}
		for _, l := range sink.Labels() {
			if l.Kind != flow.Resp {
				continue
			}
			if from := c.Recipe.Step(l.Name); from != nil && from.Index < s.Index && !slices.Contains(all, from) {
				all = append(all, from)
			}
		}
	}
	c.feeds[s] = all
	return all
}

// way is a place where a param begins its way to a write.
type way struct {
	param string
	sink  *flow.Sink
	use   *flow.Use
}

// hidden gives the params that reach the output of a step, and none of the
// steps on their way is shown.
func (c *checker) hidden(s *recipe.Step, seen map[*recipe.Step]bool) []way {
	if c.summary.Step(s.ID) || seen[s] {
		return nil
	}
	seen[s] = true
	var all []way
	for _, sink := range c.flow.Of(s) {
		if !sent(sink) {
			continue
		}
		for i := range sink.Uses {
			for _, l := range sink.Uses[i].Labels {
				if l.Kind == flow.Param {
					all = append(all, way{l.Name, sink, &sink.Uses[i]})
				}
			}
		}
	}
	for _, from := range c.sources(s) {
		all = append(all, c.hidden(from, seen)...)
	}
	return all
}

// filters checks that what a write makes of a param is what the summary shows.
func (c *checker) filters(s *recipe.Step) {
	for _, sink := range c.flow.Of(s) {
		if !sent(sink) {
			continue
		}
		for i := range sink.Uses {
			u := &sink.Uses[i]
			if u.Ref == nil || !u.Has(flow.Param) {
				continue
			}
			for j := range u.Ref.Filters {
				call := &u.Ref.Filters[j]
				why := changes(sink.Kind, call)
				if why == "" {
					why = c.cuts(u, call)
				}
				if why == "" || c.summaryCalls(u, call) || c.known(u) {
					continue
				}
				c.report("default", "changed-value", sink.Node, sink.Node.TextSpan(call.Span.Start, call.Span.End),
					"show the same in the summary: `{{ "+u.Text()+" | "+diag.Cut(source(sink, call), 60)+" }}`",
					"the write %s sends `%s` through `%s`, which %s, and the summary shows it otherwise", diag.Quote(s.ID, 40), u.Text(), call.Name, why)
				break
			}
		}
	}
}

// known reports whether a param that a use reads has a finding already.
func (c *checker) known(u *flow.Use) bool {
	return slices.ContainsFunc(u.Labels, func(l flow.Label) bool { return l.Kind == flow.Param && slices.Contains(c.reported, l.Name) })
}

func source(sink *flow.Sink, call *template.Call) string {
	return sink.Node.Str[call.Span.Start:call.Span.End]
}

// changes says how a filter makes another value than the one that is shown, ""
// where it does not.
func changes(kind flow.SinkKind, call *template.Call) string {
	f, ok := call.Filter()
	switch {
	case !ok:
		return ""
	case f.Kind == template.Fallback:
		return "sends another value where there is none"
	case f.Kind == template.Transforming:
		encoding := call.Name == "encode" || call.Name == "path"
		if encoding && (kind == flow.URL || kind == flow.Query || kind == flow.Form || kind == flow.Body) {
			return ""
		}
		return "gives it another form"
	case call.Name == "replace" && (wordy(call, 0) || wordy(call, 1)), call.Name == "pad" && lettered(call, 1):
		return "changes its words"
	case call.Name == "date" && len(call.Args) > 0 && !shown.Dated(call.Args[0].Value.Str(), "YMDdHhmsSXxZAa"):
		return "sends a text in its place"
	}
	return ""
}

// cuts says how a filter sends less than the user reads, "" where it does not.
// A part of what only names or dates something is no other statement.
func (c *checker) cuts(u *flow.Use, call *template.Call) string {
	if f, ok := call.Filter(); !ok || f.Kind != template.Narrowing {
		return ""
	}
	for _, l := range u.Labels {
		n := c.Recipe.Params.Node.Member("properties").Member(l.Name)
		switch {
		case l.Kind != flow.Param || n == nil:
		case call.Name == "round":
			if c.schema.Admits(n, jsonval.Number) && !integer(n) {
				return "sends another number"
			}
		case call.Name != "replace" && c.free(n):
			return "sends only a part"
		}
	}
	return ""
}

// free reports whether a schema lets through text that says anything, also as
// an item or a member.
func (c *checker) free(n *jsonval.Node) bool {
	if c.schema.Admits(n, jsonval.Object) || c.schema.Admits(n, jsonval.Array) {
		return true
	}
	return c.schema.Admits(n, jsonval.String) && n.Member("pattern") == nil && n.Member("format") == nil && n.Member("enum") == nil && n.Member("const") == nil
}

// wordy reports whether an argument has letters or digits.
func wordy(call *template.Call, i int) bool {
	return i < len(call.Args) && strings.ContainsFunc(call.Args[i].Value.Str(), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// lettered reports whether an argument has letters.
func lettered(call *template.Call, i int) bool {
	return i < len(call.Args) && strings.ContainsFunc(call.Args[i].Value.Str(), unicode.IsLetter)
}

// summaryCalls reports whether the summary sends the same path through the
// same filter.
func (c *checker) summaryCalls(u *flow.Use, call *template.Call) bool {
	return slices.ContainsFunc(c.summary.Uses(), func(v flow.Use) bool {
		if v.Root == u.Root && slices.Equal(v.Path, u.Path) || u.Via != nil && slices.ContainsFunc(u.Labels, func(l flow.Label) bool { return slices.Contains(v.Labels, l) }) {
			f, _ := call.Filter()
			return hasCall(calls(v.Ref, f.Kind), call)
		}
		return false
	})
}
