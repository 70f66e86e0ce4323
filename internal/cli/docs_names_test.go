package cli

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/guide"
)

// The README's first command is what `make demo` runs.
func TestReadmeShowsTheDemo(t *testing.T) {
	makefile, err := os.ReadFile(repository + "Makefile")
	if err != nil {
		t.Fatal(err)
	}
	first := consoles(documents(t)["README.md"])[0].command
	if !strings.Contains(string(makefile), "demo: all\n\t"+first+"\n") {
		t.Errorf("make demo does not run %s", first)
	}
}

// Every page of the documentation is in its list, and leads somewhere.
func TestDocsLinks(t *testing.T) {
	texts := documents(t)
	link := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	listed := map[string]bool{}
	for name, text := range texts {
		prose, _ := parts(text)
		for _, m := range link.FindAllStringSubmatch(prose, -1) {
			target := path.Join(path.Dir(name), m[1])
			if _, err := os.Stat(repository + target); err != nil {
				t.Errorf("%s: the link to %s leads nowhere", name, m[1])
			}
			if name == "docs/README.md" {
				listed[target] = true
			}
		}
	}
	for name := range texts {
		folder := path.Dir(name)
		if folder != "docs/rules" && folder != "docs/guide" && folder != "docs/decisions" && strings.HasPrefix(name, "docs/") && name != "docs/README.md" && !listed[name] {
			t.Errorf("docs/README.md does not list %s", name)
		}
	}
}

// The README's table has every command.
func TestReadmeListsTheCommands(t *testing.T) {
	readme := documents(t)["README.md"]
	for _, program := range []string{"wield-dev", "wield-build"} {
		for _, c := range rootOf(program).Commands() {
			if c.Name() == "completion" || c.Name() == "version" || c.Name() == "help" { // one row for both programs
				continue
			}
			if c.IsAvailableCommand() && !strings.Contains(readme, "| `"+c.CommandPath()) {
				t.Errorf("the README does not list %s", c.CommandPath())
			}
		}
	}
}

// Whatever command or flag a page names, there is.
func TestDocsNameWhatThereIs(t *testing.T) {
	texts := documents(t)
	for _, p := range guide.Pages() {
		texts["guide "+p.Topic] = p.Text
	}
	named := regexp.MustCompile("(?m)(?:`|^|[ /])(wield-(?:dev|build) [^`|\n]*)")
	for name, text := range texts {
		_, code := parts(text)
		for _, m := range named.FindAllStringSubmatch(code, -1) {
			words := strings.Fields(m[1])
			if problem := unknownWords(rootOf(words[0]), words[1:]); problem != "" {
				t.Errorf("%s: `%s`: %s", name, m[1], problem)
			}
		}
	}
}

// parts takes a page apart: its text without code, and what it shows as code, a
// piece a line.
func parts(page string) (text, code string) {
	var t, c strings.Builder
	span := regexp.MustCompile("`[^`]+`")
	fenced := false
	for line := range strings.Lines(page) {
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced:
			c.WriteString(line)
		default:
			t.WriteString(span.ReplaceAllString(line, ""))
			for _, m := range span.FindAllString(line, -1) {
				c.WriteString(m + "\n")
			}
		}
	}
	return t.String(), c.String()
}

// unknownWords says which command or flag of an invocation there is not.
func unknownWords(root *cobra.Command, words []string) string {
	plain := regexp.MustCompile(`^[a-z]+$`)
	if len(words) == 0 || !plain.MatchString(words[0]) {
		return ""
	}
	names := []string{"help"}
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	if !slices.Contains(names, words[0]) {
		return "there is no such command"
	}
	cmd, _, err := root.Find(words)
	if err != nil {
		return err.Error()
	}
	cmd.InitDefaultHelpFlag()
	for _, word := range words[1:] {
		flag, ok := strings.CutPrefix(strings.TrimRight(word, ".,;)"), "--")
		flag, _, _ = strings.Cut(flag, "=")
		if ok && flag != "" && cmd.Flag(flag) == nil && cmd.InheritedFlags().Lookup(flag) == nil {
			return "there is no flag --" + flag
		}
	}
	return ""
}
