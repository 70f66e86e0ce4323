package broad

import (
	"testing"

	"github.com/wield-run/wield/pkg/selector"
)

func TestSelector(t *testing.T) {
	for _, c := range []struct {
		selector string
		want     bool
	}{
		{"body", true},
		{"HTML", true},
		{"main.content", true},
		{"*", true},
		{"div *", true},
		{"body > *:first-child", true},
		{":root", true},
		{":not(.x)", true},
		{":has(a)", true},
		{"a, body", true},
		{":is(a, body)", true},
		{":where(*)", true},
		{"[lang]", true},
		{"div", false},
		{"body p", false},
		{"body > #x", false},
		{".tile", false},
		{"[data-id]", false},
		{"[lang=de]", false},
		{":is(h1, h2)", false},
		{"p:not(body)", false},
	} {
		s, d := selector.Compile(c.selector)
		if d != nil {
			t.Fatalf("%s: %s", c.selector, d.Message)
		}
		if got := Selector(s); got != c.want {
			t.Errorf("%s: %v", c.selector, got)
		}
	}
	if Selector(nil) {
		t.Error("no selector finds the page")
	}
}
