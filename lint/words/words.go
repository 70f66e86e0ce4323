// Package words knows the names that the rules look for: credentials,
// identifiers, verbs that change something. The lists are in words.txt, which
// maintainers edit; those of credentials are shared with the engine and stand
// in pkg/redact.
package words

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/redact"
)

// Split splits a name at case changes, digits and separators, in lower case.
func Split(name string) []string { return redact.Words(name) }

// Tokenish reports whether a name is that of a credential.
func Tokenish(name string) bool { return redact.TokenName(name) }

// IdentifierLike reports whether a name is that of an identifier: its last
// word says so.
func IdentifierLike(name string) bool {
	words := Split(name)
	return len(words) > 0 && In(identifier, words[len(words)-1])
}

// Prose reports whether a name is that of something that people write, or by
// which they are reached: its last word says so.
func Prose(name string) bool {
	words := Split(name)
	return len(words) > 0 && In(prose, words[len(words)-1])
}

// AntiForgery reports whether a name is that of a token against forged
// requests.
func AntiForgery(name string) bool {
	return slices.ContainsFunc(Split(name), func(w string) bool { return In(antiForgery, w) }) ||
		In(antiForgery, strings.ToLower(strings.TrimLeft(name, "_")))
}

// Destroy reports whether a word takes something away for good.
func Destroy(word string) bool { return In(destroy, word) }

// Strong reports whether a word changes something.
func Strong(word string) bool { return In(strong, word) || Destroy(word) }

// Verb gives the word with which a name begins; "sign out" and "log out" are
// one.
func Verb(words []string) string {
	if len(words) == 0 {
		return ""
	}
	if len(words) > 1 && Strong(words[0]+words[1]) {
		return words[0] + words[1]
	}
	return words[0]
}

// Safe reports whether one of the words makes a request a question.
func Safe(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return In(safe, w) })
}
