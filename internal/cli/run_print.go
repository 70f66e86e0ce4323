package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/wield-run/wield/internal/verdict"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/redact"
	"github.com/wield-run/wield/pkg/run"
)

// runFailure prints why a run did not end well, and gives the command's error.
func (a *app) runFailure(r *recipe.Recipe, result *run.Report, try string) error {
	f := result.Failure
	if f == nil {
		return nil
	}
	var b bytes.Buffer
	verdict.WriteFailure(&b, r.Source, f, try, a.streams.Err.Style())
	a.streams.Err.Write(b.Bytes())
	return failureOf(exitOf(f.Outcome))
}

// printPlanned shows what was not sent.
func (a *app) printPlanned(result *run.Report) {
	if result.Summary != "" {
		fmt.Fprintf(a.streams.Err, "summary: %s\n", diag.Quote(result.Summary, 1000))
	}
	if result.Outcome == run.Denied && result.Summary == "" && len(result.Planned) == 1 {
		return // the question showed it
	}
	a.printRequests(result.Planned)
}

// printRequests shows requests as they would be sent. What comes from the
// recipe and what are values cannot be told apart in a rendered request, so
// all of it is quoted and escaped.
func (a *app) printRequests(planned []run.Planned) {
	w := a.streams.Err
	style := w.Style()
	for _, p := range planned {
		fmt.Fprintf(w, "%s %s %s\n", style.Strong(p.Step+":"), p.Method, diag.Escape(p.URL))
		for _, h := range p.Header {
			fmt.Fprintf(w, "  %s: %s\n", h.Name, diag.Escape(h.Value))
		}
		if p.Body != "" {
			fmt.Fprintf(w, "  body (%d bytes): %s\n", len(p.Body), diag.Escape(p.Body))
		}
	}
}

// printTrace draws the steps and their requests as a waterfall.
func (a *app) printTrace(result *run.Report) {
	w := a.streams.Err
	label, columns := 16, 40
	if width := w.Style().Columns(); width > 0 {
		const beside = 27 // bars, the time and a state
		if width < 60 {
			label = 10
		}
		columns = max(4, min(columns, width-label-beside))
	}
	total := max(result.Elapsed, time.Millisecond)
	bar := func(from, took time.Duration) string {
		start := min(int(from*time.Duration(columns)/total), columns-1)
		length := max(1, min(int(took*time.Duration(columns)/total), columns-start))
		return strings.Repeat(" ", start) + strings.Repeat("█", length) + strings.Repeat(" ", columns-start-length)
	}
	for _, s := range result.Steps {
		fmt.Fprintf(w, "%-*s |%s| %6.1f ms  %s", label, diag.Cut(s.ID, label-1), bar(s.Started, s.Took), ms(s.Took), s.State)
		if s.Iterations > 1 {
			fmt.Fprintf(w, " ×%d", s.Iterations)
		}
		fmt.Fprintln(w)
		for _, q := range result.Requests {
			if q.Step != s.ID {
				continue
			}
			status := "no response"
			if q.Status != 0 {
				status = fmt.Sprint(q.Status)
			}
			fmt.Fprintf(w, "%*s |%s| %6.1f ms  %s %s %s, %d bytes\n", label, "", bar(q.Started, q.Took), ms(q.Took), q.Method, diag.Escape(q.URL), status, q.Bytes)
			for _, to := range q.Redirects {
				fmt.Fprintf(w, "%*s |%s| redirected to %s\n", label, "", strings.Repeat(" ", columns), diag.Escape(to))
			}
		}
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// printCurl shows a request as a curl command.
func (a *app) printCurl(x *fetch.Exchange, secrets *redact.Registry) {
	var b strings.Builder
	b.WriteString("curl")
	if x.Out.Method != "GET" {
		b.WriteString(" -X " + x.Out.Method)
	}
	b.WriteString(" " + shellQuote(x.Out.URL.String()))
	for _, h := range x.Out.Header {
		b.WriteString(" -H " + shellQuote(h.Name+": "+h.Value))
	}
	if x.Out.Body != nil {
		b.WriteString(" --data-binary " + shellQuote(string(x.Out.Body)))
	}
	fmt.Fprintln(a.streams.Err, diag.Escape(secrets.Text(b.String())))
}

// shellQuote quotes a text for a POSIX shell.
func shellQuote(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// notJSON says that a text is not JSON, and where.
func notJSON(where string, text []byte, err error) string {
	return fmt.Sprintf("%s is not JSON: %s", diag.Escape(where), jsonPlace(text, err))
}

// jsonPlace says what is wrong with a text that is not JSON, and where.
func jsonPlace(text []byte, err error) string {
	var syntax *jsonval.SyntaxError
	if !errors.As(err, &syntax) {
		return err.Error()
	}
	if isUTF16(text) {
		return "it is UTF-16; save it as UTF-8"
	}
	at := diag.NewSource("", text).Position(syntax.Offset)
	if at.Line == 1 {
		return fmt.Sprintf("column %d: %s", at.Column, syntax.Message)
	}
	return fmt.Sprintf("line %d, column %d: %s", at.Line, at.Column, syntax.Message)
}
