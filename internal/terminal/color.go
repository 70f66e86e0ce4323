package terminal

import (
	"fmt"

	"github.com/fatih/color"
)

// Env looks a variable of the environment up. A nil Env has none.
type Env func(name string) (value string, ok bool)

func (e Env) get(name string) string {
	if e == nil {
		return ""
	}
	value, _ := e(name)
	return value
}

// ColorMode says when output is coloured.
type ColorMode uint8

// The colour modes.
const (
	ColorAuto ColorMode = iota // by the environment, else on a terminal
	ColorAlways
	ColorNever
)

// ParseColorMode reads "auto", "always" or "never".
func ParseColorMode(s string) (ColorMode, error) {
	switch s {
	case "auto":
		return ColorAuto, nil
	case "always":
		return ColorAlways, nil
	case "never":
		return ColorNever, nil
	}
	return ColorAuto, fmt.Errorf("the colour mode is auto, always or never")
}

// ColorMode is what the environment asks for, and the variable that does: first
// NO_COLOR (no-color.org: set and not empty), then CLICOLOR_FORCE. It is
// ColorAuto and "" where neither does.
func (e Env) ColorMode() (mode ColorMode, variable string) {
	force := e.get("CLICOLOR_FORCE")
	switch {
	case e.get("NO_COLOR") != "":
		return ColorNever, "NO_COLOR"
	case force != "" && force != "0":
		return ColorAlways, "CLICOLOR_FORCE"
	}
	return ColorAuto, ""
}

// setColor decides for one stream: an explicit mode wins, then the environment,
// then whether the stream is a terminal that has colours. The library's own
// decision is made once and from stdout only, so it is not used.
func (o *Output) setColor(mode ColorMode) {
	if mode == ColorAuto {
		mode, _ = o.env.ColorMode()
	}
	switch mode {
	case ColorAlways:
		o.color = true
	case ColorNever:
		o.color = false
	default:
		o.color = o.env.get("TERM") != "dumb" && o.IsTerminal()
	}
}

// Style is how text is shown on one stream: painted or as it is, and on how
// many columns.
type Style struct {
	on      bool
	columns int
}

// Columns is how many columns a line has on the terminal; 0 is any number,
// where there is none.
func (s Style) Columns() int { return s.columns }

// Within is the style on a terminal of so many columns.
func (s Style) Within(columns int) Style {
	s.columns = columns
	return s
}

// The styles, named by what the text is.
func (s Style) Error(text string) string   { return s.paint(text, color.FgRed, color.Bold) }
func (s Style) Warning(text string) string { return s.paint(text, color.FgYellow, color.Bold) }
func (s Style) Good(text string) string    { return s.paint(text, color.FgGreen) }
func (s Style) Strong(text string) string  { return s.paint(text, color.Bold) }
func (s Style) Faint(text string) string   { return s.paint(text, color.Faint) }
func (s Style) Accent(text string) string  { return s.paint(text, color.FgCyan) }

func (s Style) paint(text string, attributes ...color.Attribute) string {
	if !s.on || text == "" {
		return text
	}
	c := color.New(attributes...)
	c.EnableColor()
	return c.Sprint(text)
}
