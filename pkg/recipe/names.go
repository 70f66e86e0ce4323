package recipe

import (
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// maxSlug is how many characters the slug of an id has at most.
const maxSlug = 64

// form is how a name or a text with a grammar of its own is written.
type form struct {
	code string
	is   func(string) bool
	want string // what it must be: "a host in lower case"
	hint string // where it cannot be told what is meant

	// spell writes a text as the form evidently means it; nil: nothing is
	// evident. renames says that other places would have to change with it.
	spell   func(string) string
	renames bool
}

// formed reads a text of a form. What is evidently meant counts as given, so
// that nothing else is said of it; else ok is false.
func (c *checker) formed(n *jsonval.Node, what string, f form) (s string, ok bool) {
	if s, ok = c.Text(n, what); !ok || f.is(s) {
		return s, ok
	}
	d := c.At(f.code, n, f.hint, "%s must be %s, not %s", what, f.want, diag.Quote(s, 60))
	if f.spell == nil {
		return s, false
	}
	meant := f.spell(s)
	if !f.is(meant) {
		return s, false
	}
	d.Hint = "write `" + diag.Escape(meant) + "`"
	if f.renames {
		return s, false
	}
	d.Fix = &diag.Fix{Title: d.Hint, Safe: true, Edits: []diag.Edit{{Span: n.Span, Text: string(jsonval.AppendString(nil, meant))}}}
	return meant, true
}

// hostOf gives the host of an address, or of a text that is one itself; "" where
// there is none with a dot.
func hostOf(s string) string {
	s = strings.TrimSpace(s)
	if _, behind, found := strings.Cut(s, "://"); found {
		s = behind
	}
	if i := strings.IndexAny(s, "/?#"); i >= 0 {
		s = s[:i]
	}
	if !strings.Contains(s, ".") {
		return ""
	}
	return strings.ToLower(s)
}

// underscored writes a text as a name of letters, digits and underscores.
func underscored(s string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, s), "_")
}

// slugged writes a text as a slug.
func slugged(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "-")
}

func siteIDForm() form {
	return form{code: codeID, is: isSiteID, want: "a host in lower case", hint: "write it like `example.de`", spell: hostOf}
}

func localeHostForm() form {
	return form{code: codeValue, is: isHost, want: "a bare host", hint: "write it like `fr.example.com`", spell: hostOf}
}

func countryForm() form {
	return form{code: codeValue, is: isCountry, want: "an ISO 3166-1 alpha-2 code or INT", hint: "write two letters like `DE`, or `INT`",
		spell: func(s string) string { return strings.ToUpper(strings.TrimSpace(s)) }}
}

func languageForm() form {
	return form{code: codeValue, is: isLanguage, want: "a BCP 47 tag", hint: "write it like `de` or `pt-BR`",
		spell: func(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), "_", "-") }}
}

func stepIDForm() form {
	return form{code: codeID, is: isStepID, want: "lower-case letters, digits and `_`", hint: "write a name like `search` or `item_details`",
		spell: func(s string) string { return strings.ToLower(underscored(s)) }, renames: true}
}

func nameForm(hint string) form {
	return form{code: codeID, is: isName, want: "a name of letters, digits and `_`", hint: hint,
		spell: underscored, renames: true}
}

// origin reads an origin. What is evidently meant counts as declared: the
// requests to it are right.
func (c *checker) origin(n *jsonval.Node, what string) string {
	f := form{code: codeValue, is: isOrigin, want: "an https origin",
		hint:  "write `https://` and the host: no port, no path, no slash at the end",
		spell: func(s string) string { return "https://" + hostOf(s) }}
	s, ok := c.formed(n, what, f)
	if ok {
		return s
	}
	_, address, found := strings.Cut(s, "://")
	host, _, _ := strings.Cut(address[strings.LastIndexByte(address, '@')+1:], ":")
	if !found || hostOf(host) == "" {
		return ""
	}
	return "https://" + hostOf(host)
}
