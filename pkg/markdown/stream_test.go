package markdown

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// A response read piece by piece gives what Render gives of the whole.
func TestStreamIsRender(t *testing.T) {
	const data = `{"before":{"items":[0]},"data":{"x":1,"items":[{"a":"1","t":["x"],"o":{"k":1.50}},{"a":null},{},"word",[1,2]],"y":[]},"after":[1]}`
	for _, members := range []string{
		`"select":"$.data.items","fields":{"A":"a","T":"t[*]"}`,
		`"select":"$.data.items[*]","fields":{"A":{"path":"o.k","format":"number"}},"record":{"a":"a","o":"o"}`,
		`"select":"data.items","fields":{"A":"."},"limits":{"maxItems":2}`,
		`"select":"$.data.items","fields":{"A":"a"},"limits":{"maxChars":40}`,
		`"select":"$.data.items","mode":"documents","title":"{{@number}} {{a}}","template":"{{a}} {{#each t}}{{@count}}{{/each}}"`,
		`"select":"$.data.items","mode":"documents","fields":{"A":"a"}`,
		`"select":"$.data","fields":{"X":"x"}`,
		`"select":"$.data[*]","fields":{"X":"."}`,
		`"select":"$.data.y","fields":{"X":"."}`,
		`"fields":{"X":"before.items"}`,
		// These need the whole.
		`"select":"$.data.items","fields":{"A":"a","R":"$.before.items"}`,
		`"select":"$.data.items","mode":"documents","title":"{{@number}} of {{@count}}","fields":{"A":"a"}`,
		`"select":"$.data.items","mode":"documents","template":"{{$.before.items}}"`,
		`"select":"$.data.items","fields":{"A":"a"},"record":{"r":"$.data.x"}`,
		`"select":"$.data.items[1:3]","fields":{"A":"."}`,
		`"select":"$.data.items[0]","mode":"document","fields":{"A":"a"}`,
	} {
		r := recipe(t, members)
		want := render(t, r, data)
		got, err := RenderStream(r, iotest.OneByteReader(strings.NewReader(data)), Options{})
		if err != nil {
			t.Errorf("%s: %v", members, err)
			continue
		}
		if got.Markdown != want.Markdown || records(got) != records(want) || jsonval.Stringify(got.Meta.Value()) != jsonval.Stringify(want.Meta.Value()) {
			t.Errorf("%s\ngot  %s\n%s\nwant %s\n%s", members, got.Markdown, jsonval.Stringify(got.Meta.Value()), want.Markdown, jsonval.Stringify(want.Meta.Value()))
		}
		var out bytes.Buffer
		var kept []jsonval.Value
		meta, err := WriteStream(r, strings.NewReader(data), Output{Markdown: &out, Record: func(v jsonval.Value) error {
			kept = append(kept, v)
			return nil
		}}, Options{})
		if err != nil || out.String() != want.Markdown || len(kept) != len(want.Records) || jsonval.Stringify(meta.Value()) != jsonval.Stringify(want.Meta.Value()) {
			t.Errorf("%s: %v\n%s", members, err, out.String())
		}
	}
}

func TestStreams(t *testing.T) {
	for _, tt := range []struct {
		members string
		want    bool
	}{
		{`"fields":{"A":"a"}`, true}, {`"select":"$.a.b[*]","fields":{"A":"a"}`, true}, {`"mode":"documents","title":"{{a}}","template":"{{b}}"`, true},
		{`"mode":"document","fields":{"A":"a"}`, false}, {`"select":"$.a[0]","fields":{"A":"a"}`, false}, {`"select":"$..a","fields":{"A":"a"}`, false}, {`"fields":{"A":"$.a"}`, false}, {`"fields":{"A":"a"},"record":{"a":"$.b"}`, false}, {`"mode":"documents","template":"{{$.x}}"`, false}, {`"mode":"documents","fields":{},"title":"{{@count}}"`, false},
	} {
		if got := recipe(t, tt.members).Streams(); got != tt.want {
			t.Errorf("%s: %v", tt.members, got)
		}
	}
}

func TestStreamErrors(t *testing.T) {
	r := recipe(t, `"select":"$.a.b","fields":{"X":"x"}`)
	for _, tt := range []struct{ data, want string }{
		{`{"a":{"b":[{"x":1}`, `the text ends where it should go on: "," or "]" is expected (at offset 18)`},
		{`{"a":{"b":[{"x":1}]}} x`, `unexpected "x": nothing may follow the JSON value (at offset 22)`},
		{`{"a":{"b":[{"x":1},]}}`, `unexpected "]": a value is expected (at offset 19)`},
		{`<html>`, `unexpected "<": a value is expected (at offset 0)`},
		{``, "the text is empty: a value is expected (at offset 0)"},
		{`{"a":{"b":[],"b":[]}}`, `the member "b" stands in the response a second time, which is seen only after the first one was rendered (mend the response: ` + "`wield-dev query @`" + ` writes it with the last one alone)`},
		{`{"a":{"b":[]},"a":1}`, `the member "a" stands in the response a second time, which is seen only after the first one was rendered (mend the response: ` + "`wield-dev query @`" + ` writes it with the last one alone)`},
	} {
		_, err := RenderStream(r, strings.NewReader(tt.data), Options{})
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s\ngot  %v\nwant %s", tt.data, err, tt.want)
		}
		var syntax *jsonval.SyntaxError
		var finding *diag.Diagnostic
		if !errors.As(err, &syntax) && !errors.As(err, &finding) {
			t.Errorf("%s: %T", tt.data, err)
		}
	}
	// Several texts, one a line, are told as such, whatever the first one is.
	lines := recipe(t, `"mode":"table","fields":{"X":"x"}`)
	if _, err := RenderStream(lines, strings.NewReader("{\"x\":1}\n{\"x\":2}\n"), Options{}); err == nil || err.Error() != `unexpected "{": nothing may follow the JSON value (at offset 8)` {
		t.Error(err)
	}
	broken := errors.New("disk")
	if _, err := RenderStream(r, io.MultiReader(strings.NewReader(`{"a":{"b":[`), iotest.ErrReader(broken)), Options{}); !errors.Is(err, broken) {
		t.Error(err)
	}
	fails := func(jsonval.Value) error { return broken }
	if _, err := WriteStream(r, strings.NewReader(`{"a":{"b":[1]}}`), Output{Markdown: io.Discard, Record: fails}, Options{}); !errors.Is(err, broken) {
		t.Error(err)
	}
	if _, err := WriteStream(r, strings.NewReader(`{"a":{"b":[1]}}`), Output{Markdown: failingWriter{broken}}, Options{}); !errors.Is(err, broken) {
		t.Error(err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// rows is a response of about n bytes: an array of objects of some 350 bytes.
type rows struct {
	size, sent int
	i          int
	rest       string
	done       bool
}

func (r *rows) Read(b []byte) (int, error) {
	if r.rest == "" {
		switch {
		case r.i == 0:
			r.rest = `{"total":1,"items":[`
		case r.done:
			return 0, io.EOF
		case r.sent >= r.size:
			r.rest, r.done = `{}],"next":null}`, true
		}
		if !r.done {
			r.rest += row(r.i)
			r.i++
		}
		r.sent += len(r.rest)
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func row(i int) string {
	return fmt.Sprintf(`{"id":%d,"title":"Stadtrad Modell %d | \"Größe\" %d","price":%d.%02d,"created_at":"2026-03-01T12:%02d:00Z","url":"https://shop.example/p/%d?ref=list&q=a","in_stock":%v,"rating":4.%d,"seller":{"id":"s%d","name":"Händler %d"},"description":"Ein solides Rad mit 28-Zoll-Reifen, Nabenschaltung und Korb. Lieferung in drei Tagen."},`,
		i, i, 20+i%9, 100+i%900, i%100, i%60, i, i%3 == 0, i%10, i%300, i%300)
}

func tableRecipe(t testing.TB, limits string) *Recipe {
	return recipe(t, `"select":"$.items","fields":{"Title":"title","Price":{"path":"price","format":"number"},"Date":{"path":"created_at","format":"date"},"Seller":"seller.name","Link":{"path":"url","format":"url"}},"limits":{`+limits+`}`)
}

// However many rows there are, and however many are wanted, memory stays small.
func TestStreamMemory(t *testing.T) {
	for _, limits := range []string{`"maxItems":50`, `"maxItems":1000000000,"maxChars":1000000000`} {
		r := tableRecipe(t, limits)
		source := &rows{size: 6 << 20}
		peak := uint64(0)
		count := 0
		meta, err := WriteStream(r, source, Output{Markdown: io.Discard, Record: func(jsonval.Value) error {
			if count++; count%3000 == 0 {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				peak = max(peak, m.HeapAlloc)
			}
			return nil
		}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if meta.Selected != source.i+1 || meta.Rendered != min(meta.Selected, r.Limits.MaxItems) || meta.Truncated != (meta.Rendered < meta.Selected) {
			t.Errorf("%s: %d rows, %+v", limits, source.i, meta)
		}
		if peak > 6<<20 {
			t.Errorf("%s: %d bytes are alive", limits, peak)
		}
	}
}

func BenchmarkRender(b *testing.B) {
	for _, bm := range []struct {
		name   string
		size   int
		limits string
	}{
		{"5MB", 5_000_000, `"maxItems":50`},
		{"5MB-all", 5_000_000, `"maxItems":1000000,"maxChars":1000000000`},
	} {
		r := tableRecipe(b, bm.limits)
		text, err := io.ReadAll(&rows{size: bm.size})
		if err != nil {
			b.Fatal(err)
		}
		b.Run("value/"+bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				root, err := jsonval.Parse(text)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := Render(r, root, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("stream/"+bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := WriteStream(r, bytes.NewReader(text), Output{Markdown: io.Discard}, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Rendering alone, of values that are there.
func BenchmarkRows(b *testing.B) {
	r := tableRecipe(b, `"maxItems":1000,"maxChars":1000000000`)
	var items []jsonval.Value
	for i := range 1000 {
		items = append(items, value(b, strings.TrimSuffix(row(i), ",")))
	}
	selection := Selection{List: true, Items: items}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := RenderSelection(r, selection, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
