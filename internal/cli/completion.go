package cli

import (
	"github.com/spf13/cobra"

	"github.com/wield-run/wield/pkg/diag"
)

func newCompletion(a *app) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:       "completion bash|zsh|fish|powershell",
		Short:     "Print a script that lets a shell complete commands and flags",
		Example:   "  source <(" + a.program + " completion bash)",
		Args:      arguments("SHELL"),
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			root, out := cmd.Root(), a.streams.Out
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(out)
			}
			return usagef("unknown shell %s; %s", diag.Quote(args[0], 40), diag.DidYouMean(args[0], shells))
		},
	}
}
