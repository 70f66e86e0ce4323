package s12

import (
	"strings"

	"github.com/wield-run/wield/lint/internal/pattern"
	"github.com/wield-run/wield/lint/internal/schemas"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/regex"
	"github.com/wield-run/wield/pkg/template"
)

// class is what is known of the text that a value can render to. A value that
// may be of several sorts has several classes, and is as safe as the worst.
type class struct {
	kind    kind
	values  []string        // of fixed
	set     pattern.CharSet // of characters
	source  string          // of characters: the pattern that the text matches, where no filter has changed it
	pattern *regex.Syntax   // of source; nil where there is none
	free    string          // of free: why
}

type kind uint8

const (
	free       kind = iota // any text
	characters             // a text of certain characters
	fixed                  // one of a few texts
	number                 // a number or a boolean
)

// classesOf reads what the schema of a param says.
func classesOf(r *schemas.Reader, n *jsonval.Node) []class {
	return classes(r, n, 0)
}

func classes(r *schemas.Reader, n *jsonval.Node, depth int) []class {
	if n == nil || n.Kind != jsonval.Object || depth > 8 {
		return []class{{free: "its schema does not say what it is"}}
	}
	if !r.Admits(n, jsonval.String) && !r.Admits(n, jsonval.Array) && !r.Admits(n, jsonval.Object) {
		return []class{{kind: number}}
	}
	if values := r.Values(n); values != nil {
		c := class{kind: fixed}
		for _, v := range values {
			switch v.Kind {
			case jsonval.String:
				c.values = append(c.values, v.Str)
			case jsonval.Array, jsonval.Object:
				return []class{{free: "its values are no text"}}
			}
		}
		return []class{c}
	}
	if c, ok := ofText(r, n); ok {
		return []class{c}
	}
	why := "it is any text"
	if p := n.Member("pattern"); p != nil && p.Kind == jsonval.String {
		why = "its pattern has to begin with ^ and to end with $"
	}
	if target := schemas.Target(r.Root, n); target != nil {
		return classes(r, target, depth+1)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		m := n.Member(keyword)
		if m == nil || m.Kind != jsonval.Array || len(m.Children) == 0 {
			continue
		}
		var all []class
		for _, branch := range m.Children {
			all = append(all, classes(r, branch, depth+1)...)
		}
		return all
	}
	if m := n.Member("allOf"); m != nil && m.Kind == jsonval.Array {
		for _, part := range m.Children {
			if all := classes(r, part, depth+1); len(all) > 0 && all[0].kind != free {
				return all
			}
		}
	}
	return []class{{free: why}}
}

// ofText reads the keywords that bound the characters of a text.
func ofText(r *schemas.Reader, n *jsonval.Node) (class, bool) {
	if f := n.Member("format"); f != nil {
		if chars := formatChars(f.Str); chars != "" {
			return class{kind: characters, set: pattern.Of(chars)}, true
		}
	}
	p := n.Member("pattern")
	if p == nil || p.Kind != jsonval.String {
		return class{}, false
	}
	syntax := r.Syntax(p.Str)
	if syntax == nil || !pattern.Anchored(syntax.Root) {
		return class{}, false
	}
	return class{kind: characters, set: pattern.Alphabet(syntax.Root), source: p.Str, pattern: syntax}, true
}

const (
	digits  = "0123456789"
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// formatChars are the characters of a format that lets few through.
func formatChars(name string) string {
	switch name {
	case "date":
		return digits + "-"
	case "time", "date-time":
		return digits + "-+:.TtZz"
	case "uuid":
		return "0123456789abcdefABCDEF-"
	case "ipv4":
		return digits + "."
	}
	return ""
}

// filtered gives the classes of what a chain of filters makes of a value.
func filtered(all []class, calls []template.Call) []class {
	for i := range calls {
		next := make([]class, 0, len(all))
		for _, c := range all {
			next = append(next, c.through(&calls[i])...)
		}
		all = next
	}
	return all
}

// through gives what one filter makes of a class.
func (c class) through(call *template.Call) []class {
	switch call.Name {
	case "encode":
		return []class{{kind: characters, set: pattern.Of(letters + digits + "-_.!~*'()%")}}
	case "number", "round":
		return []class{{kind: number}}
	case "slug":
		return []class{{kind: characters, set: pattern.Of(letters + digits + "-")}}
	case "base64":
		return []class{{kind: characters, set: pattern.Of(letters + digits + "+/=")}}
	case "date":
		return []class{{kind: characters, set: pattern.Of(letters + digits + ":+-., " + arg(call, 0))}}
	case "default":
		return []class{c, {kind: fixed, values: []string{arg(call, 0)}}}
	case "json":
		if c.kind == number {
			return []class{c}
		}
		return []class{{free: "as JSON it has quotes"}}
	case "path":
		if c.kind == fixed {
			return []class{c}
		}
		return []class{{free: "it can be any path of the site"}}
	case "replace":
		return c.with(arg(call, 1))
	case "join", "pad":
		fill := arg(call, 0)
		if call.Name == "pad" {
			fill = arg(call, 1)
		}
		return c.with(fill)
	case "lower", "upper", "trim", "slice", "first", "last", "split":
		return c.with("")
	}
	return []class{{free: "it goes through `" + call.Name + "`"}}
}

// with is a text of the same characters and some more.
func (c class) with(more string) []class {
	switch c.kind {
	case free:
		return []class{c}
	case number:
		if more == "" {
			return []class{c}
		}
		return []class{{kind: characters, set: pattern.Of(digits + "-+.e" + more)}}
	case fixed:
		more += strings.Join(c.values, "")
	}
	more += strings.ToUpper(more) + strings.ToLower(more)
	return []class{{kind: characters, set: c.set.Union(pattern.Of(more))}}
}

// arg gives an argument of a filter as text.
func arg(call *template.Call, i int) string {
	if i >= len(call.Args) {
		return ""
	}
	v := call.Args[i].Value
	if v.Kind() == jsonval.String {
		return v.Str()
	}
	return jsonval.Stringify(v)
}

// sink is a place where a value must stay one value.
type sink struct {
	name  string          // in a sentence
	bad   pattern.CharSet // the characters that end it there
	texts []string        // whole values that mean something else there
}

// badIn gives what of a value gets through that must not; ok is false where
// nothing does.
func (s *sink) badIn(all []class) (probe, why string, ok bool) {
	for _, c := range all {
		switch c.kind {
		case free:
			return s.example(), c.free, true
		case fixed:
			for _, v := range c.values {
				if s.badText(v) {
					return v, "it is one of its values", true
				}
			}
		case characters:
			if r, bad := c.set.Common(s.bad); bad {
				return string(r), "its schema lets the character through", true
			}
			for _, text := range s.texts {
				if c.matches(text) {
					return text, "its schema lets it through", true
				}
			}
		}
	}
	return "", "", false
}

// matches reports whether a text may be a value of the class. Of a text that
// filters have changed it is not known, and left to the run.
func (c *class) matches(text string) bool {
	if c.pattern == nil {
		return false
	}
	if text == "" {
		return pattern.Nullable(c.pattern.Root)
	}
	for _, r := range text {
		if !c.set.Contains(r) {
			return false
		}
	}
	re, d := regex.Compile(c.source)
	if d != nil {
		return false
	}
	match, err := re.Match(text)
	return match || err != nil
}

func (s *sink) badText(text string) bool {
	for _, r := range text {
		if s.bad.Contains(r) {
			return true
		}
	}
	for _, t := range s.texts {
		if text == t {
			return true
		}
	}
	return false
}

// example is a value that would do harm.
func (s *sink) example() string {
	if len(s.texts) > 0 {
		return s.texts[0]
	}
	return string(s.bad[len(s.bad)-1].First)
}
