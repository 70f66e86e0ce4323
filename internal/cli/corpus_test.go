package cli

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/terminal"
)

var corpusSize = flag.Int("corpus", 240, "how many recipes TestSameBytes lints")

// Two runs print the same bytes, whatever the order in which files get ready,
// and the formats agree on the exit code.
func TestSameBytes(t *testing.T) {
	kinds := writeCorpus(t, *corpusSize)
	if kinds[0] == 0 || kinds[1] == 0 {
		t.Fatalf("%d good and %d bad recipes are no sample", kinds[0], kinds[1])
	}
	for _, program := range []string{"wield-dev", "wield-build"} {
		for _, format := range []string{"json", "text"} {
			var first string
			for _, jobs := range []string{"1", "2", "7"} {
				streams, out, errs := terminal.Buffers("")
				code := start(t.Context(), program, []string{"lint", "-j", jobs, "--format", format}, streams)
				if code != exitRecipe {
					t.Fatalf("%s --format %s -j %s exits %d: %s", program, format, jobs, code, errs)
				}
				switch {
				case first == "":
					first = out.String()
				case first != out.String():
					t.Errorf("%s --format %s prints other bytes with -j %s", program, format, jobs)
				}
			}
		}
	}
}

// writeCorpus makes a working folder with that many recipes, and counts the
// shipped ones and those that are changed at random places.
func writeCorpus(t *testing.T, size int) (kinds [2]int) {
	t.Helper()
	names, texts := shippedTexts(t)
	t.Chdir(t.TempDir())
	random := rand.New(rand.NewPCG(1, 2))
	for i := range size {
		site := fmt.Sprintf("shop%04d.de", i/len(texts))
		text := strings.ReplaceAll(texts[i%len(texts)], "example.de", site)
		bad := i % 3
		for range bad {
			text = spoil(text, random)
		}
		kinds[min(bad, 1)]++
		file := filepath.Join("recipes", site, names[i%len(names)])
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return kinds
}

// shippedTexts reads the recipes of the demo shop; the names are those of their
// files.
func shippedTexts(t testing.TB) (names, texts []string) {
	t.Helper()
	files, err := filepath.Glob(repository + "recipes/example.de/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no recipes")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		names, texts = append(names, filepath.Base(file)), append(texts, string(text))
	}
	return names, texts
}

// spoil makes a mistake as people make them.
func spoil(text string, random *rand.Rand) string {
	at := random.IntN(len(text))
	before, after := text[:at], text[at:]
	switch random.IntN(5) {
	case 0: // a character too few
		return before + after[1:]
	case 1: // a misspelt name
		return before + strings.Replace(after, `e":`, `":`, 1)
	case 2: // a value of another kind
		return before + strings.Replace(after, `: "`, `: 7, "x": "`, 1)
	case 3: // another root
		return before + strings.Replace(after, "params.", "parms.", 1)
	default: // another host
		return before + strings.Replace(after, "https://", "http://tracker.", 1)
	}
}
