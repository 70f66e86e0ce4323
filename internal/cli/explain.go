package cli

import (
	"bytes"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/diag/codes"
)

func newExplain(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Show the page of a code, or list the codes",
		Long: `Show the page of a code: what it finds, why that matters, a bad and a good
example, and how to mend it. Without a CODE it is a table of all of them, with
the letter of a family (T) a table of that family.`,
		Example: "  " + a.program + " explain T2",
		Args:    arguments("[CODE]"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return pages().Codes(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: a.action(func(_ *cobra.Command, args []string) error {
			return a.explain(strings.Join(args, ""))
		}),
	}
}

// explain prints a page, or a table where the code is "" or a family.
func (a *app) explain(code string) error {
	all, err := pages().List()
	if err != nil {
		return err
	}
	out := a.streams.Out
	var b bytes.Buffer
	listed := slices.DeleteFunc(slices.Clone(all), func(p codes.Page) bool { return code != "" && codes.Family(p.Code) != code })
	page, known := pages().Find(code)
	switch {
	case len(listed) > 0:
		width := 0 // another program cuts for itself
		if out.IsTerminal() {
			width = out.Width()
		}
		renderTable(&b, listed, out.Style(), width)
	case known:
		renderPage(&b, page.Text, out.Style(), out.Width())
	default:
		return usagef("there is no code %s; %s", diag.Quote(code, 40), a.meantCode(code, all))
	}
	_, err = out.Write(b.Bytes())
	return err
}

// meantCode tells which code was probably meant: one in other case, by its
// name, or one of the family.
func (a *app) meantCode(text string, all []codes.Page) string {
	for _, p := range all {
		if strings.EqualFold(p.Code, codes.Rule(text)) || p.Name == text {
			return "did you mean " + p.Code + " (" + p.Name + ")?"
		}
	}
	var names, siblings []string
	for _, p := range all {
		names = append(names, p.Name)
		if codes.Family(p.Code) == codes.Family(strings.ToUpper(text)) {
			siblings = append(siblings, p.Code)
		}
	}
	if near := diag.Nearest(text, names); near != "" {
		return "did you mean " + all[slices.Index(names, near)].Code + " (" + near + ")?"
	}
	if len(siblings) > 0 {
		return "known here: " + strings.Join(siblings, ", ")
	}
	return "`" + a.program + " explain` lists them"
}
