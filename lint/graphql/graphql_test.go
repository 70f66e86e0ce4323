package graphql

import (
	"strings"
	"testing"
)

func TestOperations(t *testing.T) {
	for _, c := range []struct {
		text, want string
		is         bool
	}{
		{"query Q($q:String!){ items(term:$q){ mutationRate } }", "query Q", true},
		{"{ items { id } }", "query", true},
		{"{ ...F } fragment F on Query { id }", "query", true},
		{"#query\nmutation M { clearCart { id } }", "mutation M", true},
		{"\ufeffmutation{a}", "mutation", true},
		{"mutation M @live { a }", "mutation M", true},
		{"mutation M($a: Int = 1) { a }", "mutation M", true},
		{"subscription { a }", "subscription", true},
		{"fragment F on Query { a } mutation { b }", "mutation", true},
		{"query A { mutation { a } }", "query A", true},
		{"query A { a(x: \"} mutation M {\") }", "query A", true},
		{"query A { a(x: \"\\\"} mutation M {\") }", "query A", true},
		{"query A { a(x: \"\"\"} mutation { \\\"\"\" \"\"\") } mutation B { b }", "query A; mutation B", true},
		{"query A { a } # mutation M { b }\n", "query A", true},
		{"query A { a } # x\rmutation M { b }", "query A; mutation M", true},
		{"query A { a }, mutation M { b }", "query A; mutation M", true},
		{"query { a(x: \" } mutation { b }", "query", true},
		{"} mutation { b }", "mutation", false},
		{"mutation rate of genes", "", false},
		{"mutation", "", false},
		{"query", "", false},
		{"a query (with parentheses)", "query", false},
		{`{"query": "mutation { a }"}`, "", false},
		{"red bicycle", "", false},
		{"{}", "", false},
		{"", "", false},
		{"MUTATION { a }", "", false},
	} {
		var all []string
		for _, o := range Operations(c.text) {
			all = append(all, strings.TrimSpace(o.Type+" "+o.Name))
		}
		if got := strings.Join(all, "; "); got != c.want || Is(c.text) != c.is {
			t.Errorf("%q\ngot  %s %v\nwant %s %v", c.text, got, Is(c.text), c.want, c.is)
		}
	}
}

func FuzzOperations(f *testing.F) {
	for _, s := range []string{"query Q { a }", "mutation { a(x: \"\"\"b\"\"\") }", "\"", "{{{", "#"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, o := range Operations(text) {
			if o.Start < 0 || o.End > len(text) || o.Start >= o.End {
				t.Errorf("%q: %+v", text, o)
			}
		}
	})
}
