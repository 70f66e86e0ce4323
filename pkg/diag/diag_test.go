package diag

import (
	"strings"
	"testing"
	"unicode/utf8"
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

// Columns far to the right are counted as those at the left are, in text of
// every kind.
func TestPositionOfLongLine(t *testing.T) {
	for _, unit := range []string{"a", "ü", "日本", "👩\u200d💻", "\xff\xe2\x82", "ab\nü", "\x80"} {
		text := strings.Repeat(unit, 3*markEvery/len(unit)+7)
		s := NewSource("", []byte(text))
		for offset := 0; offset <= len(text); offset += 1 + offset%97 {
			begin := strings.LastIndexByte(text[:offset], '\n') + 1
			want := Position{strings.Count(text[:offset], "\n") + 1, utf8.RuneCountInString(text[begin:offset]) + 1}
			if got := s.Position(offset); got != want {
				t.Fatalf("%q at %d: %v, want %v", unit, offset, got, want)
			}
		}
	}
}

// A frame of a long line costs no more than what it shows.
func TestFrameLooksNearby(t *testing.T) {
	text := strings.Repeat("ü", 1<<20) + "MARK" + strings.Repeat("日", 1<<20)
	s := NewSource("", []byte(text))
	at := strings.Index(text, "MARK")
	s.Position(len(text)) // the places of characters are found once
	frame := ""
	if n := testing.AllocsPerRun(10, func() { frame = s.Frame(Span{at, at + 4}) }); n > 100 {
		t.Errorf("%v allocations", n)
	}
	line, carets, _ := strings.Cut(frame, "\n")
	if !strings.Contains(line, "… ") && !strings.Contains(line, "…ü") || !strings.HasSuffix(line, "日…") || strings.Count(carets, "^") != 4 {
		t.Errorf("%s", frame)
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

// On a narrow terminal no line of a frame wraps, and the carets stay under what
// they mark.
func TestFrameWithin(t *testing.T) {
	text := `      "request": { "url": "https://api.example.de/v2/search", "query": { "size": "{{ params.limt }}" } },`
	at := strings.Index(text, "params.limt")
	s := NewSource("x", []byte(text))
	for columns, want := range map[int]string{
		40:  "    1 | …ize\": \"{{ params.limt }}\" } }…\n      |            ^^^^^^^^^^^",
		10:  "    1 | …\"{{ params.limt }}\"…\n      |      ^^^^^^^^^^^",
		200: s.Frame(Span{at, at + 11}),
	} {
		if got := s.FrameWithin(Span{at, at + 11}, columns); got != want {
			t.Errorf("%d columns: got\n%s\nwant\n%s", columns, got, want)
		}
	}
	// Whatever is marked, and wherever it stands.
	for from := range len(text) {
		for _, length := range []int{0, 3, 30, 90} {
			for line := range strings.SplitSeq(s.FrameWithin(Span{from, from + length}, 40), "\n") {
				if Width(line) > 40 {
					t.Fatalf("at %d, %d bytes: %d columns\n%s", from, length, Width(line), line)
				}
			}
		}
	}
}

func TestTail(t *testing.T) {
	for _, tt := range []struct {
		text    string
		columns int
		want    string
	}{
		{"recipes/example.de/a.json", 25, "recipes/example.de/a.json"},
		{"recipes/example.de/a.json", 12, "…e.de/a.json"},
		{"日本/日本.json", 9, "…本.json"},
		{"abc", 1, "…"},
	} {
		if got := Tail(tt.text, tt.columns); got != tt.want || Width(got) > tt.columns {
			t.Errorf("%q in %d columns: %q", tt.text, tt.columns, got)
		}
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
