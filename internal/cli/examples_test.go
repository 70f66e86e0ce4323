//go:build unix

package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// before is what has to be there for the example of a command, as its reader
// has it.
func before(command string) string {
	switch command {
	case "wield-build index":
		return "wield-build keygen --no-password wield.key"
	case "wield-build verify":
		return "wield-build keygen --no-password wield.key\nwield-build index recipes --out public --sign wield.key"
	case "wield-dev derive":
		return `echo '{"items":[{"name":"Tea","price":2.50}]}' > answer.json`
	}
	return ""
}

// TestExamples runs what --help shows, of every command, three times. It works
// as it stands; without a standard error the same is printed; and what cannot
// be printed is a fault of the call.
func TestExamples(t *testing.T) {
	for _, program := range []string{"wield-dev", "wield-build"} {
		each(rootOf(program), func(c *cobra.Command) {
			if c.Name() == "help" || c.HasSubCommands() {
				return
			}
			t.Run(strings.ReplaceAll(c.CommandPath(), " ", "_"), func(t *testing.T) {
				t.Parallel()
				lines := strings.Split(strings.NewReplacer("\\\n", " ", "|\n", "| ").Replace(strings.TrimSpace(c.Example)), "\n")
				plain := runExample(t, c.CommandPath(), lines, "")
				silent := runExample(t, c.CommandPath(), lines, "2>&-")
				full := runExample(t, c.CommandPath(), lines, ">/dev/full")
				for i, line := range lines {
					if plain[i].code != 0 {
						t.Errorf("%s\nexits %d: %s", line, plain[i].code, plain[i].errs)
					}
					if silent[i].code != plain[i].code || steady(silent[i].out) != steady(plain[i].out) {
						t.Errorf("%s\nprints without a standard error (exit %d)\n%s\nand with one (exit %d)\n%s",
							line, silent[i].code, silent[i].out, plain[i].code, plain[i].out)
					}
					if plain[i].out != "" && (full[i].code != 2 || !strings.Contains(full[i].errs, "the output could not be written")) {
						t.Errorf("%s\nwith a full disk behind its standard output exits %d: %s", line, full[i].code, full[i].errs)
					}
				}
			})
		})
	}
}

// each calls do with a command and all below it.
func each(c *cobra.Command, do func(*cobra.Command)) {
	do(c)
	for _, child := range c.Commands() {
		each(child, do)
	}
}

// steady leaves out of a text what each run has its own of: times, and the keys
// that are made.
func steady(s string) string {
	return regexp.MustCompile(` *\d+(\.\d+)?( ?m?s\b)|("(elapsed|took|started)_ms": ?)\d+|\bRW[A-Za-z0-9+/]{54}`).ReplaceAllString(s, "$3…")
}

// exampleRun is what one line of an example did.
type exampleRun struct {
	code      int
	out, errs string
}

// runExample runs the lines of an example in a workspace with the repository's
// recipes, each with a redirection of what it leaves open.
func runExample(t *testing.T, command string, lines []string, redirection string) []exampleRun {
	t.Helper()
	shell, err := exec.LookPath("bash")
	if err != nil {
		if command == "wield-dev completion" || command == "wield-build completion" {
			t.Skip("the example is for bash, which is not here")
		}
		shell = "sh"
	}
	if _, err := os.Stat("/dev/full"); err != nil && redirection == ">/dev/full" {
		redirection = ">&-" // where there is no such device: nothing can be written either
	}
	w := newWorkspace(t)
	w.copy("recipes")
	if slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, "--since") }) {
		w.must("git", "add", ".")
		w.must("git", "commit", "-q", "-m", "all")
		w.must("git", "update-ref", "refs/remotes/origin/main", "HEAD")
	}
	folders := regexp.MustCompile(regexp.QuoteMeta(filepath.Dir(w.dir)) + `/\d+`)
	run := func(script string) exampleRun {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, shell, "-c", script)
		cmd.Dir, cmd.Env = w.dir, w.env
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		var exit *exec.ExitError
		if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
			t.Fatalf("%s: %v", script, err)
		}
		return exampleRun{cmd.ProcessState.ExitCode(), folders.ReplaceAllString(out.String(), "DIR"), errs.String()}
	}
	if prepared := run("set -e\n" + before(command)); prepared.code != 0 {
		t.Fatalf("%s: %s", before(command), prepared.errs)
	}
	var all []exampleRun
	for _, line := range lines {
		all = append(all, run(fmt.Sprintf("{ %s\n} </dev/null %s", line, redirection)))
	}
	return all
}
