package mustache

import (
	"strings"
)

// checkHTML reports tags that stand inside an HTML tag, a comment or a raw
// element of the template. What is escaped as text could become an attribute
// or a script there.
func checkHTML(l *lexer) {
	inside := "" // what ends the HTML that is open
	for i := range l.tokens {
		t := &l.tokens[i]
		if t.sort == literalToken {
			inside = htmlAfter(inside, t.text)
			continue
		}
		if inside != "" {
			l.fail(t.span.Start, t.span.End, "write Markdown, `[text]({{path}})` for a link; a `<` that is text is written `&lt;`",
				"a tag cannot stand inside HTML")
			return
		}
	}
}

// htmlAfter gives what ends the HTML that is open behind a piece of a line.
func htmlAfter(inside, text string) string {
	if strings.Trim(text, " \t\r\n") == "" && strings.HasSuffix(text, "\n") && inside == ">" {
		return "" // a blank line ends a tag
	}
	lower := strings.ToLower(text)
	for i := 0; i < len(lower); {
		if inside != "" {
			at := strings.Index(lower[i:], inside)
			if at < 0 {
				return inside
			}
			i += at + len(inside)
			inside = ""
			continue
		}
		if lower[i] != '<' || i > 0 && lower[i-1] == '\\' {
			i++
			continue
		}
		i++
		if inside = htmlEnd(lower[i:]); inside == "" {
			continue
		}
	}
	return inside
}

// htmlEnd tells what ends the HTML that begins with < before rest.
func htmlEnd(rest string) string {
	switch {
	case strings.HasPrefix(rest, "!--"):
		return "-->"
	case strings.HasPrefix(rest, "!"), strings.HasPrefix(rest, "?"):
		return ">"
	}
	for _, raw := range []string{"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript", "plaintext"} {
		if strings.HasPrefix(rest, raw) {
			return "</" + raw
		}
	}
	name := strings.TrimPrefix(rest, "/")
	if name != "" && name[0] >= 'a' && name[0] <= 'z' {
		return ">"
	}
	return ""
}
