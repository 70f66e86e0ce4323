// Package s14 is the rule S14, least-privilege-derive: only the values that are
// needed are read from the user's tab, and login is declared.
package s14

import (
	_ "embed"
	"fmt"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/constant"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/recipe"
)

//go:embed doc.md
var page string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S14", Name: "least-privilege-derive", Doc: page, Run: run}

const maxDerived = 5

func run(p *lint.Pass) error {
	login(p)
	if len(p.Recipe.Derive) == 0 {
		return nil
	}
	used(p)
	for _, d := range p.Recipe.Derive {
		switch d.From {
		case "cookie":
			cookie(p, d)
		case "local_storage", "session_storage":
			storage(p, d)
		case "dom", "meta":
			element(p, d)
		case "page_url":
			pageURL(p, d)
		}
	}
	return nil
}

// used reports derived values that no request and no `when` reads.
func used(p *lint.Pass) {
	if k := len(p.Recipe.Derive); k > maxDerived {
		n := p.Root().Member("auth").Member("derive")
		p.Report(lint.Finding{Check: "used", Name: "too-many-derived", Node: n, Span: lint.KeySpan(n),
			Message: fmt.Sprintf("the recipe derives %d values; it may derive %d", k, maxDerived), Hint: "leave out what the site does not ask for"})
	}
	read := map[string]bool{}
	for _, s := range p.Flow().Sinks() {
		switch s.Kind {
		case flow.URL, flow.Query, flow.Header, flow.Form, flow.JSON, flow.Body, flow.When:
		default:
			continue
		}
		if w := s.Step.When; w != nil && constant.Of(w.Tree, w.Node.Str) == constant.Falsy {
			continue // the step never runs
		}
		for i := range s.Uses {
			for _, l := range s.Uses[i].Labels {
				if l.Kind == flow.Secret {
					read[l.Name] = true
				}
			}
		}
	}
	for _, d := range p.Recipe.Derive {
		if n := d.Node.Member("name"); d.Name != "" && !read[d.Name] && !read[flow.All] {
			p.Errorf("used", "unused-derived", n, "remove the entry, or use `vars."+d.Name+"` in a request", "no request and no `when` uses the derived value %s", diag.Quote(d.Name, 40))
		}
	}
}

// login asks for a declared login where the session is read or written.
func login(p *lint.Pass) {
	r := p.Recipe
	at := p.Root().Member("requires_login")
	if at == nil {
		return
	}
	for _, d := range r.Derive {
		if n := d.Node.Member("from"); !r.RequiresLogin && ofSession(d) && n != nil {
			p.Errorf("login", "login-not-declared", n, "set `requires_login` to true", "the value %s is read from the user's session, but `requires_login` is false", diag.Quote(d.Name, 40))
		}
	}
	writes := false
	for _, s := range r.Steps {
		writes = writes || s.Write
	}
	switch {
	case !r.RequiresLogin && writes:
		p.Warnf("login", "write-without-login", at, "set `requires_login` to true, if the site asks for it", "the recipe writes, but `requires_login` is false")
	case r.RequiresLogin && r.LoginCheck == nil && p.Root().Member("login_check") == nil:
		p.Warnf("login", "no-login-check", at, "add a `login_check`: a cheap request that fails without a session", "`requires_login` is true, but there is no `login_check`")
	}
}

// ofSession reports whether a value is one of the user's session.
func ofSession(d *recipe.Derive) bool {
	switch d.From {
	case "local_storage", "session_storage":
		return true
	case "cookie":
		return !antiForgery(d.Key)
	}
	return false
}
