package jsonfmt

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/fix"
	"github.com/wield-run/wield/pkg/jsonval"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"the outermost value is set out", `{"a":1}`, "{\n  \"a\": 1\n}\n"},
		{"so are the objects next to it", `{"site":{"id":"x"},"steps":[{"id":"a"},[]],"list":[1,2]}`, `{
  "site": {
    "id": "x"
  },
  "steps": [
    {
      "id": "a"
    },
    []
  ],
  "list": [1, 2]
}
`},
		{"what is deeper is on one line where it fits", `{"a":{"b":{"c":[1,{"d":{}}]}}}`, `{
  "a": {
    "b": { "c": [1, { "d": {} }] }
  }
}
`},
		{"else it is set out, and what is in it is looked at anew", `{"a":{"b":{"c":["` + strings.Repeat("x", 50) + `","` + strings.Repeat("y", 50) + `"],"d":[1]}}}`, `{
  "a": {
    "b": {
      "c": ["` + strings.Repeat("x", 50) + `", "` + strings.Repeat("y", 50) + `"],
      "d": [1]
    }
  }
}
`},
		{"nothing changes its spelling", `{"é\u00e9\/":[1.0,1E5,-0,1e400,"\ud800","\u0041"]}`, "{\n  \"é\\u00e9\\/\": [1.0, 1E5, -0, 1e400, \"\\ud800\", \"\\u0041\"]\n}\n"},
		{"the order stays, and members that are there twice", `{"b":1,"2":2,"1":3,"b":4}`, "{\n  \"b\": 1,\n  \"2\": 2,\n  \"1\": 3,\n  \"b\": 4\n}\n"},
		{"line breaks of another system stay", "{\r\n\"a\":1,\n\"b\":2}", "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n"},
		{"a byte order mark goes", "\ufeff{}", "{}\n"},
		{"a single value", ` "x" `, "\"x\"\n"},
		{"an empty list", "[ ]", "[]\n"},
		{"an empty line first", "\n{}", "{}\n"},
	} {
		got, found := Format([]byte(c.in))
		if len(found) > 0 || string(got) != c.want {
			t.Errorf("%s: %v\ngot\n%s\nwant\n%s", c.name, found, got, c.want)
		}
	}
}

// A line is as long as maxWidth, and not a column longer.
func TestWidth(t *testing.T) {
	line := func(n int) string { return `{"a":{"b":["` + strings.Repeat("ü", n) + `",2]}}` }
	fits := maxWidth - len(`    "b": ["", 2]`)
	got, _ := Format([]byte(line(fits)))
	if lines := strings.Split(string(got), "\n"); len(lines) != 6 || len([]rune(lines[2])) != maxWidth {
		t.Errorf("%s", got)
	}
	got, _ = Format([]byte(line(fits + 1)))
	if lines := strings.Split(string(got), "\n"); len(lines) != 9 {
		t.Errorf("%s", got)
	}
	// The last of several has no comma behind it.
	got, _ = Format([]byte(strings.Replace(line(fits), `"b"`, `"c":1,"b"`, 1)))
	if lines := strings.Split(string(got), "\n"); len(lines) != 7 || len([]rune(lines[3])) != maxWidth {
		t.Errorf("%s", got)
	}
	// A comma behind it counts too.
	got, _ = Format([]byte(strings.Replace(line(fits), "]}", `],"c":1}`, 1)))
	if lines := strings.Split(string(got), "\n"); len(lines) != 10 {
		t.Errorf("%s", got)
	}
}

func TestBroken(t *testing.T) {
	for _, c := range []struct{ in, code string }{
		{`{"a": 1,}`, "J13"}, {`{"a": 1 // why` + "\n}", "J9"}, {`{"a": }`, "J2"}, {"", "J2"}, {"\"\xff\"", "J1"},
	} {
		got, found := Format([]byte(c.in))
		if got != nil || len(found) == 0 || found[0].Code != c.code {
			t.Errorf("%s: %s %v", c.in, got, found)
		}
	}
}

// A layout is not much larger than what it is made from, or there is none.
func TestTooLarge(t *testing.T) {
	deep := strings.Repeat("[", 900) + strings.Repeat("1,", 100_000) + "1" + strings.Repeat("]", 900)
	got, found := Format([]byte(deep))
	if got != nil || len(found) != 1 || found[0].Message != "laid out, the file would have more than 64 MiB" {
		t.Errorf("%d bytes, %v", len(got), found)
	}
	if got, found := Format([]byte(strings.ReplaceAll(deep, "1,", ""))); len(found) > 0 || len(got) < 900*900 {
		t.Errorf("%d bytes, %v", len(got), found)
	}
}

// The recipes that are shipped are laid out, and so is the example of the
// format among them.
func TestShippedRecipes(t *testing.T) {
	names, err := filepath.Glob("../../recipes/*/*.json")
	if err != nil || len(names) < 8 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, found := Format(text); len(found) > 0 || !bytes.Equal(got, text) {
			t.Errorf("%v\n%s", found, fix.Diff(name, text, got))
		}
	}
}

// tokens are the parts of a text that are no white space outside of strings.
func tokens(text []byte) string {
	var b strings.Builder
	inString := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case inString && c == '\\' && i+1 < len(text):
			b.WriteByte(c)
			i++
			c = text[i]
		case c == '"':
			inString = !inString
		case !inString && (c == ' ' || c == '\n' || c == '\r' || c == '\t'):
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// Nothing but white space changes, and a second time nothing does.
func FuzzFormat(f *testing.F) {
	for _, seed := range []string{`{"a":[1,{"b":"c\"\\ d"}],"a":{}}`, "[\r\n1]", `{"steps":[{"id":{"x":[]}}],"v":[[{}]]}`, strings.Repeat("[", 50) + strings.Repeat("]", 50)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		once, found := Format(text)
		if len(found) > 0 {
			return
		}
		if tokens(once) != tokens(bytes.TrimPrefix(text, []byte("\ufeff"))) {
			t.Errorf("something was lost\n%q\n%q", text, once)
		}
		if _, err := jsonval.Parse(once); err != nil {
			t.Errorf("%v\n%q", err, once)
		}
		p := &printer{text: text, flat: map[*jsonval.Node]int{}}
		root, _ := jsonval.ParseTree(text)
		if p.measure(root, 0); bytes.Count(once, []byte("\r")) == 0 && len(once) > p.most {
			t.Errorf("%d bytes, at most %d were expected\n%q", len(once), p.most, once)
		}
		if twice, found := Format(once); len(found) > 0 || !bytes.Equal(once, twice) {
			t.Errorf("%v\n%q\n%q", found, once, twice)
		}
	})
}

func BenchmarkFormat(b *testing.B) {
	text, err := os.ReadFile("../../recipes/example.de/search-items.json")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Format(text)
	}
}
