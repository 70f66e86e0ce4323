package recipe

import (
	"strings"
	"unicode"

	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/redact"
)

// TokenWhy says why an extracted variable counts as a credential: by its name,
// the last field of its expression, its attribute or a word of its selector.
// "" means that it does not.
func (s *Step) TokenWhy(name string) string {
	if redact.TokenName(name) {
		return "its name is " + name
	}
	if s.Extract == nil {
		return ""
	}
	for _, v := range s.Extract.JSON {
		if v.Name == name {
			return exprToken(v.Expr)
		}
	}
	for i := range s.Extract.HTML {
		if s.Extract.HTML[i].Name == name {
			return queryToken(&s.Extract.HTML[i].Query)
		}
	}
	for i := range s.Extract.Items {
		if s.Extract.Items[i].Name == name {
			for j := range s.Extract.Items[i].Fields {
				f := &s.Extract.Items[i].Fields[j]
				if redact.TokenName(f.Name) {
					return "its field is named " + f.Name
				}
				if why := queryToken(&f.Query); why != "" {
					return why
				}
			}
		}
	}
	for i := range s.Extract.Embedded {
		for _, v := range s.Extract.Embedded[i].Vars {
			if v.Name == name {
				return exprToken(v.Expr)
			}
		}
	}
	return ""
}

// exprToken looks at the last field of an expression.
func exprToken(e *jmespath.Expr) string {
	if e == nil {
		return ""
	}
	last := ""
	end := -1
	e.Root().Walk(func(n *jmespath.Node) bool {
		if n.Kind == jmespath.KindField && n.NameSpan.Start > end {
			last, end = n.Name, n.NameSpan.Start
		}
		return true
	})
	if redact.TokenName(last) {
		return "it reads the field " + last
	}
	return ""
}

func queryToken(q *extract.Query) string {
	if q.HasAttr && redact.TokenName(q.Attr) {
		return "it reads the attribute " + q.Attr
	}
	if q.Selector != nil {
		for _, word := range selectorWords(q.Selector.String()) {
			if redact.TokenName(word) {
				return "its selector names " + word
			}
		}
	}
	return exprToken(q.Path)
}

// selectorWords are the names and values in a selector.
func selectorWords(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
	})
}
