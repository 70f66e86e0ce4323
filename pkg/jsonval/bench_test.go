package jsonval

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// response is about 5 MB of an API's answer: nested objects, text with
// escapes, numbers, a few long descriptions.
func response() string {
	var b strings.Builder
	b.WriteString(`{"meta":{"total":9000,"took":12.5},"results":[`)
	for i := 0; b.Len() < 5_000_000; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"title":"Fahrrad Größe %d \"Stadt\"","price":{"amount":%d.%02d,"currency":"EUR"},`+
			`"tags":["rad","stadt","%d"],"sponsored":%v,"path":"/p/%d","rating":%d.5,"seller":{"id":"s%d","name":"Händler %d","verified":true,"score":null},`+
			`"description":"%s","images":["https://img.example.de/%d/1.jpg","https://img.example.de/%d/2.jpg"]}`,
			i, i%70, 50+i%900, i%100, i%13, i%7 == 0, i, i%5, i%300, i%300, strings.Repeat("Ein solides Rad. ", 1+i%9), i, i)
	}
	b.WriteString(`]}`)
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	text := []byte(response())
	b.Run("jsonval", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Parse(text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("tree", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if root, _ := ParseTree(text); root == nil {
				b.Fatal("no tree")
			}
		}
	})
	b.Run("encoding-json-map", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			var v any
			if err := json.Unmarshal(text, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	v, err := ParseString(response())
	if err != nil {
		b.Fatal(err)
	}
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = Append(dst[:0], v)
		b.SetBytes(int64(len(dst)))
	}
}
