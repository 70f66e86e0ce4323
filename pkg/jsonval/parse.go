package jsonval

import (
	"fmt"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
)

// SyntaxError is a text that is not JSON.
type SyntaxError struct {
	Offset  int    // in bytes of the text that was parsed
	Message string // what is wrong there
	TooDeep bool   // the text nests deeper than MaxDepth
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s (at offset %d)", e.Message, e.Offset)
}

// Parse reads a JSON text as TextDecoder and JSON.parse do: one BOM is
// removed, broken UTF-8 becomes U+FFFD, a repeated key keeps its first place
// and its last value, numbers are float64. Deeper than MaxDepth is an error.
// The error is a *SyntaxError whose offset counts in text.
//
// The value keeps a copy of the whole text alive.
func Parse(text []byte) (Value, error) {
	v, err := ParseString(DecodeUTF8(text))
	if err == nil {
		return v, nil
	}
	syntax := err.(*SyntaxError)
	syntax.Offset = sourceOffset(text, syntax.Offset)
	return Value{}, syntax
}

// sourceOffset turns an offset in the decoded text into one in the bytes.
func sourceOffset(text []byte, decoded int) int {
	i := 0
	if len(text) >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf {
		i = 3
	}
	for at := 0; at < decoded && i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			at += utf8.RuneLen(utf8.RuneError)
			i += brokenLen(text[i:])
			continue
		}
		at += size
		i += size
	}
	return i
}

// ParseString is Parse for a text that is decoded already. Lone surrogates in
// it (WTF-8) are kept.
func ParseString(text string) (Value, error) {
	p := parser{s: text}
	v, err := p.value()
	if err == nil {
		if p.i = skipSpace(p.s, p.i); p.i < len(p.s) {
			err = p.unexpected("nothing may follow the JSON value")
		}
	}
	if err != nil {
		return Value{}, err
	}
	return v, nil
}

// parser is the fast path. Items and members are collected on two stacks and
// then cut, in their exact size, from blocks that many aggregates share: few
// allocations, and no growing slices.
type parser struct {
	s     string
	i     int
	depth int

	items   []Value  // stack
	members []Member // stack
	shapes  [][]Member

	valueBlock  []Value
	memberBlock []Member
	aggBlock    []aggregate
	blockSize   int
}

func (p *parser) fail(at int, message string) error {
	return &SyntaxError{Offset: at, Message: message}
}

// unexpected is the error for whatever stands at p.i.
func (p *parser) unexpected(expected string) error {
	if p.i >= len(p.s) {
		return p.fail(len(p.s), endsEarly(skipSpace(p.s, 0) == len(p.s), expected))
	}
	_, size := DecodeRune(p.s[p.i:])
	return p.fail(p.i, fmt.Sprintf("unexpected %s: %s", diag.Quote(p.s[p.i:p.i+size], 1), expected))
}

// endsEarly says that a text ends before its value does.
func endsEarly(empty bool, expected string) string {
	if empty {
		return "the text is empty: " + expected
	}
	return "the text ends where it should go on: " + expected
}

const expectValue = "a value is expected"

func (p *parser) value() (Value, error) {
	p.i = skipSpace(p.s, p.i)
	if p.i >= len(p.s) {
		return Value{}, p.unexpected(expectValue)
	}
	switch c := p.s[p.i]; c {
	case '{':
		return p.object()
	case '[':
		return p.array()
	case '"':
		text, err := p.text()
		return stringValue(text), err
	case 't':
		return BoolValue(true), p.word("true")
	case 'f':
		return BoolValue(false), p.word("false")
	case 'n':
		return Value{}, p.word("null")
	default:
		if c != '-' && (c < '0' || c > '9') {
			return Value{}, p.unexpected(expectValue)
		}
		end, _, at, fault := scanNumber(p.s, p.i)
		if fault != "" {
			return Value{}, p.fail(at, fault)
		}
		source := p.s[p.i:end]
		p.i = end
		return numberValue(toFloat(source), source), nil
	}
}

func (p *parser) word(word string) error {
	if len(p.s)-p.i < len(word) || p.s[p.i:p.i+len(word)] != word {
		return p.unexpected(expectValue)
	}
	p.i += len(word)
	return nil
}

// text reads the string at p.i.
func (p *parser) text() (string, error) {
	end, escaped, at, fault := scanString(p.s, p.i)
	if fault != "" {
		return "", p.fail(at, fault)
	}
	inside := p.s[p.i+1 : end-1]
	p.i = end
	if escaped {
		return unescape(inside), nil
	}
	return inside, nil
}

func (p *parser) enter() error {
	if p.depth++; p.depth > MaxDepth {
		return &SyntaxError{Offset: p.i, TooDeep: true,
			Message: fmt.Sprintf("arrays and objects nest deeper than %d levels", MaxDepth)}
	}
	p.i++
	return nil
}

func (p *parser) array() (Value, error) {
	if err := p.enter(); err != nil {
		return Value{}, err
	}
	base := len(p.items)
	if p.i = skipSpace(p.s, p.i); p.i < len(p.s) && p.s[p.i] == ']' {
		p.i++
		p.depth--
		return p.newArray(nil), nil
	}
	for {
		v, err := p.value()
		if err != nil {
			return Value{}, err
		}
		p.items = append(p.items, v)
		p.i = skipSpace(p.s, p.i)
		if p.i < len(p.s) && p.s[p.i] == ',' {
			p.i++
			continue
		}
		if p.i < len(p.s) && p.s[p.i] == ']' {
			p.i++
			break
		}
		return Value{}, p.unexpected(`"," or "]" is expected`)
	}
	p.depth--
	items := p.takeValues(len(p.items) - base)
	copy(items, p.items[base:])
	clear(p.items[base:]) // the stack must not keep values alive
	p.items = p.items[:base]
	return p.newArray(items), nil
}

func (p *parser) object() (Value, error) {
	if err := p.enter(); err != nil {
		return Value{}, err
	}
	base := len(p.members)
	shape := p.shape(p.depth)
	known := true // so far the keys are those of the last object at this depth, in its order
	if p.i = skipSpace(p.s, p.i); p.i < len(p.s) && p.s[p.i] == '}' {
		p.i++
		p.depth--
		return p.newObject(nil), nil
	}
	for n := 0; ; n++ {
		if p.i = skipSpace(p.s, p.i); p.i >= len(p.s) || p.s[p.i] != '"' {
			return Value{}, p.unexpected("a member name in double quotes is expected")
		}
		key, err := p.text()
		if err != nil {
			return Value{}, err
		}
		if known {
			known = n < len(shape) && shape[n].Key == key
		}
		if p.i = skipSpace(p.s, p.i); p.i >= len(p.s) || p.s[p.i] != ':' {
			return Value{}, p.unexpected(`":" is expected`)
		}
		p.i++
		v, err := p.value()
		if err != nil {
			return Value{}, err
		}
		p.members = append(p.members, Member{key, v})
		p.i = skipSpace(p.s, p.i)
		if p.i < len(p.s) && p.s[p.i] == ',' {
			p.i++
			continue
		}
		if p.i < len(p.s) && p.s[p.i] == '}' {
			p.i++
			break
		}
		return Value{}, p.unexpected(`"," or "}" is expected`)
	}
	members := p.takeMembers(len(p.members) - base)
	copy(members, p.members[base:])
	clear(p.members[base:])
	p.members = p.members[:base]
	if !known { // keys that are a prefix of a normal object's are normal themselves
		members = normalize(members)
		p.shapes[p.depth] = members
	}
	p.depth--
	return p.newObject(members), nil
}

// shape gives the members of the last object at a depth: most objects of a
// list have the same keys, and then need no search for repeated ones.
func (p *parser) shape(depth int) []Member {
	for len(p.shapes) <= depth {
		p.shapes = append(p.shapes, nil)
	}
	return p.shapes[depth]
}

// The largest block is small enough that a value which outlives the rest of
// its document keeps little of it.
const (
	firstBlock = 8
	lastBlock  = 256
)

// growBlock gives the size of the next block: never more than the rest of the
// text can fill, so that a text of a few bytes takes a few bytes.
func (p *parser) growBlock() int {
	if p.blockSize == 0 {
		p.blockSize = firstBlock
	} else if p.blockSize < lastBlock {
		p.blockSize *= 2
	}
	return min(p.blockSize, len(p.s)-p.i+1)
}

func (p *parser) takeValues(n int) []Value {
	if n > len(p.valueBlock) {
		if n >= lastBlock/4 {
			return make([]Value, n)
		}
		p.valueBlock = make([]Value, max(n, p.growBlock()))
	}
	taken := p.valueBlock[:n:n]
	p.valueBlock = p.valueBlock[n:]
	return taken
}

func (p *parser) takeMembers(n int) []Member {
	if n > len(p.memberBlock) {
		if n >= lastBlock/4 {
			return make([]Member, n)
		}
		p.memberBlock = make([]Member, max(n, p.growBlock()))
	}
	taken := p.memberBlock[:n:n]
	p.memberBlock = p.memberBlock[n:]
	return taken
}

func (p *parser) aggregate() *aggregate {
	if len(p.aggBlock) == 0 {
		p.aggBlock = make([]aggregate, p.growBlock())
	}
	a := &p.aggBlock[0]
	p.aggBlock = p.aggBlock[1:]
	return a
}

func (p *parser) newArray(items []Value) Value {
	a := p.aggregate()
	a.items = items
	return aggregateValue(Array, a)
}

func (p *parser) newObject(members []Member) Value {
	a := p.aggregate()
	a.members = members
	return aggregateValue(Object, a)
}
