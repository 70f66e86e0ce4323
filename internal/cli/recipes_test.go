package cli

import (
	"context"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/testdata/site"
)

// demo is the demo shop on loopback, with the flags that send a recipe there.
type demo struct {
	origins map[string]string
}

func newDemo(t testing.TB) *demo {
	t.Helper()
	shop := httptest.NewServer(site.Handler())
	french := httptest.NewServer(site.French())
	t.Cleanup(shop.Close)
	t.Cleanup(french.Close)
	return &demo{map[string]string{
		"https://www.example.de": shop.URL,
		"https://api.example.de": shop.URL,
		"https://fr.example.de":  french.URL,
	}}
}

// flags maps the origins of a recipe.
func (d *demo) flags(t testing.TB, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := recipe.Load(file, text)
	var flags []string
	for _, origin := range r.Origins() {
		if url := d.origins[origin]; url != "" {
			flags = append(flags, "--map-origin", origin+"="+url)
		}
	}
	return flags
}

// invoke runs a program in this process.
func invoke(t testing.TB, program string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return try(context.Background(), "", program, args...)
}

// shipped are the recipes of the demo shop, with what running them takes and
// the exit code that they end with.
func shipped() []struct {
	slug  string
	flags []string
	code  int
} {
	return []struct {
		slug  string
		flags []string
		code  int
	}{
		{"search-items", nil, 0},
		{"search-tiles", nil, 0},
		{"item-details", nil, 0},
		{"product-page", nil, 0},
		{"list-orders", nil, 0},
		{"search-locale", nil, 0},
		{"find-by-filter", []string{"--allow-post"}, 0},
		{"add-to-cart", nil, 2}, // a write is never sent
	}
}

// Every shipped recipe gives the same against the demo shop and against its
// recording. With -update the recordings are made anew, by the program itself.
func TestShippedRecipes(t *testing.T) {
	shop := newDemo(t)
	list := shipped()
	files, err := filepath.Glob("../../recipes/example.de/*.json")
	if err != nil || len(files) != len(list) {
		t.Fatalf("%d recipes, %d known here", len(files), len(list))
	}
	for _, s := range list {
		t.Run(s.slug, func(t *testing.T) {
			file := "../../recipes/example.de/" + s.slug + ".json"
			har := strings.TrimSuffix(file, ".json") + ".har"
			args := slices.Concat([]string{"run", file, "--now", "2026-11-30T11:42:00+01:00"}, s.flags, shop.flags(t, file))
			if *update {
				args = append(args, "--har", har)
			}
			code, live, stderr := invoke(t, "wield-dev", args...)
			if code != s.code {
				t.Fatalf("live: exit %d\n%s", code, stderr)
			}
			code, replayed, stderr := invoke(t, "wield-dev", "run", file, "--replay", har)
			if code != s.code {
				t.Fatalf("replay: exit %d\n%s", code, stderr)
			}
			if live != replayed {
				t.Errorf("live\n%s\nreplayed\n%s", live, replayed)
			}
			if s.code == 0 && len(live) < 100 {
				t.Errorf("prints %s", live)
			}
			text, err := os.ReadFile(har)
			if err != nil {
				t.Fatal(err)
			}
			secrets := []string{site.Token, "set-cookie", "127.0.0.1"}
			if s.slug == "add-to-cart" { // the one that derives it
				secrets = append(secrets, site.CSRFToken)
			}
			for _, secret := range secrets {
				if strings.Contains(strings.ToLower(string(text)), strings.ToLower(secret)) {
					t.Errorf("the recording holds %q", secret)
				}
			}
		})
	}
}

// The recipes for public sites have no finding, and give an output from their
// recordings, which say that they were written by hand.
func TestRecipesOfPublicSites(t *testing.T) {
	files, err := filepath.Glob(repository + "recipes/*/*.json")
	if err != nil {
		t.Fatal(err)
	}
	files = slices.DeleteFunc(files, func(f string) bool { return filepath.Base(filepath.Dir(f)) == "example.de" })
	if len(files) < 3 {
		t.Fatalf("%d recipes", len(files))
	}
	for _, file := range files {
		if code, out, _ := invoke(t, "wield-build", "lint", file); code != 0 || out != "" {
			t.Errorf("%s: lint exits %d\n%s", file, code, out)
		}
		har := strings.TrimSuffix(file, ".json") + ".har"
		if code, out, stderr := invoke(t, "wield-dev", "run", file, "--replay", har); code != 0 || len(out) < 200 || stderr != "" {
			t.Errorf("%s: run exits %d\n%s%s", file, code, out, stderr)
		}
		text, err := os.ReadFile(har)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonval.Parse(text)
		if err != nil || !strings.Contains(v.Field("log").Field("comment").Str(), "made up") {
			t.Errorf("%s does not say that it is no recording of the site: %v", har, err)
		}
	}
}

// The report tells what happened, also when the run fails.
func TestRunReport(t *testing.T) {
	shop := newDemo(t)
	file := "../../recipes/example.de/item-details.json"
	report := filepath.Join(t.TempDir(), "report.json")
	code, _, stderr := invoke(t, "wield-dev", append([]string{"run", file, "--report", report}, shop.flags(t, file)...)...)
	if code != 0 {
		t.Fatal(stderr)
	}
	info, err := os.Stat(report)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", info, err)
	}
	text, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonval.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var members []string
	for _, m := range v.Members() {
		members = append(members, m.Key)
	}
	if got := strings.Join(members, " "); got != "recipe version code message params output capabilities checks steps requests elapsed_ms" {
		t.Error(got)
	}
	if v.Field("code").Str() != "ok" || v.Field("steps").Len() != 2 || v.Field("requests").Len() < 3 || v.Field("requests").At(0).Field("status").Float() != 200 {
		t.Errorf("%s", text)
	}
	code, stdout, _ := invoke(t, "wield-dev", append([]string{"run", file, "--report", "-", "--params", `{"query":1}`}, shop.flags(t, file)...)...)
	failed, err := jsonval.ParseString(stdout)
	if code != 2 || err != nil || failed.Field("code").Str() != "invalid_params" || failed.Field("requests").Len() != 0 {
		t.Errorf("%d %s", code, stdout)
	}
}
