package s17

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/lint/zone"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// longToken is how many characters without a space are no word any more.
const longToken = 60

// markup reports Markdown, HTML, foreign links and what may be encoded text.
// data says that the text is a value, not written for people.
func (c *checker) markup(n *jsonval.Node, text string, span diag.Span, data bool, has signs) (clean bool) {
	found := func(name, what, hint string) bool {
		c.report("markup", name, n, span, "the text has "+what, hint)
		return false
	}
	if has.any(mark) {
		for _, m := range []string{"![", "](", "```", "~~~", "<|", "[INST]", "<!--"} {
			if strings.Contains(text, m) {
				return found("markup", "markup: "+diag.Quote(m, 10), "write plain text")
			}
		}
		if tag := tag(text); tag != "" {
			return found("markup", "a tag: "+diag.Quote(tag, 40), "write plain text; a placeholder is written {id}")
		}
	}
	if has.any(colon) {
		if scheme := script(text); scheme != "" {
			return found("script-link", "an address that is a program: "+diag.Quote(scheme, 20), "remove it")
		}
	}
	for rest := text; has.any(colon | point); {
		host, after, ok := link(rest)
		if !ok {
			break
		}
		rest = after
		if !c.ours(host) && !stands(host) && !(data && host == "schema.org") {
			return found("foreign-link", "a link to a host that is not declared: "+diag.Quote(host, 60), "remove it, or link to the site")
		}
	}
	if has.any(slash) && has.any(point) && !data {
		if host := bareLink(text); host != "" && !c.ours(host) && !stands(host) {
			return found("foreign-link", "a link to a host that is not declared: "+diag.Quote(host, 60), "remove it, or link to the site")
		}
	}
	if token := c.token(text); token != "" {
		return found("long-token", "a word that no person reads: "+diag.Quote(token, 70), "remove it")
	}
	return true
}

// stands reports whether a host is one of those that stand for any other in
// examples: nobody can have them.
func stands(host string) bool {
	switch strings.TrimPrefix(host, "www.") {
	case "example.com", "example.org", "example.net":
		return true
	}
	return false
}

// tag gives the first thing in a text that HTML would read as a tag.
func tag(text string) string {
	for i := 0; i < len(text); i++ {
		if text[i] != '<' {
			continue
		}
		j := i + 1
		if j < len(text) && (text[j] == '/' || text[j] == '!' || text[j] == '?') {
			j++
		}
		if j >= len(text) || text[j]|0x20 < 'a' || text[j]|0x20 > 'z' {
			continue
		}
		if end := strings.IndexByte(text[j:], '>'); end >= 0 {
			return text[i : j+end+1]
		}
	}
	return ""
}

// script gives the scheme of an address that is a program or a document of its
// own.
func script(text string) string {
	lower := strings.ToLower(text)
	for _, scheme := range []string{"javascript:", "vbscript:", "data:"} {
		i := strings.Index(lower, scheme)
		if i < 0 || i > 0 && (lower[i-1] >= 'a' && lower[i-1] <= 'z') {
			continue
		}
		rest := lower[i+len(scheme):]
		if rest == "" || rest[0] == ' ' || rest[0] == '\n' {
			continue
		}
		if scheme != "data:" || strings.Contains(strings.SplitN(rest, ",", 2)[0], "/") || strings.HasPrefix(rest, ",") {
			return scheme
		}
	}
	return ""
}

// link gives the host of the first link in a text, and what follows. A word
// that begins with www. is one too: that is how it is shown.
func link(text string) (host, rest string, ok bool) {
	at := strings.Index(text, "://")
	from := at + len("://")
	until := len(text)
	if at >= 0 {
		until = at
	}
	if i := www(text[:until]); i >= 0 {
		at, from = i, i
	}
	if at < 0 {
		return "", "", false
	}
	end := from
	for end < len(text) && strings.IndexByte(" \t\r\n\"'<>()`{}|^", text[end]) < 0 {
		end++
	}
	return strings.TrimRight(zone.Host("https://"+text[from:end]), ".,;:!?"), text[end:], true
}

// www gives where a word begins with www. and more, -1 where none does.
func www(text string) int {
	for i := 0; i+4 < len(text); i++ {
		if text[i+3] == '.' && strings.EqualFold(text[i:i+3], "www") && (i == 0 || strings.IndexByte(" \t\n\"'(<[", text[i-1]) >= 0) {
			return i
		}
	}
	return -1
}

// bareLink gives the host of the first link without a scheme: the name of a
// host, with a path behind it.
func bareLink(text string) string {
	for i := 1; i+1 < len(text); i++ {
		if text[i] != '/' || !hostByte(text[i+1]) {
			continue
		}
		start := i
		for start > 0 && hostByte(text[start-1]) {
			start--
		}
		host := strings.ToLower(text[start:i])
		if !strings.Contains(host, ".") || start > 0 && strings.IndexByte("/@:\\", text[start-1]) >= 0 {
			continue
		}
		if _, icann, _ := zone.Suffix(host); icann && zone.Registrable(host) != "" {
			return host
		}
	}
	return ""
}

func hostByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '.'
}

// ours reports whether a host is declared, or of the site's zone.
func (c *checker) ours(host string) bool {
	return slices.ContainsFunc(c.Recipe.Origins(), func(o string) bool { return zone.Host(o) == host }) || c.Zone().Has(host)
}

// token gives a run of characters that is too long to be a word and is no
// address of the site. Scripts that are written without spaces have no words
// in this sense.
func (c *checker) token(text string) string {
	if len(text) < longToken {
		return ""
	}
	start, length := 0, 0
	check := func(end int) string {
		if length < longToken {
			return ""
		}
		word := text[start:end]
		if strings.HasPrefix(word, "https://") && c.ours(zone.Host(word)) {
			return ""
		}
		return word
	}
	for i, r := range text {
		if r > ' ' && r < 0x7f || r >= 0xc0 && r < 0x530 {
			if length == 0 {
				start = i
			}
			length++
			continue
		}
		if word := check(i); word != "" {
			return word
		}
		length = 0
	}
	return check(len(text))
}
