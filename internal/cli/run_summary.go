package cli

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/internal/jsonfmt"
	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/internal/verdict"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/infer"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/run"
)

// printSummary tells a person at a terminal in one line what a run took.
func (a *app) printSummary(result *run.Report, replayed bool) {
	if !a.streams.Err.IsTerminal() {
		return
	}
	style := a.streams.Err.Style()
	outcome := style.Error(string(result.Outcome))
	if verdict.ClassOf(result.Outcome) == verdict.OK {
		outcome = style.Good(string(result.Outcome))
	}
	a.streams.Note("%s: %s", outcome, runSummary(result, replayed))
}

// runSummary is such as "2 of 3 steps, 6 requests, 4 checks hold in 0.4 s".
func runSummary(result *run.Report, replayed bool) string {
	ran, held := 0, 0
	for _, s := range result.Steps {
		if s.State == run.StateOK {
			ran++
		}
	}
	for _, c := range result.Checks {
		if c.OK {
			held++
		}
	}
	parts := []string{partOf(ran, len(result.Steps), "step"), count(len(result.Requests), "request")}
	if replayed {
		parts[1] += " replayed"
	}
	if n := len(result.Checks); n > 0 {
		verb := " hold"
		if n == 1 {
			verb = " holds"
		}
		parts = append(parts, partOf(held, n, "check")+verb)
	}
	return fmt.Sprintf("%s in %.1f s", strings.Join(parts, ", "), result.Elapsed.Seconds())
}

// partOf is "3 steps", or "2 of 3 steps" where it is not all of them.
func partOf(n, all int, what string) string {
	if n == all {
		return count(all, what)
	}
	return fmt.Sprintf("%d of %s", n, count(all, what))
}

// noteEmpty asks about an output that has nothing in it, where no check is
// about how much there is. An empty list most often means that an extract has
// missed.
func (a *app) noteEmpty(r *recipe.Recipe, result *run.Report) {
	if result.Outcome != run.OK || result.Output == nil || result.Summary != "" {
		return
	}
	for _, empty := range emptyParts(*result.Output) {
		length := "length(" + empty.expr + ")"
		counted := false
		for _, c := range r.Verify.Checks {
			counted = counted || strings.Contains(c.String(), length)
		}
		switch {
		case counted:
		case empty.list:
			a.streams.Note("note: 0 items in %s: is that right? The check %s > `0` would tell", diag.Escape(empty.expr), diag.Escape(length))
		default:
			a.streams.Note("note: %s is %s: is that right?", diag.Escape(empty.expr), jsonval.Stringify(*result.Output))
		}
	}
}

// emptyPart is a part of an output that has nothing in it.
type emptyPart struct {
	expr string // JMESPath, as in a check
	list bool
}

// emptyParts are the output itself, or the lists that are its members.
func emptyParts(output jsonval.Value) []emptyPart {
	var parts []emptyPart
	switch output.Kind() {
	case jsonval.Null:
		parts = append(parts, emptyPart{"output", false})
	case jsonval.String:
		if output.Str() == "" {
			parts = append(parts, emptyPart{"output", false})
		}
	case jsonval.Array:
		if output.Len() == 0 {
			parts = append(parts, emptyPart{"output", true})
		}
	case jsonval.Object:
		if output.Len() == 0 {
			parts = append(parts, emptyPart{"output", false})
		}
		for _, m := range output.Members() {
			if m.Value.Kind() == jsonval.Array && m.Value.Len() == 0 {
				parts = append(parts, emptyPart{"output." + jmespath.Identifier(m.Key), true})
			}
		}
	}
	return parts
}

// printSuggestions prints checks and a schema that an output passes, as they
// stand in a recipe.
func (a *app) printSuggestions(output jsonval.Value) error {
	checks := []jsonval.Value{}
	for _, c := range infer.Checks(output) {
		checks = append(checks, jsonval.StringValue(c))
	}
	var schema, verify, root jsonval.Builder
	schema.Set("schema", infer.Schema(output))
	verify.Set("checks", jsonval.ArrayValue(checks))
	root.Set("output", schema.Value()).Set("verify", verify.Value())
	text, found := jsonfmt.Format(jsonval.Append(nil, root.Value()))
	if len(found) > 0 {
		return found[0]
	}
	_, err := a.streams.Out.Write(terminal.EscapeJSON(text, terminal.Misleading))
	return err
}
