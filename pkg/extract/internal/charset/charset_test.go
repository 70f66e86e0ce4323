package charset

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wield-run/wield/internal/conformance"
)

// TestConformance compares with what XMLHttpRequest makes of the same bytes as
// a document.
func TestConformance(t *testing.T) {
	type vector struct {
		Name, ContentType, XHRDocument string
		Base64                         []byte
	}
	for _, c := range conformance.Lines[vector](t, "html/charset.jsonl") {
		wantText, wantName, named := strings.Cut(c.XHRDocument, "|")
		text, name, _ := Decode(c.Base64, c.ContentType)
		// The vectors hold the text of the page's <p>.
		if i := strings.Index(text, "<p>"); i < 0 || !strings.HasPrefix(text[i+3:], wantText) {
			t.Errorf("%s: got %q, want %q", c.Name, text, wantText)
		}
		if named && !strings.EqualFold(name, wantName) {
			t.Errorf("%s: got %s, want %s", c.Name, name, wantName)
		}
	}
}

func TestDecode(t *testing.T) {
	for _, c := range []struct {
		name, page, contentType string
		text, charset           string
		from                    Source
	}{
		{"nothing declared", "a\xe4", "text/html", "a\ufffd", "utf-8", Default},
		{"nothing declared, UTF-8 late in the page", strings.Repeat(" ", 2000) + "ä", "text/html", strings.Repeat(" ", 2000) + "ä", "utf-8", Default},
		{"header", "\x80\xe4\x96", "text/html; charset=windows-1252", "€ä–", "windows-1252", Header},
		{"header, old name", "\x80", "text/html;charset=ISO-8859-1", "€", "windows-1252", Header},
		{"bytes that a table lacks", "\x81\x9d", "text/html; charset=windows-1252", "\u0081\u009d", "windows-1252", Header},
		{"the controls of ISO-8859, and a letter that it lacks", "\x85\xa5", "text/html; charset=iso-8859-3", "\u0085\ufffd", "iso-8859-3", Header},
		{"Hebrew in logical order", "\x80\xe0", "text/html; charset=iso-8859-8-i", "\u0080א", "iso-8859-8-i", Header},
		{"header in quotes", "\xe4", `text/html; charset="iso-8859-15"`, "ä", "iso-8859-15", Header},
		{"header with a name that nobody knows", "ä", "text/html; charset=klingon", "ä", "utf-8", Default},
		{"header before meta", "<meta charset=windows-1252>ä", "text/html; charset=utf-8", "<meta charset=windows-1252>ä", "utf-8", Header},
		{"unknown header, then meta", "<meta charset=koi8-r>\xc1", "text/html; charset=klingon", "<meta charset=koi8-r>а", "koi8-r", Meta},
		{"meta", "<meta charset=shift_jis>\x93\xfa", "text/html", "<meta charset=shift_jis>日", "shift_jis", Meta},
		{"meta http-equiv", `<meta http-equiv="Content-Type" content="text/html; charset=euc-kr">` + "\xb0\xa1", "", `<meta http-equiv="Content-Type" content="text/html; charset=euc-kr">가`, "euc-kr", Meta},
		{"meta content without http-equiv", `<meta content="text/html; charset=euc-kr">ä`, "", `<meta content="text/html; charset=euc-kr">ä`, "utf-8", Default},
		{"meta behind 1,024 bytes", strings.Repeat(" ", 1024) + "<meta charset=koi8-r>ä", "", strings.Repeat(" ", 1024) + "<meta charset=koi8-r>ä", "utf-8", Default},
		{"meta utf-16 cannot be true", "<meta charset=utf-16>ä", "", "<meta charset=utf-16>ä", "utf-8", Meta},
		{"BOM", "\xef\xbb\xbfä", "text/html; charset=windows-1252", "ä", "utf-8", BOM},
		{"BOM of UTF-16LE", "\xff\xfe\xe4\x00\x3d\xd8\x00\xde", "text/html; charset=utf-8", "ä😀", "utf-16le", BOM},
		{"BOM of UTF-16BE", "\xfe\xff\x00\xe4", "", "ä", "utf-16be", BOM},
		{"only one BOM", "\xef\xbb\xbf\xef\xbb\xbfä", "", "\ufeffä", "utf-8", BOM},
		{"UTF-16 by the header", "\xe4\x00", "text/html; charset=utf-16", "ä", "utf-16le", Header},
		{"an encoding that browsers replace", "abc", "text/html; charset=iso-2022-kr", "\ufffd", "replacement", Header},
		{"GB18030", "\xc4\xe3\x81\x30\x81\x30", "text/html; charset=gb2312", "你\u0080", "gbk", Header},
		{"empty", "", "text/html", "", "utf-8", Default},
		{"cut sequences", "\xe2\x82a\xf0\x9f\x98", "", "\ufffda\ufffd", "utf-8", Default},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, name, from := Decode([]byte(c.page), c.contentType)
			if text != c.text || name != c.charset || from != c.from {
				t.Errorf("got %q, %s by %s, want %q, %s by %s", text, name, from, c.text, c.charset, c.from)
			}
		})
	}
}

// TestPrescan: the cases of the HTML standard's algorithm.
func TestPrescan(t *testing.T) {
	for _, c := range []struct{ page, want string }{
		{`<!doctype html><html lang=de><head><title>x</title><meta charset="iso-8859-2">`, "iso-8859-2"},
		{`<META CHARSET = 'ISO-8859-2'>`, "iso-8859-2"},
		{`<meta/charset=iso-8859-2/>`, ""},
		{`<meta charset=iso-8859-2 />`, "iso-8859-2"},
		{`<metacharset=iso-8859-2>`, ""},
		{`<!-- <meta charset=iso-8859-2> --><meta charset=koi8-r>`, "koi8-r"},
		{`<!--><meta charset=koi8-r>`, "koi8-r"},
		{`<!-- <meta charset=koi8-r>`, ""},
		{`<script>"<meta charset=koi8-r>"</script>`, "koi8-r"},
		{`<p title="<meta charset=koi8-r>">`, ""},
		{`<p title='>' x=y><meta charset=koi8-r>`, "koi8-r"},
		{`</p title="<meta charset=koi8-r>">`, ""},
		{`<?xml version="1.0" encoding="koi8-r"?>`, ""},
		{`<!x "<meta charset=koi8-r>`, ""},
		{`<meta charset=klingon><meta charset=koi8-r>`, "koi8-r"},
		{`<meta charset=klingon charset=koi8-r>`, ""},
		{`<meta http-equiv=content-type content="charset=klingon; charset = 'koi8-r'">`, ""},
		{`<meta content="text/html; charset='koi8-r'" http-equiv=CONTENT-TYPE>`, "koi8-r"},
		{`<meta content="xcharset charset=koi8-r x" http-equiv=content-type>`, "koi8-r"},
		{`<meta content="charset='koi8-r" http-equiv=content-type>`, ""},
		{`<meta http-equiv=refresh content="charset=koi8-r">`, ""},
		{`<meta http-equiv=content-type content="charset=koi8-r" charset=greek>`, "iso-8859-7"},
		{`<meta charset=greek http-equiv=content-type content="charset=koi8-r">`, "iso-8859-7"},
		{`<meta charset=x-user-defined>`, "windows-1252"},
		{`<meta charset="koi8-r`, ""},
		{`<meta charset=`, ""},
		{`<meta =charset=koi8-r>`, ""},
		{`<`, ""},
		{`<meta`, ""},
	} {
		if got := prescan([]byte(c.page)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.page, got, c.want)
		}
	}
}

func TestParam(t *testing.T) {
	for _, c := range []struct{ header, want string }{
		{"text/html; charset=utf-8", "utf-8"},
		{"text/html;CHARSET=UTF-8", "UTF-8"},
		{`text/html; charset="utf-8"`, "utf-8"},
		{`text/html; charset="a\"b" ; x`, `a"b`},
		{"text/html; x; charset=a ; charset=b", "a"},
		{"text/html; charset = a", ""},
		{"text/html; charset=", ""},
		{"text/html; charset=;charset=b", "b"},
		{"text/html", ""},
		{"", ""},
		{`text/html; x="; charset=a"; charset=b`, "b"},
	} {
		if got := Param(c.header, "charset"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.header, got, c.want)
		}
	}
	if got := Type(" Text/HTML ;charset=x"); got != "text/html" {
		t.Errorf("got %q", got)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("<meta charset=shift_jis>\x93\xfa"), "text/html; charset=klingon")
	f.Add([]byte("\xff\xfe\x00\xd8"), "")
	f.Add([]byte("<!--><meta http-equiv=content-type content='charset=euc-jp'>"), `text/html; x="`)
	f.Add([]byte("\x1b$B\x81"), "text/html; charset=iso-2022-jp")
	f.Fuzz(func(t *testing.T, page []byte, contentType string) {
		text, name, _ := Decode(page, contentType)
		if !utf8.ValidString(text) || name == "" {
			t.Fatalf("%q by %q", text, name)
		}
	})
}
