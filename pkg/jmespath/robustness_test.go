package jmespath

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// TestBombs feeds expressions that are made to take all the time or memory
// there is. Each must end with an answer or a clear error after allocating
// little.
func TestBombs(t *testing.T) {
	fill := func(unit string) string { return strings.Repeat(unit, 1_000_000/len(unit)) }
	ten := mustParse(t, `[0,1,2,3,4,5,6,7,8,9]`)
	tests := []struct {
		name, expr string
		data       jsonval.Value
		refused    bool // else either will do
	}{
		{"parentheses", fill("("), ten, true},
		{"balanced parentheses", strings.Repeat("(", 500_000) + "a" + strings.Repeat(")", 500_000), ten, true},
		{"nots", fill("!") + "a", ten, true},
		{"minuses", fill("- ") + "a", ten, true},
		{"references", fill("& ") + "a", ten, true},
		{"path", "a" + fill(".a"), ten, true},
		{"indexes", "a" + fill("[0]"), ten, true},
		{"flattens", "a" + fill("[]"), ten, true},
		{"projections", "a" + fill("[*]"), ten, true},
		{"value projections", "a" + fill(".*"), ten, true},
		{"filters", "a" + fill("[?a]"), ten, true},
		{"nested filters", fill("[?a"), ten, true},
		{"brackets", fill("["), ten, true},
		{"braces", fill("{a:"), ten, true},
		{"calls", fill("abs("), ten, true},
		{"pipes", "a" + fill("|a"), ten, true},
		{"ors", "a" + fill("||a"), ten, true},
		{"ternaries", fill("a?a:") + "a", ten, true},
		{"lets", fill("let $a=a in ") + "a", ten, true},
		{"literal", "`" + fill("[") + "`", ten, true},
		{"arguments", "not_null(" + fill("a,") + "a)", ten, true},
		{"items", "[" + fill("a,") + "a]", ten, true},
		{"bindings", "let " + fill("$a=a,") + "$a=a in $a", ten, true},

		{"long literal", "`[" + fill("0,") + "0]`", ten, false},
		{"too long", fill("a") + fill("a"), ten, true},
		{"missing commas", "[a" + strings.Repeat(" a", MaxNodes-10) + "]", ten, true},
		{"unbound variables", "let $a=a" + strings.Repeat(",$a=$b", MaxNodes/2-10) + " in a", ten, false},
		{"variables", "let $a=a" + strings.Repeat(",$b=a", 9000) + " in [$a" + strings.Repeat(",$a", 9000) + "]", ten, false},
		{"unknown functions", "[a" + strings.Repeat(",f()", MaxNodes/2) + "]", ten, true},

		{"pad_left", "pad_left('x', `1000000000000`)", ten, true},
		{"pad_right", "pad_right('x', `9000000000000000`, '😀')", ten, true},
		{"replace", "replace('x', '', 'y', `1000000000000`)", ten, true},
		{"nested replace", nest("replace(", "'aaaaaaaaaa'", ", 'a', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')", 8), ten, true},
		{"nested maps", nest("map(&", "@", ", $)", 7), ten, true},
		{"nested map filters", nest("$[?", "@ > `-1`", "]", 9), ten, true},
		{"document for each element", "map(&map(&map(&map(&$, $), $), $), $)", ten, false},
		{"doubling lets", doubling("[$a, $a]", 60), ten, true},
		{"doubling lets printed", doubling("[$a, $a]", 60) + " | to_string(@)", ten, true},
		{"doubling lets compared", doubling("[$a, $a]", 60) + " | @ == [@[0], @[1]]", ten, false},
		{"doubling pipes", "$" + strings.Repeat(" | [@, @]", 60), ten, true},
		{"doubling hashes", "$" + strings.Repeat(" | {a: @, b: @}", 60), ten, true},
		{"doubling merge", "{a: `1`}" + strings.Repeat(" | merge({a: @}, {b: @})", 60), ten, true},
		{"doubling zip", "$" + strings.Repeat(" | zip(@, @)", 60), ten, true},
		{"doubling text", "'ab'" + strings.Repeat(" | join('', [@, @])", 60), ten, true},
		{"long literal for each element", "map(&map(&map(&map(&'" + strings.Repeat("x", 10_000) + "', $), $), $), $)", ten, true},
		{"long name for each element", "map(&map(&map(&map(&{" + strings.Repeat("x", 10_000) + ": a}, $), $), $), $)", ten, true},
		{"deep references", deepReferences(40, 40), mustParse(t, `[1]`), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			v, err := search(tt.expr, tt.data)
			runtime.ReadMemStats(&after)
			if allocated := (after.TotalAlloc - before.TotalAlloc) >> 20; allocated > 150 {
				t.Errorf("%d MiB allocated", allocated)
			}
			switch {
			case err == nil && tt.refused:
				t.Error("no error")
			case err == nil:
				if size := len(jsonval.Append(nil, v)); size > 2*DefaultResult {
					t.Errorf("a result of %d bytes", size)
				}
			case len(err.Error()) > 1000:
				t.Errorf("a message of %d bytes", len(err.Error()))
			}
		})
	}
}

// nest puts an expression n times inside itself.
func nest(before, inside, after string, n int) string {
	return strings.Repeat(before, n) + inside + strings.Repeat(after, n)
}

// doubling binds $a n times to something made of itself.
func doubling(of string, n int) string {
	return "let $a = $ in " + strings.Repeat("let $a = "+of+" in ", n) + "$a"
}

// deepReferences makes references that call one another, each from some
// levels down, so that their levels add up.
func deepReferences(n, levels int) string {
	b := "let $f = &@ in "
	for range n {
		b += "let $f = &" + strings.Repeat("[", levels) + "map($f, $)" + strings.Repeat("]", levels) + " in "
	}
	return b + "map($f, $)"
}

func TestLimits(t *testing.T) {
	data := mustParse(t, `{"list":[1,2,3,4,5,6,7,8,9,10],"text":"0123456789","deep":[[[[1]]]]}`)
	tests := []struct {
		name, expr string
		limits     Limits
		message    string // empty: no error
	}{
		{"steps within", "list[?@ > `5`]", Limits{Steps: 100}, ""},
		{"steps", "map(&map(&map(&@, $.list), $.list), list)", Limits{Steps: 100}, "the evaluation takes more than 100 steps"},
		{"memory within", "list[?@ > `5`]", Limits{Memory: 1000}, ""},
		{"memory", "map(&[@, @], list)", Limits{Memory: 1000}, "the evaluation takes more than 1000 bytes of memory"},
		{"text within", "join('', [text, text])", Limits{String: 20}, ""},
		{"text", "join('', [text, text, text])", Limits{String: 20}, "the text would be longer than 20 bytes"},
		{"text by padding", "pad_left(text, `21`)", Limits{String: 20}, "the text would be longer than 20 bytes"},
		{"text by printing", "to_string(list)", Limits{String: 20}, "the text would be longer than 20 bytes"},
		{"text by case", "upper('ΐΐΐΐ')", Limits{String: 20}, "the text would be longer than 20 bytes"},
		{"result within", "map(&list, [`1`])", Limits{Result: 400}, ""},
		{"result", "map(&$, list)", Limits{Result: 400}, "the result would be larger than 400 bytes"},
		{"depth of evaluation", "[[[[list]]]]", Limits{Depth: 4}, "the evaluation nests deeper than 4 levels"},
		{"depth of the result", "[deep, deep, deep, deep, deep] | [@, @]", Limits{Depth: 5}, "the result nests deeper than 5 levels"},
		{"depth of what is printed", "to_string(deep)", Limits{Depth: 3}, "the evaluation nests deeper than 3 levels"},
		{"depth of what is compared", "deep == `[[[[1]]]]`", Limits{Depth: 3}, "the evaluation nests deeper than 3 levels"},
	}
	for _, tt := range tests {
		e, err := Compile(tt.expr)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		_, err = e.Eval(context.Background(), data, tt.limits)
		if tt.message == "" {
			if err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
			continue
		}
		var failure *Error
		if !errors.As(err, &failure) || failure.Reason != ReasonBudget || failure.Message != tt.message {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.message)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	e, err := Compile("map(&map(&map(&map(&@, $), $), $), $)")
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Eval(ctx, mustParse(t, `[0,1,2,3,4,5,6,7,8,9]`), Limits{})
	var failure *Error
	if !errors.As(err, &failure) || failure.Reason != ReasonCancelled || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want a cancelled evaluation", err)
	}
}

func mustParse(t testing.TB, text string) jsonval.Value {
	t.Helper()
	v, err := jsonval.ParseString(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
