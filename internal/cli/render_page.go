package cli

import (
	"bytes"
	"strings"

	"github.com/wield-run/wield/internal/preview"
	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/diag/codes"
)

// renderPage shows a page of Markdown as plain text: paragraphs filled to the
// width, examples indented and as they are, marks as styles where there are
// styles.
func renderPage(b *bytes.Buffer, markdown string, style terminal.Style, width int) {
	width = min(width, preview.MaxColumns)
	text := diag.EscapeLines(strings.TrimSpace(markdown))
	fenced := false
	var paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			fill(b, strings.Join(paragraph, " "), style, width)
			paragraph = nil
		}
	}
	for i, line := range strings.Split(text, "\n") {
		heading := strings.TrimLeft(line, "#")
		switch {
		case strings.HasPrefix(line, "```"):
			flush()
			if fenced = !fenced; fenced && strings.HasPrefix(line, "```changes") {
				b.WriteString(style.Faint("    (in the example of the format)") + "\n")
			} else if fenced && strings.HasPrefix(line, "```write-changes") {
				b.WriteString(style.Faint("    (in a recipe that writes)") + "\n")
			}
		case fenced:
			b.WriteString(strings.TrimRight("    "+line, " ") + "\n")
		case i == 0:
			b.WriteString(style.Strong(strings.TrimSpace(heading)) + "\n")
		case heading != line:
			flush()
			b.WriteString(style.Accent(strings.TrimSpace(heading)) + "\n")
		case strings.TrimSpace(line) == "":
			flush()
			b.WriteByte('\n')
		case marker(line) > 0:
			flush()
			paragraph = []string{line}
		default:
			paragraph = append(paragraph, strings.TrimSpace(line))
		}
	}
	flush()
}

// marker is the length of what a line begins with as an item of a list: "- " or
// "12. "; 0 where it is none.
func marker(line string) int {
	if strings.HasPrefix(line, "- ") {
		return 2
	}
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	if digits > 0 && strings.HasPrefix(line[digits:], ". ") {
		return digits + 2
	}
	return 0
}

// fill writes a paragraph, or an item of a list with its lines below each
// other.
func fill(b *bytes.Buffer, text string, style terminal.Style, width int) {
	indent, column := marker(text), 0
	for i, word := range words(text) {
		w := diag.Width(word)
		switch {
		case i == 0:
		case column+1+w > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(styled(word, style))
		column += w
	}
	b.WriteByte('\n')
}

// words takes a text apart at its spaces, but for those in `code`.
func words(text string) []string {
	var all []string
	start, code := 0, false
	for i := 0; i <= len(text); i++ {
		switch {
		case i == len(text) || text[i] == ' ' && !code:
			if i > start {
				all = append(all, text[start:i])
			}
			start = i + 1
		case text[i] == '`':
			code = !code
		}
	}
	return all
}

// styled paints the code in a word. Where there are no colours the backticks
// stay.
func styled(word string, style terminal.Style) string {
	before, rest, ok := strings.Cut(word, "`")
	code, after, closed := strings.Cut(rest, "`")
	if !ok || !closed || code == "" {
		return word
	}
	painted := style.Accent(code)
	if painted == code {
		painted = "`" + code + "`"
	}
	return before + painted + styled(after, style)
}

// renderTable lists codes with their names, severities and summaries. Lines
// are cut to the width; 0: to none.
func renderTable(b *bytes.Buffer, pages []codes.Page, style terminal.Style, width int) {
	either := func(severity string) string {
		if severity == "error or warning" {
			return "either"
		}
		return severity
	}
	code, name, severity := 0, 0, len("warning")
	for _, p := range pages {
		code, name = max(code, len(p.Code)), max(name, len(p.Name))
	}
	pad := func(s string, n int) string { return s + strings.Repeat(" ", n-len(s)+2) }
	family := ""
	for _, p := range pages {
		if f := codes.Family(p.Code); f != family {
			if family != "" {
				b.WriteByte('\n')
			}
			family = f
		}
		paint := style.Error
		if p.Severity == "warning" {
			paint = style.Warning
		}
		head := code + name + severity + 6
		summary := diag.Escape(p.Summary)
		if room := max(width-head, 20); width > 0 && diag.Width(summary) > room {
			summary = strings.TrimRight(diag.Cut(summary, room-1), " …") + "…"
		}
		b.WriteString(style.Strong(pad(p.Code, code)) + pad(p.Name, name) + paint(pad(either(p.Severity), severity)) + summary + "\n")
	}
}
