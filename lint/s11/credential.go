package s11

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/internal/prose"
	"github.com/wield-run/wield/lint/words"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

//go:embed credentials.txt
var phrases string

// sets are the lines of credentials.txt for names and those for texts.
var sets = sync.OnceValue(func() [2]*prose.Set {
	var lines [2]strings.Builder
	for line := range strings.Lines(phrases) {
		switch {
		case strings.HasPrefix(line, "name-"):
			lines[0].WriteString(line)
		case strings.HasPrefix(line, "text-"):
			lines[1].WriteString(line)
		}
	}
	var sets [2]*prose.Set
	for i := range sets {
		set, err := prose.Parse(lines[i].String())
		if err != nil {
			panic("credentials.txt: " + err.Error())
		}
		sets[i] = set
	}
	return sets
})

// credentials looks for params that ask for a credential: by their name, or by
// what their title and description say.
func (c *checker) credentials() {
	names, texts := sets()[0].NewFinder(), sets()[1].NewFinder()
	defer names.Close()
	defer texts.Close()
	report := func(n *jsonval.Node, span diag.Span, what string) {
		c.Report(lint.Finding{Check: "credential", Name: "asks-for-credential", Node: n, Span: span, Message: "a param may not ask for a credential: " + diag.Quote(what, 60),
			Hint: "remove it; what a session needs is read by `auth.derive`, where no agent sees it"})
	}
	for _, p := range c.ParamParts() {
		n := p.Node
		if n.Kind != jsonval.Object {
			continue
		}
		if p.Keyword == "properties" {
			if what, ok := c.credentialName(names, p.Name, n); ok {
				report(n, lint.KeySpan(n), what)
				continue
			}
		}
		if f := n.Member("format"); f != nil && f.Str == "password" {
			report(f, f.Span, "password")
			continue
		}
		title, description := n.Member("title"), n.Member("description")
		told := text(description)
		if name := text(title); name != "" {
			if len(strings.Fields(name)) <= 3 {
				if what, ok := c.credentialName(names, name, n); ok {
					report(title, title.Span, what)
					continue
				}
			}
			told = name + " " + told
		}
		if _, found, ok := texts.Find(told); ok {
			at := description
			if at == nil {
				at = title
			}
			report(at, at.Span, found)
		}
	}
}

func text(n *jsonval.Node) string {
	if n == nil || n.Kind != jsonval.String {
		return ""
	}
	return n.Str
}

// credentialName reports whether a name is that of a credential.
func (c *checker) credentialName(f *prose.Finder, name string, n *jsonval.Node) (what string, ok bool) {
	parts := words.Split(name)
	if slices.ContainsFunc(parts, ordinary) {
		return "", false
	}
	if words.Tokenish(name) || credentialWords(parts) {
		return name, !c.postal(parts, n)
	}
	_, what, ok = f.Find(name)
	if written := strings.Join(parts, " "); !ok && written != name {
		_, what, ok = f.Find(written)
	}
	return what, ok && !c.postal(parts, n)
}

// ordinary words make any name one of pages and cursors, or of what a value is
// like.
func ordinary(word string) bool {
	switch word {
	case "page", "continuation", "cursor", "left", "count", "type", "next", "prev", "previous", "sync", "resume", "scroll", "length", "strength":
		return true
	}
	return false
}

// credentialWords tells names whose words mean a credential only together, or
// only where nothing else stands beside them: pin, but not pin_url.
func credentialWords(parts []string) bool {
	if len(parts) == 0 {
		return false
	}
	switch parts[len(parts)-1] {
	case "token", "tokens", "cookie", "cookies":
		return true
	case "tan", "session":
		return len(parts) == 1 || parts[0] == "my" || parts[0] == "user" || parts[0] == "login"
	}
	for _, p := range parts {
		switch p {
		case "pin", "code", "number", "no", "bank", "card", "user", "account", "my", "security", "secret", "sim", "login":
		default:
			return false
		}
	}
	return slices.Contains(parts, "pin") || slices.Contains(parts, "secret") || strings.Join(parts, " ") == "security code"
}

// postal reports whether a PIN is that of a place: India's postal codes are
// called so.
func (c *checker) postal(parts []string, n *jsonval.Node) bool {
	if len(parts) == 0 || parts[0] != "pin" && parts[0] != "pincode" || len(parts) > 2 {
		return false
	}
	p := n.Member("pattern")
	if p == nil || p.Kind != jsonval.String {
		return false
	}
	digits := strings.Trim(p.Str, "^$")
	if digits != "[0-9]{6}" && digits != `\d{6}` && digits != `[1-9][0-9]{5}` && digits != `[1-9]\d{5}` {
		return false
	}
	return len(parts) == 1 && parts[0] == "pincode" || len(parts) == 2 && parts[1] == "code"
}

// hasExample reports whether an agent can see an example of a param.
func hasExample(n *jsonval.Node, description string) bool {
	for _, keyword := range []string{"examples", "example", "default", "enum", "const"} {
		if n.Member(keyword) != nil {
			return true
		}
	}
	if items := n.Member("items"); items.Member("enum") != nil || items.Member("examples") != nil {
		return true
	}
	if t := n.Member("type"); t != nil && t.Str == "boolean" {
		return true
	}
	lower := strings.ToLower(description)
	for _, mark := range []string{"e.g.", "eg.", "for example", "such as", "like ", "z.b.", "z. b.", "zum beispiel", "etwa ", "p. ex.", "par exemple", "comme ", "p. ej.", "por ejemplo",
		"es.", "esempio", "bijv.", "bijvoorbeeld", "np.", "например", "ex.", "例", ": \"", "(\"", "`"} {
		if strings.Contains(lower, mark) {
			return true
		}
	}
	return false
}
