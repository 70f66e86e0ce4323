package diag

import (
	"strings"
	"testing"
)

func TestEscape(t *testing.T) {
	tests := []struct{ in, want string }{
		{"plain", "plain"},
		{"Größe 😀 日本", "Größe 😀 日本"},
		{"a\nb\tc\r", `a\nb\tc\r`},
		{"\x1b[31m", `\u{1B}[31m`},
		{"\u009b31m", `\u{9B}31m`},
		{"a\u202eb", `a\u{202E}b`},
		{"a\u200bb\ufeff", `a\u{200B}b\u{FEFF}`},
		{"\U000e0041", `\u{E0041}`},
		{"a\u00a0b", `a\u{A0}b`},
		{"a\u2028b", `a\u{2028}b`},
		{"\xff", `\xff`},
		{"\xed\xa0\xbd", `\xed\xa0\xbd`},
		{"\x7f", `\u{7F}`},
	}
	for _, tt := range tests {
		if got := Escape(tt.in); got != tt.want {
			t.Errorf("Escape(%q) = %s, want %s", tt.in, got, tt.want)
		}
	}
	if got := EscapeLines("a\x00\n\tb"); got != "a\\u{0}\n\tb" {
		t.Errorf("%q", got)
	}
}

func TestCut(t *testing.T) {
	if got := Quote("äöü", 2); got != `"äö…"` {
		t.Error(got)
	}
	if got := Cut("äö", 2); got != "äö" {
		t.Error(got)
	}
}

func TestPosition(t *testing.T) {
	s := NewSource("x", []byte("ab\r\nä😀c\n"))
	tests := []struct{ offset, line, column int }{{0, 1, 1}, {2, 1, 3}, {4, 2, 1}, {6, 2, 2}, {10, 2, 3}, {11, 2, 4}, {12, 3, 1}, {99, 3, 1}, {-1, 1, 1}}
	for _, tt := range tests {
		if got := s.Position(tt.offset); got != (Position{tt.line, tt.column}) {
			t.Errorf("%d: %v", tt.offset, got)
		}
	}
}

func TestFrame(t *testing.T) {
	text := "{\n  \"a\": \"x <= y\",\n\t\"日本\": 1\n}"
	s := NewSource("x", []byte(text))
	span := func(part string) Span {
		at := strings.Index(text, part)
		return Span{at, at + len(part)}
	}
	tests := []struct {
		span Span
		want string
	}{
		{span("x <="), "    2 |   \"a\": \"x <= y\",\n      |         ^^^^"},
		{span(": 1"), "    3 |   \"日本\": 1\n      |         ^^^"},
		{span("日"), "    3 |   \"日本\": 1\n      |    ^^"},
		{Span{len(text), len(text)}, "    4 | }\n      |  ^"},
		{Span{0, len(text)}, "    1 | {\n      | ^"},
	}
	for _, tt := range tests {
		if got := s.Frame(tt.span); got != tt.want {
			t.Errorf("got\n%s\nwant\n%s", got, tt.want)
		}
	}
}

// A minified file is shown around the place, with the mark under it.
func TestFrameOfLongLine(t *testing.T) {
	text := strings.Repeat("a", 5000) + "HERE" + strings.Repeat("b", 5000)
	s := NewSource("x", []byte(text))
	frame := s.Frame(Span{5000, 5004})
	lines := strings.Split(frame, "\n")
	at := strings.Index(lines[1], "^")
	if len(lines) != 2 || !strings.HasSuffix(lines[1], " ^^^^") || !strings.HasPrefix(string([]rune(lines[0])[at:]), "HERE") {
		t.Errorf("\n%s", frame)
	}
	if Width(lines[0]) > 120 {
		t.Errorf("%d columns", Width(lines[0]))
	}
}

func TestNearest(t *testing.T) {
	known := []string{"method", "url", "query", "headers", "json", "form", "body"}
	tests := []struct{ name, want string }{
		{"metod", "method"}, {"qeury", "query"}, {"URL", "url"}, {"header", "headers"}, {"heads", ""}, {"x", ""}, {"timeout", ""}, {"bdoy", "body"},
	}
	for _, tt := range tests {
		if got := Nearest(tt.name, known); got != tt.want {
			t.Errorf("Nearest(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestSort(t *testing.T) {
	ds := []*Diagnostic{{File: "b", Code: "F1"}, {File: "a", Code: "F2", Span: Span{2, 3}}, {File: "a", Code: "F3", Span: Span{1, 9}}, {File: "a", Code: "F1", Span: Span{2, 3}}}
	Sort(ds)
	var got []string
	for _, d := range ds {
		got = append(got, d.File+d.Code)
	}
	if strings.Join(got, " ") != "aF3 aF1 aF2 bF1" {
		t.Error(got)
	}
}
