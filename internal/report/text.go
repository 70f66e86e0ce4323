package report

import (
	"bytes"
	"strings"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
)

// writeText shows each finding with its line of the file, and what to do:
//
//	recipes/example.de/search-items.json:24:60: warning T2 filter-scope: …
//	   24 |       "extract": { "json": { "items": "results[?price <= params.max_price]" } }
//	      |                                                          ^^^^^^^^^^^^^^^^
//	   = hint: bind it first: let $max_price = params.max_price in results[?price <= $max_price]
//	   = more: wield-dev explain T2
func writeText(b *bytes.Buffer, r *Report, style terminal.Style) error {
	for i, d := range r.Diagnostics {
		if i > 0 {
			b.WriteByte('\n')
		}
		r.writeHead(b, d, style)
		if source := r.shown(d.File); source != nil {
			line, carets, _ := strings.Cut(source.FrameWithin(d.Span, style.Columns()), "\n")
			bar := strings.IndexByte(carets, '|') + 1
			b.WriteString(line + "\n" + carets[:bar] + severity(d, style, carets[bar:]) + "\n")
		}
		for _, other := range d.Related {
			file := other.File
			if file == "" {
				file = d.File
			}
			writeLine(b, style, "see", r.location(file, other.Span)+": "+diag.Escape(other.Message))
		}
		if d.Hint != "" {
			writeLine(b, style, "hint", diag.Escape(d.Hint))
		}
		if d.Fix != nil && !d.Fix.Safe {
			writeLine(b, style, "fix", diag.Escape(d.Fix.Title)+" (not evidently what is meant, so --fix leaves it to you)")
		}
		if d.Code != "" {
			writeLine(b, style, "more", "wield-dev explain "+diag.Escape(topic(d.Code)))
		}
	}
	return nil
}

// writeConcise shows each finding in one line.
func writeConcise(b *bytes.Buffer, r *Report, style terminal.Style) error {
	for _, d := range r.Diagnostics {
		r.writeHead(b, d, style)
	}
	return nil
}

func (r *Report) writeHead(b *bytes.Buffer, d *diag.Diagnostic, style terminal.Style) {
	b.WriteString(style.Strong(r.location(d.File, d.Span)+":") + " " + severity(d, style, d.Severity.String()) + " ")
	if d.Code != "" {
		b.WriteString(diag.Escape(d.Code) + " ")
	}
	if d.Name != "" {
		b.WriteString(diag.Escape(d.Name) + ": ")
	}
	b.WriteString(diag.Escape(d.Message) + "\n")
}

func writeLine(b *bytes.Buffer, style terminal.Style, word, text string) {
	b.WriteString("   = " + style.Accent(word+":") + " " + text + "\n")
}

func severity(d *diag.Diagnostic, style terminal.Style, text string) string {
	if d.Severity == diag.Error {
		return style.Error(text)
	}
	return style.Warning(text)
}
