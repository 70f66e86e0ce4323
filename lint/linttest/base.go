package linttest

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/wield-run/wield/pkg/jsonval"
)

//go:embed testdata/write-base.json
var writeBase []byte

// Base gives a base of snippets: "read" is the format's printed example,
// "write" a recipe that writes.
func Base(name string) (jsonval.Value, error) {
	switch name {
	case "read":
		_, here, _, _ := runtime.Caller(0)
		text, err := os.ReadFile(filepath.Join(filepath.Dir(here), "../../recipes/example.de/search-items.json"))
		if err != nil {
			return jsonval.Value{}, err
		}
		return jsonval.Parse(text)
	case "write":
		return jsonval.Parse(writeBase)
	}
	return jsonval.Value{}, fmt.Errorf("%q is no base: a section's name begins with `read:` or `write:`", name)
}
