package jsonpath

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/conformance"
	"github.com/wield-run/wield/pkg/jsonval"
)

func parse(t testing.TB, text string) jsonval.Value {
	t.Helper()
	v, err := jsonval.ParseString(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const doc = `{"a":{"b":[10,20,{"c":"deep"}]},"a b":1,"x-y":2,"@odata.next":"n","list":[{"n":1,"t":null},{"n":2},{"n":3,"t":"z"}],"é":4,"none":null,"24h":5,"it's":6}`

func TestFind(t *testing.T) {
	for _, tt := range []struct{ path, want string }{
		// From the root.
		{"$.a.b[0]", "10"},
		{"$['a b']", "1"},
		{`$["a b"]`, "1"},
		{"$.é", "4"},
		{"$.none", "null"},
		{"$.a.b[-1].c", `"deep"`},
		{"$.list[*].n", "[1,2,3]"},
		{"$.list[*].t", `[null,"z"]`},
		{"$.list[1:].n", "[2,3]"},
		{"$.list[::-2].n", "[3,1]"},
		{"$.list[0,2,0].n", "[1,3,1]"},
		{"$..n", "[1,2,3]"},
		{"$..c", `["deep"]`},
		{"$.a.*", `[[10,20,{"c":"deep"}]]`},
		{"$.list[9].n", "nothing"},
		{"$.missing.x", "nothing"},
		{"$.missing[*]", "[]"},
		{"$['it\\'s']", "6"},
		// From the item, here list[0]; `$` is the root as ever.
		{".", `{"n":1,"t":null}`},
		{"n", "1"},
		{"['n']", "1"},
		{"['n','t']", "[1,null]"},
		{"*", "[1,null]"},
		{"..n", "[1]"},
		{"t.x", "nothing"},
		{"$.a.b[1]", "20"},
	} {
		p, wrong := Parse(tt.path)
		if wrong != nil {
			t.Errorf("%s: %v", tt.path, wrong)
			continue
		}
		root := parse(t, doc)
		v, ok, err := p.Find(root, root.Field("list").At(0))
		got := "nothing"
		if ok {
			got = string(jsonval.AppendSource(nil, v))
		}
		if got != tt.want || err != nil {
			t.Errorf("%s: got %s, want %s (%v)", tt.path, got, tt.want, err)
		}
	}
}

// The shorthand has names that the RFC wants in brackets.
func TestShorthandNames(t *testing.T) {
	for _, tt := range []struct{ path, want string }{
		{"x-y", "2"}, {"@odata.next", "nothing"}, {"['@odata.next']", `"n"`}, {"list[0].n", "1"}, {"a.b[2].c", `"deep"`}, {"['a b']", "1"}, {"list[*].n", "[1,2,3]"},
	} {
		p, wrong := Parse(tt.path)
		if wrong != nil {
			t.Errorf("%s: %v", tt.path, wrong)
			continue
		}
		root := parse(t, doc)
		v, ok, _ := p.Find(jsonval.NullValue(), root)
		got := "nothing"
		if ok {
			got = jsonval.Stringify(v)
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.path, got, tt.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct{ path, marked, code, message, fixed string }{
		{"$.items[?@.price < 10]", "?", CodeFilter, "a path has no filters, so `?` cannot stand here", ""},
		{"items?.name", "?", CodeFilter, "a path has no filters, so `?` cannot stand here", ""},
		{"$.x-y", "x-y", CodeSyntax, `the name "x-y" stands in brackets`, "$['x-y']"},
		{"$.a.24h.b", "24h", CodeSyntax, `the name "24h" stands in brackets`, "$.a['24h'].b"},
		{"24h", "24h", CodeSyntax, `the name "24h" stands in brackets`, "['24h']"},
		{"first name", "first name", CodeSyntax, `the name "first name" stands in brackets`, "['first name']"},
		{"$.@odata", "@odata", CodeSyntax, `the name "@odata" stands in brackets`, "$['@odata']"},
		{".name", ".", CodeSyntax, "a path from the item begins with a name, not with a dot", "name"},
		{"@.name", "@", CodeSyntax, "`@` does not stand for the item here", ""},
		{"items.[0]", ".", CodeSyntax, "no dot stands before a bracket", "items[0]"},
		{"a[name]", "name", CodeSyntax, "a name in brackets stands in quotes", "a['name']"},
		{"a[0", "[", CodeSyntax, "this `[` is never closed", ""},
		{"a['b", "'", CodeSyntax, "the quoted name is not closed", ""},
		{"a.", "", CodeSyntax, "the path ends where it should go on: a name or `*` is expected", ""},
		{"", "", CodeSyntax, "the path is empty", ""},
		{"  ", "  ", CodeSyntax, "the path is empty", ""},
		{"$.a ", " ", CodeSyntax, "white space stands behind the path", "$.a"},
		{"$[01]", "01", CodeSyntax, "an index is written without leading zeros, and 0 without a sign", ""},
		{"$[1 2]", "2", CodeSyntax, `unexpected "2" in the path: a ` + "`,` or a `]` is expected", ""},
		{`$['\x']`, `\x`, CodeSyntax, `there is no escape "\x" in this name`, ""},
		{"price|upper", "|", CodeSyntax, "unexpected \"|\" in the path: a `.`, a `[` or the end is expected", ""},
		{"length(a)", "(", CodeSyntax, "unexpected \"(\" in the path: a `.`, a `[` or the end is expected", ""},
		{"$.é\x00", "\x00", CodeSyntax, "unexpected \"\\u{0}\" in the path: a `.`, a `[` or the end is expected", ""},
	} {
		p, wrong := Parse(tt.path)
		if wrong == nil {
			t.Errorf("%q: no finding, %v", tt.path, p)
			continue
		}
		if got := tt.path[wrong.Span.Start:wrong.Span.End]; got != tt.marked {
			t.Errorf("%q: marks %q, want %q", tt.path, got, tt.marked)
		}
		if wrong.Code != tt.code || wrong.Message != tt.message || wrong.Hint == "" {
			t.Errorf("%q: %s %s\nwant %s %s", tt.path, wrong.Code, wrong.Message, tt.code, tt.message)
		}
		fixed := ""
		if wrong.Fix != nil {
			e := wrong.Fix.Edits[0]
			fixed = tt.path[:e.Span.Start] + e.Text + tt.path[e.Span.End:]
			if _, still := Parse(fixed); still != nil {
				t.Errorf("%q: the fix gives %q: %v", tt.path, fixed, still)
			}
		}
		if fixed != tt.fixed {
			t.Errorf("%q: fix %q, want %q", tt.path, fixed, tt.fixed)
		}
	}
}

func TestTrunkAndMembers(t *testing.T) {
	for _, tt := range []struct{ path, trunk, members string }{
		{"$", "$", "[] false true"},
		{"$[*]", "$", "[] true true"},
		{"$.a.b[*]", "$.a.b", "[a b] true true"},
		{"$['a b'].c", "$['a b'].c", "[a b c] false true"},
		{"$.a[*].b", "$.a", "[] false false"},
		{"$.a[0].b[1:]", "$.a[0].b", "[] false false"},
		{"$..x", "$", "[] false false"},
		{"a.b[*]", "a.b", "[a b] true true"},
		{"[0][*]", "[0]", "[] false false"},
		{"*", ".", "[] true true"},
	} {
		p, wrong := Parse(tt.path)
		if wrong != nil {
			t.Fatal(wrong)
		}
		names, each, ok := p.Members()
		if got := fmt.Sprint(names, each, ok); p.Trunk().String() != tt.trunk || got != tt.members {
			t.Errorf("%s: trunk %s, members %s", tt.path, p.Trunk(), got)
		}
	}
}

func TestReach(t *testing.T) {
	root := parse(t, doc)
	for _, tt := range []struct{ path, value, there string }{
		{"$.a.c.d", `{"b":[10,20,{"c":"deep"}]}`, "$.a"}, {"$.zz", doc, "$"}, {"$.a.b[7]", `[10,20,{"c":"deep"}]`, "$.a.b"}, {"$.none.x", "null", "$.none"},
	} {
		p, _ := Parse(tt.path)
		v, there := p.Reach(root, root)
		if got := string(jsonval.AppendSource(nil, v)); got != tt.value || there != tt.there {
			t.Errorf("%s: %s at %s", tt.path, got, there)
		}
	}
}

// Unions and descendants that multiply are stopped.
func TestTooMany(t *testing.T) {
	v := jsonval.IntValue(1)
	for range 30 {
		v = jsonval.ArrayValue([]jsonval.Value{v, v})
	}
	deep := jsonval.IntValue(1) // few are found in it, and many looked at
	for range 400 {
		deep = jsonval.ArrayValue([]jsonval.Value{deep})
	}
	for _, tt := range []struct {
		path string
		v    jsonval.Value
	}{
		{"$" + strings.Repeat("[0,0,0,0,0,0,0,0]", 30), v}, {"$" + strings.Repeat("..*", 8), v}, {"$..[0]..[1]..nothing", v}, {"$..[0]..[0]..nothing", deep},
	} {
		p, wrong := Parse(tt.path)
		if wrong != nil {
			t.Fatal(wrong)
		}
		if _, _, err := p.Find(tt.v, tt.v); !errors.Is(err, ErrTooMany) {
			t.Errorf("%.20s: %v", tt.path, err)
		}
	}
	if _, wrong := Parse("$" + strings.Repeat(".a", maxSegments+1)); wrong == nil {
		t.Error("a path of endless steps is accepted")
	}
}

func TestAppendName(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"a", ".a"}, {"a1", ".a1"}, {"é", ".é"}, {"1a", "['1a']"}, {"a b", "['a b']"}, {"a-b", "['a-b']"}, {"it's", `['it\'s']`}, {`\`, `['\\']`}, {"", "['']"}, {"\n", `['\u000a']`},
	} {
		got := string(AppendName([]byte("$"), tt.name))
		if got != "$"+tt.want {
			t.Errorf("%q: %s, want $%s", tt.name, got, tt.want)
		}
		p, wrong := Parse(got)
		if wrong != nil {
			t.Fatal(wrong)
		}
		if names, _, _ := p.Members(); len(names) != 1 || names[0] != tt.name {
			t.Errorf("%q: read back as %q", tt.name, names)
		}
	}
}

func TestConformance(t *testing.T) {
	var cases []struct {
		Name     string `json:"name"`
		Selector string `json:"selector"`
		Invalid  bool   `json:"invalid_selector"`
	}
	conformance.JSON(t, "render/jsonpath-no-filters.json", &cases)
	raw := parse(t, string(conformance.Read(t, "render/jsonpath-no-filters.json")))
	valid := 0
	for i, c := range cases {
		p, wrong := Parse(c.Selector)
		if c.Invalid {
			if wrong == nil {
				t.Errorf("%s: %q is accepted", c.Name, c.Selector)
			}
			continue
		}
		if wrong != nil {
			t.Errorf("%s: %q: %v", c.Name, c.Selector, wrong)
			continue
		}
		valid++
		document := raw.At(i).Field("document")
		found, err := p.All(document, document)
		if err != nil {
			t.Fatal(err)
		}
		got := jsonval.ArrayValue(found)
		wanted := raw.At(i).Field("results").Items()
		if wanted == nil {
			wanted = []jsonval.Value{raw.At(i).Field("result")}
		}
		ok := false
		for _, w := range wanted {
			ok = ok || jsonval.Equal(got, w)
		}
		if !ok {
			t.Errorf("%s: %q on %s gives %s", c.Name, c.Selector, jsonval.Stringify(document), jsonval.Stringify(got))
		}
	}
	if len(cases) != 320 || valid != 167 {
		t.Errorf("%d cases, %d valid", len(cases), valid)
	}
}

// Whatever is accepted can be written again, evaluated, and marks lie inside.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"$", ".", "$.a[*]['b',0,1:2:3]..c", "a-b.@c[-1]", "$..*", "['\\u00e9\\'']", "$ .a [ 0 , 1 ]", "a[?", "1a", "$.x y", "..a", "a.[0]"} {
		f.Add(s)
	}
	root, err := jsonval.ParseString(doc)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, wrong := Parse(text)
		if wrong != nil {
			if wrong.Span.Start < 0 || wrong.Span.End < wrong.Span.Start || wrong.Span.End > len(text) {
				t.Fatalf("%q: span %v", text, wrong.Span)
			}
			if wrong.Fix != nil {
				for _, e := range wrong.Fix.Edits {
					if e.Span.Start < 0 || e.Span.End > len(text) {
						t.Fatalf("%q: edit %v", text, e)
					}
				}
			}
			return
		}
		v, ok, err := p.Find(root, root)
		if err == nil && !p.Singular() && (!ok || v.Kind() != jsonval.Array) {
			t.Fatalf("%q gives %v", text, v.Kind())
		}
		trunk := p.Trunk()
		again, wrong := Parse(trunk.String())
		if wrong != nil || !again.Singular() || again.Rooted() != p.Rooted() {
			t.Fatalf("%q: its trunk %q is read as %v, %v", text, trunk, again, wrong)
		}
		x, xok, _ := trunk.Find(root, root)
		y, yok, _ := again.Find(root, root)
		if xok != yok || !jsonval.Equal(x, y) {
			t.Fatalf("%q: its trunk %q finds something else", text, trunk)
		}
	})
}

func BenchmarkFind(b *testing.B) {
	root, err := jsonval.ParseString(`{"location":{"name":"x"},"items":[{"price":1}]}`)
	if err != nil {
		b.Fatal(err)
	}
	for _, path := range []string{"$.location.name", "items[0].price", "$.items[*].price"} {
		b.Run(path, func(b *testing.B) {
			p, wrong := Parse(path)
			if wrong != nil {
				b.Fatal(wrong)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, ok, _ := p.Find(root, root); !ok {
					b.Fatal("nothing")
				}
			}
		})
	}
}
