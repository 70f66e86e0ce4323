package s17_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/s17"
)

func Test(t *testing.T) { linttest.Run(t, s17.Analyzer) }

// A control character that stands in the file as it is breaks the JSON, which
// is told of that text; of the others the rule speaks.
func TestRawCharacters(t *testing.T) {
	c := linttest.Snippet(t, "read", `description = "Search.\u0001"
keywords = ["a\u0001", "b\u0002", "c\u0003"]`)
	c.Text = bytes.Replace(c.Text, []byte(`b\u0002`), []byte("b\x02"), 1)
	var at []string
	for _, d := range c.Findings(t, s17.Analyzer) {
		if d.Code == "S17/chars" {
			at = append(at, d.Pointer)
		}
	}
	if got, want := strings.Join(at, " "), "/description /keywords/0 /keywords/2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
