package js

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Data is a value that a script writes down: a scalar, or a node that other
// values may share.
type Data struct {
	Scalar jsonval.Value // where Node is nil; undefined, NaN and the infinities are null
	Node   *Node
}

// NodeKind is the kind of a node.
type NodeKind uint8

// The kinds of nodes.
const (
	List     NodeKind = iota // an array, a set, a typed array
	Record                   // an object
	Pairs                    // a map
	Deferred                 // a value that another script delivers: x.defer(id)
)

// Node is an array, an object or the like. It may hold itself.
type Node struct {
	Kind  NodeKind
	Keys  []string // of a Record
	Items []Data   // the values; of Pairs key, value, key, value; of Deferred the id
}

// The bounds of a literal: levels of nesting, values, calls inside of calls.
const (
	maxDepth     = 1000
	maxNodes     = 1 << 20
	maxFunctions = 8
)

// Literal reads the value that begins at an offset, and gives the offset behind
// it. It reads what JSON has, what object literals add (names without quotes,
// any quotes, trailing commas, comments, undefined, !0), and the forms that
// serialisers of pages use: new Date(…), new Map([…]), and a function that is
// called at once with the values that occur more than once,
// (function(a,b){a.self=b;return {x:a}}({},1)). Anything else, such as a name
// that is not bound there, is an error: nothing is evaluated.
func Literal(src string, at int) (d Data, stop int, err *Error) {
	r := &reader{src: src, s: NewScanner(src, at)}
	r.next()
	d, err = r.value()
	return d, r.tok.Start, err
}

type reader struct {
	src    string
	s      *Scanner
	tok    Token // the one that is looked at
	depth  int
	nodes  int
	calls  int
	scopes []map[string]Data
}

func (r *reader) next() { r.tok = r.s.Next() }

// at reports whether the token is this byte of punctuation.
func (r *reader) at(c byte) bool { return r.tok.Kind == Punct && r.src[r.tok.Start] == c }

// accept steps over a byte of punctuation.
func (r *reader) accept(c byte) bool {
	if !r.at(c) {
		return false
	}
	r.next()
	return true
}

func (r *reader) expect(c byte) *Error {
	if r.accept(c) {
		return nil
	}
	return r.unexpected(`"` + string(c) + `" is expected`)
}

func (r *reader) unexpected(expected string) *Error {
	if r.tok.Kind == End {
		return &Error{Offset: len(r.src), Message: "the script ends where it should go on: " + expected}
	}
	return &Error{Offset: r.tok.Start, Message: "unexpected " + diag.Quote(r.s.Text(r.tok), 30) + ": " + expected}
}

func scalar(v jsonval.Value) Data { return Data{Scalar: v} }

func text(s string) Data { return Data{Scalar: jsonval.StringValue(s)} }

// value reads an expression, within the bounds.
func (r *reader) value() (Data, *Error) {
	if r.depth++; r.depth > maxDepth {
		return Data{}, &Error{Offset: r.tok.Start, Message: "the value nests deeper than 1000 levels"}
	}
	if r.nodes++; r.nodes > maxNodes {
		return Data{}, &Error{Offset: r.tok.Start, Message: "the value has more than a million parts"}
	}
	d, err := r.expression()
	r.depth--
	return d, err
}

func (r *reader) expression() (Data, *Error) {
	start := r.tok
	switch start.Kind {
	case String, Template:
		s, err := Unquote(r.s.Text(start))
		if err != nil {
			err.Offset += start.Start
			return Data{}, err
		}
		r.next()
		return text(s), nil
	case Regex:
		r.next()
		source := r.src[start.Start+1 : start.Stop]
		return text(source[:strings.LastIndexByte(source, '/')]), nil
	case Word:
		return r.word()
	case Punct:
		switch r.src[start.Start] {
		case '[':
			return r.list()
		case '{':
			return r.record()
		case '(':
			return r.group()
		case '.':
			return r.number()
		case '-', '+':
			r.next()
			d, err := r.value()
			if err == nil && r.src[start.Start] == '-' {
				d.Scalar = negate(d.Scalar)
			}
			return d, err
		case '!': // !0 and !1, as minifiers write true and false
			r.next()
			d, err := r.value()
			return scalar(jsonval.BoolValue(d.Node == nil && d.Scalar.Float() == 0)), err
		}
	}
	return Data{}, r.unexpected("a value is expected")
}

func (r *reader) list() (Data, *Error) {
	node := &Node{}
	r.next()
	for !r.at(']') {
		if r.accept(',') { // a hole
			node.Items = append(node.Items, Data{})
			continue
		}
		d, err := r.value()
		if err != nil {
			return Data{}, err
		}
		node.Items = append(node.Items, d)
		if !r.at(']') {
			if err := r.expect(','); err != nil {
				return Data{}, err
			}
		}
	}
	r.next()
	return Data{Node: node}, nil
}

func (r *reader) record() (Data, *Error) {
	node := &Node{Kind: Record}
	r.next()
	for !r.at('}') {
		key, shorthand, err := r.key()
		if err != nil {
			return Data{}, err
		}
		var d Data
		bound, isBound := r.lookup(key)
		switch {
		case shorthand && isBound && !r.at(':'):
			d = bound
		default:
			if err := r.expect(':'); err != nil {
				return Data{}, err
			}
			if d, err = r.value(); err != nil {
				return Data{}, err
			}
		}
		if key != "__proto__" { // sets the prototype and is no member
			node.Keys = append(node.Keys, key)
			node.Items = append(node.Items, d)
		}
		if !r.at('}') {
			if err := r.expect(','); err != nil {
				return Data{}, err
			}
		}
	}
	r.next()
	return Data{Node: node}, nil
}

// key reads the name of a member.
func (r *reader) key() (key string, shorthand bool, err *Error) {
	switch r.tok.Kind {
	case String:
		key, err = Unquote(r.s.Text(r.tok))
		if err != nil {
			err.Offset += r.tok.Start
			return "", false, err
		}
		r.next()
		return key, false, nil
	case Word:
		key = r.s.Text(r.tok)
		if c := key[0]; c >= '0' && c <= '9' {
			d, err := r.number()
			if d.Scalar.Kind() == jsonval.String {
				return d.Scalar.Str(), false, err
			}
			return jsonval.FormatNumber(d.Scalar.Float()), false, err
		}
		r.next()
		return key, true, nil
	}
	return "", false, r.unexpected("a member's name is expected")
}

// group reads (value), or a function that is called at once.
func (r *reader) group() (Data, *Error) {
	r.next()
	if r.tok.Kind != Word || r.s.Text(r.tok) != "function" {
		d, err := r.value()
		if err != nil {
			return Data{}, err
		}
		return d, r.expect(')')
	}
	params, body, err := r.function()
	if err != nil {
		return Data{}, err
	}
	inside := r.at('(') // (function(){}()) or (function(){})()
	if !inside {
		if err := r.expect(')'); err != nil {
			return Data{}, err
		}
	}
	args, err := r.args()
	if err != nil {
		return Data{}, err
	}
	if inside {
		if err := r.expect(')'); err != nil {
			return Data{}, err
		}
	}
	scope := make(map[string]Data, len(params))
	for i, name := range params {
		scope[name] = Data{}
		if i < len(args) {
			scope[name] = args[i]
		}
	}
	return r.run(scope, body)
}

// function reads the parameters of a function and passes its body.
func (r *reader) function() (params []string, body int, err *Error) {
	r.next()
	if err := r.expect('('); err != nil {
		return nil, 0, err
	}
	for !r.at(')') {
		if r.tok.Kind != Word {
			return nil, 0, r.unexpected("a parameter is expected")
		}
		params = append(params, r.s.Text(r.tok))
		r.next()
		if !r.at(')') {
			if err := r.expect(','); err != nil {
				return nil, 0, err
			}
		}
	}
	r.next()
	if !r.at('{') {
		return nil, 0, r.unexpected(`"{" is expected`)
	}
	body = r.tok.Stop
	if _, err := closing(r.s, r.tok.Start); err != nil {
		return nil, 0, err
	}
	r.next()
	return params, body, nil
}

func (r *reader) args() ([]Data, *Error) {
	if err := r.expect('('); err != nil {
		return nil, err
	}
	var args []Data
	for !r.at(')') {
		d, err := r.value()
		if err != nil {
			return nil, err
		}
		args = append(args, d)
		if !r.at(')') {
			if err := r.expect(','); err != nil {
				return nil, err
			}
		}
	}
	r.next()
	return args, nil
}

func (r *reader) lookup(name string) (Data, bool) {
	for _, scope := range slices.Backward(r.scopes) {
		if d, ok := scope[name]; ok {
			return d, true
		}
	}
	return Data{}, false
}
