// Package s03 is the rule S3: each step says truthfully and exactly once
// whether it writes, and the recipe's effect agrees.
package s03

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/internal/constant"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

//go:embed doc.md
var doc string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S3", Name: "declared-effects", Doc: doc, Run: run}

func run(p *lint.Pass) error {
	for _, s := range p.Recipe.Steps {
		method := methodOf(p, s.Request.Node)
		if method == "" {
			continue // reported, or there is no request
		}
		flags(p, s, method)
		bodies(p, s, method)
	}
	loginCheck(p)
	effect(p)
	confirm(p)
	return nil
}

// methodOf gives the method of a request, and reports one that is none.
func methodOf(p *lint.Pass, request *jsonval.Node) string {
	if request == nil || request.Kind != jsonval.Object {
		return ""
	}
	n := request.Member("method")
	switch {
	case n == nil:
		return "GET"
	case n.Kind == jsonval.String && slices.Contains([]string{"GET", "POST", "PUT", "PATCH", "DELETE"}, n.Str):
		return n.Str
	}
	f := lint.Finding{Check: "method", Name: "method-not-literal", Node: n, Hint: "write GET, POST, PUT, PATCH or DELETE"}
	switch {
	case n.Kind != jsonval.String:
		f.Message = "the method must be a text, not " + n.Kind.Phrase()
	case strings.Contains(n.Str, "{{"):
		f.Message = fmt.Sprintf("the method %s is a template, so nobody knows before a run whether it writes", diag.Quote(n.Str, 60))
	default:
		f.Message = fmt.Sprintf("%s is no method of a recipe", diag.Quote(n.Str, 40))
		if upper := strings.ToUpper(strings.TrimSpace(n.Str)); upper != n.Str {
			f.Hint = "methods are written in capitals: " + upper
		}
	}
	p.Report(f)
	return ""
}

// flags checks that a step says once whether it writes.
func flags(p *lint.Pass, s *recipe.Step, method string) {
	n := s.Node
	readOnly := n.Member("read_only_post")
	switch {
	case s.Write && s.ReadOnlyPost:
		p.Report(lint.Finding{Check: "one-flag", Name: "both-flags", Node: readOnly, Span: lint.KeySpan(readOnly),
			Message: fmt.Sprintf("the step %s is both `write` and `read_only_post`", diag.Quote(s.ID, 40)), Hint: "keep the one that is true",
			Related: []diag.Related{{Span: lint.KeySpan(n.Member("write")), Message: "the other one"}}})
	case method == "GET" && s.ReadOnlyPost:
		p.Report(lint.Finding{Check: "one-flag", Name: "needless-flag", Severity: diag.Warning, Node: readOnly, Span: lint.KeySpan(readOnly),
			Message: fmt.Sprintf("the step %s is a GET, which needs no `read_only_post`", diag.Quote(s.ID, 40)), Hint: "remove it"})
	case method != "GET" && !s.Write && !s.ReadOnlyPost:
		at := s.Request.Node.Member("method")
		p.Report(lint.Finding{Check: "one-flag", Name: "undeclared-write", Node: at,
			Message: fmt.Sprintf("the step %s is a %s and says neither `write` nor `read_only_post`", diag.Quote(s.ID, 40), method),
			Hint:    "add `\"write\": true` where it changes something, `\"read_only_post\": true` where a POST only reads"})
	case method != "GET" && method != "POST" && s.ReadOnlyPost:
		p.Report(lint.Finding{Check: "post-only", Name: "read-only-" + strings.ToLower(method), Node: readOnly, Span: lint.KeySpan(readOnly),
			Message: fmt.Sprintf("the step %s is a %s, and only a POST can be `read_only_post`", diag.Quote(s.ID, 40), method),
			Hint:    "mark it `\"write\": true`, or send a POST"})
	}
}

// bodies checks that a GET has no body, and others at most one.
func bodies(p *lint.Pass, s *recipe.Step, method string) {
	var all []*jsonval.Node
	for _, name := range []string{"json", "form", "body"} {
		if n := s.Request.Node.Member(name); n != nil {
			all = append(all, n)
		}
	}
	switch {
	case len(all) > 0 && method == "GET":
		p.Report(lint.Finding{Check: "body", Name: "get-with-body", Node: all[0], Span: lint.KeySpan(all[0]),
			Message: fmt.Sprintf("the step %s is a GET with a `%s`", diag.Quote(s.ID, 40), all[0].Key), Hint: "put the values into `query`, or name the method"})
	case len(all) > 1:
		p.Report(lint.Finding{Check: "body", Name: "two-bodies", Node: all[1], Span: lint.KeySpan(all[1]),
			Message: fmt.Sprintf("`%s` and `%s` exclude each other", all[0].Key, all[1].Key), Hint: "keep one of them",
			Related: []diag.Related{{Span: lint.KeySpan(all[0]), Message: "the other one"}}})
	}
}

// effect holds the steps to the recipe's effect.
func effect(p *lint.Pass) {
	n := p.Root().Member("effect")
	writes := 0
	var idle *recipe.Step
	for _, s := range p.Recipe.Steps {
		switch {
		case !s.Write:
		case p.Recipe.Effect == "read":
			at := s.Node.Member("write")
			p.Report(lint.Finding{Check: "effect", Name: "write-in-read", Node: at, Span: lint.KeySpan(at),
				Message: fmt.Sprintf("the step %s writes, but the recipe's `effect` is read", diag.Quote(s.ID, 40)), Hint: "set `effect` to `write`, or remove it"})
		case never(s):
			idle = s
		default:
			writes++
		}
	}
	if p.Recipe.Effect != "write" || writes > 0 || len(p.Recipe.Steps) == 0 {
		return
	}
	f := lint.Finding{Check: "effect", Name: "write-without-write", Node: n,
		Message: "`effect` is write, but no step has `write: true`",
		Hint:    "mark the step that writes with `\"write\": true`, or set `effect` to `read`"}
	if idle != nil {
		f.Message = fmt.Sprintf("`effect` is write, but the step %s that writes can never run", diag.Quote(idle.ID, 40))
		f.Hint = "remove its `when`, or set `effect` to `read`"
	}
	p.Report(f)
}

// never reports whether a step cannot run: its `when` is always falsy, or its
// list always empty.
func never(s *recipe.Step) bool {
	return s.When != nil && constant.Of(s.When.Tree, s.When.Node.Str) == constant.Falsy ||
		s.Foreach != nil && s.Foreach.In != nil && constant.Of(s.Foreach.In.Tree, s.Foreach.In.Node.Str) == constant.Falsy
}

// confirm checks that a recipe that writes asks, and no other does.
func confirm(p *lint.Pass) {
	root := p.Root()
	n := root.Member("confirm")
	switch {
	case p.Recipe.Effect == "read" && n != nil:
		p.Report(lint.Finding{Check: "confirm", Name: "needless-confirm", Node: n, Span: lint.KeySpan(n),
			Message: "a recipe with `effect: read` has no `confirm`", Hint: "remove it"})
	case p.Recipe.Effect == "write" && n == nil:
		p.Report(lint.Finding{Check: "confirm", Name: "missing-confirm", Node: root, Span: lint.HeadSpan(root),
			Message: "a recipe with `effect: write` needs `confirm.summary`", Hint: "add `\"confirm\": {\"summary\": \"…\"}`"})
	case p.Recipe.Effect == "write" && n.Kind == jsonval.Object && n.Member("summary") == nil:
		p.Report(lint.Finding{Check: "confirm", Name: "empty-confirm", Node: n, Span: lint.HeadSpan(n),
			Message: "`confirm` lacks `summary`", Hint: "add `\"summary\": \"…\"`"})
	case p.Recipe.Effect == "write" && p.Recipe.Summary != nil && strings.TrimSpace(p.Recipe.Summary.Source()) == "":
		p.Report(lint.Finding{Check: "confirm", Name: "empty-confirm", Node: p.Recipe.Summary.Node,
			Message: "`confirm.summary` is empty", Hint: "say what the recipe does, with the values that it sends"})
	}
}
