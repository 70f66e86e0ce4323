package markdown

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/conformance"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/gfm"
	"github.com/wield-run/wield/pkg/markdown/gfm/gfmtest"
)

// seesData renders a text in every place of every mode, and checks that a GFM
// reader finds the very text there, and nothing that the recipe did not ask
// for.
func seesData(t testing.TB, read gfmtest.Reader, text string) {
	t.Helper()
	line := gfm.Line(text)
	item := jsonval.ObjectValue([]jsonval.Member{{Key: "x", Value: jsonval.StringValue(text)}, {Key: "n", Value: jsonval.IntValue(7)}})
	data := jsonval.ArrayValue([]jsonval.Value{item, item})
	label := func(text string) string { return string(jsonval.AppendString(nil, jsonval.ToUTF8(text))) }
	quoted := label(text)
	if text == "" {
		return
	}
	draw := func(members string, data jsonval.Value) (*gfmtest.Node, string) {
		r, found := Load("x.json", []byte(`{"schemaVersion":1,"name":`+label("N"+text)+`,"description":`+quoted+`,`+members+`}`))
		if len(found) > 0 {
			t.Fatalf("%q: %v", text, found)
		}
		result, err := Render(r, data, Options{Limits: Limits{MaxFieldChars: 100000}})
		if err != nil {
			t.Fatal(err)
		}
		return read(t, result.Markdown), result.Markdown
	}
	equal := func(what, got, want, markdown string) {
		t.Helper()
		if got != want {
			t.Fatalf("%q %s: a reader sees %q, want %q\n%s", text, what, got, want, markdown)
		}
	}
	lead := "h1 p "
	if line == "" {
		lead = "h1 "
	}
	// As a label, a cell, and between prefix and suffix.
	root, markdown := draw(`"fields":[{"label":`+quoted+`,"path":"x"},{"label":`+label(text+"2")+`,"path":"n","format":"number"},
		{"label":`+label(text+"3")+`,"path":"x","prefix":`+quoted+`,"suffix":`+quoted+`},{"label":`+label(text+"4")+`,"path":"m","fallback":`+quoted+`}]`, data)
	equal("table", root.Outline(), lead+"table(thead(tr(th th th th)) tbody(tr(td td td td) tr(td td td td)))", markdown)
	equal("name", root.All("h1")[0].Plain(), gfm.Line("N"+text), markdown)
	equal("label", root.All("th")[0].Plain(), line, markdown)
	cells := root.All("td")
	equal("cell", cells[0].Plain(), line, markdown)
	equal("number", cells[1].Plain(), "7", markdown)
	equal("prefix and suffix", cells[2].Plain(), gfm.Line(text+line+text), markdown)
	equal("fallback", cells[3].Plain(), line, markdown)
	equal("last cell", cells[7].Plain(), line, markdown)
	if line != "" {
		equal("description", root.All("p")[0].Plain(), line, markdown)
	}
	// As a line of a document, and as code.
	root, markdown = draw(`"mode":"document","fields":{"x":"x","json":{"path":".","format":"json"},"code":{"path":"x","format":"code","prefix":"<"},"end":"n"}`, item)
	items := root.All("li")
	if len(items) != 4 {
		t.Fatalf("%q: %s\n%s", text, root.Outline(), markdown)
	}
	equal("document", strings.TrimSuffix(strings.TrimSpace(items[0].All("p")[0].Text()), " "), strings.TrimSpace("x: "+line), markdown)
	equal("json", strings.TrimSuffix(items[1].All("code")[0].Text(), "\n"), gfm.Block(string(jsonval.AppendSource(nil, item))), markdown)
	equal("code", strings.TrimSpace(items[2].Text()), strings.TrimSpace("code: <"+line), markdown)
	equal("end", strings.TrimSpace(items[3].Text()), "end: 7", markdown)
	// As a title, and in a template.
	root, markdown = draw(`"mode":"documents","title":"T {{x}}","template":"{{x}}\n\n- {{x}}\n- b\n"`, data)
	part := " h2 p ul(li li)"
	if line == "" {
		part = " h2 ul(li li)"
	}
	equal("documents", root.Outline(), strings.TrimSpace(lead)+part+" hr"+part, markdown)
	equal("title", root.All("h2")[1].Plain(), gfm.Line("T "+text), markdown)
	equal("item", strings.Trim(root.All("li")[2].Plain(), "\n"), line, markdown)
	if line != "" {
		equal("template", root.All("p")[len(root.All("p"))-1].Plain(), line, markdown)
	}
}

func TestNastyStrings(t *testing.T) {
	var file struct {
		Cases []struct{ Input, Expect string }
	}
	conformance.JSON(t, "render/nasty-strings.json", &file)
	if len(file.Cases) != 258 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		seesData(t, gfmtest.Parse, c.Input)
	}
}

// texts are strings in which something can go wrong.
func texts() []string {
	return []string{
		"|", `\|`, `a\`, "_*_~_`", "[x](javascript:alert(1))", "<script>alert(1)</script>", "&amp;", "&", "lt;", "www.e.example/*", "https://e.example/?q=a|b&lt=1", "a_b*c@e.example", "www.W@", "# h", "C #", "##", "- x", "1. x", "---", "===", "```", "~~~", "| --- |", "[a]: b", "[^n]: x", "[ ] x",
		"a\nb", "\r\n", "  x  ", "\u00a0x\u00a0", "\x00\x1b[31m", "\u202ex", "\ufeffx", "👩\u200d👩\u200d👧", "{{x}}", "{{#each x}}", "\\u0041", "\"", "'", "\t", "\u2028", "x)", "](y)", "![", ":", "=", "1", ".", "!", "\ud7ff", "�",
	}
}

func TestDataStaysText(t *testing.T) {
	for _, text := range texts() {
		seesData(t, gfmtest.Parse, text)
	}
}

// And so does GitHub's own parser.
func TestDataStaysTextForCmark(t *testing.T) {
	read := gfmtest.Cmark(t)
	for _, text := range texts() {
		seesData(t, read, text)
	}
}

func FuzzRender(f *testing.F) {
	for _, text := range texts() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		// Values hold WTF-8: broken UTF-8 is decoded when JSON is read.
		seesData(t, gfmtest.Parse, jsonval.DecodeUTF8([]byte(text)))
	})
}
