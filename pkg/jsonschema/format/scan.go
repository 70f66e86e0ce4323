package format

import "strings"

// set says which bytes may stand somewhere.
type set func(c byte) bool

func isDigit(c byte) bool    { return c >= '0' && c <= '9' }
func isLetter(c byte) bool   { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isAlnum(c byte) bool    { return isDigit(c) || isLetter(c) }
func isHex(c byte) bool      { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }
func isSubDelim(c byte) bool { return strings.IndexByte("!$&'()*+,;=", c) >= 0 }

func isUnreserved(c byte) bool { return isAlnum(c) || strings.IndexByte("-._~", c) >= 0 }

// all reports whether every byte is in a set.
func (in set) all(s string) bool {
	for i := range len(s) {
		if !in(s[i]) {
			return false
		}
	}
	return true
}

// encoded reports whether every byte is in a set, or belongs to an escape as
// `%20`.
func (in set) encoded(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			i += 2
		} else if !in(s[i]) {
			return false
		}
	}
	return true
}

// digits takes digits from the front.
func digits(s string) (taken, rest string) {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return s[:n], s[n:]
}

// two reads exactly two digits from the front.
func two(s string) (n int, rest string, ok bool) {
	if len(s) < 2 || !isDigit(s[0]) || !isDigit(s[1]) {
		return 0, s, false
	}
	return int(s[0]-'0')*10 + int(s[1]-'0'), s[2:], true
}

// skip takes a character from the front, in either case.
func skip(s string, c byte) (rest string, ok bool) {
	if s == "" || s[0] != c && !(isLetter(c) && s[0]|0x20 == c|0x20) {
		return s, false
	}
	return s[1:], true
}

// isPointer reports whether s is a JSON pointer (RFC 6901).
func isPointer(s string) bool {
	if s == "" {
		return true
	}
	return s[0] == '/' && tildes(s)
}

// tildes reports whether every `~` is followed by 0 or 1.
func tildes(s string) bool {
	for i := range len(s) {
		if s[i] == '~' && (i+1 == len(s) || s[i+1] != '0' && s[i+1] != '1') {
			return false
		}
	}
	return true
}

func isPointerFragment(s string) bool {
	if s == "" || s[0] != '#' {
		return false
	}
	in := set(func(c byte) bool { return c == '/' || c == '~' || isPathByte(c) })
	return isPointer(s[1:]) && in.encoded(s[1:])
}

func isRelativePointer(s string) bool {
	up, rest := digits(s)
	if up == "" || len(up) > 1 && up[0] == '0' {
		return false
	}
	return rest == "#" || isPointer(rest)
}

func isUUID(s string) bool {
	if len(s) > 9 && strings.EqualFold(s[:9], "urn:uuid:") {
		s = s[9:]
	}
	if len(s) != 36 {
		return false
	}
	for i := range 36 {
		if dash := i == 8 || i == 13 || i == 18 || i == 23; dash != (s[i] == '-') || !dash && !isHex(s[i]) {
			return false
		}
	}
	return true
}

// isBase64 reports whether a line of s is Base64 with its padding.
func isBase64(s string) bool {
	lines := strings.FieldsFunc("x"+strings.NewReplacer("\n", "\nx", "\r", "\rx", "\u2028", "\u2028x", "\u2029", "\u2029x").Replace(s),
		func(r rune) bool { return r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' })
	in := set(func(c byte) bool { return isAlnum(c) || c == '+' || c == '/' })
	for _, line := range lines {
		line = line[1:]
		if len(line)%4 != 0 {
			continue
		}
		if body := strings.TrimSuffix(strings.TrimSuffix(line, "="), "="); in.all(body) {
			return true
		}
	}
	return false
}
