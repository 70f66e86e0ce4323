package s17

import (
	"strings"
	"testing"
)

// Each name is found, in capitals too.
func TestSecretFiles(t *testing.T) {
	for _, name := range append(secretFiles(), ".env") {
		for _, text := range []string{name, "Read " + strings.ToUpper(name) + " first"} {
			if got := secretFile(text); got != name {
				t.Errorf("%q: %q", text, got)
			}
		}
	}
	if got := secretFile("The 3.5 stars, e.g. of a .net shop."); got != "" {
		t.Errorf("%q in ordinary text", got)
	}
}
