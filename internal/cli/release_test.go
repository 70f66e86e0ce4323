package cli

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The release is built from what there is: the programs, the variables that the
// linker sets, and the files that go into the packages.
func TestReleaseConfiguration(t *testing.T) {
	var c struct {
		Builds []struct {
			Main, Binary string
			Goos, Goarch []string
			Ldflags      []string
		}
		Archives []struct{ Files []struct{ Src string } }
		Nfpms    []struct {
			Formats  []string
			Contents []struct{ Src string }
		}
		Casks []struct {
			Completions map[string]string
			Manpages    []string
		} `yaml:"homebrew_casks"`
		Dockers []struct{ Dockerfile string } `yaml:"dockers_v2"`
	}
	readYAML(t, ".goreleaser.yaml", &c)
	if len(c.Builds) != 2 || len(c.Archives) != 1 || len(c.Nfpms) != 1 || len(c.Casks) != 1 || len(c.Dockers) != 1 {
		t.Fatalf("%+v", c)
	}

	source, err := parser.ParseFile(token.NewFileSet(), "version.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range c.Builds {
		if _, err := os.Stat(repository + b.Main + "/main.go"); err != nil || filepath.Base(b.Main) != b.Binary {
			t.Errorf("%s: %v", b.Binary, err)
		}
		if !slices.Equal(b.Goos, []string{"linux", "darwin", "windows"}) || !slices.Equal(b.Goarch, []string{"amd64", "arm64"}) {
			t.Errorf("%s is built for %v, %v", b.Binary, b.Goos, b.Goarch)
		}
		var set []string
		for _, m := range regexp.MustCompile(`-X github.com/wield-run/wield/internal/cli\.(\w+)=`).FindAllStringSubmatch(strings.Join(b.Ldflags, "\n"), -1) {
			if source.Scope.Lookup(m[1]) == nil {
				t.Errorf("the linker sets %s, which version.go does not declare", m[1])
			}
			set = append(set, m[1])
		}
		if len(set) != 3 {
			t.Errorf("%s: the linker sets %v", b.Binary, set)
		}
	}

	// What `make packaging` writes.
	made := map[string]bool{}
	for _, program := range []string{"wield-dev", "wield-build"} {
		for _, name := range []string{program + ".bash", "_" + program, program + ".fish", program + ".ps1"} {
			made["packaging/completions/"+name] = true
		}
		made["packaging/man/"+program+".1"] = true
	}
	var files []string
	for _, f := range c.Archives[0].Files {
		files = append(files, f.Src)
	}
	for _, f := range c.Nfpms[0].Contents {
		files = append(files, f.Src)
	}
	for _, f := range c.Casks[0].Completions {
		files = append(files, "packaging/"+f)
	}
	for _, f := range c.Casks[0].Manpages {
		files = append(files, "packaging/"+f)
	}
	files = append(files, c.Dockers[0].Dockerfile)
	for _, name := range files {
		if strings.Contains(name, "*") {
			found := false
			for f := range made {
				match, err := filepath.Match(name, f)
				found = found || match && err == nil
			}
			if !found {
				t.Errorf("`make packaging` writes no %s", name)
			}
			continue
		}
		if _, err := os.Stat(repository + name); err != nil && !made[name] {
			t.Errorf("%s is packed, and there is no such file", name)
		}
	}
}
