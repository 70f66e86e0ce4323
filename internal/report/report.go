// Package report prints findings: for people, and for the programs that read
// them. One file a format; the list is below. What was found is not its
// business, nor where the output goes.
package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
)

// NoLimit allows any number of warnings.
const NoLimit = -1

// Report is what there is to print.
type Report struct {
	Program     string             // "wield-dev"
	Version     string             // of the program
	Files       []string           // the names of the files that were looked at
	Diagnostics []*diag.Diagnostic // sorted (diag.Sort)
	MaxWarnings int                // more are a fault; NoLimit

	// Source gives the text of a file, or nil where it is not known.
	Source func(file string) *diag.Source

	// Page gives the page of a code. It may be nil.
	Page func(code string) (Page, bool)

	masks map[string]*mask // of each file that holds what must not be shown
}

// Page explains a code.
type Page struct {
	Title string // one line
	Text  string // Markdown
}

// Format is one way to print a report.
type Format struct {
	Name  string
	write func(w *bytes.Buffer, r *Report, style terminal.Style) error
}

// Formats lists them, the default first. A new one is one file and one line
// here.
func Formats() []Format {
	return []Format{
		{"text", writeText},
		{"concise", writeConcise},
		{"json", writeJSON},
		{"sarif", writeSARIF},
		{"github", writeGitHub},
		{"junit", writeJUnit},
	}
}

// Names lists the names of the formats.
func Names() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return names
}

// Write prints a report. The style is used by formats for people only.
func (f Format) Write(w io.Writer, r *Report, style terminal.Style) error {
	var b bytes.Buffer
	if err := f.write(&b, r.concealed(), style); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Bytes gives a report as it stands in a file, without colours.
func (f Format) Bytes(r *Report) ([]byte, error) {
	var b bytes.Buffer
	err := f.write(&b, r.concealed(), terminal.Style{})
	return b.Bytes(), err
}

// Target is a format and where it goes.
type Target struct {
	Format Format
	File   string // empty: standard output
}

// Targets reads what --format was given: "json", or "sarif=FILE". One of them
// goes to standard output; where none does, the default does.
func Targets(values []string) ([]Target, error) {
	formats := Formats()
	var targets []Target
	out := false
	for _, value := range values {
		name, file, toFile := strings.Cut(value, "=")
		t := Target{File: file}
		for _, f := range formats {
			if f.Name == name {
				t.Format = f
			}
		}
		switch {
		case t.Format.Name == "":
			return nil, fmt.Errorf("unknown format %s; %s", diag.Quote(name, 40), diag.DidYouMean(name, Names()))
		case toFile && file == "":
			return nil, fmt.Errorf("the format %s= names no file", name)
		case !toFile && out:
			return nil, fmt.Errorf("only one format can go to standard output; write the other as %s=FILE", name)
		}
		out = out || !toFile
		targets = append(targets, t)
	}
	if !out {
		targets = append([]Target{{Format: formats[0]}}, targets...)
	}
	return targets, nil
}

// Summary says in one line what was found.
func (r *Report) Summary() string {
	errors, warnings := diag.Count(r.Diagnostics)
	var b strings.Builder
	switch {
	case errors == 0 && warnings == 0:
		b.WriteString("no findings")
	case warnings == 0:
		b.WriteString(count(errors, "error"))
	case errors == 0:
		b.WriteString(count(warnings, "warning"))
	default:
		b.WriteString(count(errors, "error") + " and " + count(warnings, "warning"))
	}
	b.WriteString(" in " + count(len(r.Files), "file"))
	if n := r.fixable(); n > 0 {
		fmt.Fprintf(&b, "; --fix mends %d of them", n)
	}
	if r.TooManyWarnings() {
		fmt.Fprintf(&b, "; at most %d may be", r.MaxWarnings)
	}
	return b.String()
}

// TooManyWarnings tells whether there are more warnings than are allowed.
func (r *Report) TooManyWarnings() bool {
	_, warnings := diag.Count(r.Diagnostics)
	return r.MaxWarnings != NoLimit && warnings > r.MaxWarnings
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (r *Report) fixable() int {
	n := 0
	for _, d := range r.Diagnostics {
		if d.Fix != nil && d.Fix.Safe {
			n++
		}
	}
	return n
}

// place tells where a span of a file begins and ends. Of a file whose text is
// not known it is the beginning.
func (r *Report) place(file string, span diag.Span) (from, to diag.Position) {
	if source := r.source(file); source != nil {
		return source.Position(span.Start), source.Position(span.End)
	}
	return diag.Position{Line: 1, Column: 1}, diag.Position{Line: 1, Column: 1}
}

func (r *Report) source(file string) *diag.Source {
	if r.Source == nil {
		return nil
	}
	return r.Source(file)
}

// location is "file:line:column" of a finding's beginning. It often begins a
// line, which must not be a workflow command of GitHub's.
func (r *Report) location(file string, span diag.Span) string {
	from, _ := r.place(file, span)
	name := diag.Escape(file)
	if strings.HasPrefix(strings.TrimLeft(name, " "), ":") { // else a line may begin as a workflow command does
		name = "./" + name
	}
	return fmt.Sprintf("%s:%d:%d", name, from.Line, from.Column)
}

// topic is the code without its sub-check, as explain knows it.
func topic(code string) string {
	code, _, _ = strings.Cut(code, "/")
	return code
}
