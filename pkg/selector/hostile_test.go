package selector

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wield-run/wield/pkg/dom"
)

// TestHostileSelectors asks selectors that are exponential or quadratic for a
// simple matcher. Each must have an answer or a clear error; what it takes is
// seen with -v.
func TestHostileSelectors(t *testing.T) {
	if testing.Short() || raceDetector {
		t.Skip("large pages")
	}
	rep := strings.Repeat
	deep := rep(rep(`<div class="a b">`, 500)+"<i>x</i>"+rep("</div>", 500), 50)
	list := "<ul>" + rep("<li class=x>x", 200_000) + "</ul>"
	mixed := "<div>" + rep("<p class=a><b class=b></b><i></i>", 60_000) + "</div>"
	flat := rep("<x>", 700_000)
	forms := "<form><fieldset disabled>" + rep("<input type=radio name=r checked>", 50_000) + "</fieldset><select>" + rep("<option>", 50_000) + "</select>"
	bidi := rep("<div dir=auto>1", 400) + rep("<p dir=auto>1", 20_000)
	pages := map[string]string{"deep": deep, "list": list, "mixed": mixed, "flat": flat, "forms": forms, "bidi": bidi}
	docs := map[string]*dom.Document{}
	for name, text := range pages {
		d, err := dom.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		docs[name] = d
	}
	var not, numbers, nest strings.Builder
	for i := range 300 {
		fmt.Fprintf(&not, ":not(.c%d)", i)
		fmt.Fprintf(&numbers, ".c%d,", i)
		nest.WriteString(".a ")
	}
	cases := []struct{ page, selector string }{
		{"deep", "[title] .a .a i"},
		{"deep", "[title] " + rep(".a ", 20) + "i"},
		{"deep", "[title] " + nest.String() + "i"},
		{"deep", "[title] " + rep("> .a ", 20) + "i"},
		{"deep", "div:has([title])"},
		{"deep", "div:has(.a .b .a [title])"},
		{"deep", "div:has(> .a > .b > [title])"},
		{"deep", "div:has(i):has(.a i):not(:has([title]))"},
		{"deep", ":is([title] .a .b, [title] .b .a) i"},
		{"deep", "div:lang(de)"},
		{"deep", "div:not([title] *):not(* [title] *)"},
		{"list", "li:nth-child(2n+1)"},
		{"list", "li:nth-last-child(2n+1)"},
		{"list", "li:nth-of-type(2n)"},
		{"list", "li:nth-last-of-type(2n)"},
		{"list", "li:nth-child(2n of .x)"},
		{"list", "li:nth-last-child(2n of :not(.y))"},
		{"list", "[title] ~ li"},
		{"list", ".x ~ [title] ~ li"},
		{"list", rep(".x + ", 50) + "li"},
		{"list", "li:has(~ [title])"},
		{"list", "li:has(+ li ~ [title])"},
		{"list", "li:has(~ li ~ li:last-child)"},
		{"list", "li:only-of-type"},
		{"list", "li" + not.String()},
		{"list", numbers.String() + ".x"},
		{"mixed", "p:has(~ .a > .b ~ i)"},
		{"mixed", ".a ~ .a > .b + i"},
		{"mixed", "p:nth-child(3n of :has(.b))"},
		{"flat", "x x x x x"},
		{"flat", "x:has(x)"},
		{"flat", "x ~ x"},
		{"forms", "input:checked, option:checked"},
		{"forms", ":disabled, :enabled"},
		{"forms", ":indeterminate, :default"},
		{"bidi", ":dir(rtl)"},
		{"bidi", "p:dir(ltr)"},
	}
	for _, c := range cases {
		s := mustCompile(t, c.selector)[0]
		start := time.Now()
		n, err := s.Count(docs[c.page].Root(), nil)
		took := time.Since(start).Round(time.Millisecond)
		var refused *Error
		if err != nil && (!errors.As(err, &refused) || refused.Hint == "") {
			t.Errorf("%s: %v is no clear error", c.selector, err)
		}
		t.Logf("%6v %-6s %.50s: %d %v", took, c.page, c.selector, n, err)
	}
}
