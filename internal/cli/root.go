package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wield-run/wield/internal/config"
	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
)

// app is what the commands of one invocation share.
type app struct {
	program string
	streams *terminal.Streams

	// Flags of every command.
	color      string
	quiet      bool
	configFile string

	// config is there once a command's action has begun.
	config config.Config
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   a.program,
		Short: "Check, run and try recipes",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			cmd.SetOut(a.streams.Err)
			if err := cmd.Help(); err != nil {
				return err
			}
			return usagef("no command was given")
		},
		Version:           buildVersion(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	if a.program == "wield-build" {
		root.Short = "Check recipes for the registry, and build it"
	}
	root.SetIn(a.streams.In)
	root.SetOut(a.streams.Out)
	root.SetErr(a.streams.Err)
	root.SetFlagErrorFunc(flagError)
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetHelpCommand(newHelp())
	root.Flags().Bool("version", false, "print the version")

	flags := root.PersistentFlags()
	flags.SortFlags = false
	flags.Var(newChoice(&a.color, "auto", "always", "never"), "color", "colour the output")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "print no notes")
	config := "read this configuration `FILE` instead of the nearest .wield.yaml"
	if a.program == "wield-build" {
		config = "read this configuration `FILE`; without it none is read"
	}
	flags.StringVar(&a.configFile, "config", "", config)

	for _, construct := range commands(a.program) {
		root.AddCommand(construct(a))
	}
	return root
}

// action wraps what a command does: it reads the configuration and sets the
// streams up first.
func (a *app) action(do func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := noEmptyFlags(cmd.Flags()); err != nil {
			return err
		}
		a.streams.Quiet = a.quiet
		if err := a.setColor(a.color); err != nil {
			return &failure{kind: usage, err: err}
		}
		if err := a.configure(cmd.Flags()); err != nil {
			return err
		}
		return do(cmd, args)
	}
}

// configure reads the configuration. The registry's program reads a file only
// where one is named, so that what it judges cannot excuse itself.
func (a *app) configure(flags *pflag.FlagSet) error {
	c, err := config.Load(config.Options{
		File:   a.configFile,
		Search: a.program != "wield-build",
	})
	if err != nil {
		return &failure{kind: usage, err: err}
	}
	a.config = c
	if !flags.Changed("color") && c.Color != "" {
		if err := a.setColor(c.Color); err != nil {
			return &failure{kind: usage, err: err}
		}
	}
	a.streams.Quiet = a.quiet || c.Quiet && !flags.Changed("quiet")
	return nil
}

func (a *app) setColor(mode string) error {
	m, err := terminal.ParseColorMode(mode)
	if err == nil {
		a.streams.SetColor(m)
	}
	return err
}

// unknownCommand names the command that was probably meant.
func unknownCommand(parent *cobra.Command, name string) error {
	var names []string
	for _, c := range parent.Commands() {
		if !c.Hidden {
			names = append(append(names, c.Name()), c.Aliases...)
		}
	}
	return usagef("unknown command %s; %s", diag.Quote(name, 40), diag.DidYouMean(name, names))
}
