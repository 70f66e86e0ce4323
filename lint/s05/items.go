package s05

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/constant"
	"github.com/wield-run/wield/lint/internal/fields"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// items checks that the items of a write's list are the values that the summary
// shows, and not made of them. What the file itself says may vary with the item
// as constants may vary with the request, but the summary then names it: among
// shown values an item of the file's own is a lie, in a list of such items and
// in a member beside shown ones it goes to a reviewer.
func (c *checker) items(sink *flow.Sink) {
	tree, source := sink.Expr.Tree, sink.Node.Str
	if tree == nil {
		return
	}
	f := itemsFinder{c: c, source: source}
	name, severity := "list-changed", diag.Error
	message, hint := "", ""
	if v, ok := constant.Value(tree, source); ok || len(sink.Uses) == 0 {
		if ok && c.named(v) {
			return
		}
		name, severity, f.made = "list-of-literals", diag.Warning, tree
		message = "runs once per item of a list that stands in the file, and the summary does not name each item"
		hint = "name the items in `confirm.summary` as they stand, or take the list from a param"
	} else {
		f.values(tree, nil)
		switch {
		case f.made != nil && f.repeated:
			message = "has an item of its list twice, and the summary shows it once"
			hint = "leave it out"
		case f.made != nil && own(f.made):
			message = "has an item that stands in the file beside those that the summary shows"
			hint = "leave it out, or name it in `confirm.summary` as it stands"
		case f.made != nil:
			message = "makes other items of the values that the summary shows"
			hint = "run over what the summary shows, or a part of it: `" + sink.Uses[0].Text() + "`"
		case f.beside != nil:
			name, severity, f.made = "member-not-shown", diag.Warning, f.beside
			message = "sends with each item what stands in the file and not in the summary"
			hint = "write it into the request where it is the same for all items, or name it in `confirm.summary` as it stands"
		default:
			return
		}
	}
	c.Report(lint.Finding{Check: "many", Name: name, Severity: severity, Node: sink.Node, Span: sink.Node.TextSpan(f.made.Span.Start, f.made.Span.End),
		Message: "the write " + diag.Quote(sink.Step.ID, 40) + " " + message + ": " + diag.Quote(source[f.made.Span.Start:f.made.Span.End], 60), Hint: hint,
		Related: []diag.Related{{Span: c.Recipe.Summary.Node.Span, Message: "what the user is shown"}}})
}

// own reports whether a node is a value that the file itself writes.
func own(n *jmespath.Node) bool {
	return n.Kind == jmespath.KindLiteral || n.Kind == jmespath.KindRawString || n.Kind == jmespath.KindMultiSelectHash
}

// named reports whether the summary has all texts and numbers of a value.
func (c *checker) named(v jsonval.Value) bool {
	all := true
	constant.Scalars(v, func(v jsonval.Value, name bool) {
		text := ""
		switch {
		case name, v.Kind() == jsonval.Null:
			return
		case v.Kind() == jsonval.String:
			text = v.Str()
		case v.Kind() == jsonval.Number:
			text = jsonval.FormatNumber(v.Float())
		}
		all = all && text != "" && hasWords(fields.Text(c.Recipe.Summary.Template, "\x00"), text)
	})
	return all
}

// hasWords reports whether a text has another in it, which is not a part of a
// longer word or number.
func hasWords(text, words string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(words)
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[end:])
		first, size := utf8.DecodeRuneInString(words)
		last, _ := utf8.DecodeLastRuneInString(words)
		if !(letterOrDigit(before) && letterOrDigit(first)) && !(letterOrDigit(after) && letterOrDigit(last)) {
			return true
		}
		from = start + size
	}
}

func letterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// itemsFinder looks for what an expression sends that is no value of the
// recipe's context, nor a part of one.
type itemsFinder struct {
	c        *checker
	source   string
	made     *jmespath.Node // the first value of the file's own, or made of others
	repeated bool           // what was found is an item that stands there twice
	beside   *jmespath.Node // the first value of the file's own in a member beside others
	inMember bool
}

// bound is a variable of a let, looked at where it is used.
type bound struct {
	name  string
	value *jmespath.Node
	sees  *bound // by its value
	seen  bool
	outer *bound
}

// find gives the variable of a name; nil where there is none.
func (b *bound) find(name string) *bound {
	for ; b != nil; b = b.outer {
		if b.name == name {
			return b
		}
	}
	return nil
}

// values looks at a node whose value is sent. What only decides which values
// are (a condition, an order) is left out.
func (f *itemsFinder) values(n *jmespath.Node, env *bound) {
	if f.made != nil {
		return
	}
	switch n.Kind {
	case jmespath.KindField, jmespath.KindCurrent, jmespath.KindRoot:
	case jmespath.KindLiteral, jmespath.KindRawString:
		if !f.c.named(n.Value) {
			f.add(n)
		}
	case jmespath.KindVariable:
		if b := env.find(n.Name); b != nil && !b.seen {
			b.seen = true
			f.values(b.value, b.sees)
		}
	case jmespath.KindLet:
		inner := env
		for _, b := range n.Bindings() {
			inner = &bound{name: b.Name, value: b.Children[0], sees: env, outer: inner}
		}
		f.values(n.Children[len(n.Children)-1], inner)
	case jmespath.KindFilterProjection:
		f.values(n.Children[0], env)
		f.values(n.Children[2], env)
	case jmespath.KindAnd:
		f.values(n.Children[1], env)
	case jmespath.KindTernary:
		f.values(n.Children[1], env)
		f.values(n.Children[2], env)
	case jmespath.KindSubexpression, jmespath.KindPipe, jmespath.KindIndex, jmespath.KindListProjection, jmespath.KindSliceProjection, jmespath.KindFlattenProjection,
		jmespath.KindValueProjection, jmespath.KindOr, jmespath.KindExpressionRef:
		f.all(n.Children, env)
	case jmespath.KindMultiSelectList:
		for i, item := range n.Children[:min(len(n.Children), recipe.MaxIterations)] {
			if slices.ContainsFunc(n.Children[:i], func(o *jmespath.Node) bool { return same(o, item) }) {
				f.made, f.repeated = item, true
				return
			}
		}
		f.all(n.Children, env)
	case jmespath.KindMultiSelectHash:
		if v, ok := constant.Value(n, f.source); ok {
			if !f.c.named(v) {
				f.add(n)
			}
			return
		}
		outer := f.inMember
		f.inMember = true
		for _, entry := range n.Children {
			f.values(entry.Children[0], env)
		}
		f.inMember = outer
	case jmespath.KindFunction:
		f.call(n, env)
	default:
		f.made = n // what is compared or calculated
	}
}

func (f *itemsFinder) all(nodes []*jmespath.Node, env *bound) {
	for _, n := range nodes {
		f.values(n, env)
	}
}

// add enters a value that the file itself writes.
func (f *itemsFinder) add(n *jmespath.Node) {
	switch {
	case !f.inMember:
		f.made = n
	case f.beside == nil:
		f.beside = n
	}
}

// call looks at a function that passes values on as they are; others make
// something else of them.
func (f *itemsFinder) call(n *jmespath.Node, env *bound) {
	args := n.Children
	switch n.Name {
	case "reverse", "sort", "max", "min", "values", "keys", "items", "to_array", "not_null", "merge", "zip", "map", "to_string", "to_number", "upper", "lower":
	case "sort_by", "max_by", "min_by", "group_by", "trim", "trim_left", "trim_right":
		args = args[:min(len(args), 1)]
	case "join":
		if len(args) != 2 || !mark(args[0]) {
			f.made = n
			return
		}
		args = args[1:]
	case "split":
		if len(args) < 2 || !mark(args[1]) {
			f.made = n
			return
		}
		args = args[:1]
	default:
		f.made = n
		return
	}
	f.all(args, env)
}

// mark reports whether a node is a text that only stands between others.
func mark(n *jmespath.Node) bool {
	return own(n) && n.Value.Kind() == jsonval.String && n.Value.Str() != "" && !strings.ContainsFunc(n.Value.Str(), letterOrDigit)
}

// same reports whether two expressions are written alike.
func same(a, b *jmespath.Node) bool {
	return a.Kind == b.Kind && a.Name == b.Name && a.Op == b.Op && a.Index == b.Index && jsonval.Equal(a.Value, b.Value) && sameSlice(a.Slice, b.Slice) && slices.EqualFunc(a.Children, b.Children, same)
}

func sameSlice(a, b *jmespath.Slice) bool {
	equal := func(a, b *int) bool { return a == b || a != nil && b != nil && *a == *b }
	return a == b || a != nil && b != nil && equal(a.Start, b.Start) && equal(a.Stop, b.Stop) && equal(a.Step, b.Step)
}
