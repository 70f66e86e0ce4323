package fetch

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// ForbiddenHeader reports whether a recipe may not set a header: the names
// that a page's fetch() may not set, and User-Agent, which browsers ignore.
func ForbiddenHeader(name string) bool {
	switch name = strings.ToLower(name); name {
	case "accept-charset", "accept-encoding", "access-control-request-headers",
		"access-control-request-method", "connection", "content-length", "cookie", "cookie2",
		"date", "dnt", "expect", "host", "keep-alive", "origin", "referer", "set-cookie", "te",
		"trailer", "transfer-encoding", "upgrade", "via", "user-agent":
		return true
	}
	return strings.HasPrefix(name, "proxy-") || strings.HasPrefix(name, "sec-")
}

// CheckHeader gives a field as it can be sent: the value without white space
// around it. The error is an *Error with the reason BadRequest where the name
// is no token or is forbidden, or where the value has a character that cannot
// stand in a header; it never shows the value, which may be a secret.
func CheckHeader(f Field) (Field, error) {
	if !token(f.Name) {
		return f, headerError(f.Name, "its name is no token", `use letters, digits and "-"`)
	}
	if ForbiddenHeader(f.Name) {
		return f, headerError(f.Name, "a page's fetch() may not set it", "leave it out")
	}
	f.Value = strings.Trim(f.Value, "\t\n\r ")
	at := 0
	for rest := f.Value; rest != ""; at++ {
		r, size := jsonval.DecodeRune(rest)
		switch {
		case r < ' ' && r != '\t', r == 0x7f:
			return f, headerError(f.Name, fmt.Sprintf("character %d of its value is a control character (U+%04X)", at+1, r),
				"take line breaks and other controls out of the value")
		case r > 0xff:
			return f, headerError(f.Name, fmt.Sprintf("character %d of its value is U+%04X, and a header can hold at most U+00FF", at+1, r),
				"encode the value, for instance with the filter encode")
		}
		rest = rest[size:]
	}
	if overridesMethod(f) {
		return f, headerError(f.Name, "it names a method that a page's fetch() may not use", "leave it out")
	}
	return f, nil
}

func headerError(name, why, hint string) *Error {
	return &Error{
		Reason:  BadRequest,
		Message: fmt.Sprintf("the header %s cannot be sent: %s", diag.Quote(name, 80), why),
		Hint:    hint,
	}
}

// overridesMethod reports whether a field asks for a forbidden method by the
// back door.
func overridesMethod(f Field) bool {
	switch strings.ToLower(f.Name) {
	case "x-http-method", "x-http-method-override", "x-method-override":
	default:
		return false
	}
	for _, method := range strings.Split(f.Value, ",") {
		if forbiddenMethod(strings.Trim(method, "\t ")) {
			return true
		}
	}
	return false
}

func forbiddenMethod(method string) bool {
	switch strings.ToUpper(method) {
	case "CONNECT", "TRACE", "TRACK":
		return true
	}
	return false
}

// token reports whether s is a token of RFC 9110.
func token(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) >= 0 {
			return false
		}
	}
	return s != ""
}

// normalMethod gives a method as fetch() sends it: the common ones in upper
// case, "patch" and all others as they are.
func normalMethod(method string) (string, error) {
	if !token(method) || forbiddenMethod(method) {
		return "", &Error{
			Reason:  BadRequest,
			Message: fmt.Sprintf("%s is not a method that can be requested", diag.Quote(method, 40)),
			Hint:    "use GET, POST, PUT, PATCH or DELETE",
		}
	}
	switch upper := strings.ToUpper(method); upper {
	case "GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS":
		return upper, nil
	}
	return method, nil
}

// normalHeader checks the fields of a request and joins those of one name, as
// Headers does. A body without a type is text.
func normalHeader(h Header, body []byte) (Header, error) {
	joined := make(Header, 0, len(h)+1)
	for _, f := range h {
		f, err := CheckHeader(f)
		if err != nil {
			return nil, err
		}
		if i := joined.index(f.Name); i >= 0 {
			joined[i].Value += ", " + f.Value
			continue
		}
		joined = append(joined, f)
	}
	if body != nil && joined.index("content-type") < 0 {
		joined = append(joined, Field{"content-type", "text/plain;charset=UTF-8"})
	}
	return joined, nil
}

// index gives the place of a name's first field, -1 where there is none.
func (h Header) index(name string) int {
	for i := range h {
		if strings.EqualFold(h[i].Name, name) {
			return i
		}
	}
	return -1
}

// without gives the fields whose names are not in the list.
func (h Header) without(names ...string) Header {
	kept := make(Header, 0, len(h))
	for _, f := range h {
		dropped := false
		for _, name := range names {
			dropped = dropped || strings.EqualFold(f.Name, name)
		}
		if !dropped {
			kept = append(kept, f)
		}
	}
	return kept
}

// latin1 gives text of code points up to U+00FF as bytes, one for each.
func latin1(text string) string {
	ascii := true
	for i := 0; i < len(text); i++ {
		ascii = ascii && text[i] < 0x80
	}
	if ascii {
		return text
	}
	b := make([]byte, 0, len(text))
	for _, r := range text {
		b = append(b, byte(r))
	}
	return string(b)
}

// fromLatin1 gives bytes as text, one code point for each.
func fromLatin1(raw string) string {
	for i := 0; i < len(raw); i++ {
		if raw[i] >= 0x80 {
			runes := make([]rune, len(raw))
			for i := range runes {
				runes[i] = rune(raw[i])
			}
			return string(runes)
		}
	}
	return raw
}
