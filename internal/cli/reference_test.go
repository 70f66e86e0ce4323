package cli

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/guide"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

//go:generate go test -run ^Test(Rule|Guide|Command|Function)Docs$ . -update

// generated holds files of a folder to what they are made of; -update writes
// them.
func generated(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	dir = repository + dir + "/"
	for name, text := range want {
		if *update {
			if err := os.MkdirAll(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(dir+name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if is, err := os.ReadFile(dir + name); err != nil || string(is) != text {
			t.Errorf("%s%s is not what the program says (%v); go generate ./internal/cli writes it anew", dir, name, err)
		}
	}
}

// generatedFolder does so for all files of a folder: what is made of nothing
// does not belong there.
func generatedFolder(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	generated(t, dir, want)
	entries, err := os.ReadDir(repository + dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, ok := want[e.Name()]; ok {
			continue
		}
		if *update {
			err = os.Remove(repository + dir + "/" + e.Name())
		} else {
			err = fmt.Errorf("go generate ./internal/cli removes it")
		}
		if err != nil {
			t.Errorf("%s/%s is made of nothing: %v", dir, e.Name(), err)
		}
	}
}

// docs/guide is the guide of the program.
func TestGuideDocs(t *testing.T) {
	want := map[string]string{}
	var list strings.Builder
	list.WriteString(`# The authoring guide

How a recipe is written, a page for each topic. ` + "`wield-dev guide TOPIC`" + ` shows the same in the terminal. The recipes of these pages are checked
and run, and the expressions evaluated, by a test.

This folder is written by ` + "`go generate ./internal/cli`" + ` from ` + "`internal/guide`" + `.

| page | topic |
| --- | --- |
`)
	for _, p := range guide.Pages() {
		want[p.Topic+".md"] = p.Text
		fmt.Fprintf(&list, "| [%s](%s.md) | `%s` |\n", p.Title, p.Topic, p.Topic)
	}
	want["README.md"] = list.String()
	generatedFolder(t, "docs/guide", want)
}

// docs/reference/commands.md is what the commands say of themselves.
func TestCommandDocs(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# Commands

Every command with its flags, as ` + "`--help`" + ` shows them. This page is written by ` + "`go generate ./internal/cli`" + `.

The exit codes are the same for all of them, whatever the format of the output is:

| code | means |
| --- | --- |
`)
	for _, e := range exitCodes() {
		fmt.Fprintf(&b, "| %s | %s |\n", e.code, e.means)
	}
	for _, program := range []string{"wield-dev", "wield-build"} {
		root := rootOf(program)
		fmt.Fprintf(&b, "\n## %s\n\n%s. Every command takes:\n\n", program, root.Short)
		flagTable(&b, flagTexts(root.PersistentFlags()))
		for _, c := range documented(root) {
			commandDoc(&b, c)
		}
	}
	generated(t, "docs/reference", map[string]string{"commands.md": b.String()})
}

// commandDoc writes the section of a command.
func commandDoc(b *strings.Builder, c *cobra.Command) {
	fmt.Fprintf(b, "\n### %s\n\n```text\n%s\n```\n\n", c.CommandPath(), c.UseLine())
	for i, paragraph := range strings.Split(cmp.Or(c.Long, c.Short+"."), "\n\n") {
		if i > 0 {
			b.WriteString("\n")
		}
		if strings.HasPrefix(paragraph, " ") { // lines that stand as they are
			paragraph = "```text\n" + paragraph + "\n```"
		}
		b.WriteString(paragraph + "\n")
	}
	if c.Example != "" {
		b.WriteString("\n```sh\n")
		for line := range strings.Lines(c.Example + "\n") {
			b.WriteString(strings.TrimPrefix(line, "  "))
		}
		b.WriteString("```\n")
	}
	if own := flagTexts(c.NonInheritedFlags()); len(own) > 0 {
		b.WriteString("\n")
		flagTable(b, own)
	}
}

func flagTable(b *strings.Builder, flags []flagText) {
	b.WriteString("| flag | does |\n| --- | --- |\n")
	for _, f := range flags {
		fmt.Fprintf(b, "| `%s` | %s |\n", strings.ReplaceAll(f.name, "|", `\|`), strings.ReplaceAll(f.text, "|", `\|`))
	}
}

// functionExamples shows each function of JMESPath at work. The value of each
// is worked out.
func functionExamples() map[string]string {
	return map[string]string{
		"abs":         "abs(`-3`)",
		"avg":         "avg(items[].price)",
		"ceil":        "ceil(`4.2`)",
		"contains":    "contains(items[0].tags, 'new')",
		"ends_with":   "ends_with('a.json', '.json')",
		"find_first":  "find_first('banana', 'an')",
		"find_last":   "find_last('banana', 'an')",
		"floor":       "floor(`4.7`)",
		"from_items":  "from_items(items[].[name, price])",
		"group_by":    "group_by(items, &kind)",
		"items":       "items(items[1])",
		"join":        "join(', ', items[].name)",
		"keys":        "keys(items[1])",
		"length":      "length(items)",
		"lower":       "lower('STRASSE')",
		"map":         "map(&price, items)",
		"max":         "max(items[].price)",
		"max_by":      "max_by(items, &price).name",
		"merge":       "merge({a: `1`, b: `2`}, {b: `3`})",
		"min":         "min(items[].price)",
		"min_by":      "min_by(items, &price).name",
		"not_null":    "not_null(items[0].old_price, items[0].price)",
		"pad_left":    "pad_left('7', `3`, '0')",
		"pad_right":   "pad_right('7', `3`, '.')",
		"replace":     "replace('2026-11-07', '-', '')",
		"reverse":     "reverse(items[].name)",
		"sort":        "sort(items[].price)",
		"sort_by":     "sort_by(items, &price)[].name",
		"split":       "split('a,b,c', ',')",
		"starts_with": "starts_with('/p/7', '/p/')",
		"sum":         "sum(items[].price)",
		"to_array":    "to_array(items[0].name)",
		"to_number":   "to_number('19.99')",
		"to_string":   "to_string(items[0].tags)",
		"trim":        "trim('  tea ')",
		"trim_left":   "trim_left('007', '0')",
		"trim_right":  "trim_right('1.50', '0')",
		"type":        "type(items)",
		"upper":       "upper('tea')",
		"values":      "values(items[1])",
		"zip":         "zip(items[].name, items[].price)",
	}
}

const functionData = `{"items":[{"name":"Kettle","kind":"a","price":20,"tags":["new"]},{"name":"Cup","kind":"b","price":4.5}]}`

// docs/reference/functions.md lists the functions of JMESPath.
func TestFunctionDocs(t *testing.T) {
	data, err := jsonval.ParseString(functionData)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(`# Functions of JMESPath

Expressions are JMESPath Community Edition. ` + "`wield-dev query EXPR FILE`" + ` evaluates one; ` + "`wield-dev guide expressions`" + ` shows the traps. An argument in
brackets may be left out; "…" says that the one before may come again; ` + "`&key`" + ` is an expression that is evaluated for each element. An argument of
another type is an error.

The examples are about this value:

` + "```json\n" + string(jsonval.AppendIndent(nil, data, "  ")) + "\n```" + `

This page is written by ` + "`go generate ./internal/cli`" + `.

| function | arguments | gives | example | value |
| --- | --- | --- | --- | --- |
`)
	examples := functionExamples()
	cell := func(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
	for _, f := range jmespath.Functions() {
		example := examples[f.Name]
		delete(examples, f.Name)
		e, err := jmespath.Compile(example)
		if err != nil {
			t.Fatalf("functionExamples has no example of %s: %v", f.Name, err)
		}
		value, err := e.Eval(t.Context(), data, jmespath.Limits{})
		if err != nil || !strings.Contains(example, f.Name+"(") {
			t.Errorf("%s: %s: %v", f.Name, example, err)
		}
		var types []string
		for _, p := range f.Params {
			types = append(types, p.Name+": "+p.Type.String())
		}
		if strings.Contains(example, "`") {
			example = "`` " + example + " ``"
		} else {
			example = "`" + example + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | `%s` |\n", f.Signature(), strings.Join(types, "; "), f.Returns, cell(example), cell(string(jsonval.Append(nil, value))))
	}
	for name := range examples {
		t.Errorf("there is no function %s", name)
	}
	generated(t, "docs/reference", map[string]string{"functions.md": b.String()})
}
