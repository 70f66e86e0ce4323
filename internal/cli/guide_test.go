package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/guide"
	"github.com/wield-run/wield/lint/rules"
	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/template"
)

// The recipes of the guide have no finding, not even a warning, and run against
// the demo shop. Most are changes to the one that is whole.
func TestGuideRecipes(t *testing.T) {
	shop := newDemo(t)
	var whole jsonval.Value
	shown := 0
	flags := map[string][]string{ // what running a topic's recipe takes
		"enum":   {"--allow-post"},
		"locale": {"--locale-host", "fr.example.de"},
		"write":  {"--dry-run"},
	}
	for _, page := range guide.Pages() {
		for _, block := range fences(page.Text) {
			if block.info != "json" {
				continue
			}
			shown++
			v, err := jsonval.ParseString(block.text)
			if err != nil {
				t.Errorf("%s: %v", page.Topic, err)
				continue
			}
			if v.Field("schema").Kind() == jsonval.String {
				whole = v
			} else {
				v = mergePatch(whole, v)
			}
			file := filepath.Join(t.TempDir(), "recipes", "example.de", "search-items.json")
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, append(jsonval.AppendIndent(nil, v, "  "), '\n'), 0o666); err != nil {
				t.Fatal(err)
			}
			// A change leaves the params of the whole recipe, which it may not use.
			code, out, stderr := invoke(t, "wield-dev", "lint", file, "--ignore", "S11/unused")
			if code != 0 || out != "" {
				t.Errorf("%s: lint exits %d\n%s%s", page.Topic, code, out, stderr)
			}
			args := slices.Concat([]string{"run", file, "--compact"}, flags[page.Topic], shop.flags(t, file))
			code, out, stderr = invoke(t, "wield-dev", args...)
			if code != 0 || page.Topic != "write" && !strings.Contains(out, `"title":`) {
				t.Errorf("%s: run exits %d\n%s%s", page.Topic, code, out, stderr)
			}
		}
	}
	if shown < 12 {
		t.Errorf("the guide shows %d recipes", shown)
	}
}

// mergePatch changes a value as RFC 7396 says.
func mergePatch(to, patch jsonval.Value) jsonval.Value {
	if patch.Kind() != jsonval.Object {
		return patch
	}
	var members []jsonval.Member
	if to.Kind() == jsonval.Object {
		members = slices.Clone(to.Members())
	}
	for _, m := range patch.Members() {
		at := slices.IndexFunc(members, func(o jsonval.Member) bool { return o.Key == m.Key })
		switch {
		case m.Value.Kind() == jsonval.Null && at >= 0:
			members = slices.Delete(members, at, at+1)
		case m.Value.Kind() == jsonval.Null:
		case at >= 0:
			members[at].Value = mergePatch(members[at].Value, m.Value)
		default:
			members = append(members, jsonval.Member{Key: m.Key, Value: mergePatch(jsonval.Value{}, m.Value)})
		}
	}
	return jsonval.ObjectValue(members)
}

// Every expression of the guide has the value that is shown below it.
func TestGuideExpressions(t *testing.T) {
	shown := 0
	for _, page := range guide.Pages() {
		var data jsonval.Value
		for _, block := range fences(page.Text) {
			switch block.info {
			case "json data":
				v, err := jsonval.ParseString(block.text)
				if err != nil {
					t.Fatalf("%s: %v", page.Topic, err)
				}
				data = v
			case "jmespath":
				lines := strings.Split(strings.TrimSpace(block.text), "\n")
				for i := 0; i+1 < len(lines); i += 2 {
					shown++
					want, ok := strings.CutPrefix(lines[i+1], "=> ")
					if !ok {
						t.Fatalf("%s: no value below %s", page.Topic, lines[i])
					}
					value, err := jsonval.ParseString(want)
					if err != nil {
						t.Fatalf("%s: %s: %v", page.Topic, want, err)
					}
					e, err := jmespath.Compile(lines[i])
					if err != nil {
						t.Errorf("%s: %s: %v", page.Topic, lines[i], err)
						continue
					}
					got, err := e.Eval(t.Context(), data, jmespath.Limits{})
					if err != nil || !jsonval.Equal(got, value) {
						t.Errorf("%s: %s gives %s, %v; the guide shows %s", page.Topic, lines[i], jsonval.Append(nil, got), err, want)
					}
				}
			}
		}
	}
	if shown < 15 {
		t.Errorf("the guide shows %d expressions", shown)
	}
}

// A page of the guide is one that a terminal can show, and each file is a page.

// The lists in the guide are those of the code, and in its order.
func TestGuideLists(t *testing.T) {
	var filters, rulesListed []string
	for _, f := range template.Filters() {
		filters = append(filters, f.Name)
	}
	for _, rule := range rules.All() {
		rulesListed = append(rulesListed, rule.ID)
	}
	for _, page := range guide.Pages() {
		text := strings.Join(strings.Fields(page.Text), " ")
		switch page.Topic {
		case "templates":
			last := len(filters) - 1
			if want := "The filters are `" + strings.Join(filters[:last], "`, `") + "` and `" + filters[last] + "`."; !strings.Contains(text, want) {
				t.Error(page.Topic, "lacks", want)
			}
		case "embedded-json":
			if want := "theirs: `" + strings.Join(extract.Decoders(), "`, `") + "`."; !strings.Contains(text, want) {
				t.Error(page.Topic, "lacks", want)
			}
		case "publish":
			var told []string
			for _, line := range strings.Split(page.Text, "\n") {
				if names, _, ok := strings.Cut(line, ": "); ok && strings.HasPrefix(names, "- S") {
					told = append(told, strings.Split(strings.TrimPrefix(names, "- "), ", ")...)
				}
			}
			slices.SortFunc(told, func(a, b string) int { return slices.Index(rulesListed, a) - slices.Index(rulesListed, b) })
			if !slices.Equal(told, rulesListed) {
				t.Error(page.Topic, "tells of", told)
			}
		}
	}
}

func TestGuidePages(t *testing.T) {
	files, err := filepath.Glob("../guide/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages := guide.Pages()
	if len(files) != len(pages) {
		t.Errorf("%d files, %d topics", len(files), len(pages))
	}
	for _, p := range pages {
		if !strings.HasPrefix(p.Text, "# "+p.Title+"\n\n") || p.Topic == wholeGuide {
			t.Errorf("%s begins %.40q", p.Topic, p.Text)
		}
		for _, block := range fences(p.Text) {
			if !slices.Contains([]string{"json", "json data", "jmespath"}, block.info) {
				t.Errorf("%s: a block of %q is not tested", p.Topic, block.info)
			}
		}
		if strings.Contains(p.Text, "\n| ") {
			t.Errorf("%s has a table, which the terminal does not show", p.Topic)
		}
	}
}
