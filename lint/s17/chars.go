package s17

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/unicode/runenames"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/lookalike"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// place says who reads a text.
type place uint8

const (
	people  place = iota // a person or a model
	request              // a server: no person reads it, but words count
	machine              // an engine: expressions, selectors, patterns
)

// characters looks at every text of the file, names included.
func (c *checker) characters() {
	for _, t := range c.Unusual() {
		if where, read := reader(t.Node); read {
			if !t.Key && t.Node.Key == "pattern" {
				where = machine
			}
			c.look(t.Node, t.String(), t.Key, where)
		}
	}
}

// reader says who reads the texts of a node. read is false where there should
// be something else than texts.
func reader(n *jsonval.Node) (where place, read bool) {
	var path []*jsonval.Node
	for ; n.Parent != nil; n = n.Parent {
		path = append(path, n)
	}
	if len(path) == 0 {
		return people, false
	}
	slices.Reverse(path)
	section, inner := path[0], path[1:]
	switch section.Key {
	case "steps", "login_check": // what is sent, and expressions
		step := slices.IndexFunc(path, func(n *jsonval.Node) bool { return n.Kind != jsonval.Array })
		switch {
		case step < 0 || step+1 == len(path):
			return machine, false
		case path[step+1].Key == "request":
			return request, true
		}
		return machine, true
	case "auth":
		return machine, true
	case "output", "verify":
		if len(inner) == 0 {
			return people, false
		}
		if section.Key == "output" && inner[0].Key == "value" || section.Key == "verify" && inner[0].Key == "checks" {
			return machine, true
		}
	}
	return people, true
}

// look finds the first character of a text that must not be there.
func (c *checker) look(n *jsonval.Node, text string, key bool, where place) {
	report := func(name string, from, to int, message, hint string) {
		span := n.TextSpan(from, to)
		if key {
			span = n.KeyTextSpan(from, to)
		}
		c.report("chars", name, n, span, message, hint)
	}
	var before, last rune // of the text so far: the character before, and that with the highest number
	marks := 0
	for i := 0; i < len(text); {
		r, size := jsonval.DecodeRune(text[i:])
		after, _ := jsonval.DecodeRune(text[i+size:])
		if what := c.bad(n, r, before, after, key, where); what != "" {
			report("hidden-character", i, i+size, fmt.Sprintf("the text has %s: %s (U+%04X %s)", what, diag.Quote(around(text, i, i+size), 60), r, runenames.Name(r)), "remove it")
			return
		}
		if unicode.Is(unicode.M, r) {
			marks++
		} else {
			marks = 0
		}
		if marks > 3 {
			report("stacked-marks", i, i+size, "more than three marks stand on one letter: "+diag.Quote(around(text, i, i+size), 60), "remove them")
			return
		}
		before, last, i = r, max(last, r), i+size
	}
	if !norm.NFC.IsNormalString(text) {
		f := lint.Finding{Check: "chars", Name: "not-normal", Node: n, Span: n.Span, Message: "the text is not in the normal form NFC: " + diag.Quote(text, 60), Hint: "write composed letters"}
		if key {
			f.Span = lint.KeySpan(n)
		}
		if where == people {
			f.Fix = &diag.Fix{Title: "write it in the normal form NFC", Safe: true,
				Edits: []diag.Edit{{Span: f.Span, Text: string(jsonval.AppendString(nil, norm.NFC.String(text)))}}}
		}
		c.Report(f)
		return
	}
	if where != machine && last >= firstGreek {
		if word := mixed(text); word != "" {
			i := strings.Index(text, word)
			report("mixed-scripts", i, i+len(word), "the word "+diag.Quote(word, 40)+" mixes alphabets that look alike", "write it in one alphabet")
		}
	}
}

// around gives a character with a little of what stands beside it.
func around(text string, from, to int) string {
	start, end := from, to
	for k := 0; k < 12 && start > 0; k++ {
		start--
		for start > 0 && text[start]&0xc0 == 0x80 {
			start--
		}
	}
	for k := 0; k < 12 && end < len(text); k++ {
		end++
		for end < len(text) && text[end]&0xc0 == 0x80 {
			end++
		}
	}
	return text[start:end]
}

// bad says what a character is that must not stand in a text; "" for one that
// may. Lone surrogates and U+0000 are for S18, which refuses them everywhere.
func (c *checker) bad(n *jsonval.Node, r, before, after rune, key bool, where place) string {
	switch {
	case r >= ' ' && r <= '~', r > 0xa0 && r < 0x250 && r != 0xad, r == 0, unicode.Is(unicode.Cs, r):
		return "" // most of them are letters of Latin alphabets
	case unicode.Is(unicode.Cc, r):
		return c.control(n, r, after, key, where)
	case r == 0x200c || r == 0x200d:
		if where != people || joins(before) && joins(after) {
			return ""
		}
		return "a joiner where no script needs one"
	case unicode.Is(unicode.Cf, r):
		if where != people {
			return ""
		}
		return "an invisible character"
	case unicode.Is(unicode.Co, r):
		return "a private character"
	case unicode.Is(unicode.Cn, r):
		return "a character that Unicode has not assigned"
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0100 && r <= 0xe01ef, r >= 0x180b && r <= 0x180f:
		return "a variation selector"
	case r == 0x034f, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0x3164, r == 0xffa0, r == 0x2800:
		return "a blank that is no space"
	case r == 0x2028, r == 0x2029:
		return "a line separator"
	}
	return ""
}

// control says what a control character is that must not stand in a text.
// Line breaks and tabs may where only engines read, and in a param of
// verify.example_params, which is sent; line breaks also in a description. The
// parts of a form with files are set apart by CR and LF (RFC 2046).
func (c *checker) control(n *jsonval.Node, r, after rune, key bool, where place) string {
	what, may := "a control character", false
	switch r {
	case '\n':
		what, may = "a line break", where != people || !key && (n.Key == "description" || c.example(n))
	case '\r':
		may = where == request && !key && n.Key == "body" && after == '\n'
	case '\t':
		what, may = "a tab", where != people || !key && c.example(n)
	}
	if may || c.raw(n) {
		return ""
	}
	return what
}

// raw reports whether the file writes a control character into a text as it
// is, which JSON forbids.
func (c *checker) raw(n *jsonval.Node) bool {
	i, _ := slices.BinarySearch(c.raws, min(n.Span.Start, lint.KeySpan(n).Start))
	return i < len(c.raws) && c.raws[i] < n.Span.End
}

// raws gives where such characters stand, in order.
func raws(found []*diag.Diagnostic) []int {
	var all []int
	for _, d := range found {
		if d.Code == "J7" {
			all = append(all, d.Span.Start)
		}
	}
	slices.Sort(all)
	return all
}

// example reports whether a text is a part of verify.example_params.
func (c *checker) example(n *jsonval.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == c.Recipe.Verify.ExampleParams {
			return true
		}
	}
	return false
}

// joins reports whether a letter belongs to a script in which U+200C and
// U+200D change how letters join.
func joins(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
		unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala)
}

// firstGreek is the first character of the alphabets that look like the Latin
// one, in Unicode's order.
const firstGreek = '\u0370'

// mixed gives the first word that has Latin letters and such of an alphabet
// that looks like it.
func mixed(text string) string {
	start := -1
	latin, other := false, false
	for i, r := range text + " " {
		if unicode.IsLetter(r) || unicode.Is(unicode.M, r) {
			if start < 0 {
				start, latin, other = i, false, false
			}
			switch {
			case unicode.Is(unicode.Latin, r):
				latin = true
			case unicode.In(r, unicode.Cyrillic, unicode.Armenian, unicode.Cherokee):
				other = true
			case unicode.Is(unicode.Greek, r):
				// Ω and μ stand in units; they look like nothing else.
				other = other || lookalike.ASCII(lookalike.Skeleton(string(r)))
			}
			continue
		}
		if start >= 0 && latin && other {
			return text[start:i]
		}
		start = -1
	}
	return ""
}
