package report

import (
	"bytes"
	"encoding/json"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
)

// The JSON of validate and lint. Lines and columns count from 1, columns in
// code points; offsets of edits are bytes. Every member is always there.
type (
	jsonReport struct {
		Version     int           `json:"version"`
		Files       int           `json:"files"`
		Diagnostics []jsonFinding `json:"diagnostics"`
		Summary     jsonSummary   `json:"summary"`
	}
	jsonFinding struct {
		Code      string   `json:"code"`
		Name      string   `json:"name"`
		Severity  string   `json:"severity"`
		File      string   `json:"file"`
		Line      int      `json:"line"`
		Column    int      `json:"column"`
		EndLine   int      `json:"end_line"`
		EndColumn int      `json:"end_column"`
		Pointer   string   `json:"pointer"`
		Message   string   `json:"message"`
		Hint      string   `json:"hint"`
		Fix       *jsonFix `json:"fix"`
	}
	jsonFix struct {
		Title string     `json:"title"`
		Safe  bool       `json:"safe"`
		Edits []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		Start int    `json:"start"`
		End   int    `json:"end"`
		Text  string `json:"text"`
	}
	jsonSummary struct {
		Errors   int `json:"errors"`
		Warnings int `json:"warnings"`
		Fixable  int `json:"fixable"`
	}
)

func writeJSON(b *bytes.Buffer, r *Report, _ terminal.Style) error {
	out := jsonReport{Version: 1, Files: len(r.Files), Diagnostics: []jsonFinding{}}
	for _, d := range r.Diagnostics {
		from, to := r.place(d.File, d.Span)
		f := jsonFinding{
			Code: d.Code, Name: d.Name, Severity: d.Severity.String(), File: d.File,
			Line: from.Line, Column: from.Column, EndLine: to.Line, EndColumn: to.Column,
			Pointer: d.Pointer, Message: d.Message, Hint: d.Hint,
		}
		if d.Fix != nil {
			f.Fix = &jsonFix{d.Fix.Title, d.Fix.Safe, []jsonEdit{}}
			for _, e := range d.Fix.Edits {
				f.Fix.Edits = append(f.Fix.Edits, jsonEdit{e.Span.Start, e.Span.End, e.Text})
			}
		}
		out.Diagnostics = append(out.Diagnostics, f)
	}
	out.Summary.Errors, out.Summary.Warnings = diag.Count(r.Diagnostics)
	out.Summary.Fixable = r.fixable()
	return encode(b, out)
}

// encode prints JSON in which nothing deceives who looks at it.
func encode(b *bytes.Buffer, v any) error {
	var raw bytes.Buffer
	encoder := json.NewEncoder(&raw)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		return err
	}
	b.Write(terminal.EscapeJSON(raw.Bytes(), diag.Invisible))
	return nil
}
