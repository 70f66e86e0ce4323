package s04

import (
	"testing"

	"github.com/wield-run/wield/pkg/jmespath"
)

func TestPlainPath(t *testing.T) {
	for expr, want := range map[string]bool{
		"csrfToken":                true,
		"session.csrfToken":        true,
		"data.session.auth.nonce":  true,
		"data.session.auth.token":  false,
		"data.accessToken":         false,
		"data.session.title":       false,
		"data.session":             false,
		"sessions[0].token":        false,
		"sessions[*].data.token":   false,
		"sessions[0].a.b.token":    false,
		"data.token.length(@)":     false,
		"data.[token]":             false,
		"join('', [data.token])":   false,
		"data.token || data.other": false,
	} {
		root, d := jmespath.Parse(expr)
		if d != nil {
			t.Fatal(d)
		}
		if got := plainPath(root); got != want {
			t.Errorf("%s: %v, want %v", expr, got, want)
		}
	}
}
