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

func TestPlaced(t *testing.T) {
	for _, c := range []struct {
		selector, element string
		want              bool
	}{
		{"input", "input", true},
		{"form.edit > INPUT:nth-child(2)", "input", true},
		{"input[type=hidden]", "input", true},
		{"[type='hidden']", "input", true},
		{"form :is(input, select)", "input", true},
		{"a, input[value]", "input", true},
		{"meta", "meta", true},
		{"script:not([src])", "script", true},
		{"input[name^=auth]", "input", true},
		{"input[name*='SRF']", "input", true},
		{"input[id$=_token]", "input", true},
		{"input[name^=qty]", "input", false},
		{"input[name*=price]", "input", false},
		{"input[name~=auth]", "input", false},
		{"input[name=q]", "input", false},
		{"input.q", "input", false},
		{"input#q:first-child", "input", false},
		{":is(a, b)", "input", false},
		{"[type=text]", "input", false},
		{"[type=hidden]", "meta", false},
		{"input label", "input", false},
		{"data", "input", false},
		{"*", "input", false},
		{"meta[name=description]", "meta", false},
	} {
		s, d := selector.Compile(c.selector)
		if d != nil {
			t.Fatalf("%s: %s", c.selector, d.Message)
		}
		if got := Placed(s, c.element); got != c.want {
			t.Errorf("%s of %s: %v", c.element, c.selector, got)
		}
	}
	if Placed(nil, "input") {
		t.Error("no selector finds a field")
	}
}
