package s10

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/fields"
	"github.com/wield-run/wield/lint/words"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

//go:embed prefixes.txt
var prefixLines string

// prefix is a line of prefixes.txt.
type prefix struct {
	name, text string
	chars      string
	least      int
	warning    bool
}

// prefixList is prefixes.txt.
type prefixList struct {
	at       [128][]prefix // by their first character
	shortest int           // how long a text is at least that has one of them, or a credential without an @
}

// shortestOther is the length of the shortest credential without an @ that
// prefixes.txt does not tell: an authorization.
const shortestOther = len("basic ") + minToken

// prefixes reads prefixes.txt.
var prefixes = sync.OnceValue(func() *prefixList {
	all := &prefixList{shortest: shortestOther}
	for line := range strings.Lines(prefixLines) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		p := prefix{}
		if words[0] == "warning" {
			p.warning, words = true, words[1:]
		}
		least, err := strconv.Atoi(words[3])
		if err != nil {
			panic("prefixes.txt: " + line)
		}
		p.name, p.text, p.chars, p.least = words[0], words[1], words[2], least
		all.at[p.text[0]] = append(all.at[p.text[0]], p)
		all.shortest = min(all.shortest, len(p.text)+p.least)
	}
	return all
})

// match is a credential in a text.
type match struct {
	name, what, text string
	warning          bool
}

// credential finds the first credential in a text by how it begins. header
// says that the text is the value of a header.
func credential(text string, header bool) (match, bool) {
	all := prefixes()
	for i := 0; i < len(text); i++ {
		c := text[i]
		if i > 0 && alnum(text[i-1]) { // inside of a word
			for i < len(text) && alnum(text[i]) {
				i++
			}
			if i == len(text) {
				break
			}
			c = text[i]
		}
		if c >= 0x80 {
			continue
		}
		for k := range all.at[c] {
			p := &all.at[c][k]
			if end, ok := p.at(text, i); ok {
				return match{p.name, "what begins as a " + strings.ReplaceAll(p.name, "-", " ") + " does", text[i:end], p.warning}, true
			}
		}
		switch c {
		case 'e':
			if end, ok := webToken(text, i); ok {
				return match{"json-web-token", "a signed token (JWT)", text[i:end], false}, true
			}
		case 'B', 'b':
			if token, ok := authorization(text, i, header); ok {
				return match{"authorization-value", "the value of an authorization", token, false}, true
			}
		case '-':
			if strings.HasPrefix(text[i:], "-----BEGIN ") && strings.Contains(text[i:], "PRIVATE KEY") {
				return match{"private-key", "a private key", text[i:], false}, true
			}
		case 'h', 'H', 'w', 'W', 'f', 'F':
			if user, ok := userinfo(text[i:]); ok {
				return match{"userinfo", "a user name or password in an address", user, false}, true
			}
		}
	}
	return match{}, false
}

func alnum(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }

// at gives the end of a credential that begins at a place.
func (p *prefix) at(text string, i int) (end int, ok bool) {
	if !strings.HasPrefix(text[i:], p.text) {
		return 0, false
	}
	from := i + len(p.text)
	end = from
	for end < len(text) && p.takes(text[end]) {
		end++
	}
	return end, end-from >= p.least
}

func (p *prefix) takes(c byte) bool {
	switch p.chars {
	case "upper":
		return c >= 'A' && c <= 'Z' || c >= '2' && c <= '7'
	case "dotted":
		return alnum(c) || c == '_' || c == '-' || c == '.'
	}
	return alnum(c) || c == '_' || c == '-'
}

// webToken reads eyJ….eyJ….…
func webToken(text string, i int) (end int, ok bool) {
	if !strings.HasPrefix(text[i:], "eyJ") {
		return 0, false
	}
	end = i
	for end < len(text) && (alnum(text[end]) || text[end] == '_' || text[end] == '-') {
		end++
	}
	if end-i <= 8 || !strings.HasPrefix(text[end:], ".eyJ") {
		return 0, false
	}
	rest := end
	for end < len(text) && (alnum(text[end]) || strings.IndexByte("_-.=", text[end]) >= 0) {
		end++
	}
	return end, end-rest > 8
}

// minToken is how long the value of an authorization is at least.
const minToken = 12

// authorization reads Bearer or Basic and the value behind it. Elsewhere than
// in a header a word may follow them; a value mixes letters and digits.
func authorization(text string, i int, header bool) (token string, ok bool) {
	rest := text[i:]
	for _, scheme := range []string{"bearer ", "basic "} {
		if len(rest) <= len(scheme) || !strings.EqualFold(rest[:len(scheme)], scheme) {
			continue
		}
		token = strings.TrimLeft(rest[len(scheme):], " ")
		end := 0
		for end < len(token) && (alnum(token[end]) || strings.IndexByte("._~+/=-", token[end]) >= 0) {
			end++
		}
		token = token[:end]
		whole := i == 0 && scheme == "bearer " && strings.HasSuffix(text, token)
		return token, len(token) >= minToken && (header || whole || mixed(token))
	}
	return "", false
}

// mixed reports whether a text has digits, small and capital letters.
func mixed(text string) bool {
	digit, small, capital := false, false, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		digit = digit || c >= '0' && c <= '9'
		small = small || c >= 'a' && c <= 'z'
		capital = capital || c >= 'A' && c <= 'Z'
	}
	return digit && small && capital
}

// userinfo gives what stands before the @ of an address.
func userinfo(text string) (user string, ok bool) {
	const longest = 6 // letters of a scheme
	end := strings.Index(text[:min(len(text), longest+len("://"))], "://")
	if end < 2 || strings.ContainsAny(text[:end], " \t\n") {
		return "", false
	}
	rest := text[end+3:]
	if i := strings.IndexAny(rest, "/?#\\ \t\r\n\"'<>"); i >= 0 {
		rest = rest[:i]
	}
	i := strings.LastIndexByte(rest, '@')
	if i <= 0 {
		return "", false
	}
	return rest[:i], true
}

// The least that a value must be to count as a credential by the name of its
// field.
const (
	minKeyed   = 16  // characters
	minEntropy = 3.5 // bits a character
)

// keyed looks at constants in fields that are named like credentials.
func (c *checker) keyed(s *recipe.Step) {
	sinks := c.Flow().Of(s)
	all := c.Fields(s)
	for i := range all {
		f := &all[i]
		if f.Node == nil {
			continue
		}
		if f.InURL || f.Nested { // its text stands in the file in another form
			c.text(f.Node, f.Span, f.Text)
		}
		if f.Constant() {
			c.keyedText(f, f.Name, f.Text)
		}
	}
	for _, sink := range sinks {
		if sink.Template != nil && sink.Key != "" {
			c.keyedDefaults(sink)
		}
		if sink.Kind == flow.Header {
			text := fields.Text(sink.Template.Template, fields.Hole)
			if !strings.Contains(text, fields.Hole) {
				c.keyedText(&fields.Field{Node: sink.Node, Span: sink.Node.Span}, sink.Key, text)
			}
		}
	}
}

// keyedDefaults looks at the constants that stand in for a value that is
// missing.
func (c *checker) keyedDefaults(sink *flow.Sink) {
	parts := sink.Template.Parts()
	for k := range parts {
		ref := parts[k].Ref
		if ref == nil {
			continue
		}
		for i := range ref.Filters {
			if ref.Filters[i].Name != "default" {
				continue
			}
			for _, arg := range ref.Filters[i].Args {
				if arg.Value.Kind() == jsonval.String {
					c.keyedText(&fields.Field{Node: sink.Node, Span: sink.Node.TextSpan(arg.Span.Start, arg.Span.End)}, sink.Key, arg.Value.Str())
				}
			}
		}
	}
}

func (c *checker) keyedText(f *fields.Field, name, text string) {
	if len(text) < minKeyed {
		return
	}
	public := publicKey(name)
	if !public && !words.Tokenish(name) || entropy(text) < minEntropy || strings.Contains(text, " ") && !strings.Contains(strings.ToLower(name), "authorization") {
		return
	}
	hint := "remove it; what belongs to a session is read by `auth.derive`"
	if public {
		hint = "make sure that it is one that the site shows to everybody"
	}
	if c.found[mark{f.Node, "prefix"}] {
		return // it has its finding
	}
	c.report("keyed", "credential-value", f.Node, f.Span, public, "a constant in a field named like a credential's", text, hint)
}

// publicKey reports whether a name is that of a key which pages show to
// everybody.
func publicKey(name string) bool {
	parts := words.Split(name)
	for i, w := range parts {
		switch w {
		case "apikey", "appkey", "clientid", "appid", "sitekey":
			return true
		case "key", "id":
			if i > 0 {
				switch parts[i-1] {
				case "api", "app", "client", "application", "public", "publishable", "site", "subscription":
					return true
				}
			}
		}
	}
	return false
}

// entropy is Shannon's, in bits a character.
func entropy(text string) float64 {
	var counts [256]int
	for i := 0; i < len(text); i++ {
		counts[text[i]]++
	}
	bits := 0.0
	for _, n := range counts {
		if n > 0 {
			share := float64(n) / float64(len(text))
			bits -= share * math.Log2(share)
		}
	}
	return bits
}
