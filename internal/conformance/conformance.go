// Package conformance finds the recorded facts that tests compare with. They
// stand beside a checkout of the maintainers and are not part of the project;
// elsewhere the tests that need them are skipped and say so.
package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Path gives the path of a conformance file ("jmespath/cases.jsonl"), and
// skips the test where the folder is absent.
func Path(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test's folder")
		}
		dir = parent
	}
	root := filepath.Join(filepath.Dir(dir), "shared", "conformance")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the conformance data is not beside this checkout (../shared/conformance)")
	}
	return filepath.Join(root, filepath.FromSlash(name))
}

// Read gives the bytes of a conformance file.
func Read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(Path(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// JSON decodes a conformance file that is one JSON value.
func JSON(t testing.TB, name string, into any) {
	t.Helper()
	if err := json.Unmarshal(Read(t, name), into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// Lines decodes a conformance file with one JSON value a line.
func Lines[T any](t testing.TB, name string) []T {
	t.Helper()
	var all []T
	scanner := bufio.NewScanner(bytes.NewReader(Read(t, name)))
	scanner.Buffer(nil, 1<<26)
	for scanner.Scan() {
		line := bytes.TrimSpace(scanner.Bytes())
		if len(line) == 0 {
			continue
		}
		var one T
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, one)
	}
	return all
}
