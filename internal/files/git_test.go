package files

import (
	"context"
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"
)

// repo makes a git repository of files that are all committed but those that
// git ignores.
func repo(t *testing.T, files map[string]string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, variable := range os.Environ() { // of a hook that runs this test
		if bindsRepository(variable) {
			name, _, _ := strings.Cut(variable, "=")
			t.Setenv(name, "") // so that it is there again afterwards
			os.Unsetenv(name)
		}
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	tree(t, files)
	run(t, "init", "-q")
	run(t, "add", ".")
	commit(t)
}

func commit(t *testing.T) {
	t.Helper()
	run(t, "-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "-q", "-m", "State")
}

func run(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func TestIgnored(t *testing.T) {
	repo(t, map[string]string{
		".gitignore":                  "dist/\n*.tmp.json\n/recipes/only.json\n",
		"recipes/.gitignore":          "!keep.tmp.json\n",
		"recipes/a.json":              site,
		"recipes/x.tmp.json":          site,
		"recipes/keep.tmp.json":       site,
		"recipes/only.json":           site,
		"recipes/sub/only.json":       site,
		"dist/recipes/a.json":         site,
		"recipes/sub/dist/b.json":     site,
		"recipes/excluded/a.json":     site,
		"recipes/vendor/package.json": "{}",
	})
	put(t, map[string]string{".git/info/exclude": "excluded\n"})
	want(t, "recipes", Options{}, "recipes/a.json recipes/excluded/a.json recipes/keep.tmp.json recipes/sub/only.json recipes/vendor/package.json")
	run(t, "rm", "-q", "--cached", "recipes/excluded/a.json")
	all := "recipes/a.json recipes/keep.tmp.json recipes/sub/only.json recipes/vendor/package.json"
	want(t, ".", Options{}, all)
	want(t, "recipes", Options{}, all)
	want(t, "recipes/sub", Options{}, "recipes/sub/only.json")
	want(t, "dist", Options{}, "dist/recipes/a.json")              // a folder that is named is walked
	want(t, "recipes/x.tmp.json", Options{}, "recipes/x.tmp.json") // a file that is named is read
	want(t, "dist .", Options{}, "dist/recipes/a.json "+all)       // each by its own
	want(t, "recipes/sub", Options{IncludeIgnored: true}, "recipes/sub/dist/b.json recipes/sub/only.json")

	// Without git there are still the patterns.
	t.Setenv("PATH", t.TempDir())
	set := want(t, ".", Options{}, all)
	if len(set.Notes) != 1 || set.Notes[0] != "git could not be asked which ignored files it tracks, so all of them were left out (it is not installed)" {
		t.Errorf("notes: %q", set.Notes)
	}
}

// A pattern must not hide a recipe that is in the repository.
func TestTrackedIsNotIgnored(t *testing.T) {
	repo(t, map[string]string{"recipes/evil.example/a.json": site, "recipes/b.json": site})
	put(t, map[string]string{".gitignore": "evil.example\n", "recipes/evil.example/untracked.json": site})
	set := want(t, "", Options{}, "recipes/b.json recipes/evil.example/a.json")
	if len(set.Notes) > 0 {
		t.Errorf("notes: %q", set.Notes)
	}
}

// Outside a repository git ignores nothing.
func TestPatternsWithoutRepository(t *testing.T) {
	tree(t, map[string]string{".gitignore": "*.json", "recipes/a.json": site})
	want(t, "", Options{}, "recipes/a.json")
}

func TestRepositoryCalledRecipes(t *testing.T) {
	repo(t, map[string]string{"recipes/package.json": "{}", "recipes/x/site.json": site})
	t.Chdir("recipes")
	run(t, "init", "-q")
	want(t, ".", Options{}, "x/site.json")
}

func TestWorktree(t *testing.T) {
	repo(t, map[string]string{"recipes/a.json": site})
	put(t, map[string]string{".git/info/exclude": "out.json\n"})
	run(t, "worktree", "add", "-q", "tree")
	t.Chdir("tree")
	put(t, map[string]string{"recipes/out.json": site})
	want(t, "", Options{}, "recipes/a.json")
}

func TestSince(t *testing.T) {
	repo(t, map[string]string{
		"recipes/same.json": site, "recipes/edited.json": site, "recipes/staged.json": site,
		"recipes/gone.json": site, "recipes/moved.json": site + "\n", "recipes/committed.json": site,
		"sub/recipes/edited.json": site, ".gitignore": "ignored.json",
	})
	put(t, map[string]string{"recipes/committed.json": site + " "})
	run(t, "add", ".")
	commit(t)
	put(t, map[string]string{
		"recipes/edited.json": site + " ", "recipes/staged.json": site + " ", "recipes/new ü.json": site,
		"sub/recipes/edited.json": site + " ", "recipes/ignored.json": site,
	})
	run(t, "add", "recipes/staged.json")
	run(t, "mv", "recipes/moved.json", "recipes/moved-to.json")
	run(t, "rm", "-q", "recipes/gone.json")

	set, err := Find(context.Background(), nil, Options{Since: "HEAD"})
	if err != nil {
		t.Fatal(err)
	}
	got := names(set)
	wanted := []string{"recipes/edited.json", "recipes/moved-to.json", "recipes/new ü.json", "recipes/staged.json"}
	if len(got) != len(wanted) {
		t.Errorf("got %q", got)
	}
	for i := range min(len(got), len(wanted)) {
		if got[i] != wanted[i] {
			t.Errorf("got %q, want %q", got[i], wanted[i])
		}
	}
	want(t, "recipes/same.json recipes/committed.json", Options{Since: "HEAD~1"}, "recipes/committed.json")
	want(t, "recipes/same.json", Options{Since: "HEAD"}, "") // nothing changed: no error
	t.Chdir("sub")
	want(t, "", Options{Since: "HEAD"}, "recipes/edited.json")
	t.Chdir("..")

	wantError(t, "", Options{Since: "nonsense"}, `--since "nonsense": git knows no such revision`)
	wantError(t, "", Options{Since: "--output=x"}, `--since "--output=x": git knows no such revision`)
	wantError(t, "", Options{Since: "HEAD:recipes"}, `--since "HEAD:recipes": git knows no such revision`)
	if _, err := os.Stat("x"); err == nil {
		t.Error("a revision was taken for an option")
	}
	t.Setenv("PATH", t.TempDir())
	wantError(t, "", Options{Since: "HEAD"}, `--since "HEAD": git could not be asked: it is not installed`)
}

// A shallow clone, as a workflow makes it, lacks what a pull request is
// compared with.
func TestSinceInAShallowClone(t *testing.T) {
	repo(t, map[string]string{"recipes/a.json": site})
	base, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil {
		t.Fatal(err)
	}
	revision := strings.TrimSpace(string(base))
	put(t, map[string]string{"recipes/a.json": site + " "})
	run(t, "add", ".")
	commit(t)
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	clone := t.TempDir()
	run(t, "clone", "-q", "--depth=1", "file://"+folder, clone)
	t.Chdir(clone)
	wantError(t, "", Options{Since: revision}, `--since "`+revision+`": git knows no such revision; the clone is shallow: fetch its history with `+"`git fetch --unshallow`, in a workflow with `fetch-depth: 0` for actions/checkout")
	want(t, "", Options{Since: "HEAD"}, "")
}

// In a hook git sets variables that hold for its own folder.
func TestInAHook(t *testing.T) {
	repo(t, map[string]string{"recipes/a.json": site, "recipes/b.json": site})
	put(t, map[string]string{".gitignore": "b.json", "recipes/a.json": site + " "})
	t.Setenv("GIT_DIR", ".git")
	t.Setenv("GIT_INDEX_FILE", ".git/index")
	t.Setenv("GIT_PREFIX", "")
	set := want(t, "recipes", Options{}, "recipes/a.json recipes/b.json")
	if len(set.Notes) > 0 {
		t.Errorf("notes: %q", set.Notes)
	}
	t.Chdir("recipes")
	want(t, "", Options{Since: "HEAD"}, "a.json")
}

func TestSinceOutsideARepository(t *testing.T) {
	repo(t, map[string]string{"recipes/a.json": site})
	tree(t, map[string]string{"recipes/a.json": site})
	wantError(t, "", Options{Since: "HEAD"}, `--since "HEAD": git could not be asked: fatal: not a git repository (or any of the parent directories): .git`)
}

// Files that are judged together change together, also when one of them has
// gone.
func TestSinceFamily(t *testing.T) {
	repo(t, map[string]string{
		"recipes/a.json": site, "recipes/a.v1.json": site, "recipes/a.v2.json": site,
		"recipes/b.json": site, "recipes/b.v1.json": site,
		"recipes/c.json": site,
	})
	family := func(place string) string {
		dir, base := path.Split(place)
		slug, _, _ := strings.Cut(base, ".")
		return dir + slug
	}
	want(t, "recipes", Options{Since: "HEAD", Family: family}, "")
	put(t, map[string]string{"recipes/b.v1.json": site + " "})
	if err := os.Remove("recipes/a.v1.json"); err != nil {
		t.Fatal(err)
	}
	want(t, "recipes", Options{Since: "HEAD"}, "recipes/b.v1.json")
	want(t, "recipes", Options{Since: "HEAD", Family: family}, "recipes/a.json recipes/a.v2.json recipes/b.json recipes/b.v1.json")
	t.Chdir("recipes")
	want(t, ".", Options{Since: "HEAD", Family: family}, "a.json a.v2.json b.json b.v1.json")
}
