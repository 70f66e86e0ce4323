package fix

import (
	"bytes"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/diag"
)

// finding proposes edits, each "FROM-TO=TEXT".
func finding(name string, safe bool, edits ...diag.Edit) *diag.Diagnostic {
	return &diag.Diagnostic{Name: name, Fix: &diag.Fix{Safe: safe, Edits: edits}}
}

func edit(from, to int, text string) diag.Edit {
	return diag.Edit{Span: diag.Span{Start: from, End: to}, Text: text}
}

func TestApply(t *testing.T) {
	const text = "0123456789"
	for _, c := range []struct {
		name  string
		found []*diag.Diagnostic
		want  string
		done  string
	}{
		{"nothing to do", []*diag.Diagnostic{{}, finding("unsafe", false, edit(0, 1, "x")), finding("empty", true)}, text, ""},
		{"replace, insert, delete", []*diag.Diagnostic{
			finding("c", true, edit(8, 9, "")), finding("a", true, edit(0, 1, "AA")), finding("b", true, edit(4, 4, "+")),
		}, "AA123+45679", "a b c"},
		{"at the ends", []*diag.Diagnostic{finding("a", true, edit(0, 0, "<"), edit(10, 10, ">"))}, "<0123456789>", "a"},
		{"side by side", []*diag.Diagnostic{finding("a", true, edit(0, 2, "x")), finding("b", true, edit(2, 4, "y"))}, "xy456789", "a b"},
		{"overlap: the first is made", []*diag.Diagnostic{finding("b", true, edit(2, 5, "y")), finding("a", true, edit(1, 3, "x"))}, "0x3456789", "a"},
		{"two insertions at one place", []*diag.Diagnostic{finding("a", true, edit(2, 2, "x")), finding("b", true, edit(2, 2, "y"))}, "01x23456789", "a"},
		{"inside another", []*diag.Diagnostic{finding("a", true, edit(1, 8, "x")), finding("b", true, edit(4, 4, "y"))}, "0x89", "a"},
		{"all of a fix or none of it", []*diag.Diagnostic{
			finding("a", true, edit(4, 5, "x")), finding("b", true, edit(4, 5, "y"), edit(7, 8, "z")), finding("c", true, edit(7, 8, "w")),
		}, "0123x56w89", "a c"},
		{"a fix that meets itself", []*diag.Diagnostic{finding("a", true, edit(1, 3, "x"), edit(2, 4, "y"))}, text, ""},
		{"off the text", []*diag.Diagnostic{finding("a", true, edit(9, 11, "x")), finding("b", true, edit(-1, 2, "y")), finding("c", true, edit(5, 4, "z"))}, text, ""},
	} {
		before := []byte(text)
		got, done := Apply(before, c.found)
		var names []string
		for _, d := range done {
			names = append(names, d.Name)
		}
		if string(got) != c.want || strings.Join(names, " ") != c.done {
			t.Errorf("%s: %q, done %v; want %q, %s", c.name, got, names, c.want, c.done)
		}
		if string(before) != text {
			t.Errorf("%s: the text itself was changed", c.name)
		}
	}
}

func TestDiff(t *testing.T) {
	for _, c := range []struct{ name, before, after, want string }{
		{"same", "a\n", "a\n", ""},
		{"one line", "{\n  \"a\": 1\n}\n", "{\n  \"a\": 2\n}\n", "--- x.json\n+++ x.json\n@@ -1,3 +1,3 @@\n {\n-  \"a\": 1\n+  \"a\": 2\n }\n"},
		{"escapes", "a\x1b[2J\u202e\n", "a\n", "--- x.json\n+++ x.json\n@@ -1,1 +1,1 @@\n-a\\u{1B}[2J\\u{202E}\n+a\n"},
		{"line breaks of another system", "a\r\nb\r\n", "a\r\nc\r\n", "--- x.json\n+++ x.json\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n"},
		{"a workflow command", "::stop-commands::x\na\n", "::stop-commands::x\nb\n", "--- x.json\n+++ x.json\n@@ -1,2 +1,2 @@\n \\x3a:stop-commands::x\n-a\n+b\n"},
	} {
		if got := Diff("x.json", []byte(c.before), []byte(c.after)); got != c.want {
			t.Errorf("%s\ngot  %q\nwant %q", c.name, got, c.want)
		}
	}
	if got := Diff("a\x1b.json", []byte("a\n"), []byte("b\n")); !strings.HasPrefix(got, "--- a\\u{1B}.json\n") {
		t.Errorf("got %q", got)
	}
}

// Whatever the edits, what they do not touch stays, in its order.
func FuzzApply(f *testing.F) {
	f.Add([]byte("0123456789"), 0, 2, 1, 3, 5, 5)
	f.Fuzz(func(t *testing.T, text []byte, a, b, c, d, e, g int) {
		before := bytes.Clone(text)
		got, done := Apply(text, []*diag.Diagnostic{
			finding("1", true, edit(a, b, "<"), edit(c, d, ">")),
			finding("2", true, edit(e, g, "!")),
		})
		if !bytes.Equal(text, before) {
			t.Fatal("the text itself was changed")
		}
		want := len(text)
		for _, d := range done {
			for _, e := range d.Fix.Edits {
				want += len(e.Text) - e.Span.Len()
			}
		}
		if len(got) != want {
			t.Fatalf("%d bytes, want %d", len(got), want)
		}
	})
}
