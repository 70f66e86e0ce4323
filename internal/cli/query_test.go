package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// A text of UTF-16 is called one wherever JSON is read.
func TestUTF16(t *testing.T) {
	recipe, err := filepath.Abs("../../recipes/example.de/search-items.json")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	put(t, "rows.json", `{"schemaVersion": 1, "name": "Rows", "fields": {"A": "a"}}`)
	for _, text := range []string{"\xff\xfe{\x00}\x00", "\xfe\xff\x00{\x00}"} {
		put(t, "text.json", text)
		for _, c := range []struct {
			want string
			args []string
		}{
			{"text.json:1:1: error not-json: the text is UTF-16\n", []string{"query", "@", "text.json"}},
			{"text.json:1:1: error not-json: the text is UTF-16\n", []string{"derive", "text.json"}},
			{"text.json:1:1: error not-json: the text is UTF-16\n", []string{"render", "rows.json", "text.json"}},
			{"wield-dev: text.json is not JSON: it is UTF-16; save it as UTF-8\n", []string{"run", recipe, "--params", "@text.json"}},
		} {
			code, out, stderr := try(t.Context(), "", "wield-dev", c.args...)
			if code == 0 || out != "" || !strings.HasPrefix(stderr, c.want) || !strings.Contains(stderr, "save it as UTF-8\n") {
				t.Errorf("%s: exits %d\n%s", c.args[0], code, stderr)
			}
		}
	}
}
