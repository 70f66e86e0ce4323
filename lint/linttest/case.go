package linttest

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/wield-run/wield/internal/mutate"
	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// Case is one file that a rule is run on, and what it must find.
type Case struct {
	Name     string
	Text     []byte
	Place    string
	Older    []recipe.Older
	Siblings [][]byte
	Wants    []Want
}

// Want is one finding that a rule must give.
type Want struct {
	Code     string
	Severity diag.Severity
	Marked   string // of a snippet: what the span marks
	Line     int    // of a whole file: where the span begins; 0 for a snippet
	Says     string // the message; "" where it may be any
}

// Pass loads the case anew.
func (c *Case) Pass() *lint.Pass {
	r, found := recipe.Load(c.fileName(), c.Text)
	p := &lint.Pass{Recipe: r, Found: found, Place: c.Place}
	for _, o := range c.Older {
		p.Older = append(p.Older, lint.LoadOlder(o))
	}
	for _, text := range c.Siblings {
		sibling, _ := recipe.Load("sibling.json", text)
		p.Siblings = append(p.Siblings, sibling)
	}
	return p
}

func (c *Case) fileName() string { return strings.TrimPrefix(c.Place, "/") }

// read makes the case of one section; nil for one that belongs to another.
func read(archive *txtar.Archive, i int) (*Case, error) {
	f := archive.Files[i]
	if strings.HasSuffix(f.Name, ".part") {
		return nil, nil
	}
	if strings.HasSuffix(f.Name, ".json") {
		return wholeFile(archive, i)
	}
	base, _, _ := strings.Cut(f.Name, ":")
	c, err := snippet(base, string(f.Data))
	if err != nil {
		return nil, err
	}
	c.Name = f.Name
	return c, nil
}

// block is a run of changes that make one file.
type block struct {
	kind    string // "file", "older", "sibling"
	version int
	changes []string
}

func snippet(base, text string) (*Case, error) {
	doc, err := Base(base)
	if err != nil {
		return nil, err
	}
	c := &Case{}
	blocks := []*block{{kind: "file"}}
	current := blocks[0]
	for line := range strings.SplitSeq(text, "\n") {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case word == "want":
			w, err := readWant(rest)
			if err != nil {
				return nil, err
			}
			c.Wants = append(c.Wants, w)
		case word == "says":
			if len(c.Wants) == 0 || rest == "" {
				return nil, fmt.Errorf("%q: write `says MESSAGE` behind the finding that is wanted", line)
			}
			c.Wants[len(c.Wants)-1].Says = rest
		case word == "place" && !strings.HasPrefix(rest, "="):
			c.Place = rest
		case word == "file" && rest == "":
			current = blocks[0]
		case word == "sibling" && rest == "":
			current = &block{kind: "sibling"}
			blocks = append(blocks, current)
		case word == "older" && !strings.HasPrefix(rest, "="):
			n, err := strconv.Atoi(rest)
			if err != nil {
				return nil, fmt.Errorf("%q: write `older N`", line)
			}
			current = &block{kind: "older", version: n}
			blocks = append(blocks, current)
		case word != "":
			current.changes = append(current.changes, line)
		}
	}
	return c, c.build(doc, blocks)
}

// build makes the texts of the blocks.
func (c *Case) build(doc jsonval.Value, blocks []*block) error {
	slug := ""
	for _, b := range blocks {
		changed, err := mutate.Apply(doc, strings.Join(b.changes, "\n"))
		if err != nil {
			return err
		}
		text := append(jsonval.AppendIndent(nil, changed, "  "), '\n')
		switch b.kind {
		case "file":
			c.Text = text
			id := doc.Field("id").Str()
			slug = path.Base(id)
			if c.Place == "" {
				c.Place = "/recipes/" + id + ".json"
			} else if !strings.HasPrefix(c.Place, "/") {
				c.Place = "/" + c.Place
			}
		case "older":
			c.Older = append(c.Older, recipe.Older{Name: slug + ".v" + strconv.Itoa(b.version) + ".json", Version: b.version, Text: text})
		case "sibling":
			c.Siblings = append(c.Siblings, text)
		}
	}
	slices.SortFunc(c.Older, func(a, b recipe.Older) int { return a.Version - b.Version })
	return nil
}

// readWant reads `[warning] CODE marked text`.
func readWant(text string) (Want, error) {
	w := Want{}
	if rest, ok := strings.CutPrefix(text, "warning "); ok {
		w.Severity, text = diag.Warning, rest
	}
	w.Code, w.Marked, _ = strings.Cut(text, " ")
	if !strings.HasPrefix(w.Code, "S") || !strings.Contains(w.Code, "/") || w.Marked == "" {
		return w, fmt.Errorf("want %s: write `want [warning] CODE marked text`", text)
	}
	return w, nil
}

// wholeFile makes the case of a section that is a file.
func wholeFile(archive *txtar.Archive, i int) (*Case, error) {
	f := archive.Files[i]
	name := recipe.ParseFileName(path.Base(f.Name))
	if name.Version > 0 {
		return nil, nil
	}
	c := &Case{Name: f.Name, Place: "/" + f.Name}
	lines := strings.Split(string(f.Data), "\n")
	for k, line := range lines {
		at := strings.Index(line, "// want ")
		if at < 0 {
			continue
		}
		wants, err := wantsOfLine(line[at+len("// want "):], k+1)
		if err != nil {
			return nil, err
		}
		c.Wants = append(c.Wants, wants...)
		lines[k] = line[:at] + strings.Repeat(" ", len(line)-at)
	}
	c.Text = []byte(strings.Join(lines, "\n"))
	for _, other := range archive.Files {
		o := recipe.ParseFileName(path.Base(other.Name))
		if o.Version > 0 && o.Slug == name.Slug && path.Dir(other.Name) == path.Dir(f.Name) {
			c.Older = append(c.Older, recipe.Older{Name: other.Name, Version: o.Version, Text: other.Data})
		}
	}
	return c, nil
}

// wantsOfLine reads `"CODE" warning "CODE"`.
func wantsOfLine(text string, line int) ([]Want, error) {
	var wants []Want
	severity := diag.Error
	for _, word := range strings.Fields(text) {
		code, err := strconv.Unquote(word)
		switch {
		case word == "warning":
			severity = diag.Warning
			continue
		case err != nil:
			return nil, fmt.Errorf("line %d: write `// want \"CODE\" warning \"CODE\"`", line)
		}
		wants = append(wants, Want{Code: code, Severity: severity, Line: line})
		severity = diag.Error
	}
	return wants, nil
}

// compare holds what was found to what is wanted.
func (c *Case) compare(t *testing.T, found []*diag.Diagnostic) {
	t.Helper()
	for _, d := range found {
		unfinished(t, d)
	}
	difference := c.difference(found)
	if difference == "" {
		return
	}
	t.Error(difference)
	for _, d := range found {
		t.Logf("%s %s: %s (%s)", d.Code, d.Pointer, d.Message, d.Hint)
	}
	if len(found) == 0 {
		t.Logf("validate: %s", c.validation())
	}
}

// difference shows how what was found differs from what is wanted, "" where it
// does not.
func (c *Case) difference(found []*diag.Diagnostic) string {
	source := diag.NewSource("", c.Text)
	whole := len(c.Wants) > 0 && c.Wants[0].Line > 0
	var got, want []string
	for i, d := range found {
		says := ""
		marked := strings.ReplaceAll(string(c.Text[d.Span.Start:d.Span.End]), "\n", `\n`)
		if i < len(c.Wants) {
			if head, ok := strings.CutSuffix(c.Wants[i].Marked, "…"); ok && strings.HasPrefix(marked, head) {
				marked = c.Wants[i].Marked
			}
			if c.Wants[i].Says != "" {
				says = d.Message
			}
		}
		got = append(got, describe(d.Code, d.Severity, marked, source.Position(d.Span.Start).Line, whole, says))
	}
	for _, w := range c.Wants {
		want = append(want, describe(w.Code, w.Severity, w.Marked, w.Line, w.Line > 0, w.Says))
	}
	if slices.Equal(got, want) {
		return ""
	}
	return "\ngot  " + strings.Join(got, "\n     ") + "\nwant " + strings.Join(want, "\n     ")
}

func describe(code string, severity diag.Severity, marked string, line int, whole bool, says string) string {
	place := marked
	if whole {
		place = "line " + strconv.Itoa(line)
	}
	if says != "" {
		place += "\n     says " + says
	}
	return severity.String() + " " + code + " " + place
}

// unfinished reports a finding that a person could not use.
func unfinished(t *testing.T, d *diag.Diagnostic) {
	t.Helper()
	if d.Name == "" || strings.ToLower(d.Name) != d.Name || strings.Contains(d.Name, " ") {
		t.Errorf("%s: the name %q is not in kebab case", d.Code, d.Name)
	}
	if d.Message == "" || strings.HasSuffix(d.Message, ".") || strings.Contains(d.Message, "\n") {
		t.Errorf("%s: the message %q is not one sentence without a full stop", d.Code, d.Message)
	}
	if d.Span.Start > d.Span.End {
		t.Errorf("%s: a span from %d to %d", d.Code, d.Span.Start, d.Span.End)
	}
}

// validation tells what validate says of the case, for a test that fails.
func (c *Case) validation() string {
	var all []string
	for _, d := range c.Pass().Found {
		all = append(all, d.Code+" "+d.Pointer+": "+d.Message)
	}
	return strings.Join(all, "\n")
}
