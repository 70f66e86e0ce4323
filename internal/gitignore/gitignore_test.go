package gitignore

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cases are patterns, and paths with what git does to them: "-" is ignored,
// "+" is not. A slash at the end makes a path a folder.
var cases = []struct{ patterns, paths string }{
	{"*.log", "-a.log -d/a.log +a.logs +log"},
	{"/a.json", "-a.json +d/a.json"},
	{"d/a.json", "-d/a.json +x/d/a.json"},
	{"out/", "-out/ -x/out/ -out/a +x/y"},
	{"build", "-build/ -x/build -x/build/a.json +builds"},
	{"**/tmp", "-tmp -a/tmp -a/b/tmp +a/tmpx"},
	{"out/**", "-out/a -out/a/b +a/out/b"},
	{"a/**/z", "-a/z -a/b/z -a/b/c/z +z +b/a/z"},
	{"a/*/z", "-a/b/z +a/z +a/b/c/z"},
	{"***/a", "-a -x/a -x/y/a +ab"},
	{"a**z", "-az -abcz +a/z"},
	{"a/b**z", "-a/bz -a/bcz +a/b/z"},
	{"**", "-a -a/b"},
	{"*.json\n!keep.json", "-a.json +keep.json +d/keep.json"},
	{"d/\n!d/keep.json", "-d/keep.json"}, // a folder that is out takes its files along
	{"d/*\n!d/keep.json", "-d/a.json +d/keep.json"},
	{"!a\na", "-a"},
	{"[ab].json", "-a.json -b.json +c.json"},
	{"[!ab].json", "+a.json -c.json"},
	{"[^ab].json", "+a.json -c.json"},
	{"[a-c]x", "-bx +dx"},
	{"[]]x", "-]x +ax"},
	{"[a-]x", "--x -ax +bx"},
	{"[[:digit:]]x", "-1x +ax"},
	{"[[:upper:]a]x", "-Ax -ax +bx"},
	{"[ab", "+a +[ab"},
	{"?.json", "-a.json +ab.json"},
	{"a?b", "-axb +a/b"},
	{"a[/]b", "+a/b"},
	{"a[!x]b", "-ayb +a/b"},
	{`\#a`, "-#a +a"},
	{"#a", "+#a"},
	{`\!a`, "-!a +a"},
	{`a\*`, "-a* +ab"},
	{`a\`, "+a"},
	{"a.json  ", "-a.json"},
	{"a.json\r\nb.json\r", "-a.json -b.json"},
	{"\xef\xbb\xbfa", "-a"},
	{"A", "+a -A"},
	{"ü?", "-üx +ü"},
	{"*a*a*a*b", "-aaab +aaaaaaaaaaaaaaaaaaaaaaaaaaaac"},
	{"/", "+a"},
	{"a//", "+a"},
	{"**/a/**/b/c", "-a/b/c -x/a/y/b/c -a/b/b/c +a/b/d/c"},
	{"*/", "-d/ +f"},
	{"/*\n!/d", "-a +d/ +d/x"},
}

func TestPatterns(t *testing.T) {
	for _, c := range cases {
		p := Parse([]byte(c.patterns))
		for _, path := range strings.Fields(c.paths) {
			want, name := path[0] == '-', path[1:]
			if got := p.Match(strings.TrimSuffix(name, "/"), strings.HasSuffix(name, "/")); got != want {
				t.Errorf("%q ignores %s: %v", c.patterns, name, got)
			}
		}
	}
}

// TestAsGit asks the git program about every case.
func TestAsGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, c := range cases {
		dir := t.TempDir()
		git(t, dir, "", "init", "-q")
		if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(c.patterns), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, path := range strings.Fields(c.paths) {
			want, name := path[0] == '-', path[1:]
			file := filepath.Join(dir, filepath.FromSlash(name))
			if strings.HasSuffix(name, "/") {
				if err := os.MkdirAll(file, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			out := git(t, dir, name+"\x00", "check-ignore", "-z", "--stdin")
			if got := out != ""; got != want {
				t.Errorf("git: %q ignores %s: %v", c.patterns, name, got)
			}
		}
	}
}

func git(t *testing.T, dir, stdin string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(stdin)
	// Nothing of a hook that runs this test, and nobody's settings.
	cmd.Env = slices.DeleteFunc(os.Environ(), func(e string) bool { return strings.HasPrefix(e, "GIT_") })
	cmd.Env = append(cmd.Env, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && errs.Len() > 0 {
		t.Fatalf("git %v: %v\n%s", args, err, errs.String())
	}
	return out.String()
}

// A pattern of many stars must not take exponential time: this would not end.
func TestManyStars(t *testing.T) {
	glob := strings.Repeat("**/", 30) + strings.Repeat("*a", 200) + "b"
	path := strings.Repeat("a/", 200) + strings.Repeat("a", 2000)
	if Parse([]byte(glob)).Match(path, false) {
		t.Error("matched")
	}
}

func FuzzMatch(f *testing.F) {
	for _, c := range cases {
		f.Add(c.patterns, c.paths)
	}
	f.Fuzz(func(t *testing.T, patterns, path string) {
		Parse([]byte(patterns)).Match(path, false)
	})
}
