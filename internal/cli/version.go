package cli

import (
	"cmp"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// The linker may set these; otherwise the build information tells.
var version, commit, date string

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version, the commit and its date",
		Example: "  " + a.program + " version",
		Args:    arguments(""),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(a.streams.Out, "%s %s\n", a.program, buildVersion())
			return err
		},
	}
}

// buildVersion tells what this program was built from: "v1.2.0 (1a2b3c4d5e6f
// 2026-11-30T10:00:00Z)". What is not known is left out.
func buildVersion() string {
	v, c, d := version, commit, date
	if info, ok := debug.ReadBuildInfo(); ok {
		modified := false
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				c = cmp.Or(c, s.Value)
			case "vcs.time":
				d = cmp.Or(d, s.Value)
			case "vcs.modified":
				modified = s.Value == "true"
			}
		}
		v = cmp.Or(v, info.Main.Version)
		if modified && commit == "" && c != "" {
			c = shorten(c) + " with changes"
		}
	}
	if v == "" || v == "(devel)" {
		v = "devel"
	}
	switch c = shorten(c); {
	case c != "" && d != "":
		return v + " (" + c + " " + d + ")"
	case c != "":
		return v + " (" + c + ")"
	}
	return v
}

// shorten cuts a full commit hash to twelve digits.
func shorten(commit string) string {
	if len(commit) == 40 {
		return commit[:12]
	}
	return commit
}
