package cli

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/pkg/diag"
)

// newMan makes the manual pages, for those who package the programs.
func newMan(a *app) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:    "man [COMMAND…]",
		Short:  "Print the manual page of the program or a command",
		Hidden: true,
		Long: `Print the manual page of the program or a command, in the form that man reads.
With --out all pages are written into a folder.`,
		Example: "  " + a.program + " man > " + a.program + ".1",
		Args:    arguments("[COMMAND…]"),
	}
	cmd.Flags().StringVar(&dir, "out", "", "write all pages into the folder `DIR`")
	cmd.RunE = a.action(func(cmd *cobra.Command, args []string) error {
		root := cmd.Root()
		if dir == "" {
			found, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(found, rest[0])
			}
			_, err = a.streams.Out.Write(manPage(found))
			return err
		}
		if len(args) > 0 {
			return usagef("--out writes the pages of all commands; leave %s out", diag.Quote(args[0], 40))
		}
		return writeManPages(dir, root)
	})
	return cmd
}

// writeManPages writes the page of a program and those of its commands.
func writeManPages(dir string, root *cobra.Command) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return files.Failed(dir, err)
	}
	for _, c := range append([]*cobra.Command{root}, documented(root)...) {
		name := filepath.Join(dir, manName(c)+".1")
		if err := files.Write(name, manPage(c), files.Shared); err != nil {
			return err
		}
	}
	return nil
}

// documented are the commands of a program that its help lists.
func documented(root *cobra.Command) []*cobra.Command {
	var all []*cobra.Command
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			all = append(append(all, c), documented(c)...)
		}
	}
	return all
}

// manName is the name of a command's page: "wield-dev-run".
func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPage is the manual page of a command, in the macros of man(7).
func manPage(c *cobra.Command) []byte {
	var b bytes.Buffer
	section := func(title string) { b.WriteString(".SH " + title + "\n") }
	day, _, _ := strings.Cut(date, "T")
	b.WriteString(`.TH "` + strings.ToUpper(roff(manName(c))) + `" 1 "` + roff(day) + `" "` + roff("Wield "+cmp.Or(version, "devel")) + `" "Wield"` + "\n.nh\n.ad l\n")
	section("NAME")
	b.WriteString(roff(manName(c)) + ` \- ` + roff(c.Short) + "\n")
	section("SYNOPSIS")
	usage := c.UseLine()
	if c.HasSubCommands() {
		usage = c.CommandPath() + " COMMAND [flags]"
	}
	b.WriteString(".B " + roff(usage) + "\n")
	section("DESCRIPTION")
	for i, paragraph := range strings.Split(cmp.Or(c.Long, c.Short+"."), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		b.WriteString(roff(paragraph) + "\n")
	}
	if c.HasSubCommands() {
		section("COMMANDS")
		for _, sub := range documented(c) {
			b.WriteString(".TP\n.B " + roff(strings.TrimPrefix(sub.UseLine(), c.CommandPath()+" ")) + "\n" + roff(sub.Short) + "\n")
		}
	}
	section("OPTIONS")
	for _, f := range append(flagTexts(c.NonInheritedFlags()), flagTexts(c.InheritedFlags())...) {
		b.WriteString(".TP\n.B " + roff(f.name) + "\n" + roff(f.text) + "\n")
	}
	if c.Example != "" {
		section("EXAMPLES")
		b.WriteString(".EX\n" + roff(c.Example) + "\n.EE\n")
	}
	section("EXIT STATUS")
	for _, e := range exitCodes() {
		b.WriteString(".TP\n.B " + e.code + "\n" + roff(e.means) + "\n")
	}
	section("SEE ALSO")
	var others []string
	for _, other := range append([]*cobra.Command{c.Root()}, documented(c.Root())...) {
		if other != c {
			others = append(others, ".BR "+roff(manName(other))+" (1)")
		}
	}
	b.WriteString(strings.Join(others, " ,\n") + "\n")
	return b.Bytes()
}

// roff escapes text.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

// exitCodes are the exit codes with what they mean.
func exitCodes() []struct{ code, means string } {
	return []struct{ code, means string }{
		{"0", "All is well, warnings included unless --max-warnings says otherwise."},
		{"1", "The recipe is at fault: errors were found; an expectation, an extraction, the output or a check failed."},
		{"2", "The call is at fault: usage, configuration, a file that is not there, params that do not fit, a request that was not allowed. Also an internal error, which says so."},
		{"3", "There is no judgement: network, timeout, a bot check, a login that is missing."},
		{"130", "Interrupted."},
	}
}

// flagText is a flag as its documentation shows it.
type flagText struct {
	name string // "-q, --quiet", "--params JSON"
	text string // with the default, where there is one
}

// flagTexts describes flags.
func flagTexts(flags *pflag.FlagSet) []flagText {
	var all []flagText
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		value, text := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if value != "" {
			name += " " + value
		}
		if d := f.DefValue; d != "" && d != "false" && d != "0" {
			text += " (default " + d + ")"
		}
		all = append(all, flagText{name, text})
	})
	return all
}
