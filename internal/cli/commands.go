package cli

import "github.com/spf13/cobra"

// commands lists the commands of a program, in the order of its help. A new
// command is one file and one line here.
func commands(program string) []func(*app) *cobra.Command {
	if program == "wield-build" {
		return []func(*app) *cobra.Command{
			newLint,
			newIndex,
			newVerify,
			newKeygen,
			newVersion,
			newCompletion,
			newMan,
		}
	}
	return []func(*app) *cobra.Command{
		newValidate,
		newLint,
		newRun,
		newTest,
		newFmt,
		newRender,
		newDerive,
		newNew,
		newCortex,
		newQuery,
		newExtract,
		newSchema,
		newExplain,
		newDoctor,
		newGuide,
		newVersion,
		newCompletion,
		newMan,
	}
}
