package recipe

import (
	"strings"
	"unicode"

	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/redact"
	"github.com/wield-run/wield/pkg/selector"
)

// Extracted names an extracted variable of a step.
type Extracted struct{ Step, Name string }

// Credentials gives the extracted variables that count as credentials, and why
// each does: by its name, by the fields that its expression ends in, by its
// attribute, by its selector, or because it is sent in a header that carries
// one. What is withheld from the output of a run and what the safety rules
// refuse is the same.
func (r *Recipe) Credentials() map[Extracted]string {
	all := map[Extracted]string{}
	steps := map[string]bool{}
	requests := r.Steps
	if r.LoginCheck != nil {
		requests = append([]*Step{r.LoginCheck}, requests...)
	}
	for _, s := range r.Steps {
		steps[s.ID] = true
		s.credentials(func(name, why string) {
			if e := (Extracted{s.ID, name}); why != "" && all[e] == "" {
				all[e] = why
			}
		})
	}
	for _, s := range requests {
		for _, h := range s.Request.Headers {
			if !redact.TokenName(h.Name) {
				continue
			}
			for _, ref := range h.Template.References() {
				var names []string
				for _, seg := range ref.Head.Path {
					if !seg.IsIndex {
						names = append(names, seg.Name)
					}
				}
				if ref.Head.Root != "steps" || len(names) < 2 || !steps[names[0]] {
					continue
				}
				if e := (Extracted{names[0], names[1]}); all[e] == "" {
					all[e] = "it is sent in the header " + h.Name
				}
			}
		}
	}
	return all
}

// credentials tells of each part of what a step extracts why it counts as a
// credential, "" where it does not.
func (s *Step) credentials(tell func(name, why string)) {
	if s.Extract == nil {
		return
	}
	for _, name := range s.Extract.Order {
		if redact.TokenName(name) {
			tell(name, "its name is "+name)
		}
	}
	for _, v := range s.Extract.JSON {
		tell(v.Name, exprToken(v.Expr))
	}
	for i := range s.Extract.HTML {
		tell(s.Extract.HTML[i].Name, queryToken(&s.Extract.HTML[i].Query))
	}
	for i := range s.Extract.Items {
		items := &s.Extract.Items[i]
		for j := range items.Fields {
			f := &items.Fields[j]
			if redact.TokenName(f.Name) {
				tell(items.Name, "its field is named "+f.Name)
			}
			tell(items.Name, queryToken(&f.Query))
		}
		tell(items.Name, selectorToken(items.Selector))
	}
	for i := range s.Extract.Embedded {
		e := &s.Extract.Embedded[i]
		why := embeddedToken(e)
		for _, v := range e.Vars {
			tell(v.Name, exprToken(v.Expr))
			tell(v.Name, why)
		}
	}
}

func exprToken(e *jmespath.Expr) string {
	if e == nil {
		return ""
	}
	name := EndField(e.Root(), redact.TokenName)
	if name == "" {
		name = fieldAtEnd(e.Root())
	}
	if redact.TokenName(name) {
		return "it reads the field " + name
	}
	if name = AskedField(e.Root(), redact.TokenName); name != "" {
		return "it looks into the field " + name
	}
	if name = CutField(e.Root(), redact.TokenName); name != "" {
		return "it cuts out what follows " + name
	}
	return ""
}

// fieldAtEnd is the field that stands last in an expression, whatever is done
// with it.
func fieldAtEnd(root *jmespath.Node) string {
	last, at := "", -1
	root.Walk(func(n *jmespath.Node) bool {
		if n.Kind == jmespath.KindField && n.NameSpan.Start > at {
			last, at = n.Name, n.NameSpan.Start
		}
		return true
	})
	return last
}

func queryToken(q *extract.Query) string {
	if why := exprToken(q.Path); why != "" {
		return why
	}
	if q.HasAttr && redact.TokenName(q.Attr) {
		return "it reads the attribute " + q.Attr
	}
	return selectorToken(q.Selector)
}

func selectorToken(s *selector.Selector) string {
	if word := tokenWord(s); word != "" {
		return "its selector names " + word
	}
	return ""
}

func embeddedToken(e *extract.Embedded) string {
	if e.HasAttr && redact.TokenName(e.Attr) {
		return "it reads the attribute " + e.Attr
	}
	for _, name := range identifiers(e.StripJSAfter) {
		if redact.TokenName(name) {
			return "it reads what follows " + name
		}
	}
	return selectorToken(e.Selector)
}

// EndField gives a field with a name of some sort in which a path of the
// expression ends, "" where there is none. A member such as `value` behind it
// only unwraps it. Conditions of filters are left out: they choose, and give
// nothing.
func EndField(root *jmespath.Node, named func(name string) bool) string {
	found := ""
	var visit func(n *jmespath.Node, last bool)
	visit = func(n *jmespath.Node, last bool) {
		if n == nil || found != "" {
			return
		}
		switch n.Kind {
		case jmespath.KindField:
			if last && named(n.Name) {
				found = n.Name
			}
		case jmespath.KindHashEntry:
			if named(n.Name) {
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

// AskedField gives a field with a name of some sort into which an expression
// looks, "" where there is none: it compares the size or a part, or a function
// reads in it. The answer tells a bit of the value, other than whether it is
// there or is the very one that the expression holds.
func AskedField(root *jmespath.Node, named func(name string) bool) string {
	found := ""
	root.Walk(func(n *jmespath.Node) bool {
		switch n.Kind {
		case jmespath.KindFunction:
			if n.Name != "not_null" {
				found = EndField(n, named)
			}
		case jmespath.KindComparator:
			for _, c := range n.Children {
				if found == "" && !(plainPath(c) && (n.Op == jmespath.OpEqual || n.Op == jmespath.OpNotEqual)) {
					found = EndField(c, named)
				}
			}
		}
		return found == ""
	})
	return found
}

// CutField gives a name of some sort behind which an expression cuts a text out
// of another, as in split(@, 'csrf_token=')[1]; "" where there is none. What
// stands in front of the first one is not looked for.
func CutField(root *jmespath.Node, named func(name string) bool) string {
	found := ""
	var front *jmespath.Node
	root.Walk(func(n *jmespath.Node) bool {
		switch {
		case n.Kind == jmespath.KindIndex && n.Index == 0:
			front = n.Children[0]
		case n.Kind == jmespath.KindFunction && n.Name == "split" && n != front && len(n.Children) > 1 && n.Children[1].Value.Kind() == jsonval.String:
			for _, name := range identifiers(n.Children[1].Value.Str()) {
				if found == "" && named(name) {
					found = name
				}
			}
		}
		return found == ""
	})
	return found
}

// identifiers are the names in a text.
func identifiers(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
}

// plainPath reports whether an expression is a path of names.
func plainPath(n *jmespath.Node) bool {
	for n.Kind == jmespath.KindSubexpression && n.Children[1].Kind == jmespath.KindField {
		n = n.Children[0]
	}
	return n.Kind == jmespath.KindField || n.Kind == jmespath.KindRoot || n.Kind == jmespath.KindCurrent
}

// CredentialField gives the name of a credential in which a path of names ends,
// "" where it ends in none. A member such as `value` behind it only unwraps it.
func CredentialField(path []string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if redact.TokenName(path[i]) {
			return path[i]
		}
		if !wraps(path[i]) {
			break
		}
	}
	return ""
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
						if found == "" && redact.TokenName(name) {
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
