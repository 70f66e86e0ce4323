package cli

import (
	"bytes"
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/internal/report"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

// maxData is how much a command reads as data, in bytes.
const maxData = 256 << 20

func newQuery(a *app) *cobra.Command {
	var compact, raw bool
	cmd := &cobra.Command{
		Use:   "query EXPR [FILE|-]",
		Short: "Evaluate a JMESPath expression over JSON, as a recipe would",
		Long: `Evaluate a JMESPath expression over JSON, as a recipe would.

The JSON comes from FILE or, without one, from standard input. The exit code is
1 when the expression or the JSON is at fault.`,
		Example: `  echo '{"items": [{"price": 5}, {"price": 12}]}' | ` + a.program + ` query 'items[?price > ` + "`10`" + `]'`,
		Args:    arguments("EXPR [FILE|-]"),
	}
	cmd.Flags().BoolVarP(&compact, "compact", "c", false, "print the result in one line")
	cmd.Flags().BoolVarP(&raw, "raw", "r", false, "print a result that is a string as it is, without quotes")
	cmd.RunE = a.action(func(cmd *cobra.Command, args []string) error {
		expr, err := jmespath.Compile(args[0])
		if err != nil {
			return a.expressionFault(args[0], err)
		}
		data, err := a.readJSON(cmd.Context(), args[1:])
		if err != nil {
			return err
		}
		result, err := expr.Eval(cmd.Context(), data, jmespath.Limits{})
		if err != nil {
			return a.expressionFault(args[0], err) // which the warnings would only repeat
		}
		a.expressionWarnings(args[0], expr.Problems())
		if raw && result.Kind() == jsonval.String {
			return a.printText(result.Str())
		}
		return a.printJSON(result, compact)
	})
	return cmd
}

// readInput reads FILE, or standard input where none is named. It does not
// wait for a person to type.
func (a *app) readInput(ctx context.Context, args []string) (name string, data []byte, err error) {
	name = "-"
	if len(args) > 0 {
		name = args[0]
	} else if a.streams.InIsTerminal() {
		return "", nil, usagef("there is no input; name a file, or give it on standard input")
	}
	data, err = files.ReadInput(ctx, name, a.streams.In, maxData)
	return name, data, err
}

// readJSON reads FILE, or standard input, as JSON. What is wrong with it is
// shown with its place.
func (a *app) readJSON(ctx context.Context, args []string) (jsonval.Value, error) {
	name, text, err := a.readInput(ctx, args)
	if err != nil {
		return jsonval.Value{}, err
	}
	if name == "-" {
		name = "stdin"
	}
	data, err := jsonval.Parse(text)
	var syntax *jsonval.SyntaxError
	if errors.As(err, &syntax) {
		a.showNotJSON(name, text, syntax)
		return data, found()
	}
	return data, err
}

// showNotJSON shows where a text is no JSON.
func (a *app) showNotJSON(name string, text []byte, err *jsonval.SyntaxError) {
	d := &diag.Diagnostic{
		Name: "not-json", Message: err.Message, Span: diag.Span{Start: err.Offset, End: err.Offset + 1},
	}
	switch {
	case isUTF16(text):
		d.Message, d.Hint, d.Span = "the text is UTF-16", "save it as UTF-8", diag.Span{End: 2}
	case severalValues(text, err.Offset):
		d.Hint = "one JSON value is read; make an array of JSON Lines first, as `jq -s .` does"
	}
	a.show(diag.NewSource(name, text), d)
}

// isUTF16 tells a text of UTF-16 by its byte order mark.
func isUTF16(text []byte) bool {
	return bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff"))
}

// severalValues reports that a whole JSON value ends before an offset, and
// that an object or array begins there, as in JSON Lines.
func severalValues(text []byte, offset int) bool {
	if offset <= 0 || offset >= len(text) || text[offset] != '{' && text[offset] != '[' {
		return false
	}
	_, err := jsonval.Parse(text[:offset])
	return err == nil
}

// expressionFault shows what is wrong with an expression, or what went wrong
// in it, with carets under the very characters.
func (a *app) expressionFault(src string, err error) error {
	var static *diag.Diagnostic
	var dynamic *jmespath.Error
	switch {
	case errors.As(err, &static):
	case errors.As(err, &dynamic) && dynamic.Reason != jmespath.ReasonCancelled:
		static = &diag.Diagnostic{Name: dynamic.Reason.String(), Span: dynamic.Span, Message: dynamic.Message, Hint: dynamic.Hint}
	default:
		return err
	}
	a.show(diag.NewSource("expression", []byte(src)), static)
	return found()
}

// expressionWarnings shows what may be wrong with an expression.
func (a *app) expressionWarnings(src string, warnings []*diag.Diagnostic) {
	if !a.streams.Quiet {
		a.show(diag.NewSource("expression", []byte(src)), warnings...)
	}
}

// show prints findings about one text on the error stream.
func (a *app) show(source *diag.Source, found ...*diag.Diagnostic) {
	r := &report.Report{Source: func(string) *diag.Source { return source }}
	for _, d := range found {
		shown := *d
		shown.File = source.Name
		r.Diagnostics = append(r.Diagnostics, &shown)
	}
	// A stream of errors that cannot be written to leaves nobody to tell.
	_ = report.Formats()[0].Write(a.streams.Err, r, a.streams.Err.Style())
}
