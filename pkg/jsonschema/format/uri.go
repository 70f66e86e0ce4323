package format

import (
	"strings"
	"unicode/utf8"
)

// isPathByte is for what may stand in a segment of a path (pchar of RFC 3986).
func isPathByte(c byte) bool {
	return isUnreserved(c) || isSubDelim(c) || c == ':' || c == '@'
}

// uriBytes are the sets of bytes in the parts of a URI. A URI reference may
// also hold quotation marks.
type uriBytes struct{ host, path, query set }

func bytesOf(reference bool) uriBytes {
	quote := func(c byte) bool { return reference && c == '"' }
	return uriBytes{
		host:  func(c byte) bool { return isUnreserved(c) || isSubDelim(c) || quote(c) },
		path:  func(c byte) bool { return isPathByte(c) || quote(c) || c == '/' },
		query: func(c byte) bool { return isPathByte(c) || quote(c) || c == '/' || c == '?' },
	}
}

// isURI reports whether s is a URI with a scheme (RFC 3986).
func isURI(s string) bool {
	scheme, rest, ok := strings.Cut(s, ":")
	return ok && isScheme(scheme) && hierarchy(rest, bytesOf(false), false)
}

// isURIReference reports whether s is a URI, or a relative one.
func isURIReference(s string) bool {
	if scheme, rest, ok := strings.Cut(s, ":"); ok && isScheme(scheme) && hierarchy(rest, bytesOf(true), true) {
		return true
	}
	return hierarchy(s, bytesOf(true), true)
}

func isScheme(s string) bool {
	in := set(func(c byte) bool { return isAlnum(c) || strings.IndexByte("+-.", c) >= 0 })
	return s != "" && isLetter(s[0]) && in.all(s)
}

// hierarchy reports whether s is what follows the scheme.
func hierarchy(s string, in uriBytes, mayBeEmpty bool) bool {
	s, fragment, _ := strings.Cut(s, "#")
	s, query, _ := strings.Cut(s, "?")
	if !in.query.encoded(fragment) || !in.query.encoded(query) {
		return false
	}
	if s == "" {
		return mayBeEmpty
	}
	for _, slashes := range []string{"//", "/"} {
		if rest, ok := strings.CutPrefix(s, slashes); ok && authority(rest, in) {
			return true
		}
	}
	// A path that begins with one slash, or with none.
	return in.path.encoded(s) && !strings.HasPrefix(s, "//")
}

// authority reports whether s is a host, with a user and a port if they are
// there, and a path.
func authority(s string, in uriBytes) bool {
	end := strings.IndexByte(s, '/')
	if end < 0 {
		end = len(s)
	}
	s, path := s[:end], s[end:]
	if !in.path.encoded(path) {
		return false
	}
	user := set(func(c byte) bool { return isUnreserved(c) || isSubDelim(c) || c == ':' })
	if before, after, ok := strings.Cut(s, "@"); ok {
		if !user.encoded(before) {
			return false
		}
		s = after
	}
	if strings.HasPrefix(s, "[") {
		end := strings.IndexByte(s, ']')
		if end < 0 || !literal(s[1:end]) {
			return false
		}
		return port(s[end+1:])
	}
	host, rest := s, ""
	if colon := strings.IndexByte(s, ':'); colon >= 0 {
		host, rest = s[:colon], s[colon:]
	}
	return in.host.encoded(host) && port(rest)
}

func port(s string) bool {
	if s == "" {
		return true
	}
	return s[0] == ':' && set(isDigit).all(s[1:])
}

// literal reports whether s is an address in brackets: IPv6, or the form that
// is left for later ones.
func literal(s string) bool {
	if rest, ok := skip(s, 'v'); ok {
		version, address, dot := strings.Cut(rest, ".")
		in := set(func(c byte) bool { return isUnreserved(c) || isSubDelim(c) || c == ':' })
		return dot && version != "" && set(isHex).all(version) && address != "" && in.all(address)
	}
	return isIPv6(s)
}

// isURITemplate reports whether s is a URI template (RFC 6570).
func isURITemplate(s string) bool {
	for s != "" {
		if s[0] != '{' {
			size := 1
			switch {
			case s[0] == '%':
				if len(s) < 3 || !isHex(s[1]) || !isHex(s[2]) {
					return false
				}
				size = 3
			case s[0] <= ' ' || strings.IndexByte("\"'<>\\^`|}", s[0]) >= 0:
				return false
			}
			s = s[size:]
			continue
		}
		end := strings.IndexByte(s, '}')
		if end < 0 || !expression(s[1:end]) {
			return false
		}
		s = s[end+1:]
	}
	return true
}

// expression reports whether s is what stands in the braces of a template.
func expression(s string) bool {
	if s != "" && strings.IndexByte("+#./;?&=,!@|", s[0]) >= 0 {
		s = s[1:]
	}
	name := set(func(c byte) bool { return isAlnum(c) || c == '_' })
	for _, variable := range strings.Split(s, ",") {
		if before, all := strings.CutSuffix(variable, "*"); all {
			variable = before
		} else if before, length, ok := strings.Cut(variable, ":"); ok {
			if length == "" || length[0] == '0' || len(length) > 4 || !set(isDigit).all(length) {
				return false
			}
			variable = before
		}
		if variable == "" || !name.encoded(variable) {
			return false
		}
	}
	return true
}

// isURL reports whether s is a URL (http, https or ftp) on a public address or
// a host name with a top-level domain.
func isURL(s string) bool {
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") && !strings.EqualFold(scheme, "ftp") {
		return false
	}
	if location(rest) {
		return true
	}
	for i := 1; i < len(rest) && !strings.ContainsFunc(rest[i-1:i], isSpace); i++ {
		if rest[i] == '@' && location(rest[i+1:]) && !strings.ContainsFunc(rest[:i], isSpace) {
			return true
		}
	}
	return false
}

func isSpace(r rune) bool {
	return strings.ContainsRune("\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff", r) || r >= 0x2000 && r <= 0x200a
}

// location reports whether s is a host, a port of two to five digits if there
// is one, and a path without white space.
func location(s string) bool {
	host, path := s, ""
	if i := strings.IndexByte(s, '/'); i >= 0 {
		host, path = s[:i], s[i:]
	}
	if strings.ContainsFunc(path, isSpace) {
		return false
	}
	if i := strings.IndexByte(host, ':'); i >= 0 {
		number := host[i+1:]
		if len(number) < 2 || len(number) > 5 || !set(isDigit).all(number) {
			return false
		}
		host = host[:i]
	}
	return isPublicIPv4(host) || isDomain(host)
}

// isDomain reports whether s is labels of letters and digits of any script
// with single hyphens between them, the last of two letters or more.
func isDomain(s string) bool {
	labels := strings.Split(s, ".")
	if len(labels) < 2 {
		return false
	}
	for i, label := range labels {
		last := i == len(labels)-1
		letters, hyphen := 0, true // whether a hyphen may not stand here
		for j := 0; j < len(label); {
			r, size := utf8.DecodeRuneInString(label[j:])
			j += size
			switch {
			case r == '-' && !hyphen && !last:
				hyphen = true
				continue
			case r >= 0xa1 && r <= 0xffff && !(r == utf8.RuneError && size == 1):
			case r < 0x80 && (isLetter(byte(r)) || isDigit(byte(r)) && !last):
			default:
				return false
			}
			letters++
			hyphen = false
		}
		if hyphen || last && letters < 2 {
			return false
		}
	}
	return true
}
