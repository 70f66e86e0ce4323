package redact

import (
	"encoding/base64"
	"encoding/hex"
	"html"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/jsonval"
)

// A secret is gone whatever stands around it; a text without one stays; what
// is redacted does not change again; UTF-8 stays UTF-8.
func FuzzText(f *testing.F) {
	f.Add(canary, "<", ">")
	f.Add("session-4711-abcdef", `{"a":"\u00e9`, `%2B&amp;"}`)
	f.Add("100%25-\\u0041-&amp;", "%", "41")
	f.Add("aaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaa", "aaaa")
	f.Add("пароль-из-письма", "\xd0", "\xff")
	f.Add("[redacted]", "[redacted", "redacted]")
	f.Add("[r\xa0\xa0\xa0\xa0\xa0\xa0", "", "")
	f.Add("\x15\xbf\xbf\xbf\xbf\x15\xed\xa1\xbf\xed\xbf\xbf", "\x00", "?")
	f.Add("key\x85\x85\x85\x85\x85\x85", "<", ">")
	f.Fuzz(func(t *testing.T, secret, before, after string) {
		r := New()
		secret = jsonval.Concat(secret) // no value has two halves of one character side by side
		if !r.Add(secret, Options{}) {
			return
		}
		for name, c := range map[string]struct{ form, escapes string }{
			"raw":         {secret, ""},
			"JSON":        {quoted(secret), "\\"},
			"form":        {url.QueryEscape(jsonval.ToUTF8(secret)), "%+"},
			"HTML":        {html.EscapeString(secret), "&"},
			"hexadecimal": {hex.EncodeToString([]byte(jsonval.ToUTF8(secret))), ""},
		} {
			if strings.ContainsAny(before+after, c.escapes) {
				continue // what stands around it may change what the escapes mean
			}
			text := before + c.form + after
			for kind, got := range map[string]string{"text": r.Text(text), "output": r.Output(jsonval.StringValue(text)).Str()} {
				if !strings.Contains(got, Mark) {
					t.Errorf("%s as %s: nothing is redacted in %q", kind, name, text)
				}
				if len(Mark) < len(secret) && strings.Contains(got, secret) && !strings.Contains(before+after+secret[1:], secret) {
					t.Errorf("%s as %s: %q is left in %q", kind, name, secret, got)
				}
				if utf8.ValidString(text) && utf8.ValidString(secret) && !utf8.ValidString(got) {
					t.Errorf("%s as %s: %q became %q, which is not UTF-8", kind, name, text, got)
				}
			}
		}
		packed := base64.StdEncoding.EncodeToString([]byte(before + jsonval.ToUTF8(secret) + after))
		if got := r.Output(jsonval.StringValue(packed)).Str(); !strings.Contains(got, Mark) {
			t.Errorf("%q is left in base64, %q", secret, got)
		}
	})
}

func FuzzUndo(f *testing.F) {
	f.Add(`a%41\u0041&amp;&#x41;\ud83d\ude00+\x41\u{1F600}`)
	f.Add(`%\&%2\u12&#&;\ud800\u{`)
	f.Add(`&ampx&notit;&CounterClockwiseContourIntegral;`)
	f.Fuzz(func(t *testing.T, s string) {
		for kinds := escapes(1); kinds <= percent|plus|backslash|entity; kinds++ {
			v := undo(s, kinds)
			if v == nil {
				continue
			}
			at, src := 0, 0
			for _, u := range v.units {
				if u.n < 1 || u.srcLen < 1 || s[src:u.src] != v.text[at:u.at] {
					t.Fatalf("%q with %b: unit %+v does not follow", s, kinds, u)
				}
				at, src = u.end(), u.src+u.srcLen
			}
			if s[src:] != v.text[at:] {
				t.Fatalf("%q with %b: the tail differs", s, kinds)
			}
			if got := v.source(span{0, len(v.text)}); got != (span{0, len(s)}) {
				t.Fatalf("%q with %b: the whole is %v of the source", s, kinds, got)
			}
		}
	})
}
