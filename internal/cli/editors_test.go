package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

// The page about editors prints the schemas under the names that its settings
// have, and what it says of a schema in a recipe holds.
func TestEditorsPage(t *testing.T) {
	page := howTo(t, "editors.md")
	printed := map[string]bool{}
	for line := range strings.Lines(blocks(page, "sh")[0]) {
		words := strings.Fields(line)
		code, out, errs := try(t.Context(), "", words[0], words[1:3]...)
		if code != 0 || errs != "" || !json.Valid([]byte(out)) || words[3] != ">" {
			t.Fatalf("%s: %d %s", line, code, errs)
		}
		printed["./"+words[4]] = true
	}
	settings := blocks(page, "json")
	if len(settings) != 2 || len(printed) != 2 {
		t.Fatalf("%d settings, %d schemas", len(settings), len(printed))
	}
	for _, text := range settings {
		var any map[string]any
		if err := json.Unmarshal([]byte(text), &any); err != nil {
			t.Fatal(err)
		}
		for name := range printed {
			if !strings.Contains(text, `"url": "`+name+`"`) {
				t.Errorf("%s does not name %s", text, name)
			}
		}
	}
	_, out, _ := try(t.Context(), `{"schema": "https://wield.run/schema/recipe/v1.json", "$schema": "./recipe-v1.json"}`, "wield-dev", "validate", "-", "--format", "concise")
	if !strings.Contains(out, `-:1:55: error F2 unknown-member: the recipe has no member "$schema"`) {
		t.Error(out)
	}
}
