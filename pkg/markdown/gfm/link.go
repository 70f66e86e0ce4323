package gfm

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// AppendLink appends `[text](destination)`: the text is a line (of Line), and
// the destination one of Destination.
func AppendLink(dst []byte, text, destination string) []byte {
	dst = AppendText(append(dst, '['), text, Place{})
	return append(append(append(dst, "]("...), destination...), ')')
}

// AppendImage appends `![alt](url)`.
func AppendImage(dst []byte, alt, destination string) []byte {
	return AppendLink(append(dst, '!'), alt, destination)
}

// Destination gives a URL (a line of Line) as it stands in a link: percent
// escapes for what would end it, for what is not ASCII and for stray percent
// signs. It is false for anything but an http or https URL with a host and
// without a user name.
func Destination(url string) (string, bool) {
	rest, ok := cutScheme(url)
	if !ok || !validAuthority(rest) {
		return "", false
	}
	if !needsPercent(url) {
		return url, true
	}
	return string(AppendDestination(make([]byte, 0, len(url)+16), url)), true
}

// needsPercent is a quick look: true where AppendDestination may write
// something else.
func needsPercent(url string) bool {
	for i := 0; i < len(url); i++ {
		switch c := url[i]; c {
		case '(', ')', '<', '>', '"', '\\', '`', '|', '[', ']', '%', '&':
			if c != '&' || isReference(url[i:], true) {
				return true
			}
		default:
			if c <= ' ' || c >= 0x7f {
				return true
			}
		}
	}
	return false
}

// cutScheme takes http:// or https:// off.
func cutScheme(url string) (rest string, ok bool) {
	for _, scheme := range []string{"https://", "http://"} {
		if len(url) > len(scheme) && indexFold(url[:len(scheme)], scheme) == 0 {
			return url[len(scheme):], true
		}
	}
	return "", false
}

// validAuthority reports that a host, and no user name, stands at the front:
// letters, digits, dots and hyphens, and a port. Readers disagree on other
// hosts, so they make no link.
func validAuthority(s string) bool {
	if end := strings.IndexAny(s, "/?#"); end >= 0 {
		s = s[:end]
	}
	host, port, _ := strings.Cut(s, ":")
	if len(port) > 5 || strings.Trim(port, "0123456789") != "" || strings.Trim(host, ".") == "" {
		return false
	}
	for _, r := range host {
		if !(r == '.' || r == '-' || r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r))) {
			return false
		}
	}
	return true
}

// AppendDestination appends a part of a URL as Destination writes it, without
// looking at what it is.
func AppendDestination(dst []byte, url string) []byte {
	const hex = "0123456789ABCDEF"
	for i := 0; i < len(url); i++ {
		c := url[i]
		switch {
		case c == '&' && isReference(url[i:], true):
			dst = append(dst, "&amp;"...)
		case c == '%' && !isPercentEscape(url[i:]),
			c <= ' ', c >= 0x7f, strings.IndexByte("()<>\"\\`|[]", c) >= 0:
			dst = append(dst, '%', hex[c>>4], hex[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

func isPercentEscape(s string) bool {
	return len(s) >= 3 && isHex(s[1]) && isHex(s[2])
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}
