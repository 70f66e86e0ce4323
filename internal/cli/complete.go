package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wield-run/wield/internal/report"
)

// completions tells a shell what the arguments and the values of flags may be.
// It is for an invocation by a shell's completion; others do without the work.
func completions(root *cobra.Command) {
	for _, c := range append([]*cobra.Command{root}, documented(root)...) {
		if c.ValidArgsFunction == nil && len(c.ValidArgs) == 0 {
			switch {
			case strings.Contains(c.Use, " RECIPE"), strings.Contains(c.Use, "[PATH…]"):
				c.ValidArgsFunction = filesOf("json")
			case strings.Contains(c.Use, "DIR"):
				c.ValidArgsFunction = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
			}
		}
		for _, flags := range []*pflag.FlagSet{c.PersistentFlags(), c.LocalNonPersistentFlags()} {
			flags.VisitAll(func(f *pflag.Flag) {
				if values := flagValues(f); values != nil {
					_ = c.RegisterFlagCompletionFunc(f.Name, values) // it fails only where there is no such flag
				}
			})
		}
	}
}

// flagValues completes the value of a flag; nil leaves it to the shell, which
// completes files.
func flagValues(f *pflag.Flag) cobra.CompletionFunc {
	words := func(words []string) cobra.CompletionFunc {
		return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	}
	if c, ok := f.Value.(*choice); ok {
		return words(c.words)
	}
	switch f.Name {
	case "format":
		return words(report.Names())
	case "select", "ignore":
		return words(pages().Codes())
	case "replay", "har":
		return filesOf("har")
	case "vars-file":
		return filesOf("json")
	case "config":
		return filesOf("yaml", "toml", "json")
	}
	switch value, _ := pflag.UnquoteUsage(f); value {
	case "", "FILE", "KEY": // no value, or a file
		return nil
	case "DIR":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	}
	return words(nil)
}

// filesOf completes the names of files that end so, and folders.
func filesOf(endings ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(endings, cobra.ShellCompDirectiveFilterFileExt)
}
