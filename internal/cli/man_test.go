package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/terminal"
)

// rootOf is a program that nobody calls.
func rootOf(program string) *cobra.Command {
	streams, _, _ := terminal.Buffers("")
	return newRoot(&app{program: program, streams: streams})
}

// Every command has a page, with all of its flags, and the formatter has
// nothing to say against it.
func TestManPages(t *testing.T) {
	for _, program := range []string{"wield-dev", "wield-build"} {
		dir := filepath.Join(t.TempDir(), "man")
		if code, out, stderr := invoke(t, program, "man", "--out", dir); code != 0 || out != "" {
			t.Fatalf("exits %d\n%s%s", code, out, stderr)
		}
		root := rootOf(program)
		for _, c := range documented(root) {
			text, err := os.ReadFile(filepath.Join(dir, manName(c)+".1"))
			if err != nil {
				t.Error(err)
			}
			for _, f := range flagTexts(c.NonInheritedFlags()) {
				if !strings.Contains(string(text), "\n.B "+roff(f.name)+"\n") {
					t.Errorf("the page of %s has no %s", c.CommandPath(), f.name)
				}
			}
		}
		pages, err := filepath.Glob(filepath.Join(dir, "*.1"))
		if err != nil || len(pages) != len(documented(root))+1 {
			t.Errorf("%d pages, %v", len(pages), err)
		}
		if _, err := exec.LookPath("groff"); err != nil {
			t.Log("groff is not installed; the pages are not formatted")
			continue
		}
		for _, page := range pages {
			if out, err := exec.Command("groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-z", page).CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%v\n%s", err, out)
			}
		}
	}
}

// What roff would read as something else is escaped.
func TestRoff(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain", "plain"},
		{"--map-origin", `\-\-map\-origin`},
		{`a\b`, `a\eb`},
		{".wield.yaml\n.x", "\\&.wield.yaml\n\\&.x"},
		{`'{"query":"x"}'`, `\(aq{\(dqquery\(dq:\(dqx\(dq}\(aq`},
		{"items[?price > `10`]", `items[?price > \(ga10\(ga]`},
	} {
		if got := roff(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
