package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/report"
	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/run"
)

func newDoctor(a *app) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Show the version, the settings in force and where they come from",
		Long: `Show what decides how this program behaves here: its version, each setting with
the file, variable or flag that it comes from, where requests may go, and the
files that it keeps. Values of secrets are not shown.`,
		Example: `  ` + a.program + ` doctor
  ` + a.program + ` doctor --format json`,
		Args: arguments(""),
		RunE: a.action(func(cmd *cobra.Command, _ []string) error {
			sections := a.examine(cmd)
			if format == "json" {
				return a.printJSON(sectionsValue(sections), false)
			}
			return a.printSections(sections)
		}),
	}
	cmd.Flags().Var(newChoice(&format, "text", "json"), "format", "how to print it")
	return cmd
}

// fact is one thing that doctor tells.
type fact struct {
	name  string
	value jsonval.Value
	from  string // where a setting comes from; "" of what is no setting
}

type section struct {
	name  string
	facts []fact
}

// examine gathers what there is to tell.
func (a *app) examine(cmd *cobra.Command) []section {
	return []section{
		{"program", []fact{
			{"name", jsonval.StringValue(a.program), ""},
			{"version", jsonval.StringValue(buildVersion()), ""},
			{"go", jsonval.StringValue(runtime.Version()), ""},
			{"platform", jsonval.StringValue(runtime.GOOS + "/" + runtime.GOARCH), ""},
		}},
		{"settings", a.settingFacts(cmd)},
		{"network", a.networkFacts()},
		{"paths", a.pathFacts()},
		{"environment", environmentFacts(cmd.Context())},
	}
}

// settingFacts are the settings; a flag wins over all else.
func (a *app) settingFacts(cmd *cobra.Command) []fact {
	facts := []fact{{"config", orNothing(a.config.File), "none was found"}}
	switch {
	case a.configFile != "":
		facts[0].from = "--config"
	case a.config.File != "":
		facts[0].from = "the nearest of the working folder"
	}
	for _, s := range a.config.Settings() {
		f := fact{s.Name, s.Value, s.From}
		flags := cmd.Flags()
		switch {
		case s.Name == "color" && flags.Changed("color"):
			f.value, f.from = jsonval.StringValue(a.color), "--color"
		case s.Name == "quiet" && flags.Changed("quiet"):
			f.value, f.from = jsonval.BoolValue(a.quiet), "--quiet"
		case f.from == "":
			f.from = "default"
			a.setDefault(&f)
		}
		facts = append(facts, f)
	}
	return facts
}

// setDefault says what is in force of a setting that nobody has set. Colour is
// decided by variables that other programs know too.
func (a *app) setDefault(f *fact) {
	switch f.name {
	case "format":
		f.value = jsonval.ArrayValue([]jsonval.Value{jsonval.StringValue(report.Formats()[0].Name)})
	case "jobs":
		f.value = jsonval.IntValue(runtime.GOMAXPROCS(0))
	case "color":
		f.value = jsonval.StringValue("auto")
		switch mode, variable := terminal.Env(os.LookupEnv).ColorMode(); mode {
		case terminal.ColorNever:
			f.value, f.from = jsonval.StringValue("never"), variable
		case terminal.ColorAlways:
			f.value, f.from = jsonval.StringValue("always"), variable
		}
	}
}

// networkFacts tell where requests may go.
func (a *app) networkFacts() []fact {
	policy := fetch.PublicPolicy()
	schemes := make([]jsonval.Value, len(policy.Schemes))
	for i, s := range policy.Schemes {
		schemes[i] = jsonval.StringValue(s)
	}
	return []fact{
		{"schemes", jsonval.ArrayValue(schemes), ""},
		{"any_port", jsonval.BoolValue(policy.AnyPort), ""},
		{"private_addresses", jsonval.BoolValue(policy.AnyAddress), ""},
		{"cookies", jsonval.BoolValue(false), ""},
		{"proxy", jsonval.BoolValue(false), ""},
		{"user_agent", jsonval.StringValue(a.userAgent()), ""},
		{"max_requests", jsonval.IntValue(run.MaxRequests), ""},
		{"max_seconds", jsonval.NumberValue(run.MaxTime.Seconds()), ""},
		{"max_body_bytes", jsonval.IntValue(fetch.MaxBody), ""},
	}
}

// pathFacts tell where files are read and kept.
func (a *app) pathFacts() []fact {
	working, _ := os.Getwd() // where there is none, there is none to tell
	store, exists := "", false
	if path, err := a.storePath(""); err == nil {
		_, err := os.Stat(path)
		store, exists = path, err == nil
	}
	return []fact{
		{"working_folder", orNothing(working), ""},
		{"store", orNothing(store), ""},
		{"store_exists", jsonval.BoolValue(exists), ""},
		{"cache", jsonval.NullValue(), ""}, // nothing that is fetched is kept
	}
}

// environmentFacts tell of what is around the program, variables by their
// names alone.
func environmentFacts(ctx context.Context) []fact {
	git := ""
	if out, err := exec.CommandContext(ctx, "git", "--version").Output(); err == nil {
		git = strings.TrimSpace(strings.TrimPrefix(string(out), "git version "))
	}
	var vars, unused []jsonval.Value
	environ := os.Environ()
	slices.Sort(environ)
	for _, variable := range environ {
		name, _, _ := strings.Cut(variable, "=")
		switch strings.ToUpper(name) {
		case "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY":
			unused = append(unused, jsonval.StringValue(name))
		}
		if strings.HasPrefix(name, "WIELD_VAR_") {
			vars = append(vars, jsonval.StringValue(name))
		}
	}
	return []fact{
		{"git", orNothing(git), ""},
		{"derived_values", jsonval.ArrayValue(vars), ""},
		{"unused_proxies", jsonval.ArrayValue(unused), ""},
	}
}

// sectionsValue gives {version, program: {…}, settings: {name: {value, from}}, …}.
func sectionsValue(sections []section) jsonval.Value {
	var root jsonval.Builder
	root.Set("version", jsonval.IntValue(1))
	for _, s := range sections {
		var b jsonval.Builder
		for _, f := range s.facts {
			v := f.value
			if f.from != "" {
				var setting jsonval.Builder
				v = setting.Set("value", v).Set("from", jsonval.StringValue(f.from)).Value()
			}
			b.Set(f.name, v)
		}
		root.Set(s.name, b.Value())
	}
	return root.Value()
}

// printSections prints a table for each section.
func (a *app) printSections(sections []section) error {
	var b bytes.Buffer
	style := a.streams.Out.Style()
	for i, s := range sections {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(style.Strong(s.name) + "\n")
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, f := range s.facts {
			fmt.Fprintf(w, "  %s\t%s", strings.ReplaceAll(f.name, "_", " "), diag.Escape(shownFact(f.value)))
			if f.from != "" {
				fmt.Fprintf(w, "\t%s", diag.Escape(f.from))
			}
			fmt.Fprintln(w)
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	_, err := a.streams.Out.Write(b.Bytes())
	return err
}

// shownFact is a value as a person reads it.
func shownFact(v jsonval.Value) string {
	switch v.Kind() {
	case jsonval.Null:
		return "none"
	case jsonval.Bool:
		if v.Bool() {
			return "yes"
		}
		return "no"
	case jsonval.String:
		return v.Str()
	case jsonval.Array:
		var parts []string
		for _, item := range v.Items() {
			parts = append(parts, shownFact(item))
		}
		if len(parts) == 0 {
			return "none"
		}
		return strings.Join(parts, ", ")
	}
	return jsonval.Stringify(v)
}

// orNothing is a text, or null where it is empty.
func orNothing(s string) jsonval.Value {
	if s == "" {
		return jsonval.NullValue()
	}
	return jsonval.StringValue(s)
}
