package config

import (
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Setting is one setting as it is in force.
type Setting struct {
	Name  string        // "max_warnings"
	Value jsonval.Value // null: nothing is set, and there is no default
	From  string        // the file or the variable that sets it; empty: the default
}

// Settings lists all settings, in the order of the documentation.
func (c Config) Settings() []Setting {
	var all []Setting
	for _, s := range schema() {
		all = append(all, Setting{s.key, c.value(s.key), c.from[s.key]})
	}
	return all
}

func (c Config) value(key string) jsonval.Value {
	switch key {
	case "select":
		return list(c.Select)
	case "ignore":
		items := make([]jsonval.Value, len(c.Ignore))
		for i, ignore := range c.Ignore {
			var b jsonval.Builder
			items[i] = b.Set("codes", list(ignore.Codes)).Set("paths", list(ignore.Paths)).Set("reason", text(ignore.Reason)).Value()
		}
		return jsonval.ArrayValue(items)
	case "format":
		return list(c.Format)
	case "max_warnings":
		if c.MaxWarnings != NoLimit {
			return jsonval.IntValue(c.MaxWarnings)
		}
	case "color":
		return text(c.Color)
	case "quiet":
		return jsonval.BoolValue(c.Quiet)
	case "jobs":
		if c.Jobs > 0 {
			return jsonval.IntValue(c.Jobs)
		}
	case "cortex_path":
		return text(c.CortexPath)
	}
	return jsonval.NullValue()
}

func list(texts []string) jsonval.Value {
	items := make([]jsonval.Value, len(texts))
	for i, s := range texts {
		items[i] = jsonval.StringValue(s)
	}
	return jsonval.ArrayValue(items)
}

// text is a text that was set, or null.
func text(s string) jsonval.Value {
	if s == "" {
		return jsonval.NullValue()
	}
	return jsonval.StringValue(s)
}

// variable is the name in the environment of a setting.
func variable(key string) string { return "WIELD_" + strings.ToUpper(key) }
