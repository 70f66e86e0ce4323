package recipe

import (
	"os"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// BenchmarkLoad compares reading and checking a recipe with only parsing it.
func BenchmarkLoad(b *testing.B) {
	text, err := os.ReadFile("../../recipes/example.de/item-details.json")
	if err != nil {
		b.Fatal(err)
	}
	b.Run("load", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if _, found := Load("r.json", text); len(found) > 0 {
				b.Fatal(found[0])
			}
		}
	})
	b.Run("only-parse", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if root, _ := jsonval.ParseTree(text); root == nil {
				b.Fatal("no tree")
			}
		}
	})
}

// FuzzLoad: whatever the file, there are findings with places inside it, or a
// recipe that could be run.
func FuzzLoad(f *testing.F) {
	for _, name := range []string{"search-items", "item-details", "product-page", "add-to-cart", "search-tiles"} {
		text, err := os.ReadFile("../../recipes/example.de/" + name + ".json")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add(withValue(f, nestedLets(30)))
	f.Add(withValue(f, "let $a = {"+members(50)+"x: now} in merge($a, {m: $a.m7}).m.none"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, found := Load("r.json", text)
		for _, d := range found {
			if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(text) {
				t.Fatalf("%s %s: %v of %d bytes", d.Code, d.Message, d.Span, len(text))
			}
			if d.Message == "" || d.Name == "" || d.Code == "" || d.File != "r.json" {
				t.Fatalf("unfinished finding %+v", d)
			}
		}
		if len(found) == 0 && (r.Root == nil || len(r.Steps) == 0 || r.Output.Value == nil || r.Params.Compiled == nil) {
			t.Fatal("no finding, and no recipe")
		}
	})
}
