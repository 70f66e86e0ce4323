package jsonval

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/wield-run/wield/internal/conformance"
)

// walk reads a text through every method of a Stream and puts it together
// again.
func walk(s *Stream) (Value, error) {
	kind, err := s.Kind()
	if err != nil {
		return Value{}, err
	}
	switch kind {
	case Array:
		if err := s.Array(); err != nil {
			return Value{}, err
		}
		items := []Value{}
		for {
			more, err := s.More()
			if err != nil {
				return Value{}, err
			}
			if !more {
				return ArrayValue(items), nil
			}
			item, err := walk(s)
			if err != nil {
				return Value{}, err
			}
			items = append(items, item)
		}
	case Object:
		if err := s.Object(); err != nil {
			return Value{}, err
		}
		var b Builder
		for {
			name, ok, err := s.Key()
			if err != nil {
				return Value{}, err
			}
			if !ok {
				return b.Value(), nil
			}
			member, err := walk(s)
			if err != nil {
				return Value{}, err
			}
			b.Set(name, member)
		}
	}
	return s.Value()
}

// The ways to read a text with a Stream.
func readings(text string) map[string]func() (string, error) {
	of := func(open func() *Stream, read func(s *Stream) (Value, error)) func() (string, error) {
		return func() (string, error) {
			s := open()
			v, err := read(s)
			if err == nil {
				err = s.End()
			}
			if err != nil {
				return "", err
			}
			return string(AppendSource(nil, v)), nil
		}
	}
	with := func(r io.Reader, read func(s *Stream) (Value, error)) func() (string, error) {
		return of(func() *Stream { return NewStream(r) }, read)
	}
	whole := func() *Stream { return NewTextStream([]byte(text)) }
	skip := func(s *Stream) (Value, error) { return Value{}, s.Skip() }
	return map[string]func() (string, error){
		"walk":          with(strings.NewReader(text), walk),
		"walk a text":   of(whole, walk),
		"skip a text":   of(whole, skip),
		"walk by bytes": with(iotest.OneByteReader(strings.NewReader(text)), walk),
		"value":         with(iotest.HalfReader(strings.NewReader(text)), (*Stream).Value),
		"skip":          with(strings.NewReader(text), skip),
		"skip by bytes": with(iotest.OneByteReader(strings.NewReader(text)), skip),
	}
}

// compareStream holds every way to read a text against Parse.
func compareStream(t *testing.T, text string) {
	t.Helper()
	v, parseErr := Parse([]byte(text))
	want := string(AppendSource(nil, v))
	for name, read := range readings(text) {
		got, err := read()
		if (err == nil) != (parseErr == nil) {
			t.Fatalf("%s of %.80q: error %v, Parse: %v", name, text, err, parseErr)
		}
		if err == nil && !strings.HasPrefix(name, "skip") && got != want {
			t.Fatalf("%s of %.80q\ngot  %s\nwant %s", name, text, got, want)
		}
		if err != nil && err.Error() != parseErr.Error() {
			t.Fatalf("%s of %.80q\ngot  %v\nwant %v", name, text, err, parseErr)
		}
	}
}

func TestStreamReadsAsParse(t *testing.T) {
	for _, text := range streamSeeds() {
		compareStream(t, text)
	}
	compareStream(t, strings.Repeat("[", MaxDepth)+strings.Repeat("]", MaxDepth))
	compareStream(t, strings.Repeat("[", MaxDepth+1)+strings.Repeat("]", MaxDepth+1))
	compareStream(t, strings.Repeat(`{"a":`, MaxDepth+1)+"1"+strings.Repeat("}", MaxDepth+1))
	compareStream(t, `["`+strings.Repeat("long ", 40000)+`","`+strings.Repeat(`\n`, 40000)+`",`+strings.Repeat("1", 200000)+"]")
}

func streamSeeds() []string {
	return []string{
		`{}`, `[]`, `""`, ` [ ] `, `{ "a" : 1 , "b" : [ true , false , null ] }`, "\xef\xbb\xbf[1]", `[1.50,9007199254740993,-0,1e5,1E+2,1e-2]`,
		`{"a":{"b":{"c":[[],{},[{}]]}},"a":2}`, `{"10":1,"2":2}`, `"\u00fc\ud83d\ude00\ud800\n\/"`, "\"\xff\xfe\xc3\"", `"é日本😀"`,
		``, ` `, `[`, `{`, `]`, `[1`, `[1,`, `[1,]`, `[,1]`, `[1 2]`, `[1}`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{"a" 1}`, `{a:1}`, `{"a":1]`, `{,}`,
		`"`, `"a`, `"\`, `"\u12`, `"\u12g4"`, `"\x"`, "\"\n\"", "\"\x00\"", `tru`, `nul`, `truex`, `fals,`, `-`, `01`, `1.`, `1.e`, `1e`, `1e+`, `--1`, `+1`, `.5`, `1x`, `[1]]`, `1 2`, "\xef\xbb", "\xef\xbb\xbf",
		`[{"a":"\ud83d"},{"a":"\ude00"}]`, `'a'`, `NaN`, "[1]\x00", " \ufeff", "\"\\\ufeff\"", "é", "[é]", `{"a":1,é}`,
	}
}

func TestStreamConformance(t *testing.T) {
	var cases []struct {
		Text []byte `json:"base64"`
	}
	conformance.JSON(t, "json/parsing-suite.json", &cases)
	if len(cases) < 300 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		compareStream(t, string(c.Text))
	}
}

// Of a long list only the items that are wanted are read as values.
func TestStreamTakesPart(t *testing.T) {
	s := NewStream(strings.NewReader(`{"meta":{"total":3},"rows":[{"n":1},{"n":2},{"n":3}],"next":null}`))
	if err := s.Object(); err != nil {
		t.Fatal(err)
	}
	var seen []string
	for {
		name, ok, err := s.Key()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		if name != "rows" {
			if err := s.Skip(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := s.Array(); err != nil {
			t.Fatal(err)
		}
		for i := 0; ; i++ {
			more, err := s.More()
			if err != nil {
				t.Fatal(err)
			}
			if !more {
				break
			}
			if i > 0 {
				if err := s.Skip(); err != nil {
					t.Fatal(err)
				}
				continue
			}
			v, err := s.Value()
			if err != nil {
				t.Fatal(err)
			}
			seen = append(seen, Stringify(v))
		}
	}
	if err := s.End(); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(seen, " "); got != `{"n":1}` {
		t.Error(got)
	}
}

// A reader's error comes through, wherever it happens, and stays.
func TestStreamReadError(t *testing.T) {
	broken := errors.New("connection reset")
	text := `{"a":["x",1.5,true,{"b":"\u00fc"}]}`
	for n := range len(text) {
		s := NewStream(io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(broken)))
		err := s.Skip()
		if !errors.Is(err, broken) {
			t.Fatalf("after %d bytes: %v", n, err)
		}
		if _, err := s.Kind(); !errors.Is(err, broken) {
			t.Fatalf("after %d bytes the error is gone: %v", n, err)
		}
	}
}

// endless gives the same item again and again.
type endless struct {
	item string
	left int
	rest string
}

func (e *endless) Read(b []byte) (int, error) {
	if e.rest == "" {
		if e.left == 0 {
			return 0, io.EOF
		}
		e.left--
		e.rest = e.item
	}
	n := copy(b, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// What is skipped is not kept: 32 MB pass through a few hundred KB.
func TestStreamMemory(t *testing.T) {
	item := strings.Repeat(`{"title":"a long text \" with escapes","n":[1,2.5,-3e8]},`, 100)
	source := io.MultiReader(strings.NewReader("["), &endless{item: item, left: 32 << 20 / len(item)}, strings.NewReader(`"end"]`))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s := NewStream(source)
	if err := s.Skip(); err != nil {
		t.Fatal(err)
	}
	if err := s.End(); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("%d bytes were allocated", n)
	}
	if s.Offset() < 31<<20 {
		t.Errorf("only %d bytes were read", s.Offset())
	}
}

func FuzzStream(f *testing.F) {
	for _, text := range streamSeeds() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { compareStream(t, text) })
}

func BenchmarkStream(b *testing.B) {
	text := response()
	for _, mode := range []string{"skip", "items"} {
		b.Run(mode, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				s := NewStream(strings.NewReader(text))
				if mode == "skip" {
					if err := s.Skip(); err != nil {
						b.Fatal(err)
					}
					continue
				}
				if err := readRows(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// readRows reads the items of `results` one by one.
func readRows(s *Stream) error {
	if err := s.Object(); err != nil {
		return err
	}
	for {
		name, ok, err := s.Key()
		if err != nil || !ok {
			return err
		}
		if name != "results" {
			if err := s.Skip(); err != nil {
				return err
			}
			continue
		}
		if err := s.Array(); err != nil {
			return err
		}
		for {
			more, err := s.More()
			if err != nil {
				return err
			}
			if !more {
				break
			}
			v, err := s.Value()
			if err != nil {
				return err
			}
			if v.Kind() != Object {
				return fmt.Errorf("an item is a %s", v.Kind())
			}
		}
	}
}
