package decode

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/wield-run/wield/pkg/jsonval"
)

// typedArray reads devalue's ["Uint8Array", "base64"], and the newer form in
// which the text stands in an ArrayBuffer of its own:
// ["Uint8Array", index, from, to], counted in elements.
func typedArray(t *table, v jsonval.Value, name string, at func(jsonval.Value) part) part {
	source := v.At(1)
	if source.Kind() == jsonval.Number {
		inner := at(source)
		b := make([]byte, inner.value.Len())
		for i, item := range inner.value.Items() {
			b[i] = byte(int(item.Float()))
		}
		items := elements(name, b)
		if from, ok := index(v.At(2)); ok {
			to, ok := index(v.At(3))
			if !ok {
				to = len(items)
			}
			to = max(0, min(to, len(items)))
			items = items[max(0, min(from, to)):to]
		}
		return numbers(t.graph, items)
	}
	b, ok := base64Bytes(source.Str())
	if !ok {
		return t.stop("the bytes of a typed array are not base64")
	}
	return numbers(t.graph, elements(name, b))
}

func numbers(g *graph, items []jsonval.Value) part {
	g.count(len(items))
	return g.check(part{value: jsonval.ArrayValue(items), size: 1 + len(items)})
}

// elements reads the elements of a typed array, little-endian as all browsers
// have them. BigInts are strings. A rest of bytes that fills no element is
// left out; an array of a type that is not known gives its bytes.
func elements(name string, b []byte) []jsonval.Value {
	size := 1
	switch name {
	case "Int16Array", "Uint16Array":
		size = 2
	case "Int32Array", "Uint32Array", "Float32Array":
		size = 4
	case "Float64Array", "BigInt64Array", "BigUint64Array":
		size = 8
	}
	items := make([]jsonval.Value, 0, len(b)/size)
	for ; len(b) >= size; b = b[size:] {
		items = append(items, element(name, b))
	}
	return items
}

func element(name string, b []byte) jsonval.Value {
	switch name {
	case "Int8Array":
		return jsonval.IntValue(int(int8(b[0])))
	case "Int16Array":
		return jsonval.IntValue(int(int16(binary.LittleEndian.Uint16(b))))
	case "Uint16Array":
		return jsonval.IntValue(int(binary.LittleEndian.Uint16(b)))
	case "Int32Array":
		return jsonval.IntValue(int(int32(binary.LittleEndian.Uint32(b))))
	case "Uint32Array":
		return jsonval.IntValue(int(binary.LittleEndian.Uint32(b)))
	case "Float32Array":
		return finite(float64(math.Float32frombits(binary.LittleEndian.Uint32(b))))
	case "Float64Array":
		return finite(math.Float64frombits(binary.LittleEndian.Uint64(b)))
	case "BigInt64Array":
		return jsonval.StringValue(strconv.FormatInt(int64(binary.LittleEndian.Uint64(b)), 10))
	case "BigUint64Array":
		return jsonval.StringValue(strconv.FormatUint(binary.LittleEndian.Uint64(b), 10))
	}
	return jsonval.IntValue(int(b[0]))
}

func finite(f float64) jsonval.Value {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return jsonval.NullValue()
	}
	return jsonval.NumberValue(f)
}
