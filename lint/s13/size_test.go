package s13_test

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/s13"
)

// A file may have 64 KiB.
func TestFileSize(t *testing.T) {
	for _, c := range []struct {
		fill int
		want string
	}{
		{60 << 10, ""},
		{65 << 10, "large-file"},
		{15 << 20, "large-file"},
	} {
		snippet := linttest.Snippet(t, "read", `site.name = "`+strings.Repeat("x", c.fill)+`"`)
		got := ""
		for _, d := range snippet.Findings(t, s13.Analyzer) {
			got += d.Name
		}
		if got != c.want {
			t.Errorf("%d bytes: %q", len(snippet.Text), got)
		}
	}
}
