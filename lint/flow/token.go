package flow

import (
	"strings"
	"unicode"

	"github.com/wield-run/wield/lint/parts"
	"github.com/wield-run/wield/lint/words"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/selector"
)

// findTokens finds the extracts that are credentials: by name, by the fields
// that the expression ends in, by attribute, by selector, or because they are
// sent in a header that carries one.
func (f *Flow) findTokens() {
	for _, s := range f.r.Steps {
		for _, name := range extracted(s) {
			if why := s.TokenWhy(name); why != "" {
				f.tokens[Label{Resp, s.ID, name}] = why
			}
		}
		for _, x := range f.parts[s] {
			l := Label{Resp, s.ID, x.Name}
			if f.tokens[l] == "" {
				if why := extractToken(&x); why != "" {
					f.tokens[l] = why
				}
			}
		}
	}
	for _, s := range parts.Requests(f.r) {
		for _, h := range s.Request.Headers {
			if words.Tokenish(h.Name) {
				f.headerTokens(&h)
			}
		}
	}
}

// headerTokens marks what a credential's header is made of.
func (f *Flow) headerTokens(h *recipe.Header) {
	for _, ref := range h.Template.References() {
		path := names(ref)
		if ref.Head.Root != "steps" || len(path) < 2 || f.steps[path[0]] == nil {
			continue
		}
		l := Label{Resp, path[0], path[1]}
		if f.tokens[l] == "" {
			f.tokens[l] = "it is sent in the header " + h.Name
		}
	}
}

func extractToken(x *parts.Extract) string {
	if words.Tokenish(x.Field) {
		return "its field is named " + x.Field
	}
	if x.Expr != nil {
		if name := tokenField(x.Expr.Root()); name != "" {
			return "it reads the field " + name
		}
	}
	if x.Query != nil {
		if x.Query.HasAttr && words.Tokenish(x.Query.Attr) {
			return "it reads the attribute " + x.Query.Attr
		}
		if word := tokenWord(x.Query.Selector); word != "" {
			return "its selector names " + word
		}
	}
	if e := x.Embedded; e != nil {
		if e.HasAttr && words.Tokenish(e.Attr) {
			return "it reads the attribute " + e.Attr
		}
		for _, name := range strings.FieldsFunc(e.StripJSAfter, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
			if words.Tokenish(name) {
				return "it reads what follows " + name
			}
		}
	}
	return ""
}

// tokenField gives a field with the name of a credential in which a path of
// the expression ends. A member such as `value` behind it only unwraps it.
// Conditions of filters are left out: they choose, and give nothing.
func tokenField(root *jmespath.Node) string {
	found := ""
	var visit func(n *jmespath.Node, last bool)
	visit = func(n *jmespath.Node, last bool) {
		if n == nil || found != "" {
			return
		}
		switch n.Kind {
		case jmespath.KindField:
			if last && words.Tokenish(n.Name) {
				found = n.Name
			}
		case jmespath.KindHashEntry:
			if words.Tokenish(n.Name) {
				found = n.Name
				return
			}
			visit(n.Children[0], true)
		case jmespath.KindSubexpression:
			right := n.Children[1]
			visit(n.Children[0], last && right.Kind == jmespath.KindField && wraps(right.Name))
			visit(right, last)
		case jmespath.KindPipe:
			// What is left of a pipe is the result where the right side is it.
			visit(n.Children[0], last && n.Children[1].Kind == jmespath.KindCurrent)
			visit(n.Children[1], last)
		case jmespath.KindListProjection, jmespath.KindSliceProjection, jmespath.KindFlattenProjection, jmespath.KindValueProjection, jmespath.KindFilterProjection:
			rest := n.Children[len(n.Children)-1]
			visit(n.Children[0], last && (rest.Kind == jmespath.KindCurrent || rest.Kind == jmespath.KindField && wraps(rest.Name)))
			visit(rest, last)
		case jmespath.KindFunction:
			for _, c := range n.Children {
				visit(c, n.Name != "length" && n.Name != "type" && n.Name != "keys")
			}
		case jmespath.KindComparator, jmespath.KindNot:
			// whether it is there, or equal: not the credential itself
		case jmespath.KindTernary:
			visit(n.Children[1], last)
			visit(n.Children[2], last)
		case jmespath.KindLet:
			for _, b := range n.Bindings() {
				visit(b.Children[0], true)
			}
			visit(n.Children[len(n.Children)-1], last)
		default:
			for _, c := range n.Children {
				visit(c, last)
			}
		}
	}
	visit(root, true)
	return found
}

// wraps reports whether a member only holds the value of what it stands in.
func wraps(name string) bool {
	switch strings.ToLower(name) {
	case "value", "val", "raw", "text", "content", "string", "data", "current":
		return true
	}
	return false
}

// tokenWord gives a name of a credential in a selector, escapes resolved.
func tokenWord(s *selector.Selector) string {
	if s == nil {
		return ""
	}
	found := ""
	var visit func(list []*selector.Complex)
	visit = func(list []*selector.Complex) {
		for _, complex := range list {
			for _, compound := range complex.Compounds {
				for _, simple := range compound.Simples {
					for _, name := range []string{simple.Name, simple.Value} {
						if found == "" && words.Tokenish(name) {
							found = name
						}
					}
					visit(simple.Args)
				}
			}
		}
	}
	visit(s.List())
	return found
}
