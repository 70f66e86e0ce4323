package template

import (
	"encoding/base64"
	"fmt"

	"github.com/wield-run/wield/pkg/jsonval"
)

// encodeFilter is encodeURIComponent, which refuses a lone surrogate.
var encodeFilter = Filter{
	Name:     "encode",
	Kind:     Transforming,
	Encoding: URIComponent,
	apply: func(v jsonval.Value, _ []Arg, _ Env) (jsonval.Value, bool, *Error) {
		s, ok := text(v)
		if ok && jsonval.ToUTF8(s) != s {
			return v, false, &Error{
				Reason:  Failed,
				Message: "the text holds half of a surrogate pair, which cannot be encoded",
				Hint:    "cut text by characters, with | slice",
			}
		}
		return mapText("encode", v, encodeURIComponent)
	},
}

func encodeURIComponent(s string) string {
	n := 0
	for i := range len(s) {
		if !unreserved(s[i]) {
			n++
		}
	}
	if n == 0 {
		return s
	}
	const hex = "0123456789ABCDEF"
	b := make([]byte, 0, len(s)+2*n)
	for i := range len(s) {
		if c := s[i]; unreserved(c) {
			b = append(b, c)
		} else {
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(b)
}

func unreserved(c byte) bool {
	switch c {
	case '-', '_', '.', '!', '~', '*', '\'', '(', ')':
		return true
	}
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// base64Filter encodes the UTF-8 bytes of a text, with padding.
var base64Filter = Filter{
	Name:     "base64",
	Kind:     Transforming,
	Encoding: Base64,
	apply: func(v jsonval.Value, _ []Arg, _ Env) (jsonval.Value, bool, *Error) {
		return mapText("base64", v, func(s string) string {
			return base64.StdEncoding.EncodeToString([]byte(jsonval.ToUTF8(s)))
		})
	},
}

// jsonFilter is JSON.stringify. A number that JSON does not have is null there.
var jsonFilter = Filter{
	Name:     "json",
	Kind:     Lossless,
	Encoding: JSON,
	nulls:    true,
	apply: func(v jsonval.Value, _ []Arg, _ Env) (jsonval.Value, bool, *Error) {
		return jsonval.StringValue(jsonval.Stringify(v)), true, nil
	},
}

// pathFilter gives the path and query of a URL on a declared origin.
var pathFilter = Filter{
	Name:     "path",
	Kind:     Transforming,
	Encoding: URLPath,
	apply: func(v jsonval.Value, _ []Arg, env Env) (jsonval.Value, bool, *Error) {
		if v.Kind() != jsonval.String {
			return v, false, misfit("path", "the text of a URL", v, "pick the URL itself")
		}
		if env.Path == nil {
			return v, false, &Error{Reason: Failed, Message: "there is no site whose paths `path` could give", Hint: "drop it"}
		}
		s, err := env.Path(v.Str())
		if failure, ok := err.(*Error); ok {
			return v, false, &Error{Reason: failure.Reason, Message: failure.Message, Hint: failure.Hint}
		}
		if err != nil {
			return v, false, &Error{Reason: OriginBlocked, Message: fmt.Sprintf("`path`: %v", err)}
		}
		return jsonval.StringValue(s), true, nil
	},
}
