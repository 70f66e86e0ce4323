package recipe

import "strings"

// The grammars of names and addresses. They are read by hand: to compile
// regular expressions for them takes longer than to check a recipe.

// isSlug: ^[a-z0-9]+(-[a-z0-9]+)*$
func isSlug(s string) bool {
	for part := range strings.SplitSeq(s, "-") {
		if part == "" || !every(part, isLowerOrDigit) {
			return false
		}
	}
	return true
}

// isSiteID: two labels or more, ^[a-z0-9]([a-z0-9-]*[a-z0-9])?$ each.
func isSiteID(s string) bool {
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || label[0] == '-' || label[len(label)-1] == '-' || !every(label, func(c byte) bool { return c == '-' || isLowerOrDigit(c) }) {
			return false
		}
	}
	return strings.Contains(s, ".")
}

// isStepID: ^[a-z_][a-z0-9_]*$
func isStepID(s string) bool { return isName(s) && s == strings.ToLower(s) }

// isName: ^[A-Za-z_][A-Za-z0-9_]*$
func isName(s string) bool {
	return s != "" && !isDigit(s[0]) && every(s, func(c byte) bool { return c == '_' || isAlphanumeric(c) })
}

// isOrigin: https:// and a host.
func isOrigin(s string) bool {
	host, ok := strings.CutPrefix(s, "https://")
	return ok && isHost(host)
}

// isHost: ^[^/?#@:\\\s]+$
func isHost(s string) bool { return s != "" && !strings.ContainsAny(s, "/?#@:\\ \t\n\f\r") }

// isCountry: ^([A-Z]{2}|INT)$
func isCountry(s string) bool {
	return s == "INT" || len(s) == 2 && every(s, func(c byte) bool { return c >= 'A' && c <= 'Z' })
}

// isLanguage: ^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$
func isLanguage(s string) bool {
	primary, rest, more := strings.Cut(s, "-")
	if len(primary) < 2 || len(primary) > 3 || !every(primary, func(c byte) bool { return isAlphanumeric(c) && !isDigit(c) }) {
		return false
	}
	for more {
		var subtag string
		subtag, rest, more = strings.Cut(rest, "-")
		if subtag == "" || len(subtag) > 8 || !every(subtag, isAlphanumeric) {
			return false
		}
	}
	return true
}

func every(s string, is func(byte) bool) bool {
	for i := range len(s) {
		if !is(s[i]) {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLowerOrDigit(c byte) bool { return c >= 'a' && c <= 'z' || isDigit(c) }

func isAlphanumeric(c byte) bool { return isLowerOrDigit(c) || c >= 'A' && c <= 'Z' }
