package fetch

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/conformance"
	"github.com/wield-run/wield/pkg/jsonval"
)

func TestFormatQuery(t *testing.T) {
	for _, c := range []struct {
		pairs []Pair
		want  string
	}{
		{nil, ""},
		{[]Pair{{"q", "fahrrad"}, {"size", "20"}}, "q=fahrrad&size=20"},
		{[]Pair{{"b", "2"}, {"a", "1"}, {"b", "1"}}, "b=2&a=1&b=1"}, // order and repetition stay
		{[]Pair{{"q", "a b+c&d=e"}}, "q=a+b%2Bc%26d%3De"},
		{[]Pair{{"q", "*-._~'()!"}}, "q=*-._%7E%27%28%29%21"},
		{[]Pair{{"k[]", "é😀"}}, "k%5B%5D=%C3%A9%F0%9F%98%80"},
		{[]Pair{{"q", "a\r\nb\x00"}}, "q=a%0D%0Ab%00"},
		{[]Pair{{"q", "100%"}}, "q=100%25"},
		{[]Pair{{"q", "\xed\xa0\x80x"}}, "q=%EF%BF%BDx"}, // a lone surrogate
		{[]Pair{{"", ""}}, "="},
	} {
		if got := FormatQuery(c.pairs); got != c.want {
			t.Errorf("%q: %s, want %s", c.pairs, got, c.want)
		}
	}
}

func TestParseQuery(t *testing.T) {
	for _, c := range []struct {
		query string
		want  []Pair
	}{
		{"", nil},
		{"&&", nil},
		{"a=1&b", []Pair{{"a", "1"}, {"b", ""}}},
		{"a=b=c&=x&=", []Pair{{"a", "b=c"}, {"", "x"}, {"", ""}}},
		{"a+b=c%20d;e", []Pair{{"a b", "c d;e"}}},
		{"a=%&b=%4&c=%zz", []Pair{{"a", "%"}, {"b", "%4"}, {"c", "%zz"}}},
		{"a=%E9%C3%A9", []Pair{{"a", "\ufffdé"}}},
		{"a=%ED%A0%80", []Pair{{"a", "\ufffd\ufffd\ufffd"}}},
		{"a=\xed\xa0\x80", []Pair{{"a", "\ufffd"}}},
		{"%EF%BB%BFa=\ufeff1", []Pair{{"\ufeffa", "\ufeff1"}}}, // no byte order mark is taken away
	} {
		if got := ParseQuery(c.query); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.query, got, c.want)
		}
	}
}

func TestAppendAndSetQuery(t *testing.T) {
	for _, c := range []struct {
		url         string
		pairs       []Pair
		append, set string
	}{
		{"https://s.example/p", []Pair{{"a", "1"}}, "https://s.example/p?a=1", "https://s.example/p?a=1"},
		{"https://s.example/p?x=%20~'&&y#f", nil, "https://s.example/p?x=%20~%27&&y#f", "https://s.example/p?x=%20~%27&&y#f"},
		{"https://s.example/p?x=%20~&&y;z#f", []Pair{{"a", "1"}}, "https://s.example/p?x=+%7E&y%3Bz=&a=1#f", "https://s.example/p?x=+%7E&y%3Bz=&a=1#f"},
		{"https://s.example/?page=1&q=x&page=2", []Pair{{"page", "3"}}, "https://s.example/?page=1&q=x&page=2&page=3", "https://s.example/?page=3&q=x"},
		// Lone surrogates are all one name.
		{"https://s.example/", []Pair{{"\xed\xa0\xbd", "1"}, {"\xed\xb8\x80", "2"}}, "https://s.example/?%EF%BF%BD=1&%EF%BF%BD=2", "https://s.example/?%EF%BF%BD=2"},
	} {
		u := parse(t, c.url)
		if got := AppendQuery(u, c.pairs).String(); got != c.append {
			t.Errorf("AppendQuery(%s, %v): %s, want %s", c.url, c.pairs, got, c.append)
		}
		if got := SetQuery(u, c.pairs).String(); got != c.set {
			t.Errorf("SetQuery(%s, %v): %s, want %s", c.url, c.pairs, got, c.set)
		}
	}
}

// What a recipe's query or form block makes of a value.
func TestAppendValue(t *testing.T) {
	for _, c := range []struct{ value, want string }{
		{`"a b"`, "v=a+b"},
		{`""`, "v="},
		{`20`, "v=20"},
		{`1.50`, "v=1.5"},
		{`-0`, "v=0"},
		{`1e21`, "v=1e%2B21"},
		{`9007199254740993`, "v=9007199254740992"},
		{`true`, "v=true"},
		{`null`, ""},
		{`[1, "x", null, false]`, "v=1&v=x&v=false"},
		{`[]`, ""},
		{`{"a": 1}`, "error"},
		{`[[1]]`, "error"},
	} {
		v, err := jsonval.ParseString(c.value)
		if err != nil {
			t.Fatal(err)
		}
		pairs, err := AppendValue(nil, "v", v)
		got := FormatQuery(pairs)
		if err != nil {
			got = "error"
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.value, got, c.want)
		}
	}
}

// jsText is a JavaScript string out of a JSON file: lone surrogates survive.
type jsText string

func (s *jsText) UnmarshalJSON(data []byte) error {
	v, err := jsonval.Parse(data)
	*s = jsText(v.Str())
	return err
}

func jsPairs(list [][2]jsText) []Pair {
	var pairs []Pair
	for _, p := range list {
		pairs = append(pairs, Pair{string(p[0]), string(p[1])})
	}
	return pairs
}

func TestConformanceSearchParams(t *testing.T) {
	type onURL struct {
		URL         string
		Append, Set [][2]jsText
		Node        string
	}
	var v struct {
		Serialize []struct {
			Pairs [][2]jsText
			Node  string
		}
		Coerced     []struct{ JS, Node string }
		Append, Set []onURL
		Parse       []struct {
			Query jsText
			Node  [][2]jsText
		}
		Latin1 []struct {
			Code rune
			Node string
		}
	}
	if err := json.Unmarshal(conformance.Read(t, "fetch/search-params-vectors.json"), &v); err != nil {
		t.Fatal(err)
	}
	for _, c := range v.Serialize {
		if got := FormatQuery(jsPairs(c.Pairs)); got != c.Node {
			t.Errorf("%q: %s, want %s", c.Pairs, got, c.Node)
		}
	}
	for _, c := range v.Latin1 {
		if got := strings.TrimPrefix(FormatQuery([]Pair{{"", string(c.Code)}}), "="); got != c.Node {
			t.Errorf("U+%04X: %s, want %s", c.Code, got, c.Node)
		}
	}
	for _, c := range v.Coerced {
		if strings.ContainsAny(c.JS[:1], "nu[(") {
			continue // null, undefined, lists and objects: recipes treat them in their own way
		}
		value, err := jsonval.ParseString(c.JS)
		if err != nil {
			t.Fatal(c.JS, err)
		}
		if pairs, err := AppendValue(nil, "v", value); err != nil || FormatQuery(pairs) != c.Node {
			t.Errorf("%s: %s (%v), want %s", c.JS, FormatQuery(pairs), err, c.Node)
		}
	}
	for _, c := range v.Parse {
		query := strings.TrimPrefix(string(c.Query), "?") // as the constructor does
		if got := ParseQuery(query); !slices.Equal(got, jsPairs(c.Node)) {
			t.Errorf("%q: %q, want %q", c.Query, got, c.Node)
		}
	}
	for _, c := range v.Append {
		if got := AppendQuery(parse(t, c.URL), jsPairs(c.Append)).String(); got != c.Node {
			t.Errorf("%s append %q: %s, want %s", c.URL, c.Append, got, c.Node)
		}
	}
	for _, c := range v.Set {
		if got := SetQuery(parse(t, c.URL), jsPairs(c.Set)).String(); got != c.Node {
			t.Errorf("%s set %q: %s, want %s", c.URL, c.Set, got, c.Node)
		}
	}
	if n := len(v.Serialize) + len(v.Latin1) + len(v.Coerced) + len(v.Parse) + len(v.Append) + len(v.Set); n != 380 {
		t.Errorf("%d cases were read, not 380", n)
	}
}

// A query that was written is read as what it was written from.
func FuzzQuery(f *testing.F) {
	for _, q := range []string{"a=1&b=2", "a+b=%20", "%zz&&=;", "a=%E9", "\xed\xa0\x80=\ufeff", "a=b=c", "\x83"} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, query string) {
		pairs := ParseQuery(query)
		written := FormatQuery(pairs)
		again := ParseQuery(written)
		if !slices.Equal(pairs, again) {
			t.Fatalf("%q: %q, and then %q", query, pairs, again)
		}
		if FormatQuery(again) != written {
			t.Fatalf("%q: %q, and then %q", query, written, FormatQuery(again))
		}
	})
}

func BenchmarkFormatQuery(b *testing.B) {
	pairs := []Pair{{"q", "fahrrad gebraucht"}, {"price_to", "300"}, {"size", "20"}, {"ort", "Köln"}}
	b.ReportAllocs()
	for b.Loop() {
		_ = FormatQuery(pairs)
	}
}

func BenchmarkAppendQuery(b *testing.B) {
	u, err := ParseURL("https://api.example.de/v2/search?lang=de", nil)
	if err != nil {
		b.Fatal(err)
	}
	pairs := []Pair{{"q", "fahrrad gebraucht"}, {"size", "20"}}
	b.ReportAllocs()
	for b.Loop() {
		_ = AppendQuery(u, pairs)
	}
}
