package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
)

// writeGitHub prints workflow commands, which GitHub shows beside the lines of
// a change. Every line begins with our own command, so that no foreign text
// can be one.
func writeGitHub(b *bytes.Buffer, r *Report, _ terminal.Style) error {
	for _, d := range r.Diagnostics {
		from, to := r.place(d.File, d.Span)
		fmt.Fprintf(b, "::%s file=%s,line=%d,endLine=%d", d.Severity, property(uriPath(d.File)), from.Line, to.Line)
		if from.Line == to.Line { // else GitHub refuses columns
			fmt.Fprintf(b, ",col=%d,endColumn=%d", from.Column, to.Column)
		}
		message := diag.Escape(d.Message)
		if d.Hint != "" {
			message += "\nhint: " + diag.Escape(d.Hint)
		}
		fmt.Fprintf(b, ",title=%s::%s\n", property(strings.TrimSpace(d.Code+" "+d.Name)), data(message))
	}
	return nil
}

// data escapes the text of a command.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// property escapes a property of a command.
func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(diag.Escape(s)))
}
