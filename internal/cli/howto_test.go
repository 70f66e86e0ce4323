package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// howTo reads a page of docs/how-to.
func howTo(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(repository + "docs/how-to/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The configurations of the page name what there is, and their commands work.
func TestCIPageConfigurations(t *testing.T) {
	page := howTo(t, "ci.md")
	configs := blocks(page, "yaml")
	if len(configs) != 4 {
		t.Fatalf("%d blocks", len(configs))
	}
	var hooks []hook
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	var config struct {
		Repos []struct {
			Repo  string
			Hooks []hook
		}
	}
	unmarshal(t, configs[0], &config)
	for i, h := range config.Repos[0].Hooks {
		if h.ID != hooks[i].ID {
			t.Errorf("the hook %s", h.ID)
		}
	}
	var f workflow
	unmarshal(t, configs[1], &f)
	f.check(t, "wield-run/wield@v0.1.0")

	var plain struct{ Steps []step }
	unmarshal(t, configs[2], &plain)
	var gitlab struct {
		Recipes struct {
			Script    []string
			Artifacts struct {
				Reports struct{ Junit string }
			}
		}
	}
	unmarshal(t, configs[3], &gitlab)
	commands := gitlab.Recipes.Script
	for _, s := range plain.Steps {
		if s.Run != "" {
			commands = append(commands, s.Run)
		}
	}
	w := newWorkspace(t)
	w.recipe("recipes/example.de/search-items.json")
	for _, command := range commands {
		if pkg, ok := strings.CutPrefix(command, "go install github.com/wield-run/wield/"); ok {
			path, _, _ := strings.Cut(pkg, "@")
			if _, err := os.Stat(repository + path + "/main.go"); err != nil {
				t.Error(err)
			}
			continue
		}
		if code, out := w.run("sh", "-c", command); code != 0 {
			t.Errorf("%s exits %d\n%s", command, code, out)
		}
	}
	for _, written := range []string{gitlab.Recipes.Artifacts.Reports.Junit, "wield.sarif"} {
		if info, err := os.Stat(filepath.Join(w.dir, written)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", written, err)
		}
	}
}

func unmarshal(t *testing.T, text string, into any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}

// The hook of the page stops what is wrong.
func TestCIPageHook(t *testing.T) {
	scripts := blocks(howTo(t, "ci.md"), "sh")
	if len(scripts) != 1 {
		t.Fatalf("%d scripts", len(scripts))
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no POSIX shell")
	}
	w := newWorkspace(t)
	w.put("README.md", "recipes\n", 0o666)
	w.must("git", "add", ".")
	w.must("git", "commit", "-q", "-m", "nothing")
	w.put(".git/hooks/pre-commit", scripts[0], 0o777)
	w.recipe("recipes/example.de/search-items.json", `"requires_login"`, `"require_login"`)
	w.must("git", "add", ".")
	if code, out := w.run("git", "commit", "-q", "-m", "bad"); code == 0 || !strings.Contains(out, "error S18/strict") {
		t.Errorf("exits %d\n%s", code, out)
	}
	w.recipe("recipes/example.de/search-items.json")
	w.must("git", "add", ".")
	if code, out := w.run("git", "commit", "-q", "-m", "good"); code != 0 {
		t.Errorf("exits %d\n%s", code, out)
	}
}
