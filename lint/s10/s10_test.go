package s10_test

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/s10"
)

func Test(t *testing.T) { linttest.Run(t, s10.Analyzer) }

// No message shows what it found: logs are public too.
func TestMasked(t *testing.T) {
	for _, secret := range []string{
		"ghp_0123456789abcdefghijABCDEFGHIJ012345", "anna.lindqvist@mail-provider.de", "anna.lindqvist＠mail-provider.de", "DE89370400440532013000", "4539578763621486",
	} {
		c := linttest.Snippet(t, "read", `steps[0].request.query = {"q": "`+secret+`"}`)
		found := c.Findings(t, s10.Analyzer)
		if len(found) != 1 {
			t.Errorf("%s: %d findings", secret, len(found))
		}
		for _, d := range found {
			if len(d.Secrets) != 1 || d.Secrets[0] != secret {
				t.Errorf("whoever prints it is not told to hide %q: %q", secret, d.Secrets)
			}
			if text := d.Message + d.Hint; strings.Contains(text, secret[4:12]) || !strings.Contains(text, secret[:4]+"****") {
				t.Errorf("%s", text)
			}
		}
	}
}
