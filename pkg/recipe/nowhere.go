package recipe

import (
	"slices"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// missing reports a member that an object does not have.
func (a *analysis) missing(name string, span diag.Span, s *shape) {
	if !s.closed && (s.role == roleContext || s.role == roleStep) {
		return // a part of it was not understood
	}
	names := s.names()
	hint := diag.DidYouMean(name, names)
	quoted := diag.Quote(name, 40)
	var fix *diag.Fix
	if near := diag.Nearest(name, names); near != "" && isName(near) {
		fix = replaceText("write `"+near+"`", span, near)
	}
	switch s.role {
	case roleContext:
		message := "nothing here is named " + quoted
		if name == "vars" {
			message = "`vars` is not visible here: derived values are secrets"
		}
		a.lost = true // it may mean a step
		a.nowhere(codeRoot, "unknown-root", diag.Error, span, message, hint, fix)
	case roleSteps:
		a.lost = true // it may mean any
		if !a.lostSteps {
			a.nowhere(codeStep, "unknown-step", diag.Error, span, "there is no step "+quoted, hint, fix)
		}
	case roleStep:
		message := "the step " + diag.Quote(s.step.ID, 40) + " extracts no " + quoted
		if s.step.ExtractNode == nil || len(names) == 0 {
			message, hint, fix = "the step "+diag.Quote(s.step.ID, 40)+" extracts nothing", "give the step an `extract`", nil
		}
		a.nowhere(codeExtract, "unknown-extract", diag.Error, span, message, hint, fix)
	case roleParams:
		severity := diag.Warning
		if s.closed {
			severity = diag.Error
			if !a.silent && a.required(name) {
				return // `params.required` names it, which is reported there
			}
			if !a.silent {
				a.lostParams = append(a.lostParams, name)
			}
		}
		if len(names) == 0 {
			hint = "describe it in `params.properties`"
		}
		a.nowhere(codeParam, "unknown-param", severity, span, "`params` has no property "+quoted, hint, fix)
	case roleVars:
		if a.lostVars {
			return
		}
		message := "`auth.derive` has no entry " + quoted
		if len(names) == 0 {
			message, hint = "`vars` holds nothing: there is no `auth.derive`", "add an entry of that name to `auth.derive`"
		}
		a.nowhere(codeVar, "unknown-var", diag.Error, span, message, hint, fix)
	case rolePage:
		a.nowhere(codePage, "unknown-page-member", diag.Error, span, "`page` has no member "+quoted, hint, fix)
	default:
		if s.closed {
			what, tell := "the object here", a.report
			if s.name != "" {
				what, tell = "`"+s.name+"`", a.nowhere
			}
			if len(names) == 0 {
				hint = "it has no members: leave it out, or give it this one"
			}
			tell(codeNoMember, "no-such-member", diag.Warning, span, what+" has no member "+quoted+": this is null", hint, fix)
		}
	}
}

// required reports whether it was found that `params` asks for a param that it
// does not describe.
func (a *analysis) required(name string) bool {
	n := a.r.Params.Node.Member("required")
	if n == nil || n.Kind != jsonval.Array {
		return false
	}
	for _, item := range n.Children {
		if item.Kind == jsonval.String && item.Str == name {
			return slices.ContainsFunc(a.Found, func(d *diag.Diagnostic) bool {
				return d.Code == "P10" && (d.Pointer == item.Pointer() || d.Pointer == n.Pointer())
			})
		}
	}
	return false
}

// nowhere reports a name that leads nowhere. Where it is used again, the
// finding tells of it: what it means to name was most likely forgotten or
// misspelt, once. Names that the file itself gives are then not mended: they
// may be the misspelt ones.
func (a *analysis) nowhere(code, name string, severity diag.Severity, span diag.Span, message, hint string, fix *diag.Fix) {
	if a.silent {
		return
	}
	first := a.told[code+message]
	if first == nil {
		a.report(code, name, severity, span, message, hint, fix)
		if a.told == nil {
			a.told = map[string]*diag.Diagnostic{}
		}
		a.told[code+message] = a.Found[len(a.Found)-1]
		return
	}
	also := a.node.Relocate(&diag.Diagnostic{Span: span, Fix: fix})
	if len(first.Related) < maxRelated {
		first.Related = append(first.Related, diag.Related{Span: also.Span, Message: "also here"})
	}
	if first.Fix != nil && also.Fix != nil {
		first.Fix.Edits = append(first.Fix.Edits, also.Fix.Edits...)
		first.Fix.Safe = code == codeRoot || code == codePage
	}
}

// maxRelated bounds in how many further places a name is shown.
const maxRelated = 20
