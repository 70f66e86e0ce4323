package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/mutate"
	"github.com/wield-run/wield/pkg/jsonval"
)

// twelve is a recipe of twelve reads that do not depend on each other.
func twelve(t testing.TB, wait int) string {
	t.Helper()
	text, err := os.ReadFile("../../recipes/example.de/search-items.json")
	if err != nil {
		t.Fatal(err)
	}
	base, err := jsonval.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var changes strings.Builder
	for i := range 12 {
		fmt.Fprintf(&changes, "steps[%d] = {\"id\":\"s%d\",\"request\":{\"url\":\"https://api.example.de/debug/slow?ms=%d&n=%d\"},\"extract\":{\"json\":{\"ms\":\"@\"}}}\n", i, i, wait, i)
	}
	changes.WriteString("output.value = \"{items: steps.*.ms}\"\nverify.checks = [\"length(output.items) == `12`\"]")
	v, err := mutate.Apply(base, changes.String())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "twelve.json")
	if err := os.WriteFile(file, jsonval.AppendIndent(nil, v, "  "), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// Twelve independent reads reach one server six at a time, as the server
// counts them.
func TestTwelveReadsInTwoWaves(t *testing.T) {
	shop := newDemo(t)
	file := twelve(t, 60)
	code, _, stderr := invoke(t, "wield-dev", append([]string{"run", file}, shop.flags(t, file)...)...)
	if code != 0 {
		t.Fatal(stderr)
	}
	resp, err := http.Get(shop.origins["https://api.example.de"] + "/debug/counters")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var counters map[string]float64
	if err := json.NewDecoder(resp.Body).Decode(&counters); err != nil {
		t.Fatal(err)
	}
	if counters["total"] != 12 || counters["max_concurrent"] != 6 {
		t.Errorf("the server counted %v", counters)
	}
}

// BenchmarkTwelveReads is the time of twelve reads of 100 ms each.
func BenchmarkTwelveReads(b *testing.B) {
	shop := newDemo(b)
	file := twelve(b, 100)
	flags := shop.flags(b, file)
	for b.Loop() {
		if code, _, stderr := invoke(b, "wield-dev", append([]string{"run", file}, flags...)...); code != 0 {
			b.Fatal(stderr)
		}
	}
}
