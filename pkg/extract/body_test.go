package extract

import (
	"errors"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

func TestReadMode(t *testing.T) {
	for _, c := range []struct {
		name string
		s    Source
		want Mode
	}{
		{"JSON by the header", Source{ContentType: "application/json; charset=utf-8"}, ModeJSON},
		{"+json", Source{ContentType: "application/vnd.api+JSON"}, ModeJSON},
		{"HTML by the header", Source{ContentType: "text/html"}, ModeHTML},
		{"XHTML", Source{ContentType: "application/xhtml+xml"}, ModeHTML},
		{"turbo stream by the header", Source{ContentType: "text/vnd.turbo-stream.html; charset=utf-8"}, ModeTurboStream},
		{"any other type", Source{ContentType: "application/xml"}, ModeText},
		{"no type", Source{}, ModeText},
		{"a broken type", Source{ContentType: ";;"}, ModeText},
		{"expect.content_type before the header", Source{ContentType: "text/html", Expect: ModeJSON}, ModeJSON},
		{"parse before all", Source{ContentType: "text/html", Expect: ModeHTML, Parse: ModeText}, ModeText},
		{"text that is JSON, where JSON is extracted", Source{Data: []byte(`{"a":1}`), ContentType: "text/plain", WantJSON: true}, ModeJSON},
		{"text that is no JSON", Source{Data: []byte(`a=1`), ContentType: "text/plain", WantJSON: true}, ModeText},
		{"text that is JSON, where none is extracted", Source{Data: []byte(`{"a":1}`), ContentType: "text/plain"}, ModeText},
		{"explicit text stays text", Source{Data: []byte(`{"a":1}`), Parse: ModeText, WantJSON: true}, ModeText},
		{"a page stays a page", Source{Data: []byte(`{"a":1}`), ContentType: "text/html", WantJSON: true}, ModeHTML},
	} {
		if got := Read(c.s).Mode(); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestParseMode(t *testing.T) {
	for _, s := range []string{"auto", "json", "html", "text", "turbo_stream"} {
		if m, ok := ParseMode(s); !ok || m.String() != s {
			t.Errorf("%s: got %s, %t", s, m, ok)
		}
	}
	if m, ok := ParseMode(""); !ok || m != ModeAuto {
		t.Error("the empty text is not auto")
	}
	if _, ok := ParseMode("xml"); ok {
		t.Error("xml is a mode")
	}
}

func TestBodyValue(t *testing.T) {
	for _, c := range []struct {
		name       string
		s          Source
		value      string // `body` in assert
		loginValue string // `body` in login_required_if
	}{
		{"JSON", Source{Data: []byte(`{"b":1,"a":[2]}`), Parse: ModeJSON}, `{"b":1,"a":[2]}`, `{"b":1,"a":[2]}`},
		{"JSON with a byte order mark", Source{Data: []byte("\xef\xbb\xbf[1]"), Parse: ModeJSON}, `[1]`, `[1]`},
		{"a page", Source{Data: []byte("<p>ä"), Parse: ModeHTML}, `"<p>ä"`, `"<p>ä"`},
		{"text", Source{Data: []byte("a=ä"), Parse: ModeText}, `"a=ä"`, `"a=ä"`},
		{"text that is JSON", Source{Data: []byte("[1]"), Parse: ModeText}, `"[1]"`, `[1]`},
		{"a page that is JSON", Source{Data: []byte("[1]"), Parse: ModeHTML}, `"[1]"`, `[1]`},
		{"JSON was expected", Source{Data: []byte("Please sign in"), Parse: ModeJSON}, `null`, `"Please sign in"`},
		{"empty", Source{Parse: ModeJSON}, `null`, `null`},
		{"empty page", Source{Parse: ModeHTML}, `null`, `null`},
		{"no content", Source{Data: []byte("x"), Status: 204, Parse: ModeText}, `null`, `null`},
		{"reset content", Source{Data: []byte("x"), Status: 205}, `null`, `null`},
		{"not modified", Source{Data: []byte("x"), Status: 304}, `null`, `null`},
		{"text is UTF-8 whatever the header says", Source{Data: []byte("\xe4"), ContentType: "text/plain; charset=windows-1252"}, "\"\ufffd\"", "\"\ufffd\""},
		{"a byte order mark is no text", Source{Data: []byte("\xef\xbb\xbfx")}, `"x"`, `"x"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := jsonval.Stringify(Read(c.s).LoginValue()); got != c.loginValue {
				t.Errorf("login_required_if: got %s, want %s", got, c.loginValue)
			}
			if got := jsonval.Stringify(Read(c.s).Value()); got != c.value {
				t.Errorf("assert: got %s, want %s", got, c.value)
			}
		})
	}
}

func TestBodyLoad(t *testing.T) {
	for _, c := range []struct {
		name          string
		s             Source
		reason        Reason
		offset        int
		message, hint string
	}{
		{name: "JSON", s: Source{Data: []byte(` {"a":1} `), Parse: ModeJSON}},
		{name: "empty", s: Source{Parse: ModeJSON}},
		{name: "no content", s: Source{Data: []byte("x"), Status: 204, Parse: ModeJSON}},
		{name: "a page where a page is wanted", s: Source{Data: []byte("<p>"), ContentType: "text/html"}},
		{name: "text", s: Source{Data: []byte("<p>"), Parse: ModeText, WantJSON: true}},
		{name: "explicit html with json is the extract's error", s: Source{Data: []byte("<p>"), Parse: ModeHTML, WantJSON: true}},
		{
			name: "not JSON", s: Source{Data: []byte("{\n \"a\": 'b'}"), ContentType: "application/json"},
			reason: NotJSON, offset: 8,
			message: `the body is not JSON at line 2, column 7: unexpected "'": a value is expected, at "'b'}"`,
		},
		{
			name: "truncated", s: Source{Data: []byte(`{"a":`), Parse: ModeJSON},
			reason: NotJSON, offset: 5,
			message: `the body is not JSON at line 1, column 6: the text ends where it should go on: a value is expected`,
		},
		{
			name: "too deep", s: Source{Data: []byte(strings.Repeat("[", 1_000_000)), Parse: ModeJSON},
			reason: NotJSON, offset: 1000,
			message: `the body is not JSON at line 1, column 1001: arrays and objects nest deeper than 1000 levels, at "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…"`,
		},
		{
			name: "a prefix against inclusion", s: Source{Data: []byte(")]}',\n{}"), Parse: ModeJSON},
			reason: NotJSON, offset: 0,
			message: `the body is not JSON at line 1, column 1: unexpected ")": a value is expected, at ")]}',\n{}"`,
			hint:    `the site puts a prefix before its JSON, which no mode reads; read it with "parse": "text"`,
		},
		{
			name: "text where JSON is extracted", s: Source{Data: []byte("a=1"), ContentType: "text/plain", WantJSON: true},
			reason: NotJSON, offset: 0,
			message: `the body is not JSON at line 1, column 1: unexpected "a": a value is expected, at "a=1"`,
		},
		{
			name: "a page where JSON is extracted", s: Source{Data: []byte("\n<!doctype html><title>Sign in</title>"), ContentType: "text/html", WantJSON: true},
			reason: PageForJSON, offset: -1,
			message: `JSON was expected, and the response is an HTML page that begins with "<!doctype html><title>Sign in</title>"`,
			hint:    `if the data is in the page, extract it with "html", "html_items" or "embedded_json" instead of "json"`,
		},
		{
			name: "a page under parse json", s: Source{Data: []byte("<html>"), ContentType: "text/html", Parse: ModeJSON},
			reason: PageForJSON, offset: 0,
			message: `JSON was expected, and the response is markup that begins with "<html>"`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := Read(c.s).Load()
			if c.reason == 0 {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			var e *Error
			if !errors.As(err, &e) || !e.Reason.OfBody() {
				t.Fatalf("got %v", err)
			}
			if e.Reason != c.reason || e.Offset != c.offset || e.Message != c.message || e.Hint != c.hint {
				t.Errorf("got %d at %d\n%s\n%s\nwant %d at %d\n%s\n%s", e.Reason, e.Offset, e.Message, e.Hint, c.reason, c.offset, c.message, c.hint)
			}
		})
	}
}

func TestBodyCharset(t *testing.T) {
	b := Read(Source{Data: []byte("<meta charset=windows-1252><p>\x80 9,50"), ContentType: "text/html"})
	if got, _ := values(t, b, step(t, `{"html":{"p":{"selector":"p"}}}`)); got != `{"p":"€ 9,50"}` {
		t.Errorf("got %s", got)
	}
	if b.Charset() != "windows-1252" {
		t.Errorf("got %s", b.Charset())
	}
	w := b.Warnings()
	if len(w) != 1 || w[0].Message != "the page is not UTF-8 but windows-1252, as a <meta> element says" {
		t.Errorf("got %+v", w)
	}
	b = Read(Source{Data: []byte("<meta charset=windows-1252><p>\x80"), ContentType: "text/vnd.turbo-stream.html"})
	if len(b.Warnings()) != 1 {
		t.Error("a turbo stream is not decoded as a page")
	}
	for _, s := range []Source{
		{Data: []byte("\xef\xbb\xbf<p>"), ContentType: "text/html; charset=windows-1252"},
		{Data: []byte("\xe4"), ContentType: "text/plain; charset=windows-1252"},
		{Data: []byte("<p>ä"), ContentType: "text/html"},
		{ContentType: "text/html; charset=windows-1252"},
	} {
		if w := Read(s).Warnings(); w != nil {
			t.Errorf("%q: %+v", s.Data, w)
		}
	}
}
