package draft

import (
	"cmp"
	"fmt"
	"math"

	"github.com/wield-run/wield/internal/chunk"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema/format"
	"github.com/wield-run/wield/pkg/jsonschema/internal/say"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/regex"
)

// Document is a schema document as it was read.
type Document struct {
	Root  *Schema
	All   []*Schema // Root and all others, also those of the documents that references lead to
	Found []*diag.Diagnostic
}

// Read reads a schema with all of its references. What load gives for a URI
// (nil: nothing) are documents beside the metaschema that these may lead to.
func Read(root *jsonval.Node, load func(uri string) (*jsonval.Node, bool)) *Document {
	c := &compiler{load: load, all: make([]*Schema, 0, 16)}
	d := &Document{Root: c.document(root, "")}
	c.resolve()
	c.foreign = false
	c.cycles()
	d.All, d.Found = c.all, c.found
	return d
}

// Report notes a finding about a node of the document.
func (d *Document) Report(code, name string, severity diag.Severity, n *jsonval.Node, span diag.Span, message, hint string) *diag.Diagnostic {
	f := &diag.Diagnostic{Code: code, Name: name, Severity: severity, Span: span, Pointer: n.Pointer(), Message: message, Hint: hint}
	if len(d.Found) < maxFound {
		d.Found = append(d.Found, f)
	}
	return f
}

// compiler makes schemas of a document, and notes what is wrong with it.
type compiler struct {
	found     []*diag.Diagnostic
	foreign   bool // in a document that is not the author's: nothing is noted
	all       []*Schema
	made      chunk.Chunk[Schema]
	byNode    map[*jsonval.Node]*Schema // of all, made when first needed
	resources map[string]*Resource
	pending   []pendingRef
	load      func(uri string) (*jsonval.Node, bool) // documents that references lead to; nil: none
}

// maxFound bounds how many findings of a document are told.
const maxFound = 1000

// report notes a finding about a node.
func (c *compiler) report(code, name string, severity diag.Severity, n *jsonval.Node, span diag.Span, message, hint string) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: code, Name: name, Severity: severity, Span: span, Message: message, Hint: hint}
	if !c.foreign && len(c.found) < maxFound {
		d.Pointer = n.Pointer()
		c.found = append(c.found, d)
	}
	return d
}

// misuse notes a keyword whose value it cannot have (P2).
func (c *compiler) misuse(n *jsonval.Node, what, hint string) {
	if n.Broken {
		return // what stands there has its own finding
	}
	d := c.report("P2", "keyword-value", diag.Error, n, n.Span, fmt.Sprintf("%s must be %s, not %s", say.Quote(n.Key), what, say.ShowTyped(n.Value())),
		cmp.Or(hint, "write "+what))
	if v, err := jsonval.ParseString(n.Str); n.Kind == jsonval.String && err == nil && quotedFor(keywordOf(n.Key).shape, v.Kind()) {
		d.Hint = "write " + n.Str + " without quotes"
		d.Fix = &diag.Fix{Title: "take the quotes away", Safe: true, Edits: []diag.Edit{{Span: n.Span, Text: n.Str}}}
	}
}

// quotedFor reports whether a value in quotes is what a keyword takes without.
func quotedFor(want shape, kind jsonval.Kind) bool {
	switch want {
	case numberValue, countValue:
		return kind == jsonval.Number
	case boolValue, schemaValue:
		return kind == jsonval.Bool
	}
	return false
}

// document compiles a schema with everything below it. Its references are
// pending then.
func (c *compiler) document(root *jsonval.Node, uri string) *Schema {
	r := &Resource{URI: uri, Root: root}
	c.addResource(r)
	return c.subschema(root, r)
}

func (c *compiler) addResource(r *Resource) {
	if c.resources == nil {
		c.resources = map[string]*Resource{}
	}
	r.Foreign = c.foreign
	c.resources[r.URI] = r
}

func (c *compiler) make(n *jsonval.Node, r *Resource) *Schema {
	s := c.made.New()
	s.init(n, r)
	c.all = append(c.all, s)
	return s
}

func (c *compiler) subschema(n *jsonval.Node, r *Resource) *Schema {
	s := c.make(n, r)
	if c.byNode != nil {
		c.byNode[n] = s
	}
	switch n.Kind {
	case jsonval.Bool:
		s.Never = !n.Bool
		return s
	case jsonval.Object:
	default:
		c.report("P2", "keyword-value", diag.Error, n, n.Span, "a schema must be an object, true or false, not "+say.ShowTyped(n.Value()), "write `{}` for any value")
		return s
	}
	c.identify(s)
	var lost lostNames
	for _, child := range n.Children {
		k := keywordOf(child.Key)
		switch {
		case k.shape == unknownKeyword:
			lost.add(c.unknown(n, child))
		case s.Resource.Lax && !applicator(child.Key):
		case c.fits(k.shape, child):
			c.keyword(s, child)
		default:
			lost.add(child.Key)
		}
	}
	if !c.foreign {
		c.effects(s, lost)
	}
	if o := s.Object; o != nil && (lost["properties"] || lost["patternProperties"]) {
		o.Additional, o.Unevaluated = nil, nil // which members it knows is not known
	}
	return s
}

// lostNames are the keywords of a schema that are there, and whose value is not
// known. Nearly always there are none.
type lostNames map[string]bool

func (l *lostNames) add(name string) {
	if *l == nil {
		*l = lostNames{}
	}
	(*l)[name] = true
}

// applicator reports whether a keyword stays in force where the validation
// vocabulary is left out.
func applicator(name string) bool {
	switch keywordOf(name).shape {
	case schemaValue, schemaList, schemaMap:
		return true
	}
	return name[0] == '$'
}

// fits checks the shape of a keyword's value.
func (c *compiler) fits(want shape, n *jsonval.Node) bool {
	ok := true
	bad := func(what, hint string) {
		ok = false
		c.misuse(n, what, hint)
	}
	switch want {
	case textValue:
		if n.Kind != jsonval.String {
			bad("a string", "put it into double quotes")
		}
	case boolValue:
		if n.Kind != jsonval.Bool {
			bad("true or false", "")
		}
	case numberValue:
		if n.Kind != jsonval.Number {
			hint := ""
			if n.Kind == jsonval.Bool {
				hint = "draft 2020-12 writes the bound itself here, as in `\"exclusiveMinimum\": 0`"
			}
			bad("a number", hint)
		} else if n.Key == "multipleOf" && n.Num <= 0 {
			bad("greater than 0", "write the step between two values, like 1 or 0.01")
		}
	case countValue:
		if n.Kind != jsonval.Number || n.Num < 0 || n.Num != math.Trunc(n.Num) {
			hint := "leave it out where there is no limit"
			if n.Kind != jsonval.Number {
				hint = ""
			}
			bad("an integer of 0 or more", hint)
		}
	case schemaValue:
		if n.Kind != jsonval.Object && n.Kind != jsonval.Bool {
			hint := ""
			if n.Key == "items" && n.Kind == jsonval.Array {
				hint = "a list of schemas, one for each item, is `prefixItems`"
			}
			bad("a schema", hint)
		}
	case schemaList:
		switch {
		case n.Kind != jsonval.Array:
			bad("a list of schemas", "put them into brackets: [{…}, {…}]")
		case len(n.Children) == 0:
			ok = false
			c.report("P2", "keyword-value", diag.Error, n, n.Span, say.Quote(n.Key)+" lists no schema", "list one or more, or leave it out")
		}
	case schemaMap, boolMap, nameListMap:
		if n.Kind != jsonval.Object {
			bad("an object", "write {\"name\": …}")
		}
	case valueList:
		if n.Kind != jsonval.Array {
			bad("a list", "put them into brackets: […]")
		}
	case nameList:
		ok = c.nameList(n)
	}
	return ok
}

// nameList checks a list of different strings.
func (c *compiler) nameList(n *jsonval.Node) bool {
	if n.Kind != jsonval.Array {
		c.misuse(n, "a list of names", namesHint(n))
		return false
	}
	seen := map[string]bool{}
	for _, item := range n.Children {
		switch {
		case item.Kind != jsonval.String:
			c.report("P2", "keyword-value", diag.Error, item, item.Span,
				fmt.Sprintf("%s lists names, and %s is none", say.Quote(n.Key), say.ShowTyped(item.Value())), "write names in double quotes")
			return false
		case seen[item.Str]:
			c.report("P2", "keyword-value", diag.Error, item, item.Span,
				fmt.Sprintf("%s lists %s twice", say.Quote(n.Key), say.Quote(item.Str)), "leave it out")
		}
		seen[item.Str] = true
	}
	return true
}

// namesHint tells what to write instead of something that is no list of names.
// Older drafts marked each property as required.
func namesHint(n *jsonval.Node) string {
	schema := n.Parent
	switch {
	case n.Kind == jsonval.String:
		return "put it into brackets: [" + say.Quote(n.Str) + "]"
	case n.Key != "required":
		return ""
	case n.Kind == jsonval.Bool && schema.Parent != nil && schema.Parent.Key == "properties":
		if !n.Bool {
			return "remove it: a member may be missing unless the object's schema lists it in `required`"
		}
		return "write `\"required\": [" + say.Quote(schema.Key) + "]` beside `properties`"
	}
	return "`required` stands in the object's schema, and lists the names of the members that must be there"
}

// unknown notes a name that is no keyword (P1), and gives the keyword that it
// most likely means. A misspelt one, and one of another draft, leaves out a
// rule that the author wanted.
func (c *compiler) unknown(schema, n *jsonval.Node) (meant string) {
	if c.foreign || len(n.Key) > 1 && (n.Key[0] == 'x' || n.Key[0] == 'X') && n.Key[1] == '-' {
		return ""
	}
	message := say.Quote(n.Key) + " is not a keyword of JSON Schema"
	if hint := foreignKeyword(n.Key); hint != "" {
		c.report("P1", "unknown-keyword", diag.Error, n, n.KeySpan, say.Quote(n.Key)+" is not a keyword of draft 2020-12", hint)
		return ""
	}
	near := diag.Nearest(n.Key, keywordNames())
	if near == "" {
		c.report("P1", "unknown-keyword", diag.Warning, n, n.KeySpan, message, "it has no effect; a name for your own use begins with `x-`")
		return ""
	}
	d := c.report("P1", "unknown-keyword", diag.Error, n, n.KeySpan, message, "did you mean "+say.Quote(near)+"?")
	if schema.Member(near) == nil {
		d.Fix = &diag.Fix{Title: "write " + near, Safe: true, Edits: []diag.Edit{{Span: n.KeySpan, Text: `"` + near + `"`}}}
	}
	return near
}

// pattern compiles a regular expression that stands in a string or a name.
func (c *compiler) pattern(text string, n *jsonval.Node, span func(from, to int) diag.Span) *regex.Regexp {
	r, fault := regex.Compile(text)
	if fault == nil {
		return r
	}
	d := c.report(fault.Code, fault.Name, fault.Severity, n, span(fault.Span.Start, fault.Span.End), fault.Message, fault.Hint)
	if fault.Fix != nil {
		fix := &diag.Fix{Title: fault.Fix.Title, Safe: fault.Fix.Safe}
		for _, e := range fault.Fix.Edits {
			literal := jsonval.AppendString(nil, e.Text)
			fix.Edits = append(fix.Edits, diag.Edit{Span: span(e.Span.Start, e.Span.End), Text: string(literal[1 : len(literal)-1])})
		}
		d.Fix = fix
	}
	return nil
}

// types reads the value of `type`.
func (c *compiler) types(n *jsonval.Node) Types {
	items := []*jsonval.Node{n}
	if n.Kind == jsonval.Array {
		items = n.Children
	}
	var types Types
	for _, item := range items {
		if item.Kind != jsonval.String {
			c.report("P2", "keyword-value", diag.Error, item, item.Span,
				`"type" must be a type or a list of types, not `+say.ShowTyped(item.Value()), knownTypes)
			return 0
		}
		t, ok := typeNamed(item.Str)
		switch {
		case !ok:
			c.unknownType(item)
			return 0
		case types&t != 0:
			c.report("P2", "keyword-value", diag.Error, item, item.Span, fmt.Sprintf(`"type" lists %s twice`, say.Quote(item.Str)), "leave it out")
		}
		types |= t
	}
	if types == 0 {
		c.report("P2", "keyword-value", diag.Error, n, n.Span, `"type" lists no type`, "leave it out for any type")
	}
	return types
}

const knownTypes = "the types are string, integer, number, boolean, array, object and null"

func (c *compiler) unknownType(n *jsonval.Node) {
	meant := typeMeant(n.Str)
	if meant == "" {
		meant = diag.Nearest(n.Str, []string{"string", "integer", "number", "boolean", "array", "object", "null"})
	}
	d := c.report("P2", "keyword-value", diag.Error, n, n.Span, say.Quote(n.Str)+" is not a type of JSON Schema", "")
	switch {
	case meant != "":
		d.Hint = "did you mean " + say.Quote(meant) + "?"
		d.Fix = &diag.Fix{Title: "write " + meant, Safe: true, Edits: []diag.Edit{{Span: n.Span, Text: `"` + meant + `"`}}}
	case n.Str == "any":
		d.Hint = "leave out `type` for any type"
	default:
		d.Hint = knownTypes
	}
}

// format notes a format that is not known (P5), and gives it otherwise.
func (c *compiler) format(n *jsonval.Node) string {
	if format.Known(n.Str) {
		return n.Str
	}
	hint := "values are not checked for it"
	if near := diag.Nearest(n.Str, format.Names()); near != "" && !format.Unchecked(n.Str) {
		hint = "did you mean " + say.Quote(near) + "?"
	}
	c.report("P5", "unknown-format", diag.Warning, n, n.Span, say.Quote(n.Str)+" is not a format that is checked", hint)
	return ""
}
