package cli

import (
	"bytes"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wield-run/wield/testdata/site"
)

// Every command of the README is run, and prints what the README shows. A line
// "…" stands for any lines, "…" at the end of a line for the rest of it; "[exit N]" is the exit
// code where it is not 0.
func TestReadme(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("the README's commands are for a POSIX shell, and there is none")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := programs(t, root)
	shop := httptest.NewServer(site.Handler())
	defer shop.Close()
	address := strings.TrimPrefix(shop.URL, "http://")
	sessions := consoles(string(text))
	if len(sessions) < 10 {
		t.Fatalf("%d commands", len(sessions))
	}
	for _, s := range sessions {
		command := strings.ReplaceAll(s.command, "127.0.0.1:8080", address)
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "NO_COLOR=1")
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != 0 {
			out = append(bytes.TrimRight(out, "\n"), []byte("\n[exit "+string(rune('0'+code))+"]\n")...)
		}
		got := strings.ReplaceAll(string(out), address, "127.0.0.1:8080")
		if !shown(s.output, got) {
			t.Errorf("$ %s\nthe README shows\n%s\nbut it prints\n%s", s.command, s.output, got)
		}
	}
}

// programs is a folder in which the commands of the documentation work: the
// programs in bin/, and the repository's data.
func programs(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"wield-dev", "wield-build"} {
		if err := os.Symlink(self, filepath.Join(dir, "bin", program)); err != nil {
			t.Fatal(err)
		}
	}
	for _, data := range []string{"recipes", "testdata"} {
		if err := os.CopyFS(filepath.Join(dir, data), os.DirFS(filepath.Join(root, data))); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

type console struct{ command, output string }

// consoles gives the commands in a page's console blocks.
func consoles(readme string) []console {
	var all []console
	block := regexp.MustCompile("(?s)```console\n(.*?)```")
	for _, m := range block.FindAllStringSubmatch(readme, -1) {
		for _, line := range strings.SplitAfter(m[1], "\n") {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				all = append(all, console{command: strings.TrimSpace(command)})
			} else if line != "" {
				all[len(all)-1].output += line
			}
		}
	}
	return all
}

// shown reports whether an output is what is shown.
func shown(want, got string) bool {
	var pattern strings.Builder
	for _, line := range strings.SplitAfter(want, "\n") {
		if line == "…\n" {
			pattern.WriteString(`(?:.*\n)*`)
			continue
		}
		cut := strings.HasSuffix(line, "…\n")
		// An ellipsis inside a line is what the program prints; at its end it
		// stands for the rest.
		pattern.WriteString(regexp.QuoteMeta(strings.TrimSuffix(line, "…\n")))
		if cut {
			pattern.WriteString(`.*\n(?:.*\n)*?`)
		}
	}
	return regexp.MustCompile(`^` + pattern.String() + `$`).MatchString(got)
}

// The README's first command is what `make demo` runs.
func TestReadmeShowsTheDemo(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	first := consoles(string(readme))[0].command
	if !strings.Contains(string(makefile), "demo: all\n\t"+first+"\n") {
		t.Errorf("make demo does not run %s", first)
	}
}
