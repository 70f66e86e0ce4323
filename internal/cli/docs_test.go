package cli

import (
	"context"
	"fmt"
	"io/fs"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/wield-run/wield/testdata/site"
)

// Every command of the documentation is run, and prints what its page shows.
//
// The commands of a page's console blocks are run one after the other in one
// shell, in a repository on the branch main that holds the recipes and the test
// data of this one, with the programs in bin/ and on the PATH, and with the demo
// shop at 127.0.0.1:8080. A line "…" stands for any lines, "…" at the end of a
// line for the rest of it; "[exit N]" is the exit code where it is not 0.
//
// A block whose info has "file=NAME" is the file of that name, written where it
// stands; of a diff, the file that an earlier block of the page wrote, changed.
func TestDocs(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("the commands of the documentation are for a POSIX shell, and there is none")
	}
	commands := 0
	for name, text := range documents(t) {
		if sessions := consoles(text); len(sessions) > 0 {
			commands += len(sessions)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				runPage(t, text)
			})
		}
	}
	if commands < 40 {
		t.Errorf("the documentation shows %d commands", commands)
	}
}

// documents are the pages of the documentation by their names in the
// repository.
func documents(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, top := range []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "recipes/README.md", "docs"} {
		err := filepath.WalkDir(repository+top, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".md" {
				return err
			}
			text, err := os.ReadFile(path)
			all[filepath.ToSlash(strings.TrimPrefix(path, repository))] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// runPage runs the commands of a page.
func runPage(t *testing.T, page string) {
	w := newWorkspace(t)
	bin := filepath.Join(w.dir, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	linkPrograms(t, bin)
	w.copy("recipes")
	w.copy("testdata")
	w.must("git", "add", ".")
	w.must("git", "commit", "-q", "-m", "all")
	shop := httptest.NewServer(site.Handler())
	defer shop.Close()
	address := strings.TrimPrefix(shop.URL, "http://")

	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh")
	cmd.Dir, cmd.Env = w.dir, w.env
	cmd.Stdin = strings.NewReader(strings.ReplaceAll(script(t, page), shownAddress, address))
	text, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	outputs := strings.Split(strings.ReplaceAll(string(text), address, shownAddress), "\n"+separator+" ")
	sessions := consoles(page)
	if len(outputs) != len(sessions)+1 {
		t.Fatalf("%d outputs of %d commands\n%s", len(outputs)-1, len(sessions), text)
	}
	got := outputs[0]
	for i, s := range sessions {
		code, rest, _ := strings.Cut(outputs[i+1], "\n")
		if code != "0" {
			got = strings.TrimRight(got, "\n") + "\n[exit " + code + "]\n"
		}
		if !shown(s.output, got) {
			t.Errorf("$ %s\nthe page shows\n%s\nbut it prints\n%s", s.command, s.output, got)
		}
		got = rest
	}
}

const (
	shownAddress = "127.0.0.1:8080"
	separator    = "---- end of the command,"
)

// script is what a reader of the page does, for a shell.
func script(t *testing.T, page string) string {
	t.Helper()
	var b strings.Builder
	files := map[string]string{}
	for _, f := range fences(page) {
		name := f.file()
		switch {
		case f.language() == "console":
			for _, s := range consolesOf(f.text) {
				fmt.Fprintf(&b, "{ %s\n} </dev/null 2>&1\nprintf '\\n%s %%d\\n' $?\n", s.command, separator)
			}
			continue
		case name == "":
			continue
		case f.language() == "diff":
			files[name] = patch(t, files[name], f.text)
		default:
			files[name] = f.text
		}
		fmt.Fprintf(&b, "mkdir -p '%s'; cat >'%s' <<'%s'\n%s%s\n", filepath.Dir(name), name, separator, files[name], separator)
		if strings.HasPrefix(files[name], "#!") {
			fmt.Fprintf(&b, "chmod +x '%s'\n", name)
		}
	}
	return b.String()
}

// patch applies a diff without line numbers: its lines as they were stand in
// the text exactly once.
func patch(t *testing.T, text, diff string) string {
	t.Helper()
	var before, after strings.Builder
	for line := range strings.Lines(diff) {
		if line[0] != '+' {
			before.WriteString(line[1:])
		}
		if line[0] != '-' {
			after.WriteString(line[1:])
		}
	}
	if n := strings.Count(text, before.String()); n != 1 {
		t.Fatalf("the file has %d of the places that this changes:\n%s", n, diff)
	}
	return strings.Replace(text, before.String(), after.String(), 1)
}

// fence is a fenced block of a page.
type fence struct {
	info string // "json file=a.json"
	text string // its lines
}

func (f fence) language() string {
	language, _, _ := strings.Cut(f.info, " ")
	return language
}

// file is the name of the file that the block is, or "".
func (f fence) file() string {
	for word := range strings.FieldsSeq(f.info) {
		if name, ok := strings.CutPrefix(word, "file="); ok {
			return name
		}
	}
	return ""
}

// fences gives the fenced blocks of a page.
func fences(page string) []fence {
	var all []fence
	open := false
	for line := range strings.Lines(page) {
		info, mark := strings.CutPrefix(line, "```")
		switch {
		case mark && open:
			open = false
		case mark:
			open = true
			all = append(all, fence{info: strings.TrimSpace(info)})
		case open:
			all[len(all)-1].text += line
		}
	}
	return all
}

// blocks gives the texts of a page's blocks whose info is that.
func blocks(page, info string) []string {
	var all []string
	for _, f := range fences(page) {
		if f.info == info {
			all = append(all, f.text)
		}
	}
	return all
}

// console is a command with what is shown of its output.
type console struct{ command, output string }

// consoles gives the commands in a page's console blocks.
func consoles(page string) []console {
	var all []console
	for _, text := range blocks(page, "console") {
		all = append(all, consolesOf(text)...)
	}
	return all
}

// consolesOf gives the commands of a block. A line that ends with a backslash
// goes on in the next.
func consolesOf(text string) []console {
	var all []console
	continued := false
	for line := range strings.Lines(text) {
		command, ok := strings.CutPrefix(line, "$ ")
		switch {
		case continued:
			all[len(all)-1].command += "\n" + strings.TrimRight(line, "\n")
		case ok:
			all = append(all, console{command: strings.TrimSpace(command)})
		default:
			all[len(all)-1].output += line
		}
		continued = (ok || continued) && strings.HasSuffix(line, "\\\n")
	}
	return all
}

// shown reports whether an output is what is shown.
func shown(want, got string) bool {
	var pattern strings.Builder
	for line := range strings.Lines(want) {
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
