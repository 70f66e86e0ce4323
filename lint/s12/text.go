package s12

import (
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// assemble writes a template's text with holes.
func assemble(t *recipe.Template) *assembled {
	a := &assembled{}
	var b strings.Builder
	parts := t.Parts()
	for i := range parts {
		part := &parts[i]
		if text, ok := t.Constant(part); ok {
			b.WriteString(text)
			continue
		}
		a.holes = append(a.holes, hole{ref: part.Ref, span: part.Span, at: b.Len()})
		b.WriteByte(0)
	}
	a.text = b.String()
	a.strings()
	return a
}

// strings finds the holes that stand inside of JSON's strings.
func (a *assembled) strings() {
	inside, next := false, 0
	for i := 0; i < len(a.text) && next < len(a.holes); i++ {
		switch c := a.text[i]; {
		case i == a.holes[next].at:
			a.holes[next].inString = inside
			next++
		case c == '"':
			inside = !inside
		case c == '\\' && inside:
			i++ // what it escapes; a hole behind it would be no JSON
		}
	}
}

// json reports whether the text is a JSON object or array, whatever values
// fill the holes.
func (a *assembled) json() bool {
	start := strings.TrimLeft(a.text, " \t\r\n")
	if start == "" || start[0] != '{' && start[0] != '[' {
		return false
	}
	b := []byte(a.text)
	for _, h := range a.holes {
		b[h.at] = '0'
		if h.inString {
			b[h.at] = 'x'
		}
	}
	_, err := jsonval.Parse(b)
	return err == nil
}

// form reports whether the text is several name=value pairs with & between
// them.
func (a *assembled) form() bool {
	if !strings.Contains(a.text, "&") {
		return false
	}
	for pair := range strings.SplitSeq(a.text, "&") {
		name, _, ok := strings.Cut(pair, "=")
		if !ok || name == "" || strings.ContainsAny(pair, " \t\r\n\"<>{}") {
			return false
		}
	}
	return true
}

// graphQL reports whether a text is a GraphQL document: after comments, an
// operation, a fragment, or a selection set.
func graphQL(text string) bool {
	word, rest := token(text)
	switch word {
	case "query", "mutation", "subscription", "fragment":
		return strings.Contains(rest, "{") && strings.Contains(rest, "}")
	case "{":
		name, rest := token(rest)
		if !isName(name) && name != "..." {
			return false
		}
		next, _ := token(rest)
		return strings.Contains(rest, "}") && (isName(next) || next != "" && strings.Contains("{(:}@...", next))
	}
	return false
}

// token gives the first token of a GraphQL text and what follows it. What is
// no token of use here is "".
func token(text string) (word, rest string) {
	for {
		text = strings.TrimLeft(text, " \t\r\n,\ufeff")
		if !strings.HasPrefix(text, "#") {
			break
		}
		end := strings.IndexAny(text, "\r\n")
		if end < 0 {
			return "", ""
		}
		text = text[end:]
	}
	if text == "" {
		return "", ""
	}
	if strings.HasPrefix(text, "...") {
		return "...", text[3:]
	}
	end := 0
	for end < len(text) && nameChar(text[end], end > 0) {
		end++
	}
	if end == 0 {
		end = 1
	}
	return text[:end], text[end:]
}

func isName(s string) bool { return s != "" && nameChar(s[0], false) }

func nameChar(c byte, digit bool) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || digit && c >= '0' && c <= '9'
}
