package cli

import (
	"slices"
	"strings"
	"sync"

	"github.com/wield-run/wield/internal/report"
	"github.com/wield-run/wield/lint/rules"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/diag/codes"
)

// pages are those of all codes that the programs know.
var pages = sync.OnceValue(func() *codes.Set {
	var texts []string
	for _, rule := range rules.All() {
		texts = append(texts, rule.Doc)
	}
	return codes.NewSet(codes.Files()).With(texts...)
})

// reportPage is the page of a code as reports show it.
func reportPage(code string) (report.Page, bool) {
	p, ok := pages().Find(code)
	return report.Page{Title: p.Summary, Text: p.Text}, ok
}

// newFilter says which findings are reported: by the flags, else by the
// configuration. The registry's program reports errors of the safety rules
// whatever is asked.
func (a *app) newFilter(f *checkFlags) (*filter, error) {
	lists := []struct {
		where string
		codes []string
	}{
		{"--select", f.selected},
		{"--ignore", f.ignored},
		{"`select` of the configuration", a.config.Select},
	}
	for _, ignore := range a.config.Ignore {
		lists = append(lists, struct {
			where string
			codes []string
		}{"`ignore` of the configuration", ignore.Codes})
	}
	for _, list := range lists {
		if err := knownCodes(list.where, list.codes); err != nil {
			return nil, err
		}
	}
	selected := f.selected
	if len(selected) == 0 {
		selected = a.config.Select
	}
	if a.program != "wield-build" && nothingLeft(selected, f.ignored) {
		return nil, usagef("--ignore leaves out all that is selected, so nothing could be found")
	}
	return &filter{
		selected: selected,
		ignored:  f.ignored,
		off: func(code, file string) bool {
			_, off := a.config.Ignored(code, file)
			if !off {
				_, off = a.config.Ignored(codes.Family(code), file)
			}
			return off
		},
		fixed:   a.staysReported,
		follows: rules.Follows(),
	}, nil
}

// staysReported tells the findings that no setting can leave out.
func (a *app) staysReported(d *diag.Diagnostic) bool {
	return a.program == "wield-build" && d.Severity == diag.Error && codes.Family(d.Code) == "S"
}

// codeListed reports whether a list names a code, its rule (S7 for S7/url) or
// its family (T for T2).
func codeListed(list []string, code string) bool {
	if len(list) == 0 {
		return false
	}
	return slices.Contains(list, code) || slices.Contains(list, codes.Rule(code)) || slices.Contains(list, codes.Family(code))
}

// nothingLeft tells whether every code that is selected is ignored.
func nothingLeft(selected, ignored []string) bool {
	if len(ignored) == 0 {
		return false
	}
	possible := func(code string) bool {
		return (len(selected) == 0 || codeListed(selected, code)) && !codeListed(ignored, code)
	}
	subCheck := func(code string) bool { return code != codes.Rule(code) && possible(code) }
	return !slices.ContainsFunc(pages().Codes(), possible) && !slices.ContainsFunc(selected, subCheck)
}

// knownCodes refuses codes that no page explains: a misspelt one would leave
// out everything, or nothing.
func knownCodes(where string, list []string) error {
	if len(list) == 0 {
		return nil
	}
	known := pages().Codes()
	for _, k := range known {
		if family := codes.Family(k); !slices.Contains(known, family) {
			known = append(known, family)
		}
	}
	for _, code := range list {
		if slices.Contains(known, codes.Rule(code)) {
			continue
		}
		hint := "`wield-dev explain` lists them"
		if upper := strings.ToUpper(code); slices.Contains(known, codes.Rule(upper)) {
			hint = "did you mean " + upper + "?"
		}
		return usagef("%s: there is no code %s; %s", where, diag.Quote(code, 40), hint)
	}
	return nil
}
