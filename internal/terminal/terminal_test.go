package terminal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
)

func env(pairs ...string) Env {
	return func(name string) (string, bool) {
		for _, p := range pairs {
			if n, v, _ := strings.Cut(p, "="); n == name {
				return v, true
			}
		}
		return "", false
	}
}

// What is no terminal is coloured on request only. (A terminal cannot be had
// here; on one, the last of the rules gives true unless TERM is dumb.)
func TestColor(t *testing.T) {
	for _, c := range []struct {
		mode ColorMode
		env  Env
		want bool
	}{
		{ColorAuto, nil, false},
		{ColorAlways, nil, true},
		{ColorNever, env("CLICOLOR_FORCE=1"), false},
		{ColorAuto, env("CLICOLOR_FORCE=1"), true},
		{ColorAuto, env("CLICOLOR_FORCE=0"), false},
		{ColorAuto, env("CLICOLOR_FORCE="), false},
		{ColorAuto, env("CLICOLOR_FORCE=1", "NO_COLOR=1"), false},
		{ColorAuto, env("CLICOLOR_FORCE=1", "NO_COLOR="), true}, // empty: not set
		{ColorAlways, env("NO_COLOR=1", "TERM=dumb"), true},
	} {
		o := newOutput(io.Discard, nil, c.env)
		o.setColor(c.mode)
		if got := o.Style().Error("x") != "x"; got != c.want {
			t.Errorf("mode %d: coloured %v, want %v", c.mode, got, c.want)
		}
	}
}

func TestStyle(t *testing.T) {
	on, off := Style{on: true}, Style{}
	for _, paint := range []func(Style, string) string{Style.Error, Style.Warning, Style.Good, Style.Strong, Style.Faint, Style.Accent} {
		if got := paint(on, "text"); !strings.HasPrefix(got, "\x1b[") || !strings.Contains(got, "mtext\x1b[") {
			t.Errorf("%q", got)
		}
		if got := paint(off, "text"); got != "text" {
			t.Errorf("%q", got)
		}
		if got := paint(on, ""); got != "" {
			t.Errorf("%q", got)
		}
	}
}

func TestColorMode(t *testing.T) {
	for word, want := range map[string]ColorMode{"auto": ColorAuto, "always": ColorAlways, "never": ColorNever} {
		if got, err := ParseColorMode(word); got != want || err != nil {
			t.Errorf("%s: %v, %v", word, got, err)
		}
	}
	if _, err := ParseColorMode("Always"); err == nil {
		t.Error("case does not count")
	}
}

func TestNotes(t *testing.T) {
	s, out, errs := Buffers("")
	s.Note("%d files", 3)
	s.Quiet = true
	s.Note("unheard")
	s.Err.Print("a\x1b[2J\nb")
	if out.Len() > 0 || errs.String() != "3 files\na\\u{1B}[2J\\nb\n" {
		t.Errorf("%q, %q", out, errs)
	}
}

type failing struct{ after int }

func (f *failing) Write(p []byte) (int, error) {
	if f.after == 0 {
		return 0, io.ErrClosedPipe
	}
	f.after--
	return len(p), nil
}

// The first error stays, and nothing is written behind a gap.
func TestWriteError(t *testing.T) {
	w := &failing{after: 1}
	o := newOutput(w, nil, nil)
	io.WriteString(o, "a")
	if err := o.WriteError(); err != nil {
		t.Errorf("got %v", err)
	}
	io.WriteString(o, "b")
	w.after = 5
	if _, err := io.WriteString(o, "c"); !errors.Is(err, io.ErrClosedPipe) || w.after != 5 {
		t.Errorf("got %v, %d left", err, w.after)
	}
	if err := o.WriteError(); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v", err)
	}
}

func TestWidthWithoutATerminal(t *testing.T) {
	s, _, _ := Buffers("")
	if s.Out.Width() != 80 || s.Out.IsTerminal() || s.InIsTerminal() {
		t.Error("a buffer is no terminal")
	}
}

func TestAskNeedsATerminal(t *testing.T) {
	s, out, errs := Buffers("y\n")
	if yes, err := s.Ask(context.Background(), "Really?"); yes || !errors.Is(err, ErrNoTerminal) || out.Len()+errs.Len() > 0 {
		t.Errorf("%v, %v, %q", yes, err, errs)
	}
}

func TestAnswers(t *testing.T) {
	for answer, want := range map[string]bool{
		"y\n": true, "yes\n": true, " YES \r\n": true, "y": true,
		"n\n": false, "\n": false, "": false, "yesterday\n": false, strings.Repeat("y", 10000): false,
	} {
		s, _, errs := Buffers(answer)
		yes, err := s.ask(context.Background(), "Really?")
		if yes != want || err != nil || errs.String() != "Really? [y/N] " {
			t.Errorf("%.10q: %v, %v, %q", answer, yes, err, errs)
		}
	}
}

// An answer takes its own line only.
func TestTwoQuestions(t *testing.T) {
	s, _, _ := Buffers("n\ny\n")
	first, _ := s.ask(context.Background(), "One?")
	second, _ := s.ask(context.Background(), "Two?")
	if first || !second {
		t.Errorf("%v, %v", first, second)
	}
}

func TestAskEndsWithTheContext(t *testing.T) {
	s, _, _ := Buffers("")
	r, w := io.Pipe()
	defer w.Close()
	s.In = r
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if yes, err := s.ask(ctx, "Really?"); yes || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", yes, err)
	}
}

func TestEscapeJSON(t *testing.T) {
	if got := string(EscapeJSON([]byte("\"\ue900\u00a0\n\""), diag.Invisible)); got != "\"\\ue900\\u00a0\n\"" {
		t.Errorf("all that is not to be seen: %s", got)
	}
	for _, c := range []struct{ text, want string }{
		{`{"a": 1}`, `{"a": 1}`},
		{"{\n  \"ü\": \"日本\"\n}\n", "{\n  \"ü\": \"日本\"\n}\n"},
		{"\"\u202e\u009b\u200b\x7f\"", `"\u202e\u009b\u200b\u007f"`},
		{"\"\U000e0041\"", `"\udb40\udc41"`},
		// Ordinary text: prices, emoji, scripts that join, icon fonts.
		{"\"249\u00a0€ ❤\ufe0f 👩\u200d💻 \ue900\"", "\"249\u00a0€ ❤\ufe0f 👩\u200d💻 \ue900\""},
	} {
		if got := string(EscapeJSON([]byte(c.text), Misleading)); got != c.want {
			t.Errorf("%q\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}

// The escapes change the look of a JSON text and nothing else.
func FuzzEscapeJSON(f *testing.F) {
	f.Add("a\u202e\U000e0041\n\x00\ufffd\ue900")
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, hidden := range []func(rune) bool{Misleading, diag.Invisible} {
			escaped := EscapeJSON(bytes.Clone(text), hidden)
			var back string
			if err := json.Unmarshal(escaped, &back); err != nil || back != s {
				t.Fatalf("%q became %q: %v", s, back, err)
			}
			for _, r := range string(escaped) {
				if hidden(r) {
					t.Fatalf("%q is left in %q", r, escaped)
				}
			}
		}
	})
}

// The first and the last of each range of misleading characters is one, and
// its neighbours are not; U+DFFFF, before the tags, is no character.
func TestMisleadingRanges(t *testing.T) {
	for _, c := range []struct{ first, last rune }{
		{0x7f, 0x9f}, {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
	} {
		if !Misleading(c.first) || !Misleading(c.last) {
			t.Errorf("%U to %U: an end is not misleading", c.first, c.last)
		}
		if Misleading(c.first-1) != (c.first == 0xe0000) || Misleading(c.last+1) {
			t.Errorf("%U to %U: a neighbour is misleading", c.first, c.last)
		}
	}
}
