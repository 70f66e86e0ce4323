package redact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// TokenName reports whether a name is that of a credential: csrfToken,
// "access_token", "X-Api-Key", sid. Names of ordinary tokens (page_token,
// tokens_left) are none.
func TokenName(name string) bool {
	token, ordinary := false, false
	before := ""
	eachWord(name, func(word string) {
		token = token || slices.Contains(tokenWords, word) || slices.ContainsFunc(tokenPairs, func(pair string) bool { return isPair(pair, before, word) })
		ordinary = ordinary || slices.Contains(ordinaryWords, word)
		before = word
	})
	return !ordinary && (token || slices.Contains(tokenNames, strings.ToLower(strings.TrimLeft(name, "_"))))
}

// isPair reports whether two words are a pair, which has a space between them.
func isPair(pair, first, second string) bool {
	n := len(first)
	return len(pair) == n+1+len(second) && pair[:n] == first && pair[n] == ' ' && pair[n+1:] == second
}

// MayBeTokenName reports whether the name of a credential may begin with a text
// ("^="), end with it ("$=") or hold it ("*="), as selectors ask of attributes.
// Letter case does not count.
func MayBeTokenName(op, part string) bool {
	part = strings.ToLower(part)
	fits := func(name string) bool {
		switch op {
		case "^=":
			return strings.HasPrefix(name, part)
		case "$=":
			return strings.HasSuffix(name, part)
		}
		return strings.Contains(name, part)
	}
	if slices.ContainsFunc(tokenWords, fits) || slices.ContainsFunc(tokenNames, fits) || fits("csrf_token") {
		return true
	}
	return slices.ContainsFunc(tokenPairs, func(pair string) bool {
		return fits(strings.ReplaceAll(pair, " ", "_")) || fits(strings.ReplaceAll(pair, " ", "-")) || fits(strings.ReplaceAll(pair, " ", ""))
	})
}

// Words splits a name at changes of letter case, at digits and at anything
// that is no letter, and gives the words in lower case: "sessionID_v2" is
// session, id, v. A run of capitals is one word ("JSONToken" is json, token).
func Words(name string) []string {
	var few [8]string
	words := few[:0]
	eachWord(name, func(word string) { words = append(words, word) })
	return append([]string(nil), words...)
}

// eachWord visits the words of a name.
func eachWord(name string, visit func(word string)) {
	lower := strings.ToLower(name)
	aligned := isASCII(name) // a part of the one is that of the other
	from := -1               // where the word begins; -1 between words
	flush := func(to int) {
		switch {
		case from < 0:
		case aligned:
			visit(lower[from:to])
		default:
			visit(strings.ToLower(name[from:to]))
		}
		from = -1
	}
	var before rune
	for i, r := range name {
		if !unicode.IsLetter(r) {
			flush(i)
			continue
		}
		if from >= 0 && unicode.IsUpper(r) {
			behind, _ := utf8.DecodeRuneInString(name[i+utf8.RuneLen(r):])
			if !unicode.IsUpper(before) || unicode.IsLower(behind) {
				flush(i)
			}
		}
		if from < 0 {
			from = i
		}
		before = r
	}
	flush(len(name))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// tokenWords make any name that holds one of them a credential's.
var tokenWords = []string{"csrf", "xsrf", "jwt", "password", "passwd", "passcode", "secret", "bearer", "sessid",
	"authenticity", "nonce", "crumb", "apikey", "credential", "credentials", "phpsessid", "jsessionid",
	"pwd", "passwort", "kennwort", "wachtwoord", "contraseña", "contrasena"}

// tokenPairs do so as two words in a row.
var tokenPairs = []string{"access token", "refresh token", "id token", "auth token", "session token", "api key", "private key",
	"form key", "form token", "client secret", "authorization code", "set cookie", "session cookie", "auth cookie",
	"recovery code", "recovery codes", "backup code", "backup codes", "recovery phrase", "seed phrase", "de passe"}

// tokenNames are whole names of credentials, in lower case and without a
// leading underscore.
var tokenNames = []string{"token", "sid", "cookie", "cookies", "authorization", "csrfmiddlewaretoken",
	"requestverificationtoken", "wpnonce", "sesskey", "formhash", "uh", "once"}

// ordinaryWords mark a name that is no credential's whatever else it holds.
var ordinaryWords = []string{"page", "continuation", "cursor", "left", "count", "type"}
