package redact

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/jsonval"
)

// A run is a part of a secret. These are its shortest lengths, in bytes, in
// the three alphabets: 12 characters as they are, as hexadecimal digits, and
// the fewest base64 digits that 12 bytes fill whatever the offset.
const (
	runRaw    = 12
	runHex    = 2 * runRaw
	runBase64 = 15
)

// maxEncoded is the length in bytes from which a value is so large that its
// parts are searched for as they are only, not as hexadecimal digits and base64.
const maxEncoded = 64 << 10

// pattern is one form of a whole secret.
type pattern struct {
	text string
	// Base64 packs three bytes in four digits. The first and the last digit
	// of a secret may belong half to its neighbours: they are not in text.
	base64, left, right bool
}

// wholes gives the forms in which a whole value is searched for, with the space
// around it and without. The escapes of URLs, JSON and HTML are not among them:
// they are undone in the text.
func wholes(value string) []pattern {
	trimmed := strings.TrimSpace(value)
	if utf8.RuneCountInString(trimmed) < MinLength {
		trimmed = value // of a mangled value: its bytes may be spaces, U+00A0 and U+0085
	}
	var out []pattern
	seen := map[string]bool{}
	raw := func(s string) {
		if !seen[s] && utf8.RuneCountInString(s) >= MinLength {
			seen[s] = true
			out = append(out, pattern{text: s})
		}
	}
	// A value that itself looks escaped ("100%25") changes with the text
	// in which escapes are undone.
	for _, v := range []string{value, trimmed} {
		once := unescaped(v)
		for _, s := range []string{v, jsonval.ToUTF8(v), once, unescaped(once)} {
			raw(s)
			if latin, ok := latin1(s); ok {
				raw(latin)
			}
		}
	}
	for _, v := range []string{jsonval.ToUTF8(value), jsonval.ToUTF8(trimmed)} {
		digits := hex.EncodeToString([]byte(v))
		raw(digits)
		raw(strings.ToUpper(digits))
		for offset := range 3 {
			for _, s := range base64At(v, offset) {
				if !seen[s] {
					seen[s] = true
					out = append(out, pattern{text: s, base64: true,
						left: offset != 0, right: (offset+len(v))%3 != 0})
				}
			}
		}
	}
	return out
}

// base64At gives the base64 digits that a value alone decides where it stands
// behind offset other bytes, in both alphabets.
func base64At(value string, offset int) [2]string {
	padded := make([]byte, offset, offset+len(value))
	padded = append(padded, value...)
	cut := func(digits string) string {
		from := [3]int{0, 2, 3}[offset]
		if len(padded)%3 != 0 {
			return digits[from : len(digits)-1]
		}
		return digits[from:]
	}
	return [2]string{cut(base64.RawStdEncoding.EncodeToString(padded)),
		cut(base64.RawURLEncoding.EncodeToString(padded))}
}

// latin1 gives a text in one byte a character, where that is another form of it.
func latin1(s string) (string, bool) {
	ascii := true
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if r > 0xff {
			return "", false
		}
		ascii = ascii && r < utf8.RuneSelf
		b = append(b, byte(r))
	}
	return string(b), !ascii
}

// runs calls add with every part of a value that is searched for on its own.
func runs(value string, public []*grams, add func(string)) {
	each := func(s string, length, step int) {
		for i := 0; i+length <= len(s); i += step {
			add(s[i : i+length])
		}
	}
	for _, part := range private(value, public) {
		each(part, runRaw, 1)
		if latin, ok := latin1(part); ok {
			each(latin, runRaw, 1)
		}
		if len(part) < runRaw || len(part) > maxEncoded {
			continue
		}
		part = jsonval.ToUTF8(part)
		digits := hex.EncodeToString([]byte(part))
		each(digits, runHex, 2)
		each(strings.ToUpper(digits), runHex, 2)
		for offset := range 3 {
			for _, s := range base64At(part, offset) {
				each(s, runBase64, 1)
			}
		}
	}
}

// private gives the stretches of a value of which nothing stands in the public
// texts.
func private(value string, public []*grams) []string {
	var parts []string
	from := 0 // where the stretch began
	for i := 0; i+gram <= len(value); i++ {
		key := load(value, i)
		for _, g := range public {
			if !g.has(key) {
				continue
			}
			if i > from {
				parts = append(parts, value[from:i])
			}
			from = i + gram
			break
		}
	}
	// Public stretches overlap: where from ran ahead of i, i > from held off.
	if from < len(value) {
		parts = append(parts, value[from:])
	}
	return parts
}
