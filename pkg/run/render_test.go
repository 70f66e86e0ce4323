package run

import (
	"context"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
)

// A value changes the URL only where it stands.
func TestURLRule(t *testing.T) {
	tests := []struct {
		url, query string
		want       string // the URL that is sent; "" for template_failed
	}{
		{"/p/{{ params.query }}", "abc", "https://www.example.de/p/abc"},
		{"/p/{{ params.query }}", "a b", "https://www.example.de/p/a%20b"},
		{"/p/{{ params.query }}", "a/b", ""},
		{"/p/{{ params.query }}", `a\b`, ""},
		{"/p/{{ params.query }}", "a?b", ""},
		{"/p/{{ params.query }}", "a#b", ""},
		{"/p/{{ params.query }}", "..", ""},
		{"/p/{{ params.query }}", "%2e%2e", ""},
		{"/p/{{ params.query }}", ".%2E", ""},
		{"/p/{{ params.query }}/x", "..", ""},
		{"/p/{{ params.query }}", ".. ", ""},
		{"/p/{{ params.query }}", "..\x00", ""},
		{"/p/{{ params.query }}", "..\x1f", ""},
		{"/p/{{ params.query }}", "%2\te.", ""},
		{"/p/{{ params.query }}", ".%\n2e", ""},
		{"/p/{{ params.query }}/delete", "%2\te.", ""},
		{"/p/{{ params.query }}/delete", ".\t.", ""},
		{"/p/{{ params.query }}", " a", "https://www.example.de/p/%20a"},
		{"/p/.{{ params.query }}", ".a", "https://www.example.de/p/..a"},
		{"/p/a{{ params.query }}", "..", "https://www.example.de/p/a.."},
		{"/p/{{ params.query | encode }}", "a/b?c#d", "https://www.example.de/p/a%2Fb%3Fc%23d"},
		{"/p/{{ params.query | encode }}", "..", ""},
		{"/p/{{ params.query | encode }}", "%2e%2e", "https://www.example.de/p/%252e%252e"},
		{"{{ params.query | path }}", "/x/../y?z=1", "https://www.example.de/y?z=1"},
		{"https://api.example.de{{ params.query | path }}", "https://www.example.de/x?y", "https://api.example.de/x?y"},
		{"https://api.example.de{{ params.query }}", "/x", ""},
		{"/p?q={{ params.query }}", "a b", "https://www.example.de/p?q=a%20b"},
		{"/p?q={{ params.query }}", "a&b=c", ""},
		{"/p?q={{ params.query }}", "a+b", ""},
		{"/p?q={{ params.query }}", "a#b", ""},
		{"/p?q={{ params.query | encode }}", "a&b=c+d", "https://www.example.de/p?q=a%26b%3Dc%2Bd"},
		{"/p?q={{ params.query }}", "../x", "https://www.example.de/p?q=../x"},
		{"/p/{{ now | date:'YYYY' }}", "abc", "https://www.example.de/p/2026"},
		{"{{ page.origin }}/p/{{ page.host }}", "abc", "https://www.example.de/p/www.example.de"},
	}
	for _, tt := range tests {
		r := example(t, `params.properties.query.minLength = 1`+"\n"+`steps[0].request = {"url":`+string(jsonval.AppendString(nil, tt.url))+`}`)
		site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
		o := options(r, site)
		p := jsonval.ObjectValue([]jsonval.Member{{Key: "query", Value: jsonval.StringValue(tt.query)}})
		o.Params = &p
		report := Run(context.Background(), r, o)
		got := strings.TrimPrefix(strings.Join(site.sent, " "), "GET ")
		if got != tt.want {
			t.Errorf("%s with %q: sent %q, want %q (%v)", tt.url, tt.query, got, tt.want, report.Failure)
		}
		if tt.want == "" && report.Outcome != TemplateFailed {
			t.Errorf("%s with %q: %s", tt.url, tt.query, report.Outcome)
		}
	}
}

// A link from a response may lead anywhere on the origin, and nowhere else.
func TestExtractedLink(t *testing.T) {
	tests := []struct {
		link string
		want string
		code Outcome
	}{
		{"/x/y?z=1", "GET https://www.example.de/x/y?z=1", OK},
		{"//evil.example/x", "GET https://www.example.de//evil.example/x", OK}, // which stays on the origin
		{`/\evil.example/x`, "", TemplateFailed},
		{".evil.example/x", "", OriginBlocked},
		{"@evil.example/x", "", OriginBlocked},
		{"/a/../b", "", TemplateFailed},
	}
	for _, tt := range tests {
		r := example(t, `
steps[0].extract.json.items = "link"
steps[1] = {"id":"b","request":{"url":"https://www.example.de{{ steps.search.items }}"},"extract":{"json":{"n":"n"}}}
output.value = "{items: steps.b.n, t: steps.search.total}"
verify.checks = ["output"]
`)
		site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) {
			return jsonReply(`{"link":` + string(jsonval.AppendString(nil, tt.link)) + `}`)
		}}
		report := Run(context.Background(), r, options(r, site))
		got := strings.Join(site.sent[1:], " ")
		if report.Outcome != tt.code || got != tt.want {
			t.Errorf("%s: %s, sent %q, want %s %q (%v)", tt.link, report.Outcome, got, tt.code, tt.want, report.Failure)
		}
	}
}

// What a request carries: what has no value is left out, but for the elements
// of a list.
func TestRequest(t *testing.T) {
	for _, c := range []struct{ name, request, want string }{
		{"a query of constants and lists", `{"url":"/b","query":{"a":1,"b":true,"c":null,"d":["{{ params.query }}",2,"{{ params.max_price }}"],"e":"q={{ params.query }}"}}`,
			"GET https://www.example.de/b?a=1&b=true&d=ab&d=2&e=q%3Dab"},
		{"a header without a value", `{"url":"/b","headers":{"x-a":"{{ params.max_price }}","x-b":"n{{ params.max_price }}","x-c":"{{ params.limit }}"}}`,
			"GET https://www.example.de/b [x-b: n] [x-c: 20]"},
		{"JSON", `{"method":"POST","url":"/b","json":{"a":["{{ params.query }}","{{ params.max_price }}"],"b":"{{ params.max_price }}","c":{"d":1.50,"e":"n {{ params.limit }}","f":"{{ params.limit }}"}}}`,
			`POST https://www.example.de/b {"a":["ab",null],"c":{"d":1.5,"e":"n 20","f":20}} [content-type: application/json]`},
		{"JSON that is missing", `{"method":"POST","url":"/b","json":"{{ params.max_price }}"}`,
			`POST https://www.example.de/b null [content-type: application/json]`},
		{"a form", `{"method":"POST","url":"/b","form":{"a":"{{ params.query }}","b":"{{ params.max_price }}"}}`,
			"POST https://www.example.de/b a=ab [content-type: application/x-www-form-urlencoded]"},
		{"a content type of its own", `{"method":"POST","url":"/b","headers":{"Content-Type":"application/vnd.x+json"},"json":{}}`,
			"POST https://www.example.de/b {} [Content-Type: application/vnd.x+json]"},
		{"text", `{"method":"POST","url":"/b","headers":{"content-type":"text/plain"},"body":"q={{ params.query }}\ud800"}`,
			"POST https://www.example.de/b q=ab\ufffd [content-type: text/plain]"},
		{"an address that is a value", `{"url":"{{ params.query }}?n={{ params.limit }}"}`, "GET https://www.example.de/ab?n=20"},
		{"a quoted value of the address", `{"url":"/b{{ '/x?y=1' }}&z={{ params.query }}"}`, "GET https://www.example.de/b/x?y=1&z=ab"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := example(t, `steps[0].request = `+c.request)
			sent := ""
			site := &fakeSite{answer: func(out *fetch.Outgoing) (*fetch.Incoming, error) {
				sent = strings.TrimSpace(out.Method + " " + out.URL.String() + " " + string(out.Body))
				for _, f := range out.Header {
					if name := strings.ToLower(f.Name); strings.HasPrefix(name, "x-") || name == "content-type" {
						sent += " [" + f.Name + ": " + f.Value + "]"
					}
				}
				return jsonReply(items)
			}}
			o := options(r, site)
			o.Params, o.Replay = params(t, `{"query":"ab"}`), true
			if report := Run(context.Background(), r, o); report.Outcome != OK || sent != c.want {
				t.Errorf("%v\nsent %s\nwant %s", report.Failure, sent, c.want)
			}
		})
	}
}
