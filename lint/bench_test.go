package lint_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/rules"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// texts are the recipes that we ship.
func texts(b *testing.B) [][]byte {
	files, err := filepath.Glob("../recipes/*/*.json")
	if err != nil || len(files) == 0 {
		b.Fatal("there are no recipes")
	}
	var all [][]byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, text)
	}
	return all
}

// The stages of linting one recipe, each with those before it, on all cores:
// the tree, the checked recipe, the rules.
func BenchmarkTree(b *testing.B) {
	all := texts(b)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			jsonval.ParseTree(all[i%len(all)])
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	all := texts(b)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			recipe.Load("x.json", all[i%len(all)])
		}
	})
}

func BenchmarkLint(b *testing.B) {
	all := texts(b)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			r, found := recipe.Load("x.json", all[i%len(all)])
			if _, err := lint.Run(&lint.Pass{Recipe: r, Found: found, Place: "/recipes/example.de/x.json"}, rules.All()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// Each rule alone, with the labels that it asks for.
func BenchmarkRules(b *testing.B) {
	all := texts(b)
	for _, rule := range rules.All() {
		b.Run(rule.ID, func(b *testing.B) {
			b.ReportAllocs()
			var passes []*lint.Pass
			for _, text := range all {
				r, found := recipe.Load("x.json", text)
				passes = append(passes, &lint.Pass{Recipe: r, Found: found, Place: "/recipes/example.de/x.json"})
			}
			for i := 0; b.Loop(); i++ {
				if _, err := lint.Run(passes[i%len(passes)], []*lint.Analyzer{rule}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
