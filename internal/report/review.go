package report

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
)

// Review is a table of the warnings of the safety rules: they stop nothing, so
// a person has to judge each of them. It is "" where there are none. A width
// (in columns; 0: any) cuts what each says.
func (r *Report) Review(style terminal.Style, width int) string {
	rows := [][]string{{"rule", "where", "what"}}
	for _, d := range r.concealed().Diagnostics {
		if d.Severity == diag.Warning && strings.HasPrefix(d.Code, "S") {
			rows = append(rows, []string{d.Code, r.location(d.File, d.Span), diag.Escape(d.Message)})
		}
	}
	if len(rows) == 1 {
		return ""
	}
	widest := make([]int, 2)
	for _, row := range rows {
		for i := range widest {
			widest[i] = max(widest[i], utf8.RuneCountInString(row[i]))
		}
	}
	var b bytes.Buffer
	b.WriteString("for the reviewer: " + count(len(rows)-1, "warning") + " of the safety rules\n")
	for i, row := range rows {
		line := "  "
		for k, cell := range row[:2] {
			line += cell + strings.Repeat(" ", widest[k]-utf8.RuneCountInString(cell)+2)
		}
		what := row[2]
		if left := width - utf8.RuneCountInString(line); width > 0 {
			what = diag.Cut(what, max(left, 20))
		}
		line += what
		if i == 0 {
			line = style.Faint(line)
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}
