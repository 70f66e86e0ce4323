package regex

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// maxDepth bounds how deep groups nest.
const maxDepth = 1000

// Parse reads a pattern (WTF-8) by the grammar of ECMA-262 with the flag u.
// The finding (code X1) has its span, and that of its fix, in the bytes of the
// pattern.
func Parse(pattern string) (*Syntax, *diag.Diagnostic) {
	p := &parser{s: pattern, total: countGroups(pattern)}
	root := p.alternation()
	if p.fault == nil && p.i < len(p.s) {
		// Only a closing parenthesis ends an alternation early.
		p.fail(p.i, p.i+1, "this `)` closes no group", "a parenthesis itself is written `\\)`")
	}
	p.resolve()
	if p.fault != nil {
		return nil, p.fault
	}
	return &Syntax{Root: root, Groups: p.groups, long: p.long}, nil
}

// parser reads a pattern by recursive descent. After the first fault it goes
// nowhere: p.i is at the end then.
type parser struct {
	s      string
	i      int
	depth  int
	total  int // capture groups of the whole pattern, those ahead included
	groups []Group
	named  []*Node // references by name, which may stand before their group
	long   []longNumber
	fault  *diag.Diagnostic
}

func (p *parser) fail(start, end int, message, hint string) {
	if p.fault == nil {
		p.fault = &diag.Diagnostic{Code: "X1", Name: "regex-syntax", Severity: diag.Error,
			Span: diag.Span{Start: start, End: min(end, len(p.s))}, Message: message, Hint: hint}
	}
	p.i = len(p.s)
}

// failFix is fail with a text to put in the place of the span, which means
// what the author evidently meant.
func (p *parser) failFix(start, end int, message, hint, text string) {
	p.fail(start, end, message, hint)
	p.fault.Fix = &diag.Fix{Title: "write `" + text + "`", Safe: true,
		Edits: []diag.Edit{{Span: diag.Span{Start: start, End: end}, Text: text}}}
}

// peek is the byte at an offset from p.i; 0 past the end. All of the grammar's
// own characters are ASCII.
func (p *parser) peek(ahead int) byte {
	if p.i+ahead < len(p.s) {
		return p.s[p.i+ahead]
	}
	return 0
}

func (p *parser) eat(text string) bool {
	if strings.HasPrefix(p.s[p.i:], text) {
		p.i += len(text)
		return true
	}
	return false
}

// next takes one code point.
func (p *parser) next() rune {
	r, size := jsonval.DecodeRune(p.s[p.i:])
	p.i += size
	return r
}

// countGroups counts the capture groups of a pattern, whatever else is wrong
// with it: `\2` may stand before the second group.
func countGroups(s string) int {
	n := 0
	class := false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '(':
			if class {
				continue
			}
			rest := s[i+1:]
			named := strings.HasPrefix(rest, "?<") && !strings.HasPrefix(rest, "?<=") && !strings.HasPrefix(rest, "?<!")
			if named || !strings.HasPrefix(rest, "?") {
				n++
			}
		}
	}
	return n
}

func (p *parser) alternation() *Node {
	start := p.i
	first := p.sequence()
	if p.peek(0) != '|' {
		return first
	}
	n := &Node{Kind: Alternation, Nodes: []*Node{first}}
	for p.eat("|") {
		n.Nodes = append(n.Nodes, p.sequence())
	}
	n.Span = diag.Span{Start: start, End: p.i}
	return n
}

// sequence reads terms up to `|`, `)` or the end. A sequence of one term is
// that term.
func (p *parser) sequence() *Node {
	start := p.i
	var few [8]*Node
	terms := few[:0]
	for p.i < len(p.s) && p.s[p.i] != '|' && p.s[p.i] != ')' {
		terms = append(terms, p.term())
	}
	if len(terms) == 1 {
		return terms[0]
	}
	return &Node{Kind: Sequence, Span: diag.Span{Start: start, End: p.i}, Nodes: append([]*Node(nil), terms...)}
}

func (p *parser) term() *Node {
	start := p.i
	var n *Node
	switch c := p.s[p.i]; c {
	case '^', '$':
		p.i++
		n = &Node{Kind: Anchor, Char: rune(c)}
	case '.':
		p.i++
		n = &Node{Kind: Set, Negated: true, Ranges: []Range{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}}
	case '(':
		n = p.group()
	case '[':
		n = p.class()
	case '\\':
		n = p.escape()
	case '*', '+', '?':
		p.fail(start, start+1, fmt.Sprintf("there is nothing before `%c` that it could repeat", c),
			fmt.Sprintf("the character itself is written `\\%c`", c))
	case '{', '}', ']':
		hint := fmt.Sprintf("the character itself is written `\\%c`", c)
		if class := strings.Index(p.s[:start], "[[:"); c == ']' && class >= 0 {
			hint = "JavaScript has no `[:alpha:]`; write `[A-Za-z]`"
		} else if c == ']' && strings.Contains(p.s[:start], "&&[") {
			hint = "JavaScript's sets do not nest here, and `&&` is two characters; list what the set holds"
		}
		p.fail(start, start+1, fmt.Sprintf("this `%c` stands alone", c), hint)
	default:
		n = &Node{Kind: Char, Char: p.next()}
	}
	if p.fault != nil {
		return &Node{}
	}
	n.Span = diag.Span{Start: start, End: p.i}
	return p.quantified(n)
}

// quantified reads the quantifier behind a term, if there is one.
func (p *parser) quantified(n *Node) *Node {
	at := p.i
	least, most, ok := p.quantifier()
	if !ok {
		return n
	}
	if n.Kind == Anchor || n.Kind == Look {
		p.fail(at, p.i, fmt.Sprintf("`%s` takes no characters, so it cannot be repeated", p.s[n.Span.Start:n.Span.End]),
			"leave the quantifier out")
		return n
	}
	r := &Node{Kind: Repeat, Nodes: []*Node{n}, Min: least, Max: most, Lazy: p.eat("?")}
	r.Span = diag.Span{Start: n.Span.Start, End: p.i}
	again := p.i
	if _, _, ok := p.quantifier(); ok && p.fault == nil {
		message := fmt.Sprintf("`%s` is a quantifier after a quantifier", p.s[again:p.i])
		if p.s[again] == '+' && again+1 == p.i {
			p.failFix(again, p.i, message, "JavaScript has no possessive quantifiers; leave out this `+`", "")
			p.fault.Fix.Title, p.fault.Fix.Safe = "leave out the `+`", false
		} else {
			p.fail(again, p.i, message, "leave one of them out, or put what is repeated into `(?:…)`")
		}
	}
	return r
}

// quantifier reads `*`, `+`, `?`, `{n}`, `{n,}` or `{n,m}`, without a `?`
// behind it.
func (p *parser) quantifier() (least, most int, ok bool) {
	switch p.peek(0) {
	case '*':
		p.i++
		return 0, Unbounded, true
	case '+':
		p.i++
		return 1, Unbounded, true
	case '?':
		p.i++
		return 0, 1, true
	case '{':
	default:
		return 0, 0, false
	}
	start := p.i
	p.i++
	least, digits := p.number()
	most = least
	if p.eat(",") {
		upper, written := p.number()
		if most = upper; !written {
			most = Unbounded
		}
		if p.peek(0) == '}' && !digits && written {
			p.failFix(start, p.i+1, "`{,m}` is no quantifier in JavaScript", fmt.Sprintf("write `{0,%d}`", most), fmt.Sprintf("{0,%d}", most))
			return 0, 0, false
		}
	}
	if !digits || !p.eat("}") {
		p.fail(start, start+1, "this `{` begins no quantifier", "a quantifier is `{2}`, `{2,}` or `{2,5}`; the character itself is written `\\{`")
		return 0, 0, false
	}
	if most != Unbounded && least > most {
		p.fail(start, p.i, fmt.Sprintf("`%s` has its numbers out of order", p.s[start:p.i]), fmt.Sprintf("write `{%d,%d}`", most, least))
	}
	return least, most, true
}

// maxRepeat is what larger numbers in a quantifier are taken as, here and in
// the engine.
const maxRepeat = 1<<31 - 1

func (p *parser) number() (n int, ok bool) {
	start := p.i
	for c := p.peek(0); c >= '0' && c <= '9'; c = p.peek(0) {
		n = min(n*10+int(c-'0'), maxRepeat)
		p.i++
	}
	if p.i-start > 9 {
		p.long = append(p.long, longNumber{diag.Span{Start: start, End: p.i}, n})
	}
	return n, p.i > start
}

// group reads what stands in parentheses.
func (p *parser) group() *Node {
	start := p.i
	if p.depth++; p.depth > maxDepth {
		p.fail(start, start+1, fmt.Sprintf("groups nest deeper than %d levels", maxDepth), "write a simpler pattern")
		return nil
	}
	defer func() { p.depth-- }()
	p.i++
	n := &Node{Kind: Capture}
	switch {
	case p.peek(0) != '?':
	case p.eat("?:"):
		n.Kind = NonCapture
	case p.eat("?="):
		n.Kind = Look
	case p.eat("?!"):
		n.Kind, n.Negated = Look, true
	case p.eat("?<="):
		n.Kind, n.Behind = Look, true
	case p.eat("?<!"):
		n.Kind, n.Behind, n.Negated = Look, true, true
	case p.eat("?<"):
		n.Name = p.groupName(start)
	default:
		p.foreignGroup(start)
	}
	if p.fault != nil {
		return nil
	}
	if n.Kind == Capture {
		p.groups = append(p.groups, Group{Name: n.Name})
		n.Number = len(p.groups)
	}
	n.Nodes = []*Node{p.alternation()}
	if !p.eat(")") {
		p.fail(start, start+1, "this `(` is never closed", "a parenthesis itself is written `\\(`")
		return nil
	}
	if n.Kind == Capture {
		p.groups[n.Number-1].Span = diag.Span{Start: start, End: p.i}
	}
	return n
}

// foreignGroup reports a group that other languages have.
func (p *parser) foreignGroup(start int) {
	rest := p.s[start:]
	end := start + 3
	has := func(prefix string) bool { return strings.HasPrefix(rest, prefix) }
	switch {
	case has("(?P<"):
		p.failFix(start, start+4, "`(?P<` is Python's way to name a group", "write `(?<`", "(?<")
	case has("(?P="), has("(?P>"):
		p.fail(start, start+4, fmt.Sprintf("`%s` is unknown in JavaScript", rest[:4]), "a named group is taken up by `\\k<name>`")
	case has("(?'"):
		p.fail(start, end, "JavaScript writes the name of a group in angle brackets", "write `(?<name>…)`")
	case has("(?>"):
		p.fail(start, end, "JavaScript has no atomic groups", "write `(?:…)`")
	case has("(?#"):
		p.fail(start, end, "JavaScript has no comments in a pattern", "leave it out")
	case has("(?("):
		p.fail(start, end, "JavaScript has no conditional groups", "write the two cases as `(?:…|…)`")
	case has("(?|"):
		p.fail(start, end, "JavaScript has no branch reset groups", "write `(?:…|…)`")
	case len(rest) > 2 && strings.IndexByte("imsxnUu-", rest[2]) >= 0:
		p.fail(start, end, "JavaScript has no flags inside a pattern", "write what is meant out, as in `[Aa]`")
	default:
		p.fail(start, start+2, "`(?` begins no group that JavaScript knows", "a group is `(…)`, `(?:…)`, `(?<name>…)`, `(?=…)`, `(?!…)`, `(?<=…)` or `(?<!…)`")
	}
}

// resolve finds the groups of the references by name.
func (p *parser) resolve() {
	for _, reference := range p.named {
		if p.fault != nil {
			return
		}
		for i := range p.groups {
			if p.groups[i].Name == reference.Name {
				reference.Number = i + 1
			}
		}
		if reference.Number == 0 {
			p.fail(reference.Span.Start, reference.Span.End,
				fmt.Sprintf("there is no group with the name %s", diag.Quote(reference.Name, 40)), p.groupNames())
		}
	}
}

func (p *parser) groupNames() string {
	var names []string
	for _, g := range p.groups {
		if g.Name != "" {
			names = append(names, "`"+diag.Escape(g.Name)+"`")
		}
	}
	if len(names) == 0 {
		return "name a group by `(?<name>…)`"
	}
	return "the groups are " + strings.Join(names, ", ")
}
