// Package verdict prints how runs of recipes ended: the failure of one, and
// the results of many that were tested.
package verdict

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/wield-run/wield/internal/report"
	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/run"
)

// Class says whose fault an outcome is.
type Class uint8

// The classes.
const (
	OK Class = iota
	RecipeFault
	CallFault
	NoJudgement
	Interrupted
	classes
)

// ClassOf gives the class of an outcome.
func ClassOf(o run.Outcome) Class {
	switch o {
	case run.OK:
		return OK
	case run.InvalidParams, run.Denied:
		return CallFault
	case run.NetworkError, run.Timeout, run.SiteChallenge, run.LoginRequired:
		return NoJudgement
	case run.Interrupted:
		return Interrupted
	}
	return RecipeFault
}

// Result is how the test of one recipe ended.
type Result struct {
	File    string
	ID      string
	Version int
	Source  *diag.Source // of the recipe
	Outcome run.Outcome
	Failure *run.Failure // nil when Outcome is OK
	Elapsed time.Duration
	Try     string // a command that shows more; may be empty
}

// message is the failure's sentence, or "".
func (r *Result) message() string {
	if r.Failure == nil {
		return ""
	}
	return r.Failure.Message
}

// Report is how the tests of several recipes ended.
type Report struct {
	Program string // "wield-dev"
	Version string // of the program
	Results []Result
	Elapsed time.Duration
}

// Write prints a report. The formats text, json and junit are made for tests;
// in the others each failure is a finding at its place.
func (r *Report) Write(w io.Writer, format report.Format, style terminal.Style) error {
	var b bytes.Buffer
	switch format.Name {
	case "text":
		width := r.NameWidth()
		for i := range r.Results {
			b.WriteString(Row(&r.Results[i], width, style))
		}
		r.WriteFailures(&b, style)
	case "json":
		writeJSON(&b, r)
	case "junit":
		if err := writeJUnit(&b, r); err != nil {
			return err
		}
	default:
		return format.Write(w, r.findings(), style)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// findings gives each failure as a finding whose code is the outcome.
func (r *Report) findings() *report.Report {
	all := &report.Report{Program: r.Program, Version: r.Version, MaxWarnings: report.NoLimit}
	sources := map[string]*diag.Source{}
	for i := range r.Results {
		one := &r.Results[i]
		all.Files = append(all.Files, one.File)
		sources[one.File] = one.Source
		if f := one.Failure; f != nil {
			d := &diag.Diagnostic{Code: string(one.Outcome), Name: "test", File: one.File, Message: f.Message, Hint: f.Hint}
			if f.Place != nil {
				d.Span = *f.Place
			}
			all.Diagnostics = append(all.Diagnostics, d)
		}
	}
	diag.Sort(all.Diagnostics)
	all.Source = func(name string) *diag.Source { return sources[name] }
	return all
}

// NameWidth is the width of the longest file name.
func (r *Report) NameWidth() int {
	width := 0
	for i := range r.Results {
		width = max(width, diag.Width(diag.Escape(r.Results[i].File)))
	}
	return width
}

// Row is the line of the table for one recipe; width is that of its column of
// names. On a terminal that is narrower a name is shown by its end, which tells
// recipes apart, and below that the time is left out.
func Row(r *Result, width int, style terminal.Style) string {
	code := string(r.Outcome)
	painted := style.Error(code)
	switch ClassOf(r.Outcome) {
	case OK:
		painted = style.Good(code)
	case NoJudgement, Interrupted:
		painted = style.Warning(code)
	}
	name := diag.Escape(r.File)
	head := painted + pad(len(code), codeWidth) + "  "
	took := fmt.Sprintf("  %8.1f ms", float64(r.Elapsed.Microseconds())/1000)
	if columns := style.Columns(); columns > 0 && codeWidth+2+width+len(took) > columns {
		room := columns - codeWidth - 2
		if room-len(took) >= leastName {
			room -= len(took)
		} else {
			took = ""
		}
		width = min(width, max(room, leastName/2))
		name = diag.Tail(name, width)
	}
	return head + name + pad(diag.Width(name), width) + took + "\n"
}

// codeWidth is the width of the column of outcomes, and leastName that of the
// column of names where the time stands beside it.
const (
	codeWidth = len(run.RedirectBlocked)
	leastName = 24
)

func pad(have, want int) string { return strings.Repeat(" ", max(0, want-have)) }

// WriteFailures tells why each recipe failed that did.
func (r *Report) WriteFailures(b *bytes.Buffer, style terminal.Style) {
	for i := range r.Results {
		one := &r.Results[i]
		if one.Failure == nil || one.Outcome == run.Interrupted {
			continue
		}
		b.WriteString("\n" + style.Strong(diag.Escape(one.File)) + "\n")
		WriteFailure(b, one.Source, one.Failure, one.Try, style)
	}
}

// WriteFailure tells why a run failed: what, where in the recipe, the request,
// what was expected and what came, and what to try next.
func WriteFailure(b *bytes.Buffer, source *diag.Source, f *run.Failure, try string, style terminal.Style) {
	where := ""
	if f.Step != "" {
		where = " in step " + f.Step
	}
	fmt.Fprintf(b, "%s%s: %s\n", style.Error(string(f.Outcome)), where, diag.Escape(f.Message))
	if f.Place != nil {
		at := source.Position(f.Place.Start)
		fmt.Fprintf(b, "  --> %s:%d:%d\n%s\n", diag.Escape(source.Name), at.Line, at.Column, source.FrameWithin(*f.Place, style.Columns()))
	}
	for _, line := range []struct{ label, text string }{
		{"asked", f.Request}, {"ended at", f.Final}, {"expected", f.Expected}, {"got", f.Got}, {"hint", f.Hint}, {"try", try},
	} {
		if line.text != "" {
			fmt.Fprintf(b, "   = %s %s\n", style.Accent(line.label+":"), diag.Escape(line.text))
		}
	}
}

// Summary says in one line how the tests ended: "8 recipes: 6 ok, 1
// check_failed, 1 timeout in 1.2 s".
func (r *Report) Summary() string {
	var order []run.Outcome
	counts := map[run.Outcome]int{}
	for i := range r.Results {
		o := r.Results[i].Outcome
		if counts[o]++; counts[o] == 1 && o != run.OK {
			order = append(order, o)
		}
	}
	var parts []string
	if n := counts[run.OK]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d ok", n))
	}
	for _, o := range order {
		parts = append(parts, fmt.Sprintf("%d %s", counts[o], o))
	}
	total := fmt.Sprintf("%d recipes", len(r.Results))
	if len(r.Results) == 1 {
		total = "1 recipe"
	}
	if len(parts) == 0 {
		return total
	}
	return fmt.Sprintf("%s: %s in %.1f s", total, strings.Join(parts, ", "), r.Elapsed.Seconds())
}
