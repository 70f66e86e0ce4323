package jmespath

import (
	"context"
	"errors"
	"testing"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

var fuzzSeeds = []string{
	"results[?!sponsored].{title: title, price: price.amount}",
	"let $max = params.max in sort_by(items[?price <= $max], &price)[:5].[id, upper(name)]",
	"a || b && !c == `{\"d\": [1, \"\\u00e9\"]}` ? 'x\\'y' : \"z \\\"q\\\"\"[-1]",
	"a.*[].b[1:2:-1][*][?@ > `1`] | {k: @, \"l\": $.m[0]}",
	"-a + +b - c * d / e // f % g × h ÷ i − j",
	"group_by(items, &to_string(id)) | items(@)[*].[[0], length([1])]",
	"map(&(let $x = @ in [$x, $]), `[1,\"\\ud83d\"]`)",
	"replace(pad_left('😀', `9`, 'é'), '😀', '', `1`)",
	"join('', split(trim(reverse('aé😀b')), '')) && find_last('abcabc', 'c', `-2`)",
	"from_items(zip(keys(@), values(@))) == merge(@, {})",
	"length(items) > 0 && x = y", "[a b", "{a:", "'", "`[", "((", "let $a", "\"\\u", "a[0", "a\xffb", "&&", "a ? b",
}

// FuzzParse: any text gives a tree or findings; their spans lie inside the
// text, and the spans of children inside those of their parents.
func FuzzParse(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		inside := func(outer, inner diag.Span) bool {
			return outer.Start <= inner.Start && inner.Start <= inner.End && inner.End <= outer.End
		}
		whole := diag.Span{Start: 0, End: len(src)}
		root, found := ParseAll(src)
		if root == nil && len(found) == 0 {
			t.Fatal("neither a tree nor a finding")
		}
		found = append(found, Check(root)...)
		for _, d := range found {
			if !inside(whole, d.Span) || d.Message == "" || d.Code == "" || d.Name == "" {
				t.Fatalf("a finding that cannot be shown: %+v", d)
			}
			for _, r := range d.Related {
				if !inside(whole, r.Span) {
					t.Fatalf("a related place outside: %+v", d)
				}
			}
			if d.Fix != nil && !inside(whole, d.Fix.Edits[0].Span) {
				t.Fatalf("an edit outside: %+v", d)
			}
		}
		root.Walk(func(n *Node) bool {
			if !inside(whole, n.Outer) || !inside(n.Outer, n.Span) || !inside(whole, n.NameSpan) {
				t.Fatalf("a node outside: %+v", n)
			}
			if (n.Parens == 0) != (n.Outer == n.Span) {
				t.Fatalf("parentheses that do not fit: %+v", n)
			}
			for _, c := range n.Children {
				if !inside(n.Span, c.Outer) {
					t.Fatalf("a child outside its parent: %+v in %+v", c, n)
				}
			}
			return true
		})
		if _, d := Parse(src); d != nil {
			return
		}
		// The text of every operand is an expression of its own.
		root.Walk(func(n *Node) bool {
			if n.Kind == KindFunction || n.Kind == KindMultiSelectHash || n.Kind == KindFilterProjection {
				if _, d := Parse(src[n.Outer.Start:n.Outer.End]); d != nil {
					t.Fatalf("%q is a node of %q but %v", src[n.Outer.Start:n.Outer.End], src, d)
				}
			}
			return true
		})
	})
}

// FuzzEval: any expression over any data gives a value that can be printed, or
// an error with a place; never a panic, and the data stays as it was.
func FuzzEval(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add(s, shop)
		f.Add(s, `[{"items":[3,"a",null]},"é😀\ud83d",-1.5e3,[[]],{"a":{"b":true}}]`)
	}
	limits := Limits{Steps: 100_000, Memory: 4 << 20, String: 1 << 20, Result: 1 << 20}
	f.Fuzz(func(t *testing.T, src, text string) {
		data, err := jsonval.ParseString(text)
		if err != nil {
			data = jsonval.StringValue(text)
		}
		e, err := Compile(src)
		if err != nil {
			var d *diag.Diagnostic
			if !errors.As(err, &d) {
				t.Fatalf("not a finding: %v", err)
			}
			return
		}
		before := jsonval.Stringify(data)
		got, err := e.Eval(context.Background(), data, limits)
		if jsonval.Stringify(data) != before {
			t.Fatal("the data was changed")
		}
		if err != nil {
			var failure *Error
			if !errors.As(err, &failure) || failure.Reason == 0 || failure.Message == "" ||
				failure.Span.Start < 0 || failure.Span.End > len(src) || failure.Span.Start > failure.Span.End {
				t.Fatalf("an error that cannot be shown: %#v", err)
			}
			return
		}
		printed := jsonval.Stringify(got)
		again, err := e.Eval(context.Background(), data, limits)
		if err != nil || jsonval.Stringify(again) != printed {
			t.Fatalf("a second evaluation differs: %v", err)
		}
	})
}
