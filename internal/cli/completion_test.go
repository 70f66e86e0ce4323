package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/report"
)

// The shells read their scripts without a complaint.
func TestCompletionScripts(t *testing.T) {
	for _, c := range []struct {
		shell string
		check []string // what checks a script without running it
	}{
		{"bash", []string{"bash", "-n"}},
		{"zsh", []string{"zsh", "-n"}},
		{"fish", []string{"fish", "--no-execute"}},
		{"powershell", []string{"pwsh", "-NoProfile", "-File"}},
	} {
		for _, program := range []string{"wield-dev", "wield-build"} {
			code, script, stderr := invoke(t, program, "completion", c.shell)
			if code != 0 || stderr != "" || !strings.Contains(script, "__complete") || !strings.Contains(script, program) {
				t.Errorf("%s: exits %d, %s, %d bytes", c.shell, code, stderr, len(script))
			}
			if _, err := exec.LookPath(c.check[0]); err != nil {
				t.Logf("%s is not installed; its script is not read", c.check[0])
				continue
			}
			file := filepath.Join(t.TempDir(), "completion.ps1")
			if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(c.check[0], append(c.check[1:], file)...).CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", c.shell, err, out)
			}
		}
	}
}

// Bash completes by its script, as after pressing the key.
func TestCompletionInBash(t *testing.T) {
	w := newWorkspace(t)
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	_, script, _ := invoke(t, "wield-dev", "completion", "bash")
	w.put("completion.bash", script, 0o600)
	for _, c := range []struct{ words, want string }{
		{"wield-dev vali", "validate"},
		{"wield-dev lint --color=a", "auto always"},
		{"wield-dev explain T2", "T2"},
		{"wield-dev lint --select S18", "S18"},
		{"wield-dev completion f", "fish"},
	} {
		// What the package bash-completion does to the line, for words without
		// quotes.
		driver := `
_get_comp_words_by_ref() { words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur="${words[cword]}"; prev="${words[cword-1]}"; }
compopt() { :; }
source ./completion.bash
COMP_LINE="` + c.words + `"; COMP_WORDS=($COMP_LINE); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
__start_wield-dev
echo ${COMPREPLY[@]%% *}`
		code, out := w.run("bash", "--noprofile", "--norc", "-c", driver)
		if code != 0 || strings.TrimSpace(strings.ReplaceAll(out, "--color=", "")) != c.want {
			t.Errorf("%s: exits %d: %q, want %q", c.words, code, out, c.want)
		}
	}
}

// What a shell is told about arguments and values.
func TestCompletions(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"lint --format", strings.Join(report.Names(), " ") + " :4"},
		{"run --color", "auto always never :4"},
		{"run --replay", "har :8"},
		{"run", "json :8"},
		{"validate", "json :8"},
		{"run --params", ":4"},
		{"run --report", ":0"},
		{"schema", "site"},
	} {
		args := append([]string{"__completeNoDesc"}, strings.Fields(c.args)...)
		_, out, _ := invoke(t, "wield-dev", append(args, "")...)
		if got := strings.Join(strings.Fields(out), " "); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", c.args, got, c.want)
		}
	}
}
