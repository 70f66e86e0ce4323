package cli

import (
	"io"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// printJSON prints a value as data, pretty or in one line. Characters that
// must not reach a terminal become \u escapes: the value is the same.
func (a *app) printJSON(v jsonval.Value, compact bool) error {
	var text []byte
	if compact {
		text = jsonval.Append(nil, v)
	} else {
		text = jsonval.AppendIndent(nil, v, "  ")
	}
	_, err := a.streams.Out.Write(append(terminal.EscapeJSON(text, terminal.Misleading), '\n'))
	return err
}

// printText prints a text as data.
func (a *app) printText(s string) error {
	_, err := io.WriteString(a.streams.Out, plain(s, a.streams.Out.IsTerminal())+"\n")
	return err
}

// plain is a text as data: on a terminal its controls are shown as escapes,
// another program gets every byte.
func plain(s string, onTerminal bool) string {
	s = jsonval.ToUTF8(s)
	if onTerminal {
		return diag.EscapeLines(s)
	}
	return s
}
