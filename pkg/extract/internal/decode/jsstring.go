package decode

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/extract/internal/js"
	"github.com/wield-run/wield/pkg/jsonval"
)

// jsString reads JSON that a script keeps in a string:
//
//	JSON.parse("…")  JSON.parse(decodeURIComponent("…"))  JSON.parse(atob("…"))
//
// The first call of that kind with a literal counts; without one, the first
// string of the script where the text begins with a string; else the text
// itself. What stands in the string may be JSON, percent-encoded JSON or JSON
// in base64.
func jsString(texts []string) (Result, error) {
	src := texts[0]
	at, literal, calls := stringCall(src)
	if literal == "" {
		at, literal = leadingString(src)
	}
	s := strings.TrimSpace(src)
	if literal != "" {
		var err *js.Error
		if s, err = js.Unquote(literal); err != nil {
			return Result{}, &Error{Offset: at + err.Offset, Message: err.Message}
		}
	}
	for i := len(calls) - 1; i >= 0; i-- { // the innermost call first
		var ok bool
		if s, ok = apply(calls[i], s); !ok {
			return Result{}, &Error{Offset: at, Message: "the text in " + calls[i] + " is malformed"}
		}
	}
	v, err := guess(s)
	if err != nil {
		err.Offset = at
		return Result{}, err
	}
	return Result{Value: v}, nil
}

// stringCall finds the first string literal inside of calls that decode, and
// gives the names of the calls from the outside in.
func stringCall(src string) (at int, literal string, calls []string) {
	s := js.NewScanner(src, 0)
	name := ""
	for {
		t := s.Next()
		switch t.Kind {
		case js.End:
			return 0, "", nil
		case js.Word:
			name = s.Text(t)
			continue
		case js.Punct:
			switch src[t.Start] {
			case '.':
				continue // the last name of window.atob and JSON.parse counts
			case '(':
				if decodes(name) {
					calls = append(calls, name)
				} else {
					calls = nil
				}
				name = ""
				continue
			}
		case js.String, js.Template:
			if len(calls) > 0 {
				return t.Start, s.Text(t), calls
			}
		}
		name, calls = "", nil
	}
}

func decodes(name string) bool {
	switch name {
	case "parse", "decodeURIComponent", "decodeURI", "unescape", "escape", "atob":
		return true
	}
	return false
}

// apply does what a call does to a text. escape is only there for the idiom
// decodeURIComponent(escape(atob("…"))), which reads base64 of UTF-8.
func apply(call, s string) (string, bool) {
	switch call {
	case "decodeURIComponent", "decodeURI", "unescape":
		return percentDecode(s)
	case "atob":
		return fromBase64(s)
	}
	return s, true
}

// leadingString gives the string that a text begins with, as it does where the
// search was told to begin behind an assignment.
func leadingString(src string) (at int, literal string) {
	s := js.NewScanner(src, 0)
	for {
		t := s.Next()
		switch {
		case t.Kind == js.String || t.Kind == js.Template:
			return t.Start, s.Text(t)
		case t.Kind == js.Punct && (src[t.Start] == '=' || src[t.Start] == '(' || src[t.Start] == ':'):
			continue
		}
		return 0, ""
	}
}

// guess reads a text that is JSON, percent-encoded JSON or JSON in base64. The
// error is of the form that the text looks like.
func guess(s string) (jsonval.Value, *Error) {
	v, err := jsonval.ParseString(s)
	if err == nil {
		return v, nil
	}
	decoded, ok := "", false
	if strings.Contains(s, "%") {
		decoded, ok = percentDecode(s)
	} else if len(s) > 3 {
		decoded, ok = fromBase64(s)
	}
	if ok && decoded != s {
		if v, err := jsonval.ParseString(decoded); err == nil {
			return v, nil
		}
	}
	return jsonval.Value{}, &Error{
		Message: "the string holds neither JSON nor percent-encoded JSON nor JSON in base64: " + err.Error(),
		Hint:    `name the text before the right string with "strip_js_after"`,
	}
}

// percentDecode is decodeURIComponent: bytes that are not UTF-8 are an error.
func percentDecode(s string) (string, bool) {
	if !strings.Contains(s, "%") {
		return s, true
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b = append(b, s[i])
			continue
		}
		if i+2 >= len(s) || unhex(s[i+1]) < 0 || unhex(s[i+2]) < 0 {
			return "", false
		}
		b = append(b, byte(unhex(s[i+1])<<4|unhex(s[i+2])))
		i += 2
	}
	return string(b), utf8.Valid(b)
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// fromBase64 is atob, for the standard and the URL alphabet, with or without
// padding. Where the bytes are UTF-8 they are read as such (what atob makes of
// them is never what the page shows), else each is a character, as in atob.
func fromBase64(s string) (string, bool) {
	b, ok := base64Bytes(s)
	if !ok {
		return "", false
	}
	if utf8.Valid(b) {
		return string(b), true
	}
	out := make([]byte, 0, len(b)*2)
	for _, c := range b {
		out = utf8.AppendRune(out, rune(c))
	}
	return string(out), true
}

func base64Bytes(s string) ([]byte, bool) {
	clean := strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '\n', '\f', '\r':
			return -1
		case '-':
			return '+'
		case '_':
			return '/'
		}
		return r
	}, s)
	b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(clean, "="))
	return b, err == nil
}
