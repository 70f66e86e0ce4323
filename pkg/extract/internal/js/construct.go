package js

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/wield-run/wield/pkg/jsonval"
)

// word reads a value that begins with a name: a constant, a bound name, a
// constructor or one of the few calls that make data.
func (r *reader) word() (Data, *Error) {
	start := r.tok
	name := r.s.Text(start)
	if c := name[0]; c >= '0' && c <= '9' {
		return r.number()
	}
	if d, ok := r.lookup(name); ok {
		r.next()
		return d, nil
	}
	switch name {
	case "true", "false":
		r.next()
		return scalar(jsonval.BoolValue(name == "true")), nil
	case "null", "undefined", "NaN", "Infinity":
		r.next()
		return Data{}, nil
	case "void": // void 0
		r.next()
		_, err := r.value()
		return Data{}, err
	case "new":
		r.next()
		return r.construct()
	}
	full := r.dotted()
	if !r.at('(') {
		return Data{}, &Error{Offset: start.Start, Message: fmt.Sprintf("%q is a name that the script does not bind there, and nothing is evaluated", cut(full))}
	}
	args, err := r.args()
	if err != nil {
		return Data{}, err
	}
	arg := func(i int) Data {
		if i < len(args) {
			return args[i]
		}
		return Data{}
	}
	switch {
	case full == "Object" || full == "String" || full == "Number" || full == "Boolean" || full == "BigInt" || full == "Symbol.for":
		return arg(0), nil
	case full == "Object.create":
		return Data{Node: &Node{Kind: Record}}, nil
	case full == "Object.assign":
		node := &Node{Kind: Record}
		for _, a := range args {
			if a.Node != nil && a.Node.Kind == Record {
				node.Keys = append(node.Keys, a.Node.Keys...)
				node.Items = append(node.Items, a.Node.Items...)
			}
		}
		r.nodes += len(node.Items)
		return Data{Node: node}, nil
	case full == "Array":
		if len(args) == 1 && arg(0).Scalar.Kind() == jsonval.Number {
			return r.empty(start.Start, arg(0).Scalar.Float())
		}
		return Data{Node: &Node{Items: args}}, nil
	case strings.HasPrefix(full, "Temporal.") && strings.HasSuffix(full, ".from"):
		return arg(0), nil
	case strings.HasSuffix(full, ".decode"): // a type of the app's own: app.decode('Money', …)
		return arg(1), nil
	case strings.HasSuffix(full, ".defer"):
		return Data{Node: &Node{Kind: Deferred, Items: args}}, nil
	case full == "JSON.parse":
		v, jsonErr := jsonval.ParseString(arg(0).Scalar.Str())
		if jsonErr != nil {
			return Data{}, &Error{Offset: start.Start, Message: "the text in JSON.parse is not JSON: " + jsonErr.Error()}
		}
		return scalar(v), nil
	}
	return Data{}, &Error{Offset: start.Start, Message: fmt.Sprintf("%q is a call that makes no data, and nothing is evaluated", cut(full))}
}

func cut(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}

// dotted reads a name with its members: a.b.c.
func (r *reader) dotted() string {
	start, stop := r.tok.Start, r.tok.Stop
	r.next()
	for r.at('.') {
		r.next()
		if r.tok.Kind != Word {
			break
		}
		stop = r.tok.Stop
		r.next()
	}
	return r.src[start:stop]
}

// empty makes Array(n), which later statements fill.
func (r *reader) empty(at int, n float64) (Data, *Error) {
	if n != math.Trunc(n) || n < 0 || r.nodes+int(min(n, maxNodes)) > maxNodes {
		return Data{}, &Error{Offset: at, Message: "an array of that length is too large"}
	}
	r.nodes += int(n)
	return Data{Node: &Node{Items: make([]Data, int(n))}}, nil
}

// construct reads what stands behind new.
func (r *reader) construct() (Data, *Error) {
	start := r.tok
	if start.Kind != Word {
		return Data{}, r.unexpected("a constructor is expected")
	}
	name := r.dotted()
	var args []Data
	if r.at('(') {
		var err *Error
		if args, err = r.args(); err != nil {
			return Data{}, err
		}
	}
	var first Data
	if len(args) > 0 {
		first = args[0]
	}
	switch {
	case name == "Date":
		if first.Scalar.Kind() != jsonval.Number {
			return first, nil
		}
		return scalar(Date(first.Scalar.Float())), nil
	case name == "URL" || name == "URLSearchParams" || name == "RegExp":
		return first, nil
	case name == "Map":
		node := &Node{Kind: Pairs}
		if first.Node != nil {
			for _, pair := range first.Node.Items {
				if pair.Node == nil || len(pair.Node.Items) < 2 {
					return Data{}, &Error{Offset: start.Start, Message: "an entry of a Map is no pair"}
				}
				node.Items = append(node.Items, pair.Node.Items[:2]...)
			}
		}
		return Data{Node: node}, nil
	case name == "Set" || strings.HasSuffix(name, "Array"):
		node := &Node{}
		if first.Node != nil {
			node.Items = append(node.Items, first.Node.Items...)
			r.nodes += len(node.Items)
		} else if first.Scalar.Kind() == jsonval.Number {
			return r.empty(start.Start, first.Scalar.Float())
		}
		return r.view(Data{Node: node})
	}
	return Data{}, &Error{Offset: start.Start, Message: fmt.Sprintf("new %s(…) is no data", cut(name))}
}

// view reads .buffer and .subarray(from,to) behind a typed array.
func (r *reader) view(d Data) (Data, *Error) {
	for r.accept('.') {
		name := r.s.Text(r.tok)
		r.next()
		switch name {
		case "buffer":
		case "subarray":
			args, err := r.args()
			if err != nil {
				return Data{}, err
			}
			items := d.Node.Items
			from, to := 0, len(items)
			if len(args) > 0 {
				from = bound(args[0], len(items))
			}
			if len(args) > 1 {
				to = max(from, bound(args[1], len(items)))
			}
			d = Data{Node: &Node{Items: items[from:to:to]}}
		default:
			return Data{}, r.unexpected("a member that makes no data")
		}
	}
	return d, nil
}

func bound(d Data, n int) int {
	f := d.Scalar.Float()
	if f < 0 {
		f += float64(n)
	}
	return int(max(0, min(f, float64(n))))
}

// Date gives new Date(milliseconds).toJSON(): an ISO text, or null where
// there is no such date.
func Date(milliseconds float64) jsonval.Value {
	if math.IsNaN(milliseconds) || math.Abs(milliseconds) > 8.64e15 {
		return jsonval.NullValue()
	}
	t := time.UnixMilli(int64(milliseconds)).UTC()
	year := fmt.Sprintf("%04d", t.Year())
	if t.Year() < 0 || t.Year() > 9999 {
		year = fmt.Sprintf("%+07d", t.Year())
	}
	return jsonval.StringValue(year + t.Format("-01-02T15:04:05.000Z"))
}

// run reads the statements of a function's body, with its parameters bound.
func (r *reader) run(scope map[string]Data, body int) (Data, *Error) {
	if r.calls++; r.calls > maxFunctions {
		return Data{}, &Error{Offset: body, Message: "functions stand in functions too deeply"}
	}
	r.scopes = append(r.scopes, scope)
	pos, prev, tok := r.s.pos, r.s.prev, r.tok
	defer func() {
		r.calls--
		r.scopes = r.scopes[:len(r.scopes)-1]
		r.s.pos, r.s.prev, r.tok = pos, prev, tok
	}()
	r.s.pos, r.s.prev = body, Token{}
	r.next()
	for {
		if r.accept(';') || r.accept(',') {
			continue
		}
		if r.at('}') { // it returns nothing
			return Data{}, nil
		}
		if r.tok.Kind == Word && r.s.Text(r.tok) == "return" {
			r.next()
			return r.value()
		}
		if err := r.statement(); err != nil {
			return Data{}, err
		}
	}
}

// statement reads name.member=value, name[key]=value, name.add(value) and
// name.set(key,value), which fill the shared values.
func (r *reader) statement() *Error {
	if r.tok.Kind != Word {
		return r.unexpected("a statement that fills a value is expected")
	}
	target, ok := r.lookup(r.s.Text(r.tok))
	if !ok || target.Node == nil {
		return r.unexpected("a statement that fills a value is expected")
	}
	r.next()
	node := target.Node
	for {
		var key string
		switch {
		case r.accept('.'):
			if r.tok.Kind != Word {
				return r.unexpected("a member's name is expected")
			}
			key = r.s.Text(r.tok)
			r.next()
			if r.at('(') {
				if err := r.call(node, key); err != nil {
					return err
				}
				continue
			}
		case r.accept('['):
			d, err := r.value()
			if err != nil {
				return err
			}
			key = d.Scalar.Str()
			if d.Scalar.Kind() == jsonval.Number {
				key = jsonval.FormatNumber(d.Scalar.Float())
			}
			if err := r.expect(']'); err != nil {
				return err
			}
		case r.at(';') || r.at('}') || r.at(','):
			return nil
		default:
			return r.unexpected("a statement that fills a value is expected")
		}
		if err := r.expect('='); err != nil {
			return err
		}
		d, err := r.value()
		if err != nil {
			return err
		}
		return r.assign(node, key, d)
	}
}

// call reads .add(value) and .set(key,value).
func (r *reader) call(node *Node, method string) *Error {
	at := r.tok.Start
	args, err := r.args()
	switch {
	case err != nil:
		return err
	case method == "add" && node.Kind == List && len(args) == 1,
		method == "push" && node.Kind == List,
		method == "set" && node.Kind == Pairs && len(args) == 2:
		node.Items = append(node.Items, args...)
		return nil
	}
	return &Error{Offset: at, Message: fmt.Sprintf("%q is a call that makes no data, and nothing is evaluated", cut(method))}
}

func (r *reader) assign(node *Node, key string, d Data) *Error {
	if node.Kind == Record {
		node.Keys = append(node.Keys, key)
		node.Items = append(node.Items, d)
		return nil
	}
	v, err := jsonval.ParseString(key)
	i := v.Float()
	if err != nil || node.Kind != List || i < 0 || i != math.Trunc(i) || i > maxNodes {
		return &Error{Offset: r.tok.Start, Message: fmt.Sprintf("%q is no index of an array", cut(key))}
	}
	for len(node.Items) <= int(i) {
		if r.nodes++; r.nodes > maxNodes {
			return &Error{Offset: r.tok.Start, Message: "the value has more than a million parts"}
		}
		node.Items = append(node.Items, Data{})
	}
	node.Items[int(i)] = d
	return nil
}
