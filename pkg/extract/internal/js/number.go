package js

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/jsonval"
)

func negate(v jsonval.Value) jsonval.Value {
	switch v.Kind() {
	case jsonval.Number:
		return jsonval.NumberValue(-v.Float())
	case jsonval.String: // digits of a BigInt
		return jsonval.StringValue("-" + v.Str())
	}
	return v
}

// number reads a number at the token, by characters: the scanner does not
// know numbers.
func (r *reader) number() (Data, *Error) {
	i := r.tok.Start
	from := i
	digits := func() {
		for i < len(r.src) && (r.src[i] >= '0' && r.src[i] <= '9' || r.src[i] == '_') {
			i++
		}
	}
	if r.src[i] == '0' && i+1 < len(r.src) && strings.IndexByte("xXoObB", r.src[i+1]) >= 0 {
		for i += 2; i < len(r.src) && isWord(r.src[i]); i++ {
		}
	} else {
		digits()
		if i < len(r.src) && r.src[i] == '.' {
			i++
			digits()
		}
		if i+1 < len(r.src) && (r.src[i] == 'e' || r.src[i] == 'E') {
			i++
			if r.src[i] == '+' || r.src[i] == '-' {
				i++
			}
			digits()
		}
	}
	source := strings.ReplaceAll(r.src[from:i], "_", "")
	if i < len(r.src) && r.src[i] == 'n' {
		i++
		r.move(i)
		return text(source), nil
	}
	f, ok := toNumber(source)
	if !ok || i < len(r.src) && isWord(r.src[i]) {
		return Data{}, r.unexpected("a value is expected")
	}
	r.move(i)
	return scalar(f), nil
}

// move sets the scanner behind a value that was read by characters.
func (r *reader) move(to int) {
	r.s.pos = to
	r.s.prev = Token{Kind: Word, Start: to, Stop: to}
	r.next()
}

// toNumber gives the value of a JavaScript number.
func toNumber(source string) (jsonval.Value, bool) {
	if len(source) > 2 && source[0] == '0' && (source[1] < '0' || source[1] > '9') && source[1] != '.' && source[1] != 'e' && source[1] != 'E' {
		base := map[byte]float64{'x': 16, 'o': 8, 'b': 2}[source[1]|0x20]
		f := 0.0
		for _, c := range []byte(source[2:]) {
			d, ok := hex(string(rune(c)), 0, 1)
			if !ok || c >= utf8.RuneSelf || float64(d) >= base {
				return jsonval.Value{}, false
			}
			f = f*base + float64(d)
		}
		return jsonval.NumberValue(f), true
	}
	// JSON knows all of the rest but ".5", "5." and the like.
	if strings.HasPrefix(source, ".") {
		source = "0" + source
	}
	source = strings.Replace(strings.Replace(source, ".e", "e", 1), ".E", "E", 1)
	v, err := jsonval.ParseString(strings.TrimSuffix(source, "."))
	if err != nil || math.IsNaN(v.Float()) {
		return jsonval.Value{}, false
	}
	return v, true
}
