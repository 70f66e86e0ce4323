package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.yaml.in/yaml/v3"
)

const repository = "../../"

// readYAML reads a file of the repository into a value.
func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(repository + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// hook is an entry of .pre-commit-hooks.yaml.
type hook struct {
	ID       string `yaml:"id"`
	Name     string `yaml:"name"`
	Entry    string `yaml:"entry"`
	Language string `yaml:"language"`
	Files    string `yaml:"files"`
	Serial   bool   `yaml:"require_serial"`
}

// workspace is a git repository with the programs on the PATH of its commands.
type workspace struct {
	t   *testing.T
	dir string
	env []string
}

func newWorkspace(t *testing.T) *workspace {
	t.Helper()
	for _, program := range []string{"git", "sh"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	w := &workspace{t: t, dir: t.TempDir()}
	home := t.TempDir() // of a user whose store the tests may change
	bin := t.TempDir()
	linkPrograms(t, bin)
	w.env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GIT_") || strings.HasPrefix(v, "WIELD_") })
	w.env = append(w.env, "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com", "NO_COLOR=1",
		"HOME="+home, "XDG_DATA_HOME="+home, "LocalAppData="+home)
	w.env = append(w.env, goFolders(t)...)
	w.must("git", "init", "-q", "-b", "main")
	return w
}

// goFolders are the variables that say where go keeps what it has built and
// fetched, which is not the user's in that sense. They are the same for all.
func goFolders(t *testing.T) []string {
	t.Helper()
	folders, err := askGo()
	if err != nil {
		t.Fatal(err)
	}
	return folders
}

var askGo = sync.OnceValues(func() ([]string, error) {
	names := []string{"GOCACHE", "GOMODCACHE"}
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	folders := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err == nil && len(folders) != len(names) {
		err = fmt.Errorf("go env prints %q", out)
	}
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		folders[i] = name + "=" + folders[i]
	}
	return folders, nil
})

// linkPrograms makes this test binary the programs in a folder.
func linkPrograms(t *testing.T, bin string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"wield-dev", "wield-build"} {
		if err := os.Symlink(self, filepath.Join(bin, program)); err != nil {
			t.Fatal(err)
		}
	}
}

// copy copies a folder of the repository into the workspace.
func (w *workspace) copy(folder string) {
	w.t.Helper()
	if err := os.CopyFS(filepath.Join(w.dir, folder), os.DirFS(repository+folder)); err != nil {
		w.t.Fatal(err)
	}
}

// run runs a program in the workspace and gives all that it prints.
func (w *workspace) run(program string, args ...string) (code int, out string) {
	w.t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = w.dir, w.env
	text, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		w.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}

func (w *workspace) must(program string, args ...string) {
	w.t.Helper()
	if code, out := w.run(program, args...); code != 0 {
		w.t.Fatalf("%s %q exits %d\n%s", program, args, code, out)
	}
}

// put writes a file, with its folders.
func (w *workspace) put(name, text string, mode os.FileMode) {
	w.t.Helper()
	path := filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		w.t.Fatal(err)
	}
}

// recipe writes the example of the format, changed by pairs of old and new
// text.
func (w *workspace) recipe(name string, changes ...string) {
	w.t.Helper()
	text, err := os.ReadFile(repository + "recipes/example.de/search-items.json")
	if err != nil {
		w.t.Fatal(err)
	}
	w.put(name, strings.NewReplacer(changes...).Replace(string(text)), 0o666)
}

// commits tries commits: good recipes pass, bad ones are stopped.
func (w *workspace) commits() {
	t := w.t
	w.recipe("recipes/example.de/search-items.json")
	w.put("package.json", `{"requires_logon": 1}`, 0o666)
	w.must("git", "add", ".")
	if code, out := w.run("git", "commit", "-q", "-m", "good"); code != 0 {
		t.Fatalf("a good recipe is stopped:\n%s", out)
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"a wrong member", `"requires_login"`, `"require_login"`, "error S18/strict unknown-member"},
		{"an unsafe recipe", `"https://api.example.de"]`, `"https://api.example.de", "https://cdn-other.net"]`, "error S1/zone"},
	} {
		w.recipe("recipes/example.de/search-items.json", c.old, c.new)
		w.must("git", "add", ".")
		code, out := w.run("git", "commit", "-q", "-m", c.name)
		if code == 0 || !strings.Contains(out, "recipes/example.de/search-items.json:") || !strings.Contains(out, c.want) {
			t.Errorf("%s: exits %d\n%s", c.name, code, out)
		}
	}
	// An update, with the version before it.
	w.recipe("recipes/example.de/search-items.json", `"version": 1`, `"version": 2`)
	w.recipe("recipes/example.de/search-items.v1.json")
	w.must("git", "add", ".")
	if code, out := w.run("git", "commit", "-q", "-m", "an update"); code != 0 {
		t.Errorf("an update is stopped:\n%s", out)
	}
	if _, out := w.run("git", "log", "--format=%s"); out != "an update\ngood\n" {
		t.Errorf("committed: %s", out)
	}
}

// The hooks do what pre-commit does with them: the staged files whose names
// match are given to the command in one go.
func TestHooksByProtocol(t *testing.T) {
	var hooks []hook
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	if len(hooks) != 2 {
		t.Fatalf("%d hooks", len(hooks))
	}
	w := newWorkspace(t)
	script := "#!/bin/sh\ncode=0\n"
	for _, h := range hooks {
		if h.Language != "golang" || !h.Serial || h.Name == "" {
			t.Errorf("%+v", h)
		}
		if strings.ContainsAny(h.Files, `\d'`) && !strings.HasPrefix(h.Files, "(^|/)") {
			t.Errorf("the pattern %s is not one that grep -E reads too", h.Files)
		}
		script += "git diff --cached --name-only --diff-filter=ACMR | grep -E '" + h.Files + "' | xargs " + h.Entry + " || code=1\n"
	}
	w.put(".git/hooks/pre-commit", script+"exit $code\n", 0o777)
	w.commits()
}

// The hooks under the program itself, where it is installed. What is left out
// is the building.
func TestHooksByPreCommit(t *testing.T) {
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip("pre-commit is not installed")
	}
	var hooks []map[string]any
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	for _, h := range hooks {
		h["language"] = "system" // the programs are on the PATH
	}
	config, err := yaml.Marshal(map[string]any{"repos": []any{map[string]any{"repo": "local", "hooks": hooks}}})
	if err != nil {
		t.Fatal(err)
	}
	w := newWorkspace(t)
	w.env = append(w.env, "PRE_COMMIT_HOME="+t.TempDir())
	w.put(".pre-commit-config.yaml", string(config), 0o666)
	w.must("pre-commit", "install")
	w.commits()
}

// action is action.yml.
type action struct {
	Inputs map[string]struct {
		Description string
		Default     *string
	}
	Runs struct {
		Using string
		Steps []step
	}
}

// step is one step of an action or a job.
type step struct {
	Name, Run, Uses, If, Shell string
	With, Env                  map[string]string
}

// The action's scripts are run as GitHub runs them: they build the program,
// and annotate, write SARIF and the summary, and end as lint does.
func TestAction(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	var a action
	readYAML(t, "action.yml", &a)
	if a.Runs.Using != "composite" {
		t.Fatal(a.Runs.Using)
	}
	for name, input := range a.Inputs {
		if input.Description == "" || input.Default == nil {
			t.Errorf("the input %s has no description or default", name)
		}
	}
	root, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorkspace(t)
	w.recipe("recipes/example.de/search-items.json")
	w.must("git", "add", ".")
	w.must("git", "commit", "-q", "-m", "good")
	w.recipe("recipes/example.de/bad.json", `"example.de/search-items"`, `"example.de/bad"`, `"requires_login"`, `"require_login"`, "Search items by", "::error::<b>")
	temp := t.TempDir()
	w.env = append(w.env, "RUNNER_TEMP="+temp, "GITHUB_ACTION_PATH="+root)
	for _, c := range []struct {
		name        string
		inputs      map[string]string
		code        int
		want, never string // in what is printed
		sarif       string
		summary     string
	}{
		{"all", map[string]string{}, 1, "::error file=recipes/example.de/bad.json,line=17,", "$(", "wield.sarif", "### Recipes\n\n    recipes/example.de/bad.json:"},
		{"one path", map[string]string{"paths": "recipes/example.de/search-items.json\n"}, 0, "in 1 file", "::error", "wield.sarif", ""},
		{"since", map[string]string{"since": "HEAD", "sarif": "out/found.sarif"}, 2, "out/found.sarif", "", "", ""},
		{"since", map[string]string{"since": "HEAD", "sarif": ""}, 1, "in 1 file", "", "", "### Recipes\n\n    recipes/example.de/bad.json"},
		{"no expression is run", map[string]string{"paths": "$(touch owned) `touch owned`\n"}, 2, "there is no such file", "", "", ""},
		{"no option is one", map[string]string{"paths": "--fix"}, 2, "--fix: there is no such file", "", "", ""},
	} {
		summary := filepath.Join(t.TempDir(), "summary.md")
		w.put("wield.sarif", "", 0o666)
		var out string
		code := 0
		for _, s := range a.Runs.Steps {
			if s.Run == "" || code != 0 {
				continue
			}
			if s.Shell != "bash" || strings.Contains(s.Run, "${{") {
				t.Fatalf("%s: the shell is %q; an expression in a script is part of it", s.Name, s.Shell)
			}
			env := w.env
			for name, expression := range s.Env {
				w.env = append(slices.Clip(w.env), name+"="+a.value(t, expression, c.inputs))
			}
			w.env = append(slices.Clip(w.env), "GITHUB_STEP_SUMMARY="+summary)
			code, out = w.run("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
			w.env = env
		}
		if code != c.code || !strings.Contains(out, c.want) || c.never != "" && strings.Contains(out, c.never) {
			t.Errorf("%s: exits %d\n%s", c.name, code, out)
		}
		if c.sarif != "" {
			text, err := os.ReadFile(filepath.Join(w.dir, c.sarif))
			if err != nil || !strings.Contains(string(text), `"version": "2.1.0"`) {
				t.Errorf("%s: SARIF %s, %v", c.name, text, err)
			}
		}
		if c.summary != "" {
			text, err := os.ReadFile(summary)
			if err != nil || !strings.HasPrefix(string(text), c.summary) || regexp.MustCompile(`(?m)^ {0,3}[^# \n]`).Match(text) {
				t.Errorf("%s: the summary %s, %v", c.name, text, err)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(w.dir, "owned")); err == nil {
		t.Error("an input was run")
	}
}

// value gives what an expression `${{ inputs.name }}` stands for.
func (a action) value(t *testing.T, expression string, inputs map[string]string) string {
	t.Helper()
	m := regexp.MustCompile(`^\$\{\{ inputs\.([a-z-]+) \}\}$`).FindStringSubmatch(expression)
	if m == nil {
		t.Fatalf("the expression %s", expression)
	}
	input, ok := a.Inputs[m[1]]
	if !ok {
		t.Fatalf("there is no input %s", m[1])
	}
	if value, ok := inputs[m[1]]; ok {
		return value
	}
	return *input.Default
}

// workflow is a file of .github/workflows.
type workflow struct {
	Permissions map[string]string
	Jobs        map[string]struct {
		Permissions map[string]string
		Steps       []step
	}
}

// check holds a workflow to the action: its inputs exist, and the job may do
// what it does.
func (f workflow) check(t *testing.T, uses string) {
	t.Helper()
	var a action
	readYAML(t, "action.yml", &a)
	used := false
	for name, job := range f.Jobs {
		for _, s := range job.Steps {
			if strings.Contains(s.Run, "${{") {
				t.Errorf("%s: an expression in a script", name)
			}
			if s.Uses != uses {
				continue
			}
			used = true
			for input := range s.With {
				if _, ok := a.Inputs[input]; !ok {
					t.Errorf("%s: the action has no input %s", name, input)
				}
			}
			if job.Permissions["security-events"] != "write" || job.Permissions["contents"] != "read" {
				t.Errorf("%s: the permissions %v", name, job.Permissions)
			}
		}
	}
	if !used || f.Permissions["contents"] != "read" || len(f.Permissions) != 1 {
		t.Errorf("the action is used: %v; permissions %v", used, f.Permissions)
	}
}

func TestOwnWorkflow(t *testing.T) {
	var f workflow
	readYAML(t, ".github/workflows/ci.yml", &f)
	f.check(t, "./")
	ran := false
	for _, job := range f.Jobs {
		for _, s := range job.Steps {
			if s.Run != "" {
				info, err := os.Stat(repository + s.Run)
				ran = err == nil && info.Mode()&0o100 != 0
			}
		}
	}
	if !ran {
		t.Error("no job runs what every change has to pass")
	}
}
