package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wield-run/wield/pkg/diag"
)

// choice is the value of a flag that is one word out of a few.
type choice struct {
	value *string
	words []string
}

// newChoice makes the first word the default.
func newChoice(value *string, words ...string) *choice {
	*value = words[0]
	return &choice{value, words}
}

func (c *choice) String() string { return *c.value }

// Type is the name of the value in the help.
func (c *choice) Type() string { return strings.Join(c.words, "|") }

// Set takes a word that is allowed.
func (c *choice) Set(word string) error {
	if !slices.Contains(c.words, word) {
		return errors.New("the value is " + orList(c.words))
	}
	*c.value = word
	return nil
}

// whole is a flag whose value is a whole number with a lower bound.
type whole struct {
	value *int
	least int
}

func newWhole(value *int, least int) *whole { return &whole{value, least} }

func (w *whole) String() string { return strconv.Itoa(*w.value) }

func (w *whole) Type() string { return "number" }

func (w *whole) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || int(n) < w.least {
		return fmt.Errorf("the value is a whole number from %d", w.least)
	}
	*w.value = int(n)
	return nil
}

// list is a flag that may be repeated. Those of the library make a writer of
// CSV for each, in every command, whether it is called or not.
type list struct {
	values *[]string
	comma  bool // a value may be several
}

func newList(values *[]string) *list { return &list{values: values} }

func newCommaList(values *[]string) *list { return &list{values: values, comma: true} }

func (l *list) String() string { return strings.Join(*l.values, ",") }

func (l *list) Type() string { return "list" }

func (l *list) Set(text string) error {
	if !l.comma {
		*l.values = append(*l.values, text)
		return nil
	}
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			return errors.New("the value is a list with commas, such as S7,T1")
		}
		*l.values = append(*l.values, part)
	}
	return nil
}

// flagError turns what the flag library found into one sentence.
func flagError(cmd *cobra.Command, err error) error {
	if !cmd.HasParent() && len(cmd.Flags().Args()) > 0 {
		return unknownCommand(cmd, cmd.Flags().Args()[0])
	}
	var (
		missing *pflag.NotExistError
		value   *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
		syntax  *pflag.InvalidSyntaxError
	)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return err
	case errors.As(err, &missing):
		name := missing.GetSpecifiedName()
		if group := missing.GetSpecifiedShortnames(); group != "" {
			return usagef("%s has no flag -%s; `%s --help` lists its flags", cmd.CommandPath(), diag.Escape(diag.Cut(name, 40)), cmd.CommandPath())
		}
		if meant := diag.Nearest(name, flagNames(cmd)); meant != "" {
			return usagef("%s has no flag --%s; did you mean --%s?", cmd.CommandPath(), diag.Escape(diag.Cut(name, 40)), meant)
		}
		return usagef("%s has no flag --%s; `%s --help` lists its flags", cmd.CommandPath(), diag.Escape(diag.Cut(name, 40)), cmd.CommandPath())
	case errors.As(err, &value):
		return usagef("--%s needs a value", value.GetFlag().Name)
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		return usagef("--%s %s: %s", f.Name, diag.Quote(invalid.GetValue(), 40), wanted(f, invalid))
	case errors.As(err, &syntax):
		return usagef("%s is no flag; `%s --help` lists the flags", diag.Quote(syntax.GetSpecifiedFlag(), 40), cmd.CommandPath())
	}
	return &failure{kind: usage, err: err}
}

// wanted says what a flag's value has to be.
func wanted(f *pflag.Flag, err *pflag.InvalidValueError) string {
	switch f.Value.Type() {
	case "int":
		return "the value is a whole number"
	case "bool":
		return "the value is true or false"
	case "duration":
		return "the value is a time such as 500ms or 10s"
	}
	return errors.Unwrap(err).Error()
}

func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// arguments checks how many arguments a command was given. The words name
// them; those in brackets may be missing, and dots allow any number.
func arguments(words string) cobra.PositionalArgs {
	least, most := 0, 0
	names := strings.Fields(words)
	for _, w := range names {
		switch {
		case strings.HasSuffix(w, "…]"):
			most = 1 << 30
		case strings.HasPrefix(w, "["):
			most++
		default:
			least++
			most++
		}
	}
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return usagef("%s needs %s; `%s --help` shows how", cmd.CommandPath(), names[len(args)], cmd.CommandPath())
		case len(args) > most:
			return usagef("%s has no use for %s; it takes %s", cmd.CommandPath(), diag.Quote(args[most], 40), taking(words))
		}
		return nil
	}
}

func taking(words string) string {
	if words == "" {
		return "no arguments"
	}
	return words
}

// noEmptyFlags refuses a flag whose value is the empty text: it is a variable
// of a script that was not set, and to go on as if the flag were not there
// might send what was not to be sent.
func noEmptyFlags(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.Value.String() == "" && err == nil {
			err = usagef("--%s has an empty value; leave the flag out, or give it one", f.Name)
		}
	})
	return err
}

// orList writes words as a list: text, json or junit.
func orList(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
