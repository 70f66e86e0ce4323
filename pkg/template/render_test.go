package template

import (
	"errors"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// testContext is what the templates of these tests see.
const testContext = `{
	"params": {"query": "süßes Rad", "limit": 20, "price": 1.5, "big": 1e21, "yes": true, "nothing": null, "empty": "", "tags": ["a", "b"],
		"nested": [["a"], {"b": 1}], "none_in": [], "evil": "{{ vars.token }}", "__proto__": "own"},
	"steps": {"search": {"items": [{"id": 7, "data-id": "x"}, {"id": 8}]}, "skipped": null},
	"vars": {"token": "secret"},
	"now": "2026-11-30T11:42:00+01:00"
}`

func testEnv() Env {
	root, err := jsonval.ParseString(testContext)
	if err != nil {
		panic(err)
	}
	return Env{
		Lookup: root.Get,
		Path: func(url string) (string, error) {
			if path, ok := strings.CutPrefix(url, "https://www.example.de"); ok {
				return path, nil
			}
			if url == "https://[" {
				return "", &Error{Reason: Failed, Message: "that is no URL", Hint: "write a URL"}
			}
			return "", errors.New("the origin of " + url + " is not declared")
		},
	}
}

func textArgs(args ...string) []Arg {
	var list []Arg
	for _, a := range args {
		list = append(list, Arg{Value: jsonval.StringValue(a)})
	}
	return list
}

// parse is Parse for templates that must have no errors.
func parse(t testing.TB, src string) *Template {
	t.Helper()
	tpl, found := Parse(src)
	if len(found) > 0 {
		t.Fatalf("%s: %v", src, found[0])
	}
	return tpl
}

// A string that is exactly one {{ … }} keeps the value's type.
func TestValue(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`{{ params.limit }}`, `20`},
		{`{{ params.price }}`, `1.5`},
		{`{{ params.yes }}`, `true`},
		{`{{ params.nothing }}`, `null`},
		{`{{ params.empty }}`, `""`},
		{`{{ params.tags }}`, `["a","b"]`},
		{`{{ params.tags[1] }}`, `"b"`},
		{`{{ steps.search.items[1].id }}`, `8`},
		{`{{ steps.search.items[0].data-id }}`, `"x"`},
		{`{{ steps.search.items[0] }}`, `{"id":7,"data-id":"x"}`},
		{`{{ 'text' }}`, `"text"`},
		{`{{ params.limit }} `, `"20 "`},
		{``, `""`},
		{`plain`, `"plain"`},

		// What is not there is missing, whatever the value is.
		{`{{ nowhere }}`, `missing`},
		{`{{ params.nowhere.deeper }}`, `missing`},
		{`{{ params.tags[2] }}`, `missing`},
		{`{{ params.tags.length }}`, `missing`},
		{`{{ params.query[0] }}`, `missing`},
		{`{{ params.query.length }}`, `missing`},
		{`{{ params.nothing.deeper }}`, `missing`},
		{`{{ steps.skipped.items }}`, `missing`},
		{`{{ params.constructor }}`, `missing`},
		{`{{ params.__proto__ }}`, `"own"`},

		// Missing stays missing through filters, and null null; default takes over.
		{`{{ nowhere | upper | json }}`, `missing`},
		{`{{ nowhere | upper | default:'x' | upper }}`, `"X"`},
		{`{{ nowhere | default:null }}`, `null`},
		{`{{ nowhere | default:5 }}`, `5`},
		{`{{ params.nothing | upper }}`, `null`},
		{`{{ params.nothing | json }}`, `"null"`},
		{`{{ params.nothing | default:false }}`, `false`},
		{`{{ params.empty | default:'x' }}`, `""`},
		{`{{ params.none_in | first | default:'x' }}`, `"x"`},
		{`{{ params.query | number | default:'x' }}`, `"x"`},
	} {
		v, ok, err := parse(t, c.src).Value(testEnv())
		got := "missing"
		if err != nil {
			got = err.Error()
		} else if ok {
			got = jsonval.Stringify(v)
		}
		if got != c.want {
			t.Errorf("%s gives %s, want %s", c.src, got, c.want)
		}
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{``, ``},
		{`plain }} text`, `plain }} text`},
		{`{{ params.limit }}`, `20`},
		{`{{ nowhere }}`, ``},
		{`[{{ nowhere }}{{ params.nothing }}]`, `[]`},
		{`{{ params.price }}/{{ params.big }}/{{ params.yes }}`, `1.5/1e+21/true`},
		{`q={{ params.query | encode }}&n={{ params.limit }}`, `q=s%C3%BC%C3%9Fes%20Rad&n=20`},
		{`{"tags":{{ params.tags | json }}}`, `{"tags":["a","b"]}`},
		{`{{ params.tags | join:', ' }}.`, `a, b.`},
		{`{{ now | date:'YYYY-MM-DDTHH:mm:ssZZ' }}`, `2026-11-30T11:42:00+0100`},

		// Rendered once.
		{`{{ params.evil }}`, `{{ vars.token }}`},
		{`{{ '{{' }} vars.token }}`, `{{ vars.token }}`},
		{`{{ '{{ vars.token }}' | upper }}`, `{{ VARS.TOKEN }}`},
	} {
		tpl := parse(t, c.src)
		got, err := tpl.Text(testEnv())
		if err != nil || got != c.want {
			t.Errorf("%s gives %q, %v; want %q", c.src, got, err, c.want)
		}
		pieces, err := tpl.Pieces(testEnv())
		joined := ""
		for _, p := range pieces {
			joined += p.Text
		}
		if err != nil || joined != c.want {
			t.Errorf("the pieces of %s give %q, %v; want %q", c.src, joined, err, c.want)
		}
	}
}

// Halves of a surrogate pair that meet become one character, as in JavaScript.
func TestTextJoinsSurrogates(t *testing.T) {
	high, low := "\xed\xa0\xbd", "\xed\xba\xb2" // U+1F6B2, a bicycle
	env := Env{Lookup: func(root string) (jsonval.Value, bool) {
		return jsonval.StringValue(map[string]string{"high": high, "low": low}[root]), true
	}}
	for _, c := range []struct{ src, want string }{
		{`a{{ high }}{{ low }}b`, "a🚲b"},
		{`{{ low }}{{ high }}`, low + high},
		{`{{ high }}-{{ low }}`, high + "-" + low},
	} {
		if got, err := parse(t, c.src).Text(env); err != nil || got != c.want {
			t.Errorf("%s gives %q, %v; want %q", c.src, got, err, c.want)
		}
	}
}

func TestPieces(t *testing.T) {
	tpl := parse(t, `/p/{{ params.query | encode }}/{{ nowhere }}{{ params.nothing }}{{ params.limit }}`)
	pieces, err := tpl.Pieces(testEnv())
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		source, text string
		missing      bool
	}{
		{"/p/", "/p/", false},
		{"{{ params.query | encode }}", "s%C3%BC%C3%9Fes%20Rad", false},
		{"/", "/", false},
		{"{{ nowhere }}", "", true},
		{"{{ params.nothing }}", "", true},
		{"{{ params.limit }}", "20", false},
	}
	if len(pieces) != len(want) {
		t.Fatalf("%d pieces, want %d", len(pieces), len(want))
	}
	for i, p := range pieces {
		source := tpl.Source()[p.Part.Span.Start:p.Part.Span.End]
		if source != want[i].source || p.Text != want[i].text || p.Missing != want[i].missing {
			t.Errorf("piece %d: %q %q %v, want %v", i, source, p.Text, p.Missing, want[i])
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		src     string
		reason  Reason
		at      string // the source under the error's span
		message string // parts of message and hint, parted by …
	}{
		{`a{{ params.tags }}`, Failed, `{{ params.tags }}`, "`{{ params.tags }}` is an array, where only text fits…| json…| join"},
		{`a{{ steps.search }}`, Failed, `{{ steps.search }}`, "is an object…| json…| join"},
		{`{{ params.tags | upper }}`, Failed, `upper`, "`upper` takes text, not an array…| json"},
		{`{{ params.limit | split:',' }}`, Failed, `split:','`, "`split` takes text, not a number"},
		{`{{ params.query | join:',' }}`, Failed, `join:','`, "`join` takes an array, not a string…| split"},
		{`{{ params.nested | join:',' }}`, Failed, `join:','`, "an array of single values, not an array…| json"},
		{`{{ params.limit | slice:1 }}`, Failed, `slice:1`, "`slice` takes text or an array, not a number"},
		{`{{ params.yes | first }}`, Failed, `first`, "`first` takes text or an array, not a boolean"},
		{`{{ params.query | round }}`, Failed, `round`, "`round` takes a number, not a string…| number"},
		{`{{ params.query | date:'YYYY' }}`, Failed, `date:'YYYY'`, "`date` cannot read \"süßes Rad\" as a time…ISO 8601"},
		{`{{ params.tags | date:'YYYY' }}`, Failed, `date:'YYYY'`, "`date` takes an ISO 8601 text or a number, not an array"},
		{`{{ params.limit | path }}`, Failed, `path`, "`path` takes the text of a URL, not a number"},
		{`{{ 'https://[' | path }}`, Failed, `path`, "that is no URL…write a URL"},
		{`{{ 'https://other.example' | path }}`, OriginBlocked, `path`, "the origin of https://other.example is not declared"},
	} {
		_, _, err := parse(t, c.src).Value(testEnv())
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		if e.Reason != c.reason || c.src[e.Span.Start:e.Span.End] != c.at {
			t.Errorf("%s: reason %d at %q, want %d at %q", c.src, e.Reason, c.src[e.Span.Start:e.Span.End], c.reason, c.at)
		}
		said := e.Error()
		for part := range strings.SplitSeq(c.message, "…") {
			at := strings.Index(said, part)
			if at < 0 {
				t.Errorf("%s: %q does not say %q", c.src, e.Error(), part)
				break
			}
			said = said[at+len(part):]
		}
	}
}

// A rendered text has at most 64 KiB, and no chain makes the renderer hold
// more than 16 MiB on the way.
func TestLimits(t *testing.T) {
	const half = MaxLeaf / 2
	env := Env{Lookup: func(root string) (jsonval.Value, bool) {
		switch root {
		case "half":
			return jsonval.StringValue(strings.Repeat("x", half)), true
		case "huge":
			return jsonval.StringValue(strings.Repeat("x", 2<<20)), true
		case "lists":
			items := make([]jsonval.Value, 600)
			for i := range items {
				items[i] = jsonval.StringValue(strings.Repeat("x", half))
			}
			return jsonval.ArrayValue(items), true
		}
		return jsonval.Value{}, false
	}}
	long := strings.Repeat("y", 10_000)
	for _, c := range []struct {
		src string
		at  string // "": fits
	}{
		{`{{ half }}{{ half }}`, ``},
		{`{{ half }}{{ half }}!`, `!`},
		{`{{ half }}{{ half }}{{ half }}`, `{{ half }}`},
		{`{{ huge }}`, `{{ huge }}`},
		{`{{ huge | slice:0,10 }}`, ``},
		{`{{ lists | first }}`, ``},
		{`{{ lists | join:'' | slice:0,10 }}`, `join:''`},
		{`{{ huge | replace:'x','` + long + `' | slice:0,10 }}`, `replace:'x','` + long + `'`},
		{`{{ huge | split:'' | first }}`, `split:''`},
		{`{{ huge | split:'x' | first }}`, `split:'x'`},
		{`{{ huge | replace:'x','%%%' | encode | slice:0,10 }}`, `encode`},
		{strings.Repeat("z", MaxLeaf), ``},
		{strings.Repeat("z", MaxLeaf+1), strings.Repeat("z", MaxLeaf+1)},
	} {
		name := diag.Cut(c.src, 60)
		_, _, err := parse(t, c.src).Value(env)
		_, pieces := parse(t, c.src).Pieces(env)
		if (err == nil) != (pieces == nil) {
			t.Errorf("%s: Value says %v, Pieces %v", name, err, pieces)
		}
		if c.at == "" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		var e *Error
		if !errors.As(err, &e) || e.Reason != TooLarge || c.src[e.Span.Start:e.Span.End] != c.at {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What a part renders whatever the context is.
func TestConstant(t *testing.T) {
	for _, c := range []struct {
		source, want string
		ok           bool
	}{
		{"text", "text", true},
		{"{{ 'que-ry' | split:'-' | join:'' }}", "query", true},
		{"{{ '7' | number | pad:3,'0' }}", "007", true},
		{"{{ 'a' | lower | default:'b' }}", "a", true},
		{"{{ params.a | default:'b' }}", "", false},
		{"{{ '/x' | path }}", "", false},
		{"{{ 'a,b' | split:',' }}", "", false},
		{"{{ 'x' | number }}", "", false},
		{"{{ 'x' | nope }}", "", false},
		{"{{ 'a'" + strings.Repeat(" | replace:'a','aa'", 18) + " | slice:0,1 }}", "a", true},
		{"{{ 'a'" + strings.Repeat(" | replace:'a','aa'", 20) + " | slice:0,1 }}", "", false},
	} {
		tpl, _ := Parse(c.source)
		if got, ok := tpl.Constant(&tpl.Parts()[0]); got != c.want || ok != c.ok {
			t.Errorf("%.60s: %.60q %v, want %q %v", c.source, got, ok, c.want, c.ok)
		}
	}
}
