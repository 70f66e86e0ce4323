// Package words knows the names that the rules look for: credentials,
// identifiers, verbs that change something. The lists are in words.txt, which
// maintainers edit; those of credentials are shared with the engine and stand
// in pkg/redact.
package words

import "github.com/wield-run/wield/pkg/redact"

// Tokenish reports whether a name is that of a credential.
func Tokenish(name string) bool { return redact.TokenName(name) }

// Split splits a name at case changes, digits and separators, in lower case.
func Split(name string) []string { return redact.Words(name) }
