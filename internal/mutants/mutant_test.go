package main

import (
	"os"
	"slices"
	"testing"
)

func TestInFile(t *testing.T) {
	const text = `package p

func f(a, b int) bool {
	if a < b && a != 0 {
		return true
	}
	return a >= b
}
`
	found, err := inFile("p.go", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(found, compare)
	want := []struct {
		what         string
		line, column int
		source       string
	}{
		{"a < b && a != 0 is now !(a < b && a != 0)", 4, 5, "if a < b && a != 0 {"},
		{"< is now <=", 4, 7, "if a < b && a != 0 {"},
		{"&& is now ||", 4, 11, "if a < b && a != 0 {"},
		{"!= is now ==", 4, 16, "if a < b && a != 0 {"},
		{"true is now false", 5, 10, "return true"},
		{">= is now >", 7, 11, "return a >= b"},
	}
	if len(found) != len(want) {
		t.Fatalf("%d mutants, want %d: %+v", len(found), len(want), found)
	}
	for i, w := range want {
		m := found[i]
		if m.what != w.what || m.line != w.line || m.column != w.column || m.source != w.source {
			t.Errorf("got %s:%d:%d %q, want %d:%d %+v", m.what, m.line, m.column, m.source, w.line, w.column, w)
		}
	}
	if got := string(found[2].text); got != "package p\n\nfunc f(a, b int) bool {\n\tif a < b || a != 0 {\n\t\treturn true\n\t}\n\treturn a >= b\n}\n" {
		t.Errorf("the changed file is\n%s", got)
	}
}

// TestTry runs the tests of a small module on changes of it.
func TestTry(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"go.mod":    "module p\n",
		"p.go":      "package p\n\nfunc outside(x int) bool { return x > 0 || x < -10 }\n",
		"p_test.go": "package p\n\nimport \"testing\"\n\nfunc Test(t *testing.T) {\n\tif outside(0) || !outside(1) || !outside(-11) {\n\t\tt.Fail()\n\t}\n}\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := inFolder(".")
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(found, compare)
	broken := found[0]
	broken.text = []byte("package p\n\nfunc outside(x int) bool { return y }\n")
	for _, tt := range []struct {
		m    mutant
		what string
		want outcome
	}{
		{found[0], "> is now >=", noticed},
		{found[1], "|| is now &&", noticed},
		{found[2], "< is now <=", unnoticed}, // nothing asks about -10
		{broken, "> is now >=", doesNotCompile},
	} {
		got, err := tt.m.try(t.TempDir())
		if err != nil || tt.m.what != tt.what || got != tt.want {
			t.Errorf("%s: %v (%v), want %s: %v", tt.m.what, got, err, tt.what, tt.want)
		}
	}
}
