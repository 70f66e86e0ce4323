package syntax

import (
	"math/big"
	"strings"
)

// parseNth reads an+b, "odd" or "even". ok is false where there is none.
func (p *parser) parseNth() (a, b int, ok bool) {
	t := p.peek()
	var factor, step string
	switch {
	case t.kind == tokNumber && t.whole:
		p.at++
		a, b = normal("0", t.number)
		return a, b, true
	case t.kind == tokIdent && Lower(t.text) == "odd":
		p.at++
		return 2, 1, true
	case t.kind == tokIdent && Lower(t.text) == "even":
		p.at++
		return 2, 0, true
	case t.kind == tokDelim && t.text == "+" && p.toks[p.at+1].kind == tokIdent:
		p.at++
		factor, step = "1", p.peek().text
	case t.kind == tokDimension && t.whole:
		factor, step = t.number, t.text
	case t.kind == tokIdent && strings.HasPrefix(t.text, "-"):
		factor, step = "-1", t.text[1:]
	case t.kind == tokIdent:
		factor, step = "1", t.text
	default:
		return 0, 0, false
	}
	step = Lower(step)
	if !strings.HasPrefix(step, "n") {
		return 0, 0, false
	}
	p.at++
	switch rest := step[1:]; {
	case rest == "":
		offset, ok := p.parseOffset()
		if !ok {
			return 0, 0, false
		}
		a, b = normal(factor, offset)
		return a, b, true
	case rest == "-":
		p.skipSpace()
		number := p.peek()
		if number.kind != tokNumber || !number.whole || !isDigit(number.number[0]) {
			return 0, 0, false
		}
		p.at++
		a, b = normal(factor, "-"+number.number)
		return a, b, true
	case rest[0] == '-' && strings.Trim(rest[1:], "0123456789") == "":
		a, b = normal(factor, rest)
		return a, b, true
	}
	return 0, 0, false
}

// parseOffset reads the + b behind an n.
func (p *parser) parseOffset() (string, bool) {
	start := p.at
	p.skipSpace()
	t := p.peek()
	if t.kind == tokNumber && t.whole && !isDigit(t.number[0]) {
		p.at++
		return t.number, true
	}
	if t.kind != tokDelim || t.text != "+" && t.text != "-" {
		p.at = start
		return "0", true
	}
	sign := t.text
	p.at++
	p.skipSpace()
	t = p.peek()
	if t.kind != tokNumber || !t.whole || !isDigit(t.number[0]) {
		return "", false
	}
	p.at++
	return sign + t.number, true
}

// large is beyond every position that an element can have.
const large = 1 << 31

// normal gives numbers that fit an int and choose the same positions from 1 to
// large as the numbers of any length that a selector has.
func normal(factor, offset string) (a, b int) {
	x, _ := new(big.Int).SetString(factor, 10)
	y, _ := new(big.Int).SetString(offset, 10)
	limit := big.NewInt(large)
	if x.CmpAbs(limit) < 0 && y.CmpAbs(limit) < 0 {
		return int(x.Int64()), int(y.Int64())
	}
	if x.Sign() == 0 {
		return 0, 0 // no element is there
	}
	if x.CmpAbs(limit) < 0 {
		// A far offset: all positions of its residue, or none.
		if x.Sign() == y.Sign() {
			return 0, 0
		}
		m := new(big.Int).Abs(x)
		return int(m.Int64()), int(new(big.Int).Mod(y, m).Int64())
	}
	// A large factor reaches at most one position: y plus the multiple of x
	// that makes it least and not negative.
	m := new(big.Int).Abs(x)
	at := new(big.Int).Mod(y, m)
	n := new(big.Int).Sub(at, y)
	if n.Mul(n, big.NewInt(int64(x.Sign()))).Sign() < 0 || at.Cmp(limit) >= 0 {
		return 0, 0
	}
	return 0, int(at.Int64())
}
