package dom

import (
	"fmt"
	"strings"
	"testing"
)

// hostilePages are pages made to take a parser's time, stack or memory.
func hostilePages() map[string]func() string {
	rep := func(s string, n int) func() string {
		return func() string { return strings.Repeat(s, n) }
	}
	numbered := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	return map[string]func() string{
		"million nested div":       rep("<div>", 1_000_000),
		"million nested b":         rep("<b>", 1_000_000),
		"million nested x":         rep("<x>", 1_250_000),
		"nested and closed":        func() string { return strings.Repeat("<i>", 700_000) + strings.Repeat("</i>", 700_000) },
		"nested with paragraphs":   func() string { return strings.Repeat("<x>", 600_000) + strings.Repeat("<p>x", 600_000) },
		"million nested svg":       rep("<svg>", 1_000_000),
		"a b":                      rep("<a><b>x</a>", 400_000),
		"font bomb":                func() string { return "<p>" + numbered("<font size=%d>", 400) + strings.Repeat("<p>x", 8000) },
		"font bomb 5 MB":           func() string { return "<p>" + numbered("<font size=%d>", 400) + strings.Repeat("<p>x", 1_200_000) },
		"fonts of one kind":        func() string { return numbered("<font size=%d>", 280_000) },
		"links of one kind":        func() string { return strings.Repeat("<a href=x><p>", 300_000) },
		"deep":                     rep(strings.Repeat("<div>", 508)+strings.Repeat("</div>", 508), 900),
		"less than":                rep("<", 5_000_000),
		"open comment":             func() string { return "<!--" + strings.Repeat("x", 5_000_000) },
		"declarations":             rep("<!", 2_500_000),
		"NUL":                      rep("\x00", 5_000_000),
		"NUL in script":            func() string { return "<script>" + strings.Repeat("\x00", 5_000_000) },
		"ampersands":               rep("&", 5_000_000),
		"references":               rep("&amp;", 1_000_000),
		"CDATA":                    func() string { return "<svg>" + strings.Repeat("<![CDATA[x]]>", 400_000) },
		"unfinished style":         func() string { return "<style>" + strings.Repeat("</styl", 800_000) },
		"many attributes":          func() string { return "<p " + numbered("a%d ", 600_000) + ">" },
		"one attribute again":      func() string { return "<p " + strings.Repeat("a=1 ", 1_200_000) + ">" },
		"attributes, then tags":    func() string { return "<p " + numbered("a%d ", 100_000) + ">" + strings.Repeat("<b a>", 800_000) },
		"attributes on body":       func() string { return numbered("<body a%d>", 350_000) },
		"attributes on formatting": func() string { return "<font " + numbered("a%d ", 100_000) + ">" + strings.Repeat("<p>x", 100_000) },
		"classes on formatting": func() string {
			return "<font class='" + numbered("a%d ", 100_000) + "'>" + strings.Repeat("<p>x", 100_000)
		},
		"list items":              rep("<li>x", 1_000_000),
		"list items, bold":        rep("<li><b>", 700_000),
		"options":                 func() string { return "<select>" + strings.Repeat("<option>x", 500_000) },
		"text in a table":         func() string { return "<table>" + strings.Repeat("x<i>", 1_000_000) },
		"rows":                    func() string { return "<table>" + strings.Repeat("<td>x", 1_000_000) },
		"nested tables":           rep("<table><td>", 400_000),
		"nested tables with text": func() string { return strings.Repeat("<table>", 350_000) + strings.Repeat("x<b>", 600_000) },
		"nested templates":        rep("<template>", 500_000),
		"nested buttons":          rep("<button><p>", 400_000),
		"misnested":               rep("<b><p></b><i></p>", 280_000),
		"misnested deep":          func() string { return strings.Repeat("<b><div>", 300_000) + strings.Repeat("</b>", 600_000) },
		"objects hide a paragraph": func() string {
			return "<p><object>" + strings.Repeat("<x>", 800_000) + strings.Repeat("<div>", 500_000)
		},
		"end tags":         rep("</p>", 1_200_000),
		"unknown end tags": func() string { return strings.Repeat("<x>", 800_000) + strings.Repeat("</y>", 600_000) },
		"selected content": func() string {
			return strings.Repeat("<select><selectedcontent></selectedcontent><option>"+strings.Repeat("<b>", 30)+"</select>", 20_000)
		},
		"selected content, options": func() string {
			return "<select>" + strings.Repeat("<selectedcontent></selectedcontent>", 60_000) + strings.Repeat("<option>x", 300_000)
		},
		"forms":            rep("<form><div></form>", 270_000),
		"tags without end": rep("<a b=", 1_000_000),
	}
}

// TestHostilePages only looks that each page has an end; what it takes is seen
// with -v.
func TestHostilePages(t *testing.T) {
	if testing.Short() || raceDetector {
		t.Skip("many pages of 5 MB")
	}
	for name, make := range hostilePages() {
		t.Run(name, func(t *testing.T) {
			page := make()
			d, err := Parse(page)
			if err != nil {
				if refused, ok := err.(*Error); !ok || refused.Message == "" || refused.Hint == "" {
					t.Fatalf("not a clear error: %v", err)
				}
				t.Log(err)
				return
			}
			checkRows(t, d)
			t.Logf("%d bytes, %d rows", len(page), len(d.rows))
		})
	}
}

// checkRows verifies what Element promises of the rows.
func checkRows(t testing.TB, d *Document) {
	t.Helper()
	for i := range d.rows {
		e, at := &d.rows[i], int32(i)
		if e.End <= at || int(e.End) > len(d.rows) || e.text > e.textEnd || int(e.textEnd) > len(d.texts) {
			t.Fatalf("row %d ends at %d, text %d to %d", at, e.End, e.text, e.textEnd)
		}
		if e.Flags&Root != 0 {
			if e.Parent >= 0 || e.Name != 0 {
				t.Fatalf("row %d is a root with a parent or name", at)
			}
			continue
		}
		parent := &d.rows[e.Parent]
		if e.Parent >= at || e.End > parent.End || e.text < parent.text || e.textEnd > parent.textEnd {
			t.Fatalf("row %d does not lie in its parent %d", at, e.Parent)
		}
		if parent.Flags&Template != 0 {
			t.Fatalf("row %d is a child of a template", at)
		}
		if e.Prev != 0 {
			if p := &d.rows[e.Prev]; p.Next != at || p.Parent != e.Parent || p.End != at || p.Position != e.Position-1 {
				t.Fatalf("row %d does not follow its sibling %d", at, e.Prev)
			}
		} else if e.Position != 1 || at != e.Parent+1 {
			t.Fatalf("row %d has no sibling before it and is no first child", at)
		}
		if (e.Next == 0) != (e.Position == parent.Children) {
			t.Fatalf("row %d of %d children has the next sibling %d", at, parent.Children, e.Next)
		}
	}
}
