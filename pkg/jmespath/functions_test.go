package jmespath

import (
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

func TestFunctions(t *testing.T) {
	tests := []struct{ expr, want string }{
		{"abs(`-2.5`)", "2.5"}, {"abs(`-0`)", "0"},
		{"avg(`[1,2]`)", "1.5"}, {"avg(`[]`)", "null"},
		{"ceil(`1.2`)", "2"}, {"ceil(`-0.5`)", "0"}, {"floor(`-1.5`)", "-2"},
		{"sum(`[0.1,0.2,0.3]`)", "0.6000000000000001"}, {"sum(`[]`)", "0"},

		// contains compares by value; nothing but a text is in a text.
		{"contains(`[1,[2],{\"a\":1,\"b\":2}]`, `[2]`)", "true"},
		{"contains(`[{\"a\":1,\"b\":2}]`, `{\"b\":2,\"a\":1}`)", "true"},
		{"contains(`[\"1\"]`, `1`)", "false"},
		{"contains('a😀b', '😀')", "true"}, {"contains('abc', '')", "true"},
		{"contains('abc', `1`)", "false"}, {"contains('null', `null`)", "false"},
		{"starts_with('abc', 'ab')", "true"}, {"starts_with('a', 'ab')", "false"},
		{"ends_with('abc', 'bc')", "true"}, {"ends_with('a', 'aaa')", "false"},

		// Places count code points; the end is not reached.
		{"find_first('Straße', 'e')", "5"},
		{"find_first('a😀b😀', '😀')", "1"}, {"find_last('a😀b😀', '😀')", "3"},
		{"find_first('abcabc', 'c', `3`)", "5"}, {"find_first('abcabc', 'c', `0`, `2`)", "null"},
		{"find_first('abcabc', 'c', `0`, `3`)", "2"}, {"find_last('abcabc', 'c', `0`, `5`)", "2"},
		{"find_first('abcabc', 'c', `-3`)", "5"}, {"find_first('abc', 'c', `-99`, `99`)", "2"},
		{"find_first('abc', 'c', `1`, `-1`)", "null"}, {"find_first('abc', 'b', `1`, `-1`)", "1"},
		{"find_first('abc', 'a', `9`)", "null"}, {"find_first('abc', 'a', `2`, `1`)", "null"},
		{"find_first('abc', 'a', `0`, `0`)", "null"},
		{"find_first('', 'a')", "null"}, {"find_first('a', '')", "null"}, {"find_last('', '')", "null"},

		{"join(', ', `[\"a\",\"b\"]`)", `"a, b"`}, {"join('-', `[]`)", `""`}, {"join('-', `[\"a\"]`)", `"a"`},
		{"join('', `[\"\\ud83d\",\"\\ude00\"]`)", `"😀"`}, // halves that meet are one character
		{"length('a😀b')", "3"}, {"length(`\"e\\u0301\"`)", "2"}, {"length(`\"\\ud83d\"`)", "1"},
		{"length(`[1,2]`)", "2"}, {"length(`{\"a\":1}`)", "1"}, {"length('')", "0"},

		// Case mapping is full.
		{"upper('straße ŉ ﬁ')", `"STRASSE ʼN FI"`}, {"lower('ΟΔΟΣ ΑΣ')", `"οδος ας"`}, {"lower('İ')", `"i̇"`},
		{"upper('abc')", `"ABC"`}, {"lower('ABC')", `"abc"`}, {"upper(`\"é\\ud83dé\"`)", `"É\ud83dÉ"`},

		{"pad_left('7', `3`, '0')", `"007"`}, {"pad_right('a😀', `4`, '😀')", `"a😀😀😀"`},
		{"pad_left('Straße', `8`)", `"  Straße"`}, {"pad_left('', `3`, '-')", `"---"`},
		{"pad_left('abc', `2`)", `"abc"`}, {"pad_right('abc', `0`)", `"abc"`},

		{"replace('2026-11-07', '-', '')", `"20261107"`},
		{"replace('aaa', 'a', 'b', `2`)", `"bba"`}, {"replace('aaa', 'a', 'b', `0`)", `"aaa"`}, {"replace('aaa', 'a', 'b', `9`)", `"bbb"`},
		{"replace('ab', 'a', 'ba', `2`)", `"bab"`}, // what was inserted is not searched
		{"replace('a.b', '.', '$&')", `"a$&b"`}, {"replace('a.b', '.', '$&', `1`)", `"a$&b"`},
		{"replace('a😀b', '', '-')", `"a-😀-b"`}, {"replace('', '', '-')", `""`}, {"replace('ab', '', '-', `1`)", `"-ab"`},

		{"reverse('a😀b')", `"b😀a"`}, {"reverse(`[1,2,3]`)", "[3,2,1]"}, {"reverse('')", `""`}, {"reverse(`[]`)", "[]"},
		{"reverse(`\"\\ude00\\ud83d\"`)", `"😀"`},

		{"split('a,b,c', ',')", `["a","b","c"]`}, {"split('a,b,c', ',', `1`)", `["a","b,c"]`},
		{"split('a,b,c', ',', `5`)", `["a","b","c"]`}, {"split('a,b,c', ',', `0`)", `["a,b,c"]`},
		{"split('a😀b', '')", `["a","😀","b"]`}, {"split('Straße', '', `2`)", `["S","t","raße"]`}, {"split('ab', '', `9`)", `["a","b"]`},
		{"split('', ',')", `[""]`}, {"split('', '')", "[]"}, {"split('/', '/')", `["",""]`},

		// White space is JavaScript's, and U+0085.
		{"trim(`\"\\ufeff\\u00a0\\u0085\\u2028 x \\t\\n\"`)", `"x"`}, {"trim(`\"\\u200bx\"`)", "\"\u200bx\""},
		{"trim('xxaxx', 'x')", `"a"`}, {"trim_left('00120', '0')", `"120"`}, {"trim_right('a😀😀', '😀')", `"a"`},
		{"trim(' a ', '')", `"a"`}, {"trim('')", `""`}, {"trim('   ')", `""`}, {"trim_right(' a ')", `" a"`}, {"trim_left(' a ')", `"a "`},
		{"trim(`\"\\ud83da\\ud83d\"`, `\"\\ud83d\"`)", `"a"`},

		// to_number reads exactly the grammar of JSON.
		{"to_number('1e3')", "1000"}, {"to_number('-0.5')", "-0.5"}, {"to_number(`7`)", "7"},
		{"to_number('9007199254740993')", "9007199254740992"},
		{"to_number('07')", "null"}, {"to_number('')", "null"}, {"to_number(' 1')", "null"}, {"to_number('1\n')", "null"},
		{"to_number('+1')", "null"}, {"to_number('.5')", "null"}, {"to_number('1.')", "null"}, {"to_number('0x10')", "null"},
		{"to_number('1_000')", "null"}, {"to_number('Infinity')", "null"}, {"to_number('1e400')", "null"}, {"to_number('-')", "null"},
		{"to_number('1 1')", "null"}, {"to_number('12,5')", "null"}, {"to_number('٣')", "null"},
		{"to_number(`true`)", "null"}, {"to_number(`[1]`)", "null"}, {"to_number(`null`)", "null"},
		{"to_number(trim_left('07', '0')) || `0`", "7"}, {"to_number(trim_left('00', '0')) || `0`", "0"},

		{"to_string('a')", `"a"`}, {"to_string(`1.10`)", `"1.1"`}, {"to_string(`null`)", `"null"`},
		{"to_string({z: `1`, a: '<&>\"'})", `"{\"z\":1,\"a\":\"<&>\\\"\"}"`},
		{"to_string(`[1e21,1e-7,-0,\"\\ud83d\"]`)", `"[1e+21,1e-7,0,\"\\ud83d\"]"`},
		{"to_array('a')", `["a"]`}, {"to_array(`[1]`)", "[1]"}, {"to_array(`null`)", "[null]"},
		{"type(`null`)", `"null"`}, {"type(`true`)", `"boolean"`}, {"type(`1`)", `"number"`}, {"type('')", `"string"`},
		{"type(`[]`)", `"array"`}, {"type(`{}`)", `"object"`},
		{"not_null(`null`, `false`, 'a')", "false"}, {"not_null(`null`)", "null"},

		// Objects keep JavaScript's order of members.
		{"keys(`{\"b\":1,\"10\":2,\"2\":3,\"01\":4,\"a\":5}`)", `["2","10","b","01","a"]`},
		{"values(`{\"b\":1,\"10\":2,\"2\":3}`)", "[3,2,1]"},
		{"items(`{\"b\":1,\"2\":3}`)", `[["2",3],["b",1]]`},
		{"from_items(`[[\"b\",1],[\"a\",2],[\"b\",3],[\"2\",4]]`)", `{"2":4,"b":3,"a":2}`},
		{"from_items(zip(['z', 'a'], `[1,2]`))", `{"z":1,"a":2}`},
		{"from_items(`[[\"__proto__\",1]]`)", `{"__proto__":1}`},
		{"merge(`{\"b\":1,\"a\":2}`, `{\"c\":3,\"b\":4}`, `{\"1\":5}`)", `{"1":5,"b":4,"a":2,"c":3}`},
		{"zip(`[1,2,3]`, ['a', 'b'])", `[[1,"a"],[2,"b"]]`}, {"zip(`[]`)", "[]"},
		{"map(&a, `[{\"a\":1},{}]`)", "[1,null]"}, // map keeps null
		{"map(&@ * `2`, `[1,2]`)", "[2,4]"},

		// Sorting is stable, numbers by value and texts by code point.
		{"sort(`[10,9,1]`)", "[1,9,10]"}, {"sort(['b', 'a', 'B', '10', '9', 'ä', 'ab'])", `["10","9","B","a","ab","b","ä"]`},
		{"sort(['😀', 'ｚ'])", `["ｚ","😀"]`}, {"sort(`[]`)", "[]"},
		{"sort(['longer than eight b', 'longer than eight a', 'longer t'])", `["longer t","longer than eight a","longer than eight b"]`},
		{"sort_by(`[{\"k\":\"a\",\"i\":1},{\"k\":\"\",\"i\":2},{\"k\":\"a\",\"i\":3}]`, &k)[*].i", "[2,1,3]"},
		{"sort_by(`[{\"k\":2,\"i\":1},{\"k\":1,\"i\":2},{\"k\":2,\"i\":3}]`, &k)[*].i", "[2,1,3]"},
		{"sort_by(`[[2,1],[0],[3]]`, &sort(@)[0])", "[[0],[2,1],[3]]"},
		{"max(`[1,3,2]`)", "3"}, {"min(`[]`)", "null"}, {"max(['b', 'a', 'B'])", `"b"`}, {"min(['Äpfel', 'Desk'])", `"Desk"`},
		{"max_by(`[-1,0]`, &@)", "0"}, {"max_by(`[]`, &@)", "null"},
		{"max_by(`[{\"k\":\"a\"},{\"k\":\"b\"}]`, &k)", `{"k":"b"}`},
		{"min_by(`[{\"k\":1,\"i\":1},{\"k\":1,\"i\":2}]`, &k).i", "1"}, // the first of several

		// group_by keeps the order in which the groups began, and leaves out what has no key.
		{"group_by(`[{\"k\":\"z\",\"i\":1},{\"k\":\"a\",\"i\":2},{\"i\":3},{\"k\":\"z\",\"i\":4}]`, &k)",
			`{"z":[{"k":"z","i":1},{"k":"z","i":4}],"a":[{"k":"a","i":2}]}`},
		{"group_by(`[]`, &k)", "{}"},
		{"keys(group_by(`[{\"k\":\"b\"},{\"k\":\"2\"},{\"k\":\"1\"}]`, &k))", `["1","2","b"]`},
	}
	for _, tt := range tests {
		got, err := search(tt.expr, jsonval.NullValue())
		if err != nil {
			t.Errorf("%s: %v", tt.expr, err)
		} else if s := jsonval.Stringify(got); s != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.expr, s, tt.want)
		}
	}
}

func TestFunctionTable(t *testing.T) {
	table := Functions()
	if len(table) != 41 {
		t.Errorf("there are %d functions, want 41", len(table))
	}
	if !slices.IsSortedFunc(table, func(a, b Function) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the functions are not sorted by name, which looking them up needs")
	}
	for i := range table {
		f := &table[i]
		if lookup(f.Name) == nil {
			t.Errorf("%s is not found", f.Name)
		}
		for j, p := range f.Params {
			if p.Variadic && j != len(f.Params)-1 || p.Optional && j == 0 {
				t.Errorf("%s: the parameter %s cannot be what it is said to be", f.Name, p.Name)
			}
		}
	}
}

func TestSignature(t *testing.T) {
	for name, want := range map[string]string{
		"split":   "split(subject, search, [count])",
		"map":     "map(&expression, elements)",
		"merge":   "merge(object, …)",
		"sort_by": "sort_by(elements, &key)",
	} {
		if got := lookup(name).Signature(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
