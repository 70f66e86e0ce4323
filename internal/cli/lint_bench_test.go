package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// manyRecipes makes a folder of sites that each have the recipes that we ship,
// and makes it the working folder.
func manyRecipes(b *testing.B, sites int) []string {
	b.Helper()
	names, texts := shippedTexts(b)
	b.Chdir(b.TempDir())
	var files []string
	for i := range sites {
		site := fmt.Sprintf("shop%04d.de", i)
		dir := filepath.Join("recipes", site)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			b.Fatal(err)
		}
		for i, text := range texts {
			file := filepath.Join(dir, names[i])
			if err := os.WriteFile(file, []byte(strings.ReplaceAll(text, "example.de", site)), 0o666); err != nil {
				b.Fatal(err)
			}
			files = append(files, file)
		}
	}
	return files
}

// BenchmarkLint is the work on 800 recipes: reading them as JSON, reading them
// as recipes, validate, lint. Each of the first two is on one core.
func BenchmarkLint(b *testing.B) {
	files := manyRecipes(b, 100)
	read := func(b *testing.B, do func(name string, text []byte)) {
		b.ReportAllocs()
		for b.Loop() {
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					b.Fatal(err)
				}
				do(file, text)
			}
		}
	}
	b.Run("only-parse", func(b *testing.B) { read(b, func(_ string, text []byte) { jsonval.ParseTree(text) }) })
	b.Run("only-load", func(b *testing.B) { read(b, func(name string, text []byte) { recipe.Load(name, text) }) })
	for _, command := range []string{"validate", "lint"} {
		b.Run(command, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				streams, _, errs := terminal.Buffers("")
				if code := start(b.Context(), "wield-dev", []string{command, "-j", "1", "--format", "json"}, streams); code != 0 {
					b.Fatal(errs.String())
				}
			}
		})
	}
}
