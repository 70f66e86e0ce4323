package recipe

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/fix"
)

// A name that is written wrong, what it says to write, and what --fix makes of
// it: nothing where other places would have to change too.
func TestSpelling(t *testing.T) {
	for _, tt := range []struct{ changes, found, hint, fixed string }{
		{`site.id = "Example.DE"`, `F5 "Example.DE"`, "write `example.de`", `"id": "example.de"`},
		{`site.id = "https://example.de/"`, `F5 "https://example.de/"`, "write `example.de`", `"id": "example.de"`},
		{"site.id = \"localhost\"\nid = \"localhost/search-items\"", `F5 "localhost"`, "write it like `example.de`", ""},
		{`site.country = "de"`, `F4 "de"`, "write `DE`", `"country": "DE"`},
		{`site.country = "Germany"`, `F4 "Germany"`, "write two letters like `DE`, or `INT`", ""},
		{`site.language = "pt_BR"`, `F4 "pt_BR"`, "write `pt-BR`", `"language": "pt-BR"`},
		{`site.language = "german"`, `F4 "german"`, "write it like `de` or `pt-BR`", ""},
		{`site.origin = "https://www.example.de/"`, `F4 "https://www.example.de/"`, "write `https://www.example.de`", `"origin": "https://www.example.de"`},
		{`site.origin = "http://WWW.example.de/shop?a=1"`, `F4 "http://WWW.example.de/shop?a=1"`, "write `https://www.example.de`", `"origin": "https://www.example.de"`},
		{`site.origins[1] = "api.example.de"`, `F4 "api.example.de"`, "write `https://api.example.de`", `"https://api.example.de"`},
		{`site.origins[1] = "https://api.example.de:8443"`, `F4 "https://api.example.de:8443"`, "write `https://` and the host: no port, no path, no slash at the end", ""},
		{`site.locale_hosts = ["https://fr.example.com/"]`, `F4 "https://fr.example.com/"`, "write `fr.example.com`", `"fr.example.com"`},
		{`site.origins = ["https://api.example.de"]`, `F4 [ "https://api.example.de" ]`, `add "https://www.example.de"`, `"https://www.example.de", "https://api.example.de"`},
		{`id = "example.de/Search Items!"`, `F5 "example.de/Search Items!"`, "write `example.de/search-items`", ""},
		{`id = "search-items"`, `F5 "search-items"`, "a slug is lower-case letters, digits and single hyphens, at most 64 characters: `example.de/search-items`", ""},
		{`steps[0].id = "Search-Items"`, `F5 "Search-Items"`, "write `search_items`", ""},
		{`steps[0].id = "1"`, `F5 "1"`, "write a name like `search` or `item_details`", ""},
		{"steps[0].foreach = {\"in\":\"[params.query]\",\"as\":\"the-word\"}\noutput.value = \"steps.search[]\"\nverify.checks = [\"output\"]", `F5 "the-word"`, "write `the_word`", ""},
		{"steps[0].foreach = {\"in\":\"[params.query]\",\"as\":\"steps\"}\noutput.value = \"steps.search[]\"\nverify.checks = [\"output\"]", `F5 "steps"`, "write another name, like `item`", ""},
		{`auth = {"derive":[{"name":"x-csrf","from":"page_url"}]}`, `F5 "x-csrf"`, "write `x_csrf`", ""},
	} {
		_, found, text := load(t, tt.changes)
		if got := strings.Join(strings.Fields(codes(found, text)), " "); got != tt.found || found[0].Hint != tt.hint {
			t.Errorf("%s\ngot  %s", tt.changes, got)
			for _, d := range found {
				t.Logf("%s: %s (%s)", d.Code, d.Message, d.Hint)
			}
			continue
		}
		if (found[0].Fix != nil) != (tt.fixed != "") {
			t.Errorf("%s: fix %+v", tt.changes, found[0].Fix)
		}
		if tt.fixed == "" {
			continue
		}
		mended, _ := fix.Apply([]byte(text), found)
		if flat := strings.Join(strings.Fields(string(mended)), " "); !strings.Contains(flat, tt.fixed) {
			t.Errorf("%s: mended to %s", tt.changes, mended)
		}
		if _, again := Load("x.json", mended); len(again) > 0 {
			t.Errorf("%s: after the fix %s", tt.changes, codes(again, string(mended)))
		}
	}
}
