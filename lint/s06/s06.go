// Package s06 is the rule S6: a step that is not marked write has none of the
// marks of a change.
package s06

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/graphql"
	"github.com/wield-run/wield/lint/internal/fields"
	"github.com/wield-run/wield/lint/words"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/recipe"
)

//go:embed doc.md
var doc string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S6", Name: "no-hidden-write", Doc: doc, Run: run}

// honest is how a step gets out of the rule.
const honest = "mark the step `\"write\": true` where it changes something"

// checker looks at one step after the other.
type checker struct {
	*lint.Pass
	step   *recipe.Step
	sinks  []*flow.Sink
	fields []fields.Field
	groups *groups                 // of the step; made when it is first asked for
	path   []segment               // of its URL
	labels map[flow.Label][]string // what the file brings to an input, as far as it was asked for
}

func run(p *lint.Pass) error {
	c := &checker{Pass: p}
	for _, s := range p.Requests() {
		if s.Write {
			continue
		}
		c.step, c.sinks, c.fields, c.groups = s, p.Flow().Of(s), p.Fields(s), nil
		c.override()
		for _, sink := range c.sinks {
			if sink.Kind == flow.URL {
				c.changingPath(sink)
			}
		}
		c.graphql()
		opaque := c.opaque()
		c.rpc(opaque)
		c.member()
		c.csrf()
	}
	return nil
}

func (c *checker) name() string { return diag.Quote(c.step.ID, 40) }

// at makes a finding at a field.
func (c *checker) at(f *fields.Field, check, name string, severity diag.Severity, hint, format string, args ...any) {
	c.Report(lint.Finding{Check: check, Name: name, Severity: severity, Node: f.Node, Span: f.Span, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// override finds headers and members that change the method of a request.
func (c *checker) override() {
	for _, h := range c.step.Request.Headers {
		name := strings.ToLower(h.Name)
		if words.In(words.Override, name) || words.In(words.Override, strings.ReplaceAll(name, "_", "-")) { // CGI does not tell the two apart
			c.Report(lint.Finding{Check: "override", Name: "method-override", Node: h.Node, Span: lint.KeySpan(h.Node),
				Message: fmt.Sprintf("the header %s of the step %s changes the request's method", diag.Quote(h.Name, 40), c.name()), Hint: "send the method itself; " + honest})
		}
	}
	for i := range c.fields {
		f := &c.fields[i]
		if words.In(words.Override, strings.ToLower(strings.TrimSpace(f.Name))) {
			c.at(f, "override", "method-override", diag.Error, "send the method itself; "+honest, "the member %s of the step %s changes the request's method", diag.Quote(f.Name, 40), c.name())
			return
		}
	}
}

// opaque finds stored operations, of which only a number is sent, and gives
// the groups of fields that one stands in.
func (c *checker) opaque() (groups []int) {
	for i := range c.step.Request.Headers {
		if h := &c.step.Request.Headers[i]; words.In(words.PersistedHeader, strings.ToLower(h.Name)) {
			c.Report(lint.Finding{Check: "opaque", Name: "stored-operation", Severity: diag.Warning, Node: h.Node, Hint: "tell the reviewer what it does; " + honest,
				Message: fmt.Sprintf("the step %s calls a function of the server (%s), of which nobody sees here what it does", c.name(), diag.Quote(h.Name, 40))})
		}
	}
	done := false
	for i := range c.fields {
		f := &c.fields[i]
		if !words.In(words.Persisted, strings.ToLower(f.Name)) || c.group().named[f.Group] || c.group().named[f.Outer] {
			continue
		}
		groups = append(groups, f.Group, f.Outer)
		if done {
			continue
		}
		done = true
		severity, hint, message := diag.Warning, "send the text of the query, so that it can be read", fmt.Sprintf("the step %s calls a stored operation (%s), whose text nobody sees here", c.name(), diag.Quote(f.Name, 40))
		if name := c.strongName(); name != "" {
			severity, hint, message = diag.Error, honest, message+"; it is named "+diag.Quote(name, 60)
		}
		c.at(f, "opaque", "stored-operation", severity, hint, "%s", message)
	}
	return groups
}

// groups tells what stands in which group of fields.
type groups struct {
	named    map[int]bool // a member of a name that carries the text of a query
	document map[int]bool // a text that is one
	beside   map[int]bool // members that stand beside the text of a query
}

func (c *checker) group() *groups {
	if c.groups != nil {
		return c.groups
	}
	g := &groups{map[int]bool{}, map[int]bool{}, map[int]bool{}}
	c.groups = g
	for i := range c.fields {
		f := &c.fields[i]
		lower := strings.ToLower(f.Name)
		if !f.Holder && f.Text != "" && words.In(words.GraphQLText, lower) {
			g.named[f.Group] = true
		}
		if words.In(words.GraphQLBeside, lower) {
			g.beside[f.Group] = true
		}
		if c.document(f) {
			g.document[f.Group] = true
		}
	}
	return g
}

// strongName gives the name of an operation that says that it changes
// something, "" where there is none.
func (c *checker) strongName() string {
	for i := range c.fields {
		f := &c.fields[i]
		if f.Holder || !namesOperation(f.Name) {
			continue
		}
		for text := range c.texts(f) {
			w := words.Split(lastPart(text))
			if verb := words.Verb(w); words.Strong(verb) && !words.Safe(w) || slices.Contains(w, "mutation") {
				return text
			}
		}
	}
	return ""
}

// namesOperation reports whether a member tells the name of what is called.
func namesOperation(name string) bool {
	lower := strings.ToLower(name)
	return words.In(words.RPC, lower) || strings.HasSuffix(lower, "friendly_name") || strings.HasSuffix(lower, "operation_name")
}

// rpc finds names of what is called that begin with a verb of change. groups
// are those of stored operations, which were judged with their names.
func (c *checker) rpc(groups []int) {
	for i := range c.fields {
		f := &c.fields[i]
		if f.Holder {
			continue
		}
		name := bare(f.Name)
		may := words.In(words.Mode, name) || name == "" && position(f)
		if !may && !words.In(words.RPC, name) || slices.Contains(groups, f.Group) {
			continue
		}
		beside := c.group().document[f.Group]
		if beside && (may || name == "operationname") {
			continue
		}
		for text := range c.texts(f) {
			severity, changes := called(text)
			if !changes {
				severity, changes = diag.Warning, text == "PUT" || text == "PATCH" || text == "DEL"
			}
			switch {
			case may && !mode(text):
				changes = false
			case beside:
				// The text says what it does; whatever else is called beside it does not.
				changes = changes && severity == diag.Error && !c.operation(f.Group, text)
			}
			if may || beside {
				severity = diag.Warning
			}
			if changes {
				by := diag.Quote(f.Name, 40)
				if f.Name == "" {
					by = "an item of the body"
				}
				c.at(f, "rpc", "changing-call", severity, honest, "the step %s calls %s by %s, which by its name changes something", c.name(), diag.Quote(text, 60), by)
				break
			}
		}
	}
	for i := range c.step.Request.Headers {
		c.rpcHeader(&c.step.Request.Headers[i])
	}
}

// position reports whether a text is an item of a list that is the whole body,
// as the name of what is called may be: [0, "place_order", [5]].
func position(f *fields.Field) bool {
	if f.InURL || f.Sink == nil || f.Sink.Kind != flow.JSON && f.Sink.Kind != flow.Body || strings.ContainsAny(f.Text, " \n<{&=") {
		return false
	}
	return len(words.Split(f.Text)) > 1
}

// operation reports whether a GraphQL text of a group has an operation of the
// name.
func (c *checker) operation(group int, name string) bool {
	for i := range c.fields {
		f := &c.fields[i]
		if f.Group == group && c.document(f) && slices.ContainsFunc(graphql.Operations(f.Text), func(op graphql.Operation) bool { return op.Name == name }) {
			return true
		}
	}
	return false
}

// rpcHeader judges a header that names what is called.
func (c *checker) rpcHeader(h *recipe.Header) {
	name := strings.ToLower(h.Name)
	known := words.In(words.RPCHeader, name)
	if !known && !strings.HasSuffix(name, "action") && !strings.HasSuffix(name, "command") && !strings.HasSuffix(name, "operation") {
		return
	}
	text := strings.Trim(fields.Text(h.Template.Template, fields.Hole), `"' `)
	severity, changes := called(text)
	if !known {
		severity = diag.Warning
	}
	if changes {
		c.Report(lint.Finding{Check: "rpc", Name: "changing-call", Severity: severity, Node: h.Node, Hint: honest,
			Message: fmt.Sprintf("the step %s calls %s by the header %s, which by its name changes something", c.name(), diag.Quote(text, 60), diag.Quote(h.Name, 40))})
	}
}

// csrf warns of tokens against forged requests in the body of a request that
// only reads.
func (c *checker) csrf() {
	if !c.step.ReadOnlyPost {
		return
	}
	for i := range c.fields {
		f := &c.fields[i]
		if f.Holder || f.InURL || f.Sink == nil || f.Sink.Kind == flow.Query || f.Text == "" {
			continue
		}
		token := ""
		switch {
		case words.AntiForgery(f.Name):
			token = f.Name
		default:
			for _, u := range f.Uses {
				for _, l := range u.Labels {
					if l.Kind == flow.Secret && words.AntiForgery(l.Name) || l.Kind == flow.Token && words.AntiForgery(l.Field) {
						token = l.String()
					}
				}
			}
		}
		if token != "" {
			c.at(f, "csrf-read", "token-in-read", diag.Warning, "leave it out where the request works without; "+honest,
				"the step %s, which only reads, sends the token %s in its body, as requests do that change something", c.name(), diag.Quote(token, 60))
			return
		}
	}
}
