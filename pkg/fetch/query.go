package fetch

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Pair is one name and value of a query or a form. Both are WTF-8 text; a lone
// surrogate is written as U+FFFD.
type Pair struct {
	Name, Value string
}

// ParseQuery reads a query (without its "?") as URLSearchParams does: pieces
// between "&", the first "=" splits, "+" is a space, a "%" that begins no
// escape stays, bytes that are no UTF-8 become U+FFFD.
func ParseQuery(query string) []Pair {
	query = jsonval.ToUTF8(query)
	var pairs []Pair
	for query != "" {
		var piece string
		piece, query, _ = strings.Cut(query, "&")
		if piece == "" {
			continue
		}
		name, value, _ := strings.Cut(piece, "=")
		pairs = append(pairs, Pair{decodeComponent(name), decodeComponent(value)})
	}
	return pairs
}

func decodeComponent(s string) string {
	if !strings.ContainsAny(s, "%+") && utf8.ValidString(s) {
		return s
	}
	return decodeKeepingBOM(percentDecode(strings.ReplaceAll(s, "+", " ")))
}

// percentDecode undoes percent-encoding; a "%" that begins no escape stays.
func percentDecode(s string) []byte {
	decoded := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			decoded = append(decoded, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
			continue
		}
		decoded = append(decoded, s[i])
	}
	return decoded
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&0x0f + 9
}

// FormatQuery writes pairs as URLSearchParams does, and so as the body of a
// form (application/x-www-form-urlencoded). No pairs give the empty text.
func FormatQuery(pairs []Pair) string {
	size := 0
	for _, p := range pairs {
		size += len(p.Name) + len(p.Value) + 2
	}
	text := make([]byte, 0, size+size/4)
	for i, p := range pairs {
		if i > 0 {
			text = append(text, '&')
		}
		text = appendComponent(text, p.Name)
		text = append(text, '=')
		text = appendComponent(text, p.Value)
	}
	return string(text)
}

const upperHex = "0123456789ABCDEF"

func appendComponent(text []byte, s string) []byte {
	s = jsonval.ToUTF8(s)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '*', c == '-', c == '.', c == '_':
			text = append(text, c)
		case c == ' ':
			text = append(text, '+')
		default:
			text = append(text, '%', upperHex[c>>4], upperHex[c&15])
		}
	}
	return text
}

// AppendQuery gives the URL with pairs behind what its query already has; the
// whole query is then written anew, as searchParams.append does. Without
// pairs the URL keeps its query byte for byte.
func AppendQuery(u *URL, pairs []Pair) *URL {
	if len(pairs) == 0 {
		return u
	}
	return u.WithQuery(FormatQuery(append(ParseQuery(u.query), pairs...)))
}

// SetQuery is AppendQuery, but a name that the query already has gets the new
// value in its first place and loses its other places, as searchParams.set
// does.
func SetQuery(u *URL, pairs []Pair) *URL {
	if len(pairs) == 0 {
		return u
	}
	all := ParseQuery(u.query)
	for _, p := range pairs {
		all = setPair(all, p)
	}
	return u.WithQuery(FormatQuery(all))
}

func setPair(all []Pair, p Pair) []Pair {
	p.Name = jsonval.ToUTF8(p.Name)
	kept, found := all[:0], false
	for _, have := range all {
		switch {
		case have.Name != p.Name:
			kept = append(kept, have)
		case !found:
			found = true
			kept = append(kept, p)
		}
	}
	if !found {
		kept = append(kept, p)
	}
	return kept
}

// AppendValue adds what a recipe's query or form has under a name: text as it
// is, numbers and booleans as JavaScript's String() gives them, a list as one
// pair for each element. Null drops the pair. An object, and a list in a list,
// is an error.
func AppendValue(pairs []Pair, name string, v jsonval.Value) ([]Pair, error) {
	if v.Kind() != jsonval.Array {
		return appendScalar(pairs, name, v)
	}
	var err error
	for _, item := range v.Items() {
		if pairs, err = appendScalar(pairs, name, item); err != nil {
			return pairs, err
		}
	}
	return pairs, nil
}

func appendScalar(pairs []Pair, name string, v jsonval.Value) ([]Pair, error) {
	switch v.Kind() {
	case jsonval.Null:
		return pairs, nil
	case jsonval.String:
		return append(pairs, Pair{name, v.Str()}), nil
	case jsonval.Number:
		return append(pairs, Pair{name, jsonval.FormatNumber(v.Float())}), nil
	case jsonval.Bool:
		return append(pairs, Pair{name, fmt.Sprint(v.Bool())}), nil
	}
	return pairs, &Error{
		Reason:  BadRequest,
		Message: fmt.Sprintf("the parameter %q is an %s, which a query or form cannot hold", name, v.Kind()),
		Hint:    "send its parts as parameters of their own, or make it text with the filter json",
	}
}
