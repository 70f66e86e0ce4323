package s03

import (
	"fmt"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// loginCheck checks that the login_check only asks. Beside members that it
// cannot have, it reports one finding.
func loginCheck(p *lint.Pass) {
	n := p.Root().Member("login_check")
	if n == nil || n.Kind != jsonval.Object {
		return
	}
	report := func(at *jsonval.Node, span diag.Span, hint, format string, args ...any) {
		p.Report(lint.Finding{Check: "login-check", Name: "login-check-acts", Node: at, Span: span, Message: fmt.Sprintf(format, args...), Hint: hint})
	}
	acts := false
	for _, name := range []string{"write", "foreach", "when"} {
		if m := n.Member(name); m != nil && !(m.Kind == jsonval.Bool && !m.Bool) {
			report(m, lint.KeySpan(m), "remove it; the check is one request that only reads", "`login_check` has no `%s`: it runs before anybody is asked", name)
			acts = true
		}
	}
	if acts {
		return
	}
	method := methodOf(p, n.Member("request"))
	if method == "" {
		return
	}
	readOnly := n.Member("read_only_post")
	allowed := readOnly != nil && readOnly.Kind == jsonval.Bool && readOnly.Bool
	if method != "GET" && !(method == "POST" && allowed) {
		at := n.At("request", "method")
		report(at, at.Span, "send a GET, or a POST with `\"read_only_post\": true`", "`login_check` is a %s that does not say that it only reads", method)
		return
	}
	if p.Recipe.LoginCheck == nil {
		return
	}
	for _, sink := range p.Flow().Of(p.Recipe.LoginCheck) {
		for i := range sink.Uses {
			u := &sink.Uses[i]
			if u.Ref != nil && (u.Root == "params" || u.Root == "steps") && u.Has(flow.Param, flow.Resp) {
				report(sink.Node, u.Span, "write the value itself, or leave it out", "`login_check` reads `%s`: it runs before the steps, and for every recipe alike", u.Text())
				return
			}
		}
	}
	if p.Recipe.LoginCheck.Request.Node == nil {
		return
	}
	for _, name := range []string{"json", "form", "body"} {
		if m := p.Recipe.LoginCheck.Request.Node.Member(name); m != nil && method == "GET" {
			p.Report(lint.Finding{Check: "body", Name: "get-with-body", Node: m, Span: lint.KeySpan(m),
				Message: fmt.Sprintf("`login_check` is a GET with a `%s`", m.Key), Hint: "remove it"})
			return
		}
	}
}
