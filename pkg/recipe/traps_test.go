package recipe

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/fix"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Each trap: what it finds, the hint, and what --fix makes of it. The
// expression stands in output.value unless another place is named.
func TestTraps(t *testing.T) {
	const details = "steps[1] = {\"id\":\"details\",\"foreach\":{\"in\":\"steps.search.items\",\"as\":\"item\"},\"request\":{\"url\":\"/x\"},\"extract\":{\"json\":{\"price\":\"price\"}}}\n"
	tests := []struct {
		name, setup, expr string
		found             string // code and what is marked
		hint              string // a part of it
		fixed             string // "" where there is no fix, "?" where it is only shown
	}{
		{"T1", "", "length(steps.search.items) > 0", "T1 0", "backticks", "length(steps.search.items) > `0`"},
		{"T1 in a filter", "", "steps.search.items[?a == 5]", "T1 5", "`5`", "steps.search.items[?a == `5`]"},
		{"T1 of a word", "", "steps.search.items[?active == true]", "T1 true", "write `true`", "steps.search.items[?active == `true`]"},
		{"T1 of a word at the top", "", "steps.search.total == null", "T1 null", "write `null`", "steps.search.total == `null`"},
		{"T1 with leading zeros", "", "{e: 007}", "T1 007", "", "{e: `7`}"},
		{"T1 is not a slice", "", "steps.search.items[:5]", "", "", ""},
		{"T1 is not an index", "", "steps.search.items[0]", "", "", ""},
		{"T1 is not text", "", "steps.search.items[?a == '5']", "", "", ""},
		{"T2", "", "steps.search.items[?price <= params.max_price]", "T2 params.max_price", "bind it first: let $max_price = params.max_price in [steps.search.items[?price <= $max_price], steps.*]", "steps.search.items[?price <= $.params.max_price]"},
		{"T2 in &", "", "sort_by(steps.search.items, &(price - params.max_price))", "T2 params.max_price", "let $max_price = params.max_price in", "sort_by(steps.search.items, &(price - $.params.max_price))"},
		{"T2 in a projection", "", "steps.search.items[].{t: title, n: now}", "T2 now", "let $now = now in", "steps.search.items[].{t: title, n: $.now}"},
		{"T2 behind a pipe", "", "steps.search.items | [length(@), params.limit]", "T2 params.limit", "", "steps.search.items | [length(@), $.params.limit]"},
		{"T2 is not behind a let", "", "let $max = params.max_price in steps.search.items[?price <= $max]", "", "", ""},
		{"T2 is not with $", "", "steps.search.items[?price <= $.params.max_price]", "", "", ""},
		{"T2 is not a text", "", "steps.search.items[?a == 'params.x']", "", "", ""},
		{"T2 is not a member behind a dot", "", "steps.search.items[?a.params == `1`]", "", "", ""},
		{"T2 is not a member that the element has", "steps[0].extract.json.items = \"results[].{page: p, n: n}\"", "steps.search.items[?page == `1`].n", "", "", ""},
		{"T2 is not a member of each element", "", "[steps.search.items[*].now, steps.search.items[].params]", "", "", ""},
		{"T3", "", "!steps.search.total", "T3 !steps.search.total", "write `!(steps.search.total)`", "!(steps.search.total)"},
		{"T3 in a filter", "", "steps.search.items[?!a.b.c]", "T3 !a.b.c", "write `!(a.b.c)`", "steps.search.items[?!(a.b.c)]"},
		{"T3 twice negated", "", "steps.search.items[?!!a.b]", "T3 !!a.b", "write `!!(a.b)`", "steps.search.items[?!!(a.b)]"},
		{"T3 is not with an index, which binds tighter", "", "steps.search.items[?!a[0]]", "", "", ""},
		{"T3 is not with parentheses", "", "!(steps.search.total)", "", "", ""},
		{"T3 is not where it is meant", "", "(!steps).search", "", "", ""},
		{"T3 is not a single name", "", "steps.search.items[?!a]", "", "", ""},
		{"T4", "", "let $a = steps.search.total, $b = $a in $b", "T4 $a", "nest them: let $a = … in let … = $a … in …", "let $a = steps.search.total in let $b = $a in $b"},
		{"T4 is not with an outer binding", "", "let $a = steps.search.total in let $a = `1`, $b = $a in $b", "", "", ""},
		{"T4 is not two that do not meet", "", "let $a = steps.search.total, $b = steps.search.items in [$a, $b]", "", "", ""},
		{"T5", "", "steps.search.items[?date < '2026-11-08']", "T5 date < '2026-11-08'", "compare numbers: to_number(replace(date, '-', '')) < `20261108`", "?"},
		{"T5 of two dates", "", "'2026-11-07' < '2026-11-08'", "T5 '2026-11-07' < '2026-11-08'", "compare numbers: `20261107` < `20261108`", "`20261107` < `20261108`"},
		{"T5 of now and a date", "", "{late: now >= '2026-11-08'}", "T5 now >= '2026-11-08'", "to_number(replace(now[:10], '-', '')) >= `20261108`", "{late: to_number(replace(now[:10], '-', '')) >= `20261108`}"},
		{"T5 of text that is no date", "", "steps.search.items[?size < '40']", "T5 size < '40'", "compare numbers", ""},
		{"T5 by a function", "", "lower(params.query) > params.limit", "T5 lower(params.query) > params.limit", "compare numbers", ""},
		{"T5 by the schema", "", "params.query >= params.limit", "T5 params.query >= params.limit", "compare numbers", ""},
		{"T5 of now", "", "now > params.max_price", "T5 now > params.max_price", "compare numbers", ""},
		{"T5 of now through a let", "", "let $n = now in steps.search.items[?date >= $n]", "T5 date >= $n", "compare numbers", ""},
		{"T5 is not ==", "", "steps.search.items[?date == '2026-11-08']", "", "", ""},
		{"T6", "", "to_number('07')", "T6 '07'", "to_number(trim_left('07', '0')) || `0`", "(to_number(trim_left('07', '0')) || `0`)"},
		{"T6 of a split time", "", "to_number(split(now, ':')[0])", "T6 split(now, ':')[0]", "trim_left(split(now, ':')[0], '0')", "(to_number(trim_left(split(now, ':')[0], '0')) || `0`)"},
		{"T6 of another part, which may be missing", "", "to_number(split(now, ':')[1])", "T6 split(now, ':')[1]", "trim_left(split(now, ':')[1], '0')", "?"},
		{"T6 of what says already what 00 becomes", "", "to_number(now[11:13]) || `0`", "T6 now[11:13]", "", "to_number(trim_left(now[11:13], '0')) || `0`"},
		{"T6 in a sum", "", "to_number(now[11:13]) * `60` + to_number(now[14:16])", "T6 now[11:13] | T6 now[14:16]", "", "(to_number(trim_left(now[11:13], '0')) || `0`) * `60` + (to_number(trim_left(now[14:16], '0')) || `0`)"},
		{"T6 through a let", "", "let $t = split(now, ':') in let $h = $t[0] in to_number($h)", "T6 $h", "trim_left($h, '0')", "let $t = split(now, ':') in let $h = $t[0] in (to_number(trim_left($h, '0')) || `0`)"},
		{"T6 through a let of text", "", "let $h = '07' in to_number($h)", "T6 $h", "", "let $h = '07' in (to_number(trim_left($h, '0')) || `0`)"},
		{"T6 behind a pipe", "", "now[11:13] | to_number(@)", "T6 @", "trim_left(@, '0')", "now[11:13] | (to_number(trim_left(@, '0')) || `0`)"},
		{"T6 behind two pipes", "", "split(now, ':') | [0] | to_number(@)", "T6 @", "trim_left(@, '0')", "split(now, ':') | [0] | (to_number(trim_left(@, '0')) || `0`)"},
		{"T6 in a map", "", "map(&to_number(@), split(now, ':'))", "T6 @", "trim_left(@, '0')", "map(&(to_number(trim_left(@, '0')) || `0`), split(now, ':'))"},
		{"T6 of each part", "", "split(now, ':')[*].[to_number(@)]", "T6 @", "trim_left(@, '0')", "split(now, ':')[*].[(to_number(trim_left(@, '0')) || `0`)]"},
		{"T6 through trim of a part", "", "to_number(trim(now[11:13]))", "T6 trim(now[11:13])", "", "(to_number(trim_left(trim(now[11:13]), '0')) || `0`)"},
		{"T6 of what a step extracts", "steps[0].extract.json.hour = \"time[0:2]\"", "to_number(steps.search.hour)", "T6 steps.search.hour", "trim_left(steps.search.hour, '0')", "?"},
		{"T6 is not through a let with trim_left", "", "let $h = trim_left(now[11:13], '0') in to_number($h) || `0`", "", "", ""},
		{"T6 is not of an ISO date's year", "", "to_number(split(now, '-')[0])", "", "", ""},
		{"T6 of a slice", "", "to_number(now[11:13])", "T6 now[11:13]", "trim_left(now[11:13], '0')", "(to_number(trim_left(now[11:13], '0')) || `0`)"},
		{"T6 is not with trim_left", "", "to_number(trim_left(now[11:13], '0')) || `0`", "", "", ""},
		{"T6 is not of a year", "", "to_number(now[0:4])", "", "", ""},
		{"T6 is not of a plain number", "", "to_number('7')", "", "", ""},
		{"T7", details, "steps.details.price", "T7 price", "write `steps.details[].price` or `steps.details[0].price`", "steps.details[].price"},
		{"T7 behind a pipe has no fix", details, "steps.details | price", "T7 price", "steps.details[].price", ""},
		{"T7 is not with an index", details, "steps.details[0].price", "", "", ""},
		{"T7 is not with []", details, "steps.details[].price", "", "", ""},
		{"Q8 of a text", "", "params.query.length", "Q8 length", "", ""},
		{"Q8 of an item of a text", "", "params.query[0]", "Q8 [0]", "", ""},
		{"Q8 of a number", "", "params.max_price.y", "Q8 y", "", ""},
		{"Q9 as an argument", "", "steps.search.items[?contains(title, \"rad\")]", "Q9 \\\"rad\\\"", "for the text write 'rad'", "steps.search.items[?contains(title, 'rad')]"},
		{"Q12", "", "steps.search.items[].data-id", "Q12 data-id", "write \"data-id\"", "steps.search.items[].\"data-id\""},
		{"Q12 is not a subtraction", "", "params.max_price - params.limit", "", "", ""},
		{"Q8 behind a pipe", "steps[0].extract.json.items = \"results[].{n: n}\"", "steps.search.items[?n] | n", "Q8 n", "[].n", ""},
		{"Q8 of a hash", "", "{a: params.limit} | b", "Q8 b", "known here: a", ""},
		{"Q8 with a near name has a fix", "steps[0].extract.json.items = \"results[].{title: t}\"", "steps.search.items[].titel", "Q8 titel", "did you mean `title`?", "steps.search.items[].title"},
		{"Q5", "", "let $a = params.limit in $b", "Q5 $b", "bind it", ""},
		{"Q9", "", "steps.search.items[?a == \"text\"]", "Q9 \\\"text\\\"", "for the text write 'text'", "steps.search.items[?a == 'text']"},
		{"Q9 of a number", "", "steps.search.total == \"5\"", "Q9 \\\"5\\\"", "for the number write `5`", "steps.search.total == `5`"},
		{"Q4 of a reference without its &", "", "sort_by(steps.search.items, price)", "Q4 price", "write & before it", ""},
		{"Q9 is not a member that is there", "steps[0].extract.json.items = \"results[].{\\\"a b\\\": a, c: c}\"", "steps.search.items[?c == \"a b\"]", "", "", ""},
		{"Q9 is not a JSON-LD name", "", "steps.search.items[?\"@type\" == 'Product']", "", "", ""},
		{"Q10", "steps[0].extract = {\"json\":{\"total\":\"t\"},\"html_items\":{\"items\":{\"selector\":\"li\",\"fields\":{\"p\":{\"selector\":\"b\"}}}}}", "max_by(steps.search.items, &p)", "Q10 p", "max_by(steps.search.items[?p], &p)", ""},
		{"Q10 is not where those are left out", "steps[0].extract = {\"json\":{\"total\":\"t\"},\"html_items\":{\"items\":{\"selector\":\"li\",\"fields\":{\"p\":{\"selector\":\"b\"}}}}}", "max_by(steps.search.items[?p], &p)", "", "", ""},
		{"Q10 is not of free-form JSON", "", "max_by(steps.search.items, &p)", "", "", ""},
		{"Q11", "", "steps.search.items[?a == 'x'][0]", "Q11 [0]", "write `(steps.search.items[?a == 'x'] | [0])`", "(steps.search.items[?a == 'x'] | [0])"},
		{"Q11 with more behind it", "", "steps.search.items[?a == 'x'][0].b", "Q11 [0]", "(steps.search.items[?a == 'x'] | [0]).b", "(steps.search.items[?a == 'x'] | [0]).b"},
		{"Q11 in a comparison", "", "steps.search.total == steps.search.items[?a][0].x", "Q11 [0]", "", "steps.search.total == (steps.search.items[?a] | [0]).x"},
		{"Q11 on both sides of an or", "", "steps.search.items[?a][0].x || steps.search.items[?b][0].x", "Q11 [0] | Q11 [0]", "", "(steps.search.items[?a] | [0]).x || (steps.search.items[?b] | [0]).x"},
		{"Q11 of a slice", "", "steps.search.items[?a][:5]", "Q11 [:5]", "", "(steps.search.items[?a] | [:5])"},
		{"Q11 of a slice with more behind it", "", "steps.search.items[?a][:5].t", "Q11 [:5]", "", "(steps.search.items[?a] | [:5])[*].t"},
		{"Q11 inside another projection has no fix", "", "steps.search.items[].lines[?k == 'p'][0].v", "Q11 [0]", "map(&(lines[?k == 'p'] | [0])", ""},
		{"Q11 behind a name that is no list", "", "steps.search.items[*].price[0]", "Q11 [0]", "(steps.search.items[*].price)[0]", ""},
		{"Q11 is not behind a name that may be one", "", "steps.search.items[*].images[0]", "", "", ""},
		{"Q11 is not of a list of lists", "", "steps.search.items[?[0] == 'x'][1]", "", "", ""},
		{"Q11 is not an index of a member", "", "steps.search.items[?a == 'x'].images[0]", "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			changes := "verify.checks = [\"output\"]\n" + tt.setup + "\noutput.value = " + string(jsonval.AppendString(nil, "["+tt.expr+", steps.*]"))
			_, found, text := load(t, changes)
			// Unused steps and the like are not the matter here.
			if got := codes(found, text); got != tt.found {
				t.Errorf("got  %s\nwant %s", got, tt.found)
				for _, d := range found {
					t.Logf("%s %s: %s (%s)", d.Code, d.Pointer, d.Message, d.Hint)
				}
				return
			}
			if tt.found == "" {
				return
			}
			if tt.hint != "" && !strings.Contains(found[0].Hint, tt.hint) {
				t.Errorf("hint %s\nwant …%s…", found[0].Hint, tt.hint)
			}
			if (found[0].Fix != nil) != (tt.fixed != "") {
				t.Fatalf("fix: %+v", found[0].Fix)
			}
			if tt.fixed == "" {
				return
			}
			if found[0].Fix.Safe == (tt.fixed == "?") {
				t.Errorf("a safe fix: %v", found[0].Fix.Safe)
			}
			if tt.fixed == "?" {
				return
			}
			mended, _ := fix.Apply([]byte(text), found)
			want := string(jsonval.AppendString(nil, "["+tt.fixed+", steps.*]"))
			if !strings.Contains(string(mended), want) {
				t.Fatalf("mended to %s\nwant %s", mended, want)
			}
			if _, again := Load("x.json", mended); len(again) > 0 {
				t.Errorf("after the fix: %s", codes(again, string(mended)))
			}
		})
	}
}

// The severities of the traps: T1 and T4 can never work.
func TestTrapSeverities(t *testing.T) {
	for expr, want := range map[string]diag.Severity{
		"length(steps.search.items) > 0":             diag.Error,
		"let $a = steps.search, $b = $a in $b.items": diag.Error,
		"!steps.search.items":                        diag.Warning,
		"now < '2026'":                               diag.Warning,
	} {
		_, found, _ := load(t, "verify.checks = [\"output\"]\noutput.value = "+string(jsonval.AppendString(nil, "["+expr+", steps.*]")))
		if len(found) != 1 || found[0].Severity != want {
			t.Errorf("%s: %+v", expr, found)
		}
	}
}

// Whatever member of a recipe is misspelt, there are findings and no panic.
func TestEveryMisspeltMember(t *testing.T) {
	files, err := filepath.Glob("../../recipes/example.de/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		root, _ := jsonval.ParseTree(text)
		var visit func(n *jsonval.Node)
		visit = func(n *jsonval.Node) {
			for _, child := range n.Children {
				if n.Kind == jsonval.Object && len(child.Key) > 3 {
					k := child.Key
					misspelt := k[:1] + k[2:3] + k[1:2] + k[3:]
					variant := string(text[:child.KeySpan.Start]) + `"` + misspelt + `"` + string(text[child.KeySpan.End:])
					Load(file, []byte(variant))
				}
				visit(child)
			}
		}
		visit(root)
	}
}
