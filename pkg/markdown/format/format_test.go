package format

import (
	"strings"
	"testing"
	"time"

	"github.com/wield-run/wield/internal/conformance"
	"github.com/wield-run/wield/pkg/jsonval"
)

// print gives the text of a value in a format; "text: …" where it does not
// fit and is printed as text.
func print(t testing.TB, f Format, json string) string {
	t.Helper()
	v, err := jsonval.ParseString(json)
	if err != nil {
		t.Fatalf("%s: %v", json, err)
	}
	if f.Empty(v) {
		return "empty"
	}
	text, fits := f.Append(nil, v)
	if !fits {
		return "text: " + string(text)
	}
	return string(text)
}

func check(t *testing.T, f Format, cases [][2]string) {
	t.Helper()
	for _, c := range cases {
		if got := print(t, f, c[0]); got != c[1] {
			t.Errorf("%s of %s: %s, want %s", f, c[0], got, c[1])
		}
	}
}

func TestText(t *testing.T) {
	check(t, Text, [][2]string{
		{`"a"`, "a"}, {`12.50`, "12.50"}, {`9007199254740993`, "9007199254740993"}, {`1e3`, "1e3"}, {`true`, "true"}, {`false`, "false"}, {`0`, "0"},
		{`null`, "empty"}, {`""`, "empty"}, {`[]`, "empty"}, {`[null,""]`, "empty"}, {`[null,0]`, "0"}, {`[[]]`, "[[]]"}, {`{}`, "{}"},
		{`["a","b"]`, "a, b"}, {`[1.50,null,"",true]`, "1.50, true"}, {`[1,{"x":2.0}]`, `[1,{"x":2.0}]`}, {`{"b":1,"a":[]}`, `{"b":1,"a":[]}`},
	})
}

func TestNumber(t *testing.T) {
	check(t, Number, [][2]string{
		{`1234567.5`, "1234567.5"}, {`1.50`, "1.50"}, {`12345678901234567890123.10`, "12345678901234567890123.10"}, {`-5`, "-5"},
		{`1e3`, "1000"}, {`1.5E+3`, "1500"}, {`1.50e1`, "15.0"}, {`1e-3`, "0.001"}, {`12.5e-4`, "0.00125"}, {`1e20`, "100000000000000000000"}, {`1e21`, "1e21"}, {`1e-20`, "0.00000000000000000001"}, {`1e-21`, "1e-21"}, {`1e400`, "1e400"}, {`1e99999999999999999999`, "1e99999999999999999999"},
		{`-0`, "0"}, {`-0.00`, "0.00"}, {`0e5`, "0"}, {`0.0e1`, "0"}, {`-1e2`, "-100"},
		{`"12.5"`, "12.5"}, {`"-3"`, "-3"}, {`"1e2"`, "100"}, {`"007"`, "text: 007"}, {`"1,234"`, "text: 1,234"}, {`" 1"`, "text:  1"}, {`"+1"`, "text: +1"}, {`".5"`, "text: .5"}, {`"1."`, "text: 1."}, {`"NaN"`, "text: NaN"}, {`"0x10"`, "text: 0x10"},
		{`true`, "text: true"}, {`null`, "empty"}, {`""`, "empty"}, {`{"a":1}`, `text: {"a":1}`},
		{`[1.50,"2",null]`, "1.50, 2"}, {`[1,"x"]`, "text: 1, x"},
	})
}

func TestInteger(t *testing.T) {
	check(t, Integer, [][2]string{
		{`5`, "5"}, {`5.0`, "5"}, {`-5.00`, "-5"}, {`1e2`, "100"}, {`1.50e1`, "15"}, {`12345678901234567890`, "12345678901234567890"}, {`1e400`, "1e400"}, {`-0.0`, "0"},
		{`1.5`, "text: 1.5"}, {`15e-1`, "text: 15e-1"}, {`1e-400`, "text: 1e-400"}, {`"007"`, "text: 007"}, {`"7"`, "7"},
	})
}

func TestBoolean(t *testing.T) {
	check(t, Boolean, [][2]string{
		{`true`, "true"}, {`false`, "false"}, {`"TRUE"`, "true"}, {`"False"`, "false"}, {`1`, "true"}, {`0`, "false"}, {`1.0`, "true"},
		{`2`, "text: 2"}, {`"yes"`, "text: yes"}, {`"1"`, "text: 1"}, {`null`, "empty"}, {`[true,0]`, "true, false"},
	})
}

func TestDate(t *testing.T) {
	check(t, Date, [][2]string{
		// ISO 8601: its own precision and offset.
		{`"2026-03-01"`, "2026-03-01"}, {`"2026-03-01T12:00"`, "2026-03-01T12:00"}, {`"2026-03-01T12:00:00Z"`, "2026-03-01T12:00:00Z"}, {`"2026-03-01t12:00:00z"`, "2026-03-01T12:00:00Z"},
		{`"2026-03-01 12:00:00"`, "2026-03-01T12:00:00"}, {`"2026-03-01T12:00:00+02:00"`, "2026-03-01T12:00:00+02:00"}, {`"2026-03-01T12:00:00-0330"`, "2026-03-01T12:00:00-03:30"}, {`"2026-03-01T12:00:00+02"`, "2026-03-01T12:00:00+02:00"},
		{`"2026-03-01T12:00:00.123456Z"`, "2026-03-01T12:00:00.123456Z"}, {`"2026-03-01T12:00:00,5Z"`, "2026-03-01T12:00:00.5Z"}, {`"2026-03-01 12:00:00 +0200"`, "2026-03-01T12:00:00+02:00"}, {`"2026-03-01 12:00:00 UTC"`, "2026-03-01T12:00:00Z"},
		{`"2024-02-29"`, "2024-02-29"}, {`"2000-02-29"`, "2000-02-29"}, {`"2026-12-31T23:59:60Z"`, "2026-12-31T23:59:60Z"}, {`" 2026-03-01\n"`, "2026-03-01"},
		{`"2026-02-29"`, "text: 2026-02-29"}, {`"1900-02-29"`, "text: 1900-02-29"}, {`"2026-13-01"`, "text: 2026-13-01"}, {`"2026-04-31"`, "text: 2026-04-31"}, {`"2026-03-01T24:00"`, "text: 2026-03-01T24:00"}, {`"2026-03-01T12:60"`, "text: 2026-03-01T12:60"}, {`"0000-01-01"`, "text: 0000-01-01"},
		{`"2026-03"`, "text: 2026-03"}, {`"2026-3-1"`, "text: 2026-3-1"}, {`"2026-03-01T"`, "text: 2026-03-01T"}, {`"2026-03-01Z"`, "text: 2026-03-01Z"}, {`"2026-03-01T12"`, "text: 2026-03-01T12"}, {`"2026-03-01T12:00:00."`, "text: 2026-03-01T12:00:00."}, {`"2026-03-01T12:00+25:00"`, "text: 2026-03-01T12:00+25:00"}, {`"2026-03-01T12:00:00Zx"`, "text: 2026-03-01T12:00:00Zx"},
		// Mail and HTTP headers.
		{`"Sun, 01 Mar 2026 12:00:00 GMT"`, "2026-03-01T12:00:00Z"}, {`"1 Mar 2026 12:00 +0200"`, "2026-03-01T12:00+02:00"}, {`"Sun, 1 Mar 2026 12:00:00 EST"`, "2026-03-01T12:00:00-05:00"}, {`"Sun, 1 Mar 2026 12:00:00 PDT"`, "2026-03-01T12:00:00-07:00"}, {`"Sun, 1 Mar 2026 12:00:00 EDT"`, "2026-03-01T12:00:00-04:00"}, {`"Sun, 1 Mar 2026 12:00:00 -0000 (UTC)"`, "2026-03-01T12:00:00Z"},
		{`"Sun, 30 Feb 2026 12:00:00 GMT"`, "text: Sun, 30 Feb 2026 12:00:00 GMT"}, {`"So, 1 Mar 2026 12:00:00 GMT"`, "text: So, 1 Mar 2026 12:00:00 GMT"}, {`"1 Mar 26 12:00 GMT"`, "text: 1 Mar 26 12:00 GMT"}, {`"1 März 2026 12:00 GMT"`, "text: 1 März 2026 12:00 GMT"},
		// Epoch seconds and milliseconds, told apart by size.
		{`1767225600`, "2026-01-01T00:00:00Z"}, {`1767225600000`, "2026-01-01T00:00:00Z"}, {`1767225600123`, "2026-01-01T00:00:00.123Z"}, {`"1767225600"`, "2026-01-01T00:00:00Z"}, {`1767225600.25`, "2026-01-01T00:00:00.25Z"}, {`1767225600.0`, "2026-01-01T00:00:00Z"}, {`1.7672256e9`, "2026-01-01T00:00:00Z"}, {`1767225600123.5`, "2026-01-01T00:00:00.1235Z"}, {`"1767225600.000100"`, "2026-01-01T00:00:00.0001Z"},
		{`100000000`, "1973-03-03T09:46:40Z"}, {`99999999`, "text: 99999999"}, {`99999999999`, "5138-11-16T09:46:39Z"}, {`100000000000`, "1973-03-03T09:46:40Z"}, {`99999999999999`, "5138-11-16T09:46:39.999Z"}, {`100000000000000`, "text: 100000000000000"}, {`0`, "text: 0"}, {`-1767225600`, "text: -1767225600"}, {`20260301`, "text: 20260301"},
		// .NET.
		{`"/Date(1767225600000)/"`, "2026-01-01T00:00:00Z"}, {`"/Date(1767225600000+0200)/"`, "2026-01-01T02:00:00+02:00"}, {`"/Date(1767225600000-0330)/"`, "2025-12-31T20:30:00-03:30"}, {`"/Date(-1)/"`, "1969-12-31T23:59:59.999Z"}, {`"/Date(0)/"`, "1970-01-01T00:00:00Z"}, {`"/Date(-62135596800000)/"`, "0001-01-01T00:00:00Z"}, {`"/Date(-62135596800001)/"`, "text: /Date(-62135596800001)/"}, {`"/Date(99999999999999999)/"`, "text: /Date(99999999999999999)/"}, {`"/Date(x)/"`, "text: /Date(x)/"},
		// Anything else is text.
		{`"01/02/2026"`, "text: 01/02/2026"}, {`"yesterday"`, "text: yesterday"}, {`true`, "text: true"}, {`{}`, "text: {}"}, {`["2026-03-01","2026-03-02"]`, "2026-03-01, 2026-03-02"},
	})
}

// Every day of 400 years is the one that the standard library knows.
func TestCivil(t *testing.T) {
	day := time.Date(1799, 12, 31, 0, 0, 0, 0, time.UTC)
	for range 146_100 {
		day = day.AddDate(0, 0, 1)
		y, m, d := civil(day.Unix() / 86_400)
		if day.Unix()%86_400 != 0 || y != day.Year() || m != int(day.Month()) || d != day.Day() {
			t.Fatalf("%v: %d-%d-%d", day, y, m, d)
		}
		if daysIn(y, m) < d {
			t.Fatalf("%v: only %d days", day, daysIn(y, m))
		}
	}
}

func TestOthers(t *testing.T) {
	check(t, URL, [][2]string{{`"x"`, "x"}, {`1`, "text: 1"}, {`["a","b"]`, "a, b"}})
	check(t, Code, [][2]string{{`"a\nb"`, "a\nb"}, {`{"x":1.0}`, `{"x":1.0}`}})
	check(t, JSON, [][2]string{{`{"b":1,"a":[1.50]}`, `{"b":1,"a":[1.50]}`}, {`"x"`, `"x"`}, {`null`, "null"}, {`[]`, "empty"}, {`[null,""]`, `[null,""]`}, {`""`, "empty"}, {`0`, "0"}})
}

func TestNames(t *testing.T) {
	for i, name := range Names() {
		f, ok := Parse(name)
		if !ok || int(f) != i || f.String() != name {
			t.Errorf("%s: %v %v", name, f, ok)
		}
		if f.Numeric() != (name == "number" || name == "integer") {
			t.Errorf("%s: %v", name, f.Numeric())
		}
	}
	if _, ok := Parse("money"); ok {
		t.Error("money is no format")
	}
}

// The text of each recorded case; what stands around it is the renderer's.
func TestConformance(t *testing.T) {
	var file struct {
		Cases []struct{ Format, JSON, Cell, Note string }
	}
	conformance.JSON(t, "render/format-cases.json", &file)
	if len(file.Cases) != 66 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		f, ok := Parse(c.Format)
		if !ok {
			t.Fatal(c.Format)
		}
		if f == URL || f == Image || f == JSON || f == Code {
			continue // with their Markdown in the renderer's test
		}
		got := print(t, f, c.JSON)
		got, misfit := strings.CutPrefix(got, "text: ")
		if got == "empty" {
			got = ""
		}
		// A note says where a warning is wanted.
		if wanted := strings.Contains(c.Note, "text") || strings.Contains(c.Note, "warning"); f != Text && got != c.Cell || f == Text && got != c.Cell || f != Text && misfit != wanted {
			t.Errorf("%s of %s: %q, want %q (%s)", c.Format, c.JSON, got, c.Cell, c.Note)
		}
	}
}

// Whatever is read as a number or date has only the characters of one, and
// what is read once is read the same again.
func FuzzAppend(f *testing.F) {
	for _, s := range []string{`1e3`, `-0.00`, `"12.5e-3"`, `1767225600.5`, `"2026-03-01 12:00:00 +0200"`, `"Sun, 01 Mar 2026 12:00:00 GMT"`, `"/Date(1-0200)/"`, `[1,2]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := jsonval.ParseString(text)
		if err != nil {
			return
		}
		for format, alphabet := range map[Format]string{Number: "-0123456789.eE+, ", Integer: "-0123456789eE+., ", Boolean: "truefals, ", Date: "0123456789-:T.+Z, "} {
			out, fits := format.Append(nil, v)
			if !fits {
				continue
			}
			if strings.Trim(string(out), alphabet) != "" {
				t.Fatalf("%s of %s: %q", format, text, out)
			}
			if v.Kind() == jsonval.Array || len(out) == 0 {
				continue
			}
			again, fits := format.Append(nil, jsonval.StringValue(string(out)))
			if !fits || string(again) != string(out) {
				t.Fatalf("%s of %s: %q, read again %q", format, text, out, again)
			}
		}
	})
}
