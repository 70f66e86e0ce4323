package s14

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/internal/broad"
	"github.com/wield-run/wield/lint/internal/carry"
	"github.com/wield-run/wield/lint/internal/pattern"
	"github.com/wield-run/wield/lint/words"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/regex"
	"github.com/wield-run/wield/pkg/selector"
)

//go:embed cookies.txt
var cookieLines string

// sessionCookies are the lines of cookies.txt, in lower case.
var sessionCookies = sync.OnceValue(func() []string {
	var all []string
	for line := range strings.Lines(cookieLines) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			all = append(all, strings.ToLower(line))
		}
	}
	return all
})

// cookie looks at a derived cookie: its name is exact, and none that holds the
// session.
func cookie(p *lint.Pass, d *recipe.Derive) {
	n := d.Node.Member("key")
	if n == nil || d.Key == "" {
		return
	}
	quoted := diag.Quote(d.Key, 60)
	name := strings.ToLower(strings.TrimSpace(d.Key))
	name = strings.TrimPrefix(strings.TrimPrefix(name, "__host-"), "__secure-")
	hint := "cookies travel by themselves; derive the anti-forgery token that the site asks for, if any"
	switch {
	case inexact(d.Key):
		p.Errorf("session-cookie", "inexact-key", n, "write out the name of one cookie", "the key %s names no one cookie", quoted)
	case slices.ContainsFunc(sessionCookies(), func(pattern string) bool { return glob(pattern, name) }):
		p.Errorf("session-cookie", "session-cookie", n, hint, "the cookie %s holds the user's session", quoted)
	case antiForgery(d.Key):
	case slices.ContainsFunc([]string{"sess", "auth", "login", "remember"}, func(part string) bool { return strings.Contains(name, part) }), bearer(name):
		p.Warnf("session-cookie", "session-cookie-name", n, hint, "the cookie %s may hold the user's session", quoted)
	}
}

// bearer reports whether a name is that of a token which stands for the user:
// sb-access-token, jwt.
func bearer(name string) bool {
	parts := words.Split(name)
	for i, w := range parts {
		switch w {
		case "jwt", "bearer":
			return true
		case "token":
			if len(parts) == 1 || i > 0 && slices.Contains([]string{"access", "refresh", "id", "user", "api"}, parts[i-1]) {
				return true
			}
		}
	}
	return false
}

// inexact reports whether a key has a wildcard or a template.
func inexact(key string) bool {
	return strings.Contains(key, "*") || strings.Contains(key, "{{") || strings.Contains(key, "${")
}

// glob matches a name against a pattern in which * is any text.
func glob(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	last := len(parts) - 1
	if last == 0 {
		return pattern == name
	}
	rest, ok := strings.CutPrefix(name, parts[0])
	if !ok {
		return false
	}
	for _, part := range parts[1:last] {
		_, after, found := strings.Cut(rest, part)
		if !found {
			return false
		}
		rest = after
	}
	return strings.HasSuffix(rest, parts[last])
}

// antiForgery reports whether a name is that of a token against forged
// requests, which scripts are meant to read.
func antiForgery(name string) bool {
	return slices.ContainsFunc(words.Split(name), func(w string) bool {
		switch w {
		case "csrf", "xsrf", "csrftoken", "xsrftoken", "csrfmiddlewaretoken", "authenticity", "antiforgery":
			return true
		}
		return false
	}) || strings.Contains(strings.ToLower(name), "requestverificationtoken")
}

// storage looks at a value of the tab's storage: one key, and with a JMESPath
// a part of what it holds.
func storage(p *lint.Pass, d *recipe.Derive) {
	if n := d.Node.Member("key"); n != nil && inexact(d.Key) {
		p.Errorf("storage", "inexact-key", n, "write out one key", "the key %s names no one value", diag.Quote(d.Key, 60))
	}
	if d.JMESPath == nil || d.JMESPath.Tree == nil {
		return
	}
	n := d.JMESPath.Node
	if v := carry.Of(d.JMESPath.Tree, n.Str, carry.Mark{Kind: carry.Document}); len(v.All()) > 0 {
		p.Errorf("storage", "whole-storage", n, "name the one member that is needed", "the expression %s takes all that is stored there", diag.Quote(n.Str, 60))
	}
}

// element looks at a value of the page: not the page as a whole, and nothing
// that the user typed in secret.
func element(p *lint.Pass, d *recipe.Derive) {
	n := d.Node.Member("selector")
	if n != nil && strings.TrimSpace(n.Str) == "" {
		p.Errorf("dom", "whole-page", n, "select the one element that is needed", "the selector is empty")
		return
	}
	attr := strings.ToLower(d.Attr)
	if d.HasAttr {
		switch attr {
		case "outerhtml", "innerhtml":
			p.Errorf("dom", "markup", d.Node.Member("attr"), "read the text, or one attribute", "the attribute %s is the markup of all that stands there", diag.Quote(d.Attr, 40))
		}
	}
	if d.Selector == nil {
		return
	}
	// An attribute of the page's own element is one value: sites keep their
	// token against forged requests there (html[data-csrf]).
	one := d.From == "dom" && d.HasAttr && attr != "value"
	if !one && broad.Selector(d.Selector) {
		p.Errorf("dom", "whole-page", n, "select the one element that is needed", "the selector %s can find the whole page", diag.Quote(n.Str, 60))
		return
	}
	for _, c := range d.Selector.List() {
		if span, ok := typedInSecret(c); ok {
			p.Report(lint.Finding{Check: "dom", Name: "secret-input", Node: n, Span: n.TextSpan(span.Start, span.End), Hint: "remove the entry",
				Message: "the selector finds a field for a password, a card or a code: " + diag.Quote(n.Str[span.Start:span.End], 60)})
			return
		}
	}
	switch {
	case d.From != "dom":
	case d.HasAttr && attr == "value" && broad.Placed(d.Selector, "input"):
		p.Warnf("dom", "unnamed-field", n, "name the field: input[name=_token]", "the selector %s says by no name which field it reads", diag.Quote(n.Str, 60))
	case !d.HasAttr && slices.ContainsFunc(d.Selector.List(), container):
		p.Warnf("dom", "unnamed-element", n, "select the one element that is needed", "the selector %s finds a part of the page by its tag alone, which may hold nearly all of it", diag.Quote(n.Str, 60))
	}
}

// container reports whether what is found is an element that holds others, by
// no name, class or place that says which.
func container(c *selector.Complex) bool {
	for i, compound := range c.Compounds {
		for _, s := range compound.Simples {
			if s.Kind != selector.Type {
				return false
			}
			if i < len(c.Compounds)-1 {
				continue
			}
			switch strings.ToLower(s.Name) {
			case "div", "section", "article", "form", "table", "tbody", "ul", "ol", "dl", "header", "footer", "nav", "aside":
			default:
				return false
			}
		}
	}
	return len(c.Compounds) > 0
}

// typedInSecret reports whether the element that is found is an input for a
// credential or a card.
func typedInSecret(c *selector.Complex) (span diag.Span, found bool) {
	if len(c.Compounds) == 0 {
		return span, false
	}
	last := c.Compounds[len(c.Compounds)-1]
	input := slices.ContainsFunc(last.Simples, func(s *selector.Simple) bool {
		return s.Kind == selector.Type && (strings.EqualFold(s.Name, "input") || strings.EqualFold(s.Name, "select") || strings.EqualFold(s.Name, "textarea"))
	})
	for _, s := range last.Simples {
		text := ""
		switch s.Kind {
		case selector.ID, selector.Class:
			text = s.Value
		case selector.Attribute:
			text = s.Value
			if strings.EqualFold(s.Name, "autocomplete") && (strings.HasPrefix(s.Value, "cc-") || strings.Contains(s.Value, "one-time-code") || s.Value == "cc") {
				return s.Span, true
			}
		case selector.PseudoClass:
			if s.Name == "is" || s.Name == "where" {
				for _, arg := range s.Args {
					if span, found := typedInSecret(arg); found {
						return span, true
					}
				}
			}
		}
		if secretField(text, input) {
			return s.Span, true
		}
	}
	return span, false
}

// secretField reports whether a name, id or class is that of an input for a
// credential or a card. Some words mean so only of an input.
func secretField(text string, input bool) bool {
	parts := words.Split(text)
	if n := len(parts); n > 1 && (parts[n-1] == "type" || parts[n-1] == "count") {
		return false // pass_type, card_count: about one, and none itself
	}
	for i, w := range parts {
		switch w {
		case "password", "passwd", "pwd", "passcode", "passphrase", "otp", "totp", "cvv", "cvc", "csc", "cardnumber", "ccnumber", "ccnum", "creditcard", "onetimecode", "passwort", "kennwort":
			return true
		case "pin", "tan", "card", "pass":
			if input {
				return true
			}
		case "number":
			if i > 0 && (parts[i-1] == "card" || parts[i-1] == "cc") {
				return true
			}
		case "code":
			if i > 0 && (parts[i-1] == "security" || parts[i-1] == "time") {
				return true
			}
		}
	}
	return false
}

// maxGroup is how many characters of a page's address a group may take that
// can hold any of them.
const maxGroup = 200

// pageURL looks at a value of the page's address: a part of it, not all.
func pageURL(p *lint.Pass, d *recipe.Derive) {
	n := d.Node.Member("regex")
	switch {
	case n == nil:
		from := d.Node.Member("from")
		p.Errorf("page-url", "whole-address", from, "add a `regex` with one group: /item/([0-9]+)", "without a `regex` the value is the page's whole address")
		return
	case d.Regex == nil:
		return
	}
	var groups []*regex.Node
	pattern.Walk(d.Regex.Syntax().Root, func(n *regex.Node) bool {
		if n.Kind == regex.Capture {
			groups = append(groups, n)
		}
		return true
	})
	if len(groups) != 1 {
		p.Errorf("page-url", "not-one-group", n, "keep one group, and write the others (?:…)", "the pattern has %d groups; it needs one", len(groups))
		return
	}
	longest := pattern.MaxLength(groups[0])
	_, reaches := pattern.Alphabet(groups[0]).Common(pattern.Of("/?#"))
	if reaches && (longest == pattern.Endless || longest > maxGroup) {
		p.Report(lint.Finding{Check: "page-url", Name: "whole-address", Node: n, Span: n.TextSpan(groups[0].Span.Start, groups[0].Span.End),
			Message: "the group can take all the rest of the page's address: " + diag.Quote(n.Str[groups[0].Span.Start:groups[0].Span.End], 40), Hint: "write what may stand there: ([0-9]+), ([^/?#]+)"})
	}
}
