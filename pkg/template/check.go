package template

import (
	"fmt"
	"math"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// checkArgs reports arguments that a filter does not take.
func (p *parser) checkArgs(c *Call) {
	f := c.filter
	if f == nil {
		return
	}
	required := 0
	for _, param := range f.Params {
		if !param.Optional {
			required++
		}
	}
	if n := len(c.Args); n < required || n > len(f.Params) {
		p.report("M3", "filter-arguments", c.Span,
			fmt.Sprintf("`%s` takes %s, not %s", c.Name, countRange(required, len(f.Params)), count(n)),
			"write "+usage(f))
		return
	}
	fits := true
	for i := range c.Args {
		if wrong := mismatch(f.Params[i], c.Args[i]); wrong != "" {
			fits = false
			p.report("M3", "filter-arguments", c.Args[i].Span,
				fmt.Sprintf("the argument `%s` of `%s` %s", f.Params[i].Name, c.Name, wrong), "write "+usage(f))
		}
	}
	if f.check == nil || !fits {
		return
	}
	if i, message, hint := f.check(c.Args); message != "" {
		p.report("M3", "filter-arguments", c.Args[i].Span, message, hint)
	}
}

// mismatch says what is wrong with an argument, "" where nothing is.
func mismatch(param Param, arg Arg) string {
	v := arg.Value
	switch param.Type {
	case TextParam:
		if v.Kind() != jsonval.String {
			return "must be text in quotes, not " + v.Kind().Phrase()
		}
		if param.NotEmpty && v.Str() == "" {
			return "must not be empty"
		}
	case IntegerParam:
		if v.Kind() != jsonval.Number || v.Float() != math.Trunc(v.Float()) {
			return "must be a whole number"
		}
		if f := v.Float(); f < float64(param.Min) || f > float64(param.Max) {
			return fmt.Sprintf("must be from %d to %d", param.Min, param.Max)
		}
	}
	return ""
}

func countRange(least, most int) string {
	if least == most {
		return count(most)
	}
	return fmt.Sprintf("%d to %d arguments", least, most)
}

func count(n int) string {
	switch n {
	case 0:
		return "no argument"
	case 1:
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// usage shows how a filter is written; optional arguments stand in brackets.
func usage(f *Filter) string {
	var b strings.Builder
	b.WriteString(f.Name)
	closing := ""
	for i, param := range f.Params {
		if param.Optional {
			b.WriteString("[")
			closing += "]"
		}
		if i == 0 {
			b.WriteString(":")
		} else {
			b.WriteString(",")
		}
		if param.Type == TextParam {
			b.WriteString("'" + strings.ToUpper(param.Name) + "'")
		} else {
			b.WriteString(strings.ToUpper(param.Name))
		}
	}
	return b.String() + closing
}

// suggest names the filter that was probably meant, else all of them.
func suggest(name string) string {
	switch strings.ToLower(name) {
	case "raw", "safe", "unescape", "noescape":
		return "drop it: a template encodes nothing on its own"
	case "uri", "url", "urlencode", "encodeuri", "encodeuricomponent", "escape", "percent":
		return "did you mean `encode`?"
	case "stringify", "tojson", "to_json", "dump":
		return "did you mean `json`?"
	case "downcase", "lowercase", "tolowercase":
		return "did you mean `lower`?"
	case "upcase", "uppercase", "touppercase":
		return "did you mean `upper`?"
	case "substring", "substr", "truncate":
		return "did you mean `slice`?"
	case "strip":
		return "did you mean `trim`?"
	case "int", "integer", "float", "to_number", "tonumber", "parseint":
		return "did you mean `number`?"
	case "padstart", "zfill", "rjust":
		return "did you mean `pad`?"
	case "format", "strftime", "datetime":
		return "did you mean `date`?"
	case "fallback", "or", "else":
		return "did you mean `default`?"
	}
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = f.Name
	}
	return diag.DidYouMean(name, names)
}
