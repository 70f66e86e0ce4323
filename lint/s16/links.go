package s16

import (
	"slices"
	"strings"
	"unicode"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/carry"
	"github.com/wield-run/wield/lint/internal/schemas"
	"github.com/wield-run/wield/lint/zone"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

// links warns of addresses in the output that lead elsewhere, and of those
// that the schema does not call so. marks are those of the output.
func links(p *lint.Pass, out *flow.Sink, v *carry.Value, marks []carry.Mark) {
	out.Expr.Tree.Walk(func(n *jmespath.Node) bool {
		if n.Kind == jmespath.KindFunction && n.Name == "join" && len(n.Children) == 2 && n.Children[1].Kind == jmespath.KindMultiSelectList {
			joined(p, out.Node, n.Children[0], n.Children[1])
			return false
		}
		if text, ok := constant(n); ok {
			literal(p, out.Node, n, text, true)
		}
		return true
	})
	if !slices.ContainsFunc(marks, func(m carry.Mark) bool { return m.Kind == carry.Link }) {
		return
	}
	l := &formats{p: p, seen: map[*carry.Value]bool{}, reported: map[*jsonval.Node]bool{}}
	l.visit(v, p.Recipe.Output.Schema.Node)
}

// constant gives the text of a literal.
func constant(n *jmespath.Node) (string, bool) {
	if n.Kind == jmespath.KindRawString || n.Kind == jmespath.KindLiteral && n.Value.Kind() == jsonval.String {
		return n.Value.Str(), true
	}
	return "", false
}

// joined looks at a text that is put together: what stands in its front is one
// literal, however it is cut. Further addresses may stand behind it.
func joined(p *lint.Pass, at *jsonval.Node, glue, list *jmespath.Node) {
	between, ok := constant(glue)
	if !ok {
		return
	}
	text := ""
	complete := true
	for i, item := range list.Children {
		part, ok := constant(item)
		switch {
		case !ok:
			complete = false
		case !complete:
			if strings.Contains(part, "://") {
				literal(p, at, item, part, true)
			}
		case i > 0:
			text += between + part
		default:
			text = part
		}
	}
	if len(list.Children) > 0 {
		literal(p, at, list.Children[0], text, complete)
	}
}

// literal warns of an address whose host is neither declared nor the site's.
func literal(p *lint.Pass, at *jsonval.Node, n *jmespath.Node, text string, complete bool) {
	if scheme := running(text); scheme != "" {
		p.Report(lint.Finding{Check: "link", Name: "running-link", Severity: diag.Warning, Node: at, Span: at.TextSpan(n.Span.Start, n.Span.End),
			Message: "the address " + diag.Quote(text, 60) + " leads to no host: with `" + scheme + "` it holds what a browser runs or shows", Hint: "give the data itself, or an address of the site"})
		return
	}
	host, ok := host(text)
	if !ok || host != "" && ours(p, host) {
		return
	}
	message := "the output leads to " + diag.Quote(host, 60) + ", which is not a host of the site"
	if host == "" || !complete && !strings.ContainsAny(strings.SplitN(text, "//", 2)[1], "/?#") && !strings.Contains(host, ".") {
		message = "the host of the address " + diag.Quote(text, 60) + " is not written out"
	}
	p.Report(lint.Finding{Check: "link", Name: "foreign-link", Severity: diag.Warning, Node: at, Span: at.TextSpan(n.Span.Start, n.Span.End),
		Message: message, Hint: "a reviewer decides whether it may"})
}

// running gives the scheme of an address that holds a script or a document, as
// a browser reads it; "" where a text is none.
func running(text string) string {
	text = strings.TrimLeft(text, " \t\r\n")
	if text == "" || strings.IndexByte("jJvVdD", text[0]) < 0 || strings.IndexByte(text, ':') < 0 {
		return ""
	}
	bare := strings.Map(func(r rune) rune {
		switch r {
		case '\t', '\n', '\r':
			return -1 // browsers pass over them
		}
		return unicode.ToLower(r)
	}, text)
	for _, scheme := range []string{"javascript:", "vbscript:", "data:text/", "data:image/svg"} {
		if rest, ok := strings.CutPrefix(bare, scheme); ok && !strings.HasPrefix(rest, " ") {
			return scheme[:strings.IndexByte(scheme, ':')+1]
		}
	}
	return ""
}

// host gives the host of a text that is an absolute address, or that has one
// with its scheme in it.
func host(text string) (string, bool) {
	if !slashes(text) {
		return "", false
	}
	lower := strings.ToLower(strings.TrimLeft(text, " \t\r\n"))
	for _, scheme := range []string{"https://", "http://"} {
		if i := strings.Index(lower, scheme); i > 0 && !strings.HasPrefix(lower, "http") {
			lower = lower[i:]
		}
	}
	for _, scheme := range []string{"https:", "http:", ""} {
		rest, ok := strings.CutPrefix(lower, scheme)
		if !ok || len(rest) < 2 || strings.IndexByte(`/\`, rest[0]) < 0 || strings.IndexByte(`/\`, rest[1]) < 0 {
			continue
		}
		return zone.Host("https://" + strings.ReplaceAll(rest[2:], `\`, "/")), true
	}
	return "", false
}

// slashes reports whether two slashes of any kind stand side by side in a text.
func slashes(text string) bool {
	before := false
	for i := 0; i < len(text); i++ {
		slash := text[i] == '/' || text[i] == '\\'
		if slash && before {
			return true
		}
		before = slash
	}
	return false
}

// ours reports whether a host is declared, or of the site's zone.
func ours(p *lint.Pass, host string) bool {
	return p.Zone().Has(host) || slices.ContainsFunc(p.Recipe.Origins(), func(o string) bool { return zone.Host(o) == host })
}

// formats goes through the output and its schema side by side.
type formats struct {
	p        *lint.Pass
	seen     map[*carry.Value]bool
	reported map[*jsonval.Node]bool
}

func (f *formats) visit(v *carry.Value, n *jsonval.Node) {
	if v == nil || n == nil || f.seen[v] {
		return
	}
	if len(v.Marks) == 0 && len(v.Members) == 0 && v.Item == nil {
		return
	}
	f.seen[v] = true
	root := f.p.Recipe.Output.Schema.Node
	for range 8 {
		if target := schemas.Target(root, n); target != nil {
			n = target
		}
	}
	for _, m := range v.Marks {
		if m.Kind == carry.Link && n.Kind == jsonval.Object && !address(n) && !f.reported[n] {
			f.reported[n] = true
			f.p.Report(lint.Finding{Check: "link", Name: "link-without-format", Severity: diag.Warning, Node: n, Span: lint.HeadSpan(n),
				Message: "it is the address of a link, by steps." + m.Step.ID + "." + m.Name + ", and its schema does not say so", Hint: "add `\"format\": \"uri\"`"})
		}
	}
	for _, m := range v.Members {
		f.visit(m.Value, n.Member("properties").Member(m.Name))
	}
	f.visit(v.Item, n.Member("items"))
}

// address reports whether a schema says that its values are addresses.
func address(n *jsonval.Node) bool {
	format := n.Member("format")
	if format == nil {
		return false
	}
	switch format.Str {
	case "uri", "uri-reference", "iri", "iri-reference":
		return true
	}
	return false
}
