// Package s02 is the rule S2: where a request goes is readable in the file.
package s02

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

//go:embed doc.md
var doc string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S2", Name: "static-targets", Doc: doc, Run: run}

func run(p *lint.Pass) error {
	for _, sink := range p.Flow().Sinks() {
		if sink.Kind != flow.URL {
			continue
		}
		if head(p, sink.Template, sink.Parts) {
			canon(p, sink.Template, sink.Parts)
		}
		page(p, sink.Template)
	}
	return nil
}

// head checks how a URL begins: with a declared origin, a slash, or the page's
// own origin or host, and then the first slash of the path.
func head(p *lint.Pass, u *recipe.Template, all []flow.URLPart) bool {
	rest := 0
	for rest < len(all) && all[rest].Region == flow.Head {
		rest++
	}
	start := all[:rest]
	var marked diag.Span
	why := ""
	switch {
	case len(start) == 0:
	case len(start) == 1 && start[0].Ref == nil:
		why, marked = declared(p.Recipe, start[0].Text), start[0].Span
	case len(start) == 1 && pageMember(start[0].Ref, "origin"):
	case len(start) == 2 && start[0].Ref == nil && start[0].Text == "https://" && start[1].Ref != nil && pageMember(start[1].Ref, "host"):
	default:
		for _, part := range start {
			if part.Ref != nil {
				why, marked = "has a template in front of the first slash of its path, so its host is not known before a run", part.Span
				break
			}
		}
	}
	if why == "" {
		why, marked = firstSlash(u, all, rest)
	}
	if why == "" {
		return true
	}
	p.Report(lint.Finding{Check: "head", Name: "unreadable-target", Node: u.Node, Span: u.Node.TextSpan(marked.Start, marked.End),
		Message: fmt.Sprintf("the URL %s %s%s", diag.Quote(u.Source(), 120), why, browserHost(all)),
		Hint:    "begin it with `/`, with `{{ page.origin }}/`, or with a declared origin and `/`: " + strings.Join(p.Recipe.Origins(), ", ")})
	return false
}

// declared says what is wrong with a host that is written out, "" where it is
// a declared one.
func declared(r *recipe.Recipe, text string) string {
	switch {
	case slices.Contains(r.Site.Origins, text):
		return ""
	case slices.Contains(r.Origins(), text):
		return ""
	case !strings.HasPrefix(text, "https://"):
		return "begins neither with `https://` nor with `/`"
	case len(r.Origins()) == 0:
		return "" // which they are is not known
	}
	return "does not go to a declared origin"
}

// firstSlash checks that the path begins where the head ends.
func firstSlash(u *recipe.Template, all []flow.URLPart, rest int) (why string, marked diag.Span) {
	if rest == len(all) || all[rest].Region != flow.Path {
		end := len(u.Source())
		if rest < len(all) {
			end = all[rest].Span.Start
		}
		return "has no `/` behind its host", diag.Span{Start: 0, End: end}
	}
	first := all[rest]
	if first.Ref != nil {
		return "", diag.Span{} // through the filter path, which gives the slash
	}
	if first.Text[0] == '\\' || rest == 0 && len(first.Text) > 1 && (first.Text[1] == '/' || first.Text[1] == '\\') {
		return "names another host: a browser reads `\\` as `/`, and `//` in front of a host", diag.Span{Start: first.Span.Start, End: first.Span.Start + min(2, len(first.Text))}
	}
	return "", diag.Span{}
}

// pageMember reports whether a reference is page.<name>, as it stands.
func pageMember(ref *template.Reference, name string) bool {
	return ref != nil && !ref.Head.Quoted && ref.Head.Root == "page" && len(ref.Head.Path) == 1 && ref.Head.Path[0].Name == name && len(ref.Filters) == 0
}

// browserHost tells which host a browser finds in a URL whose templates are
// empty, where it finds one.
func browserHost(all []flow.URLPart) string {
	text := ""
	for _, part := range all {
		text += part.Text
	}
	base, err := fetch.ParseURL("https://relative.invalid/", nil)
	if err != nil {
		return ""
	}
	u, err := fetch.ParseURL(text, base)
	if err != nil || u.Hostname() == "" || u.Hostname() == "relative.invalid" {
		return ""
	}
	return " (a browser finds the host " + diag.Quote(u.Hostname(), 80) + ")"
}

// page checks that a URL holds nothing of the page but its host and origin.
func page(p *lint.Pass, u *recipe.Template) {
	parts := u.Parts()
	for i := range parts {
		if parts[i].Ref == nil {
			continue
		}
		h := &parts[i].Ref.Head
		if h.Quoted || h.Root != "page" || len(h.Path) > 0 && (h.Path[0].Name == "host" || h.Path[0].Name == "origin") {
			continue
		}
		p.Report(lint.Finding{Check: "page", Name: "page-in-url", Node: u.Node, Span: u.Node.TextSpan(h.Span.Start, h.Span.End),
			Message: fmt.Sprintf("the URL %s holds more of the page than its host and origin", diag.Quote(u.Source(), 120)), Hint: "write `{{ page.origin }}/` in front of the path"})
	}
}
