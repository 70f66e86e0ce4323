package template

import (
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Each row: the input as JSON, the filters, the result as JSON or "missing".
// Where JavaScript has the function, the results are Node's.
func TestFilters(t *testing.T) {
	for _, c := range []struct{ in, filters, want string }{
		{`"a b&c/ä😀"`, `encode`, `"a%20b%26c%2F%C3%A4%F0%9F%98%80"`},
		{`"-_.!~*'()Az09"`, `encode`, `"-_.!~*'()Az09"`},
		{`"+%#?=@:$,;[]"`, `encode`, `"%2B%25%23%3F%3D%40%3A%24%2C%3B%5B%5D"`},
		{`".."`, `encode`, `".."`},
		{`20`, `encode`, `"20"`},
		{`"\ud83d"`, `encode`, `error`},
		{`"\ude00x"`, `encode`, `error`},
		{`{}`, `encode`, `error`},

		{`"ÄÖÜẞ"`, `lower`, `"äöüß"`},
		{`"ΟΔΟΣ ΑΣ."`, `lower`, `"οδος ας."`},
		{`"İ"`, `lower`, `"i̇"`},
		{`"A\ud83dB"`, `lower`, `"a\ud83db"`},
		{`"straße ﬁ ŉ"`, `upper`, `"STRASSE FI ʼN"`},
		{`"i"`, `upper`, `"I"`},
		{`true`, `upper`, `"TRUE"`},
		{`1e21`, `upper`, `"1E+21"`},
		{`[]`, `lower`, `error`},

		{`"\u00a0\ufeff\u2003 a b\u2028\n"`, `trim`, `"a b"`},
		{`"\u0085a\u200b"`, `trim`, `"\u0085a\u200b"`},

		{`"Rad ö"`, `base64`, `"UmFkIMO2"`},
		{`""`, `base64`, `""`},
		{`"a?>~"`, `base64`, `"YT8+fg=="`},
		{`"\ud83d"`, `base64`, `"77+9"`},
		{`1.50`, `base64`, `"MS41"`},

		{`"a.b.c"`, `replace:'.','-'`, `"a-b-c"`},
		{`"aaa"`, `replace:'aa','b'`, `"ba"`},
		{`"a"`, `replace:'a','$&$1$$'`, `"$&$1$$"`},
		{`"\ud83d|\ude00"`, `replace:'|',''`, `"😀"`},
		{`10.5`, `replace:'.',','`, `"10,5"`},

		{`"Café Größe 2!"`, `slug`, `"cafe-gro-e-2"`},
		{`"  --Ａ½ﬁ²--  "`, `slug`, `"a1-2fi2"`},
		{`"日本"`, `slug`, `""`},
		{`"İstanbul"`, `slug`, `"istanbul"`},

		{`"a\"b"`, `json`, `"\"a\\\"b\""`},
		{`{"b":[1,null,"ü"],"1":2}`, `json`, `"{\"1\":2,\"b\":[1,null,\"ü\"]}"`},
		{`-0`, `json`, `"0"`},

		{`"a,b,,c"`, `split:','`, `["a","b","","c"]`},
		{`""`, `split:','`, `[""]`},
		{`""`, `split:''`, `[]`},
		{`"a😀b"`, `split:''`, `["a","😀","b"]`},
		{`"a, b"`, `split:', '`, `["a","b"]`},
		{`["a"]`, `split:','`, `error`},

		{`["a",1.50,true,null]`, `join:'-'`, `"a-1.5-true-"`},
		{`[]`, `join:','`, `""`},
		{`["\ud83d","\ude00"]`, `join:''`, `"😀"`},
		{`[[1]]`, `join:','`, `error`},
		{`[{}]`, `join:','`, `error`},

		{`"Fahrrad"`, `slice:0,4`, `"Fahr"`},
		{`"Fahrrad"`, `slice:-3`, `"rad"`},
		{`"Fahrrad"`, `slice:-3,-1`, `"ra"`},
		{`"Fahrrad"`, `slice:5,2`, `""`},
		{`"Fahrrad"`, `slice:-99,99`, `"Fahrrad"`},
		{`"a😀b"`, `slice:1,2`, `"😀"`},
		{`[1,2,3,4]`, `slice:1,-1`, `[2,3]`},
		{`[1,2]`, `slice:2`, `[]`},
		{`{}`, `slice:1`, `error`},

		{`"😀b"`, `first`, `"😀"`},
		{`"b😀"`, `last`, `"😀"`},
		{`[[1],2]`, `first`, `[1]`},
		{`[1,null]`, `last`, `null`},
		{`""`, `first`, `missing`},
		{`[]`, `last`, `missing`},
		{`{}`, `first`, `error`},

		{`" 12.5\n"`, `number`, `12.5`},
		{`"-1.5e-3"`, `number`, `-0.0015`},
		{`"9007199254740993"`, `number`, `9007199254740992`},
		{`"07"`, `number`, `missing`},
		{`"+1"`, `number`, `missing`},
		{`"1."`, `number`, `missing`},
		{`".5"`, `number`, `missing`},
		{`"0x10"`, `number`, `missing`},
		{`"1_0"`, `number`, `missing`},
		{`""`, `number`, `missing`},
		{`"1e999"`, `number`, `missing`},
		{`"Infinity"`, `number`, `missing`},
		{`7`, `number`, `7`},
		{`true`, `number`, `missing`},
		{`[1]`, `number`, `missing`},

		{`2.5`, `round`, `3`},
		{`-2.5`, `round`, `-3`},
		{`0.5`, `round`, `1`},
		{`0.49999999999999994`, `round`, `0`},
		{`-0.4`, `round`, `0`},
		{`1.005`, `round:2`, `1.01`},
		{`1.45`, `round:1`, `1.5`},
		{`9.995`, `round:2`, `10`},
		{`99.5`, `round`, `100`},
		{`1234.5678`, `round:3`, `1234.568`},
		{`1e21`, `round:2`, `1e+21`},
		{`1e-7`, `round:6`, `0`},
		{`5e-7`, `round:6`, `0.000001`},
		{`3`, `round:5`, `3`},

		{`7`, `pad:3,'0'`, `"007"`},
		{`"abc"`, `pad:2,'0'`, `"abc"`},
		{`"5"`, `pad:6,'ab'`, `"ababa5"`},
		{`"ö"`, `pad:3,'😀'`, `"😀😀ö"`},
		{`-7`, `pad:4,'0'`, `"00-7"`},
		{`[]`, `pad:4,'0'`, `error`},
	} {
		in, err := jsonval.ParseString(c.in)
		if err != nil {
			t.Fatal(c.in, err)
		}
		env := Env{Lookup: func(string) (jsonval.Value, bool) { return in, true }}
		v, ok, err := parse(t, `{{ v | `+c.filters+` }}`).Value(env)
		got := "missing"
		if err != nil {
			got = "error"
		} else if ok {
			got = jsonval.Stringify(v)
		}
		want := c.want
		if v, err := jsonval.ParseString(want); err == nil {
			want = jsonval.Stringify(v)
		}
		if got != want {
			t.Errorf("%s | %s gives %s (%v), want %s", c.in, c.filters, got, err, want)
		}
	}
}

// The results are those of Day.js 1.11 with its plugins utc and, for X and x,
// advancedFormat.
func TestDate(t *testing.T) {
	for _, c := range []struct{ in, tokens, want string }{
		{`"2026-11-30T11:42:00+01:00"`, `YYYY-MM-DDTHH:mm:ssZZ`, `2026-11-30T11:42:00+0100`},
		{`"2026-11-30T23:42:07.009-03:30"`, `dddd, D MMMM YY hh:mm:ss.SSS A a Z`, `Monday, 30 November 26 11:42:07.009 PM pm -03:30`},
		{`"2026-01-02T00:05:00Z"`, `d dd ddd M MMM h:m:s a ZZ`, `5 Fr Fri 1 Jan 12:5:0 am +0000`},
		{`"2026-01-02T12:05:00+05:45"`, `H h A Z [Z]`, `12 12 PM +05:45 Z`},
		{`"2026-07-08"`, `D. MMMM YYYY [um] HH:mm [Uhr]`, `8. July 2026 um 00:00 Uhr`},
		{`"2026-11-30T11:42:00+01:00"`, `X x [X]`, `1796035320 1796035320000 X`},
		{`"2026-11-30T11:42:00Z"`, `MMMMM DDD HHH ZZZ SS S T q [] [[a] ]`, `November11 3030 1111 +0000+00:00 SS S T q [] [a ]`},
		{`"0007-01-01T00:00:00Z"`, `YYYY YY`, `0007 07`},

		// ISO 8601, extended and basic; an offset is kept, none is UTC.
		{`"2026"`, `YYYY-MM-DD`, `2026-01-01`},
		{`"2026-05"`, `YYYY-MM-DD`, `2026-05-01`},
		{`"20260507"`, `YYYY-MM-DD`, `2026-05-07`},
		{`"20260507T080910Z"`, `YYYY-MM-DD HH:mm:ss`, `2026-05-07 08:09:10`},
		{`"2026-05-07 08:09"`, `YYYY-MM-DD HH:mm:ss Z`, `2026-05-07 08:09:00 +00:00`},
		{`"2026-05-07t08:09:10,25z"`, `ss.SSS`, `10.250`},
		{`"2026-05-07T08:09:10.123456789+0200"`, `SSS Z`, `123 +02:00`},
		{`"2026-05-07T08:09-08"`, `HH Z`, `08 -08:00`},
		{`"2026-12-31T24:00:00Z"`, `YYYY-MM-DD HH:mm`, `2027-01-01 00:00`},
		{`"2024-02-29"`, `D`, `29`},
		{`" 2026-05-07 "`, `D`, `7`},

		// Numbers: seconds below 1e11, else milliseconds.
		{`0`, `YYYY-MM-DDTHH:mm:ssZ`, `1970-01-01T00:00:00+00:00`},
		{`1732963320`, `YYYY-MM-DD HH:mm:ss`, `2024-11-30 10:42:00`},
		{`1732963320.5`, `ss.SSS`, `00.500`},
		{`1732963320123`, `YYYY-MM-DD HH:mm:ss.SSS`, `2024-11-30 10:42:00.123`},
		{`99999999999`, `YYYY-MM-DD`, `5138-11-16`},
		{`100000000000`, `YYYY-MM-DD`, `1973-03-03`},
		{`-1`, `YYYY-MM-DD HH:mm:ss X x`, `1969-12-31 23:59:59 -1 -1000`},

		{`"2026-02-30"`, `D`, `error`},
		{`"2026-13-01"`, `D`, `error`},
		{`"2026-00-01"`, `D`, `error`},
		{`"2025-02-29"`, `D`, `error`},
		{`"2026-05-07T25:00"`, `D`, `error`},
		{`"2026-05-07T24:01"`, `D`, `error`},
		{`"2026-05-07T08:60"`, `D`, `error`},
		{`"2026-05-07T08:09:60"`, `D`, `error`},
		{`"2026-05-07T08"`, `D`, `error`},
		{`"2026-05-07T"`, `D`, `error`},
		{`"2026-05-07T08:09:10."`, `D`, `error`},
		{`"2026-05-07T08:09+24:00"`, `D`, `error`},
		{`"2026-05-07T08:09 CET"`, `D`, `error`},
		{`"2026-5-7"`, `D`, `error`},
		{`"07.05.2026"`, `D`, `error`},
		{`"1732963320"`, `D`, `error`},
		{`"today"`, `D`, `error`},
		{`""`, `D`, `error`},
		{`8.65e15`, `D`, `error`},
		{`true`, `D`, `error`},
	} {
		in, err := jsonval.ParseString(c.in)
		if err != nil {
			t.Fatal(c.in, err)
		}
		v, _, failure := dateFilter.apply(in, textArgs(c.tokens), Env{})
		got := v.Str()
		if failure != nil {
			got = "error"
		}
		if got != c.want {
			t.Errorf("%s | date:'%s' gives %s, want %s", c.in, c.tokens, got, c.want)
		}
	}
}
