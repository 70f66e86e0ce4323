package s02

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

func Test(t *testing.T) { linttest.Run(t, Analyzer) }

// spelling gives what is wrong with the path and query of a URL, "" where
// nothing is.
func spelling(rest string) string {
	parsed, _ := template.Parse("https://www.example.de" + rest)
	all := flow.URLParts(&recipe.Template{Template: parsed})
	if f := characters(all); f != nil {
		return f.why
	}
	if f := segments(all); f != nil {
		return f.why
	}
	return ""
}

// What the rule lets through, a browser writes as it stands; and it lets
// through what a browser leaves alone, but for the characters that the rule
// names.
func TestCanonIsWhatBrowsersWrite(t *testing.T) {
	for c := byte(' '); c < 0x7f; c++ {
		for _, rest := range []string{"/a" + string(c) + "b", "/a?x=" + string(c) + "b", "/" + string(c), "/a" + string(c)} {
			checkBrowser(t, rest)
		}
	}
}

func FuzzCanon(f *testing.F) {
	for _, s := range []string{"/v2/search?q=1", "/a/../b", "/%2e", "/a//b", "/ü", "/a%2", "/a?b#c", "/[a]", "/.%2E/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, rest string) {
		if strings.HasPrefix(rest, "/") && !strings.Contains(rest, "{{") {
			checkBrowser(t, rest)
		}
	})
}

func checkBrowser(t *testing.T, rest string) {
	t.Helper()
	if spelling(rest) != "" {
		return
	}
	text := "https://www.example.de" + rest
	if u, err := fetch.ParseURL(text, nil); err != nil || u.String() != text || u.Host() != "www.example.de" || u.Fragment() != "" {
		t.Errorf("%q is let through, and a browser makes %v of it (%v)", text, u, err)
	}
}
