package cli

import (
	"io"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// printJSON prints a value as data, pretty or in one line.
func (a *app) printJSON(v jsonval.Value, compact bool) error {
	if compact {
		return a.printJSONText(jsonval.Append(nil, v))
	}
	return a.printJSONText(jsonval.AppendIndent(nil, v, "  "))
}

// printSource is printJSON with the digits of numbers as they were read.
func (a *app) printSource(v jsonval.Value, compact bool) error {
	if compact {
		return a.printJSONText(jsonval.AppendSource(nil, v))
	}
	return a.printJSONText(jsonval.AppendSourceIndent(nil, v, "  "))
}

// printJSONText prints JSON. Characters that must not reach a terminal become
// \u escapes: the value is the same.
func (a *app) printJSONText(text []byte) error {
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
