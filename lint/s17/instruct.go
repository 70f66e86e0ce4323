package s17

import (
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// instruction reports a text that tells a model what to do; it is clean where
// there is none.
func (c *checker) instruction(n *jsonval.Node, text string, span diag.Span) (clean bool) {
	if name, found, ok := c.finder.Find(text); ok {
		c.report("instruct", name, n, span, "the text speaks to the model: "+diag.Quote(found, 80), "say what the recipe does, in the third person")
		return false
	}
	if path := secretFile(text); path != "" {
		c.report("instruct", "secret-file", n, span, "the text names a file that holds secrets: "+diag.Quote(path, 40), "remove it")
		return false
	}
	if spaced(text) {
		c.report("instruct", "spaced-letters", n, span, "the text sets letters apart, so that words are hidden: "+diag.Quote(text, 80), "write words")
		return false
	}
	return true
}

// secretFile gives the name of a file that holds secrets on people's machines.
func secretFile(text string) string {
	if !strings.ContainsAny(text, "./~_") {
		return ""
	}
	lower := strings.ToLower(text)
	for _, name := range []string{"~/.", ".ssh/", "id_rsa", "id_ed25519", "/etc/passwd", "/etc/shadow", ".aws/credentials", ".npmrc", ".netrc", ".pypirc",
		".git-credentials", "wallet.dat", "mcp.json", "claude_desktop_config", ".kube/config", ".docker/config.json", "/proc/self/environ"} {
		if strings.Contains(lower, name) {
			return name
		}
	}
	for i := strings.Index(lower, ".env"); i >= 0; {
		before := i == 0 || strings.IndexByte(" \t\n\"'`(/\\", lower[i-1]) >= 0
		behind := i+4 == len(lower) || strings.IndexByte(" \t\n\"'`),.;:!?", lower[i+4]) >= 0
		if before && behind {
			return ".env"
		}
		next := strings.Index(lower[i+4:], ".env")
		if next < 0 {
			break
		}
		i += 4 + next
	}
	return ""
}

// apart is how many single letters in a row are no list any more.
const apart = 12

// spaced reports whether a text sets its letters apart.
func spaced(text string) bool {
	if len(text) < 2*apart-1 {
		return false
	}
	row, length := 0, 0
	for _, r := range text + " " {
		if r == ' ' || r == '.' || r == '-' || r == '_' || r == '*' || r == ',' {
			if length == 1 {
				row++
			} else if length > 1 {
				row = 0
			}
			length = 0
			if row >= apart {
				return true
			}
			continue
		}
		length++
		if r >= '0' && r <= '9' {
			length++ // digits in a row are numbers
		}
	}
	return false
}
