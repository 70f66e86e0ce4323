package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/recipe"
)

// What the environment and the command line give is text, whatever its bytes;
// the later wins.
func TestVars(t *testing.T) {
	file := filepath.Join(t.TempDir(), "vars.json")
	if err := os.WriteFile(file, []byte(`{"file": "x\ud800", "number": 1e2}`), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("WIELD_VAR_ENV", "\ufeffa\xffb")
	t.Setenv("WIELD_VAR_FLAG", "not this")
	r := &recipe.Recipe{}
	for _, name := range []string{"env", "flag", "file", "number", "missing"} {
		r.Derive = append(r.Derive, &recipe.Derive{Name: name})
	}
	streams, _, _ := terminal.Buffers("")
	vars, err := (&app{streams: streams}).runVars(t.Context(), &runFlags{varsFile: file, vars: []string{"flag=c=\xc3"}}, r)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"env": "\ufeffa\ufffdb", "flag": "c=\ufffd", "file": "x\xed\xa0\x80", "number": "100"}
	if len(vars) != len(want) {
		t.Error(vars)
	}
	for name, text := range want {
		if vars[name] != text {
			t.Errorf("%s: %q, want %q", name, vars[name], text)
		}
	}
}
