package jmespath

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	gojmespath "github.com/jmespath-community/go-jmespath"

	"github.com/wield-run/wield/pkg/jsonval"
)

// commonData is what the expressions of the common ground are about.
const commonData = `{
	"items": [
		{"id": 3, "name": "bell", "price": 12.5, "on": true, "tags": ["b", "a"], "brand": {"name": "Ax", "land": "DE"}, "parts": [{"n": 1}, {"n": 4}]},
		{"id": 1, "name": "Axle", "price": 4, "on": false, "tags": [], "brand": null, "parts": []},
		{"id": 2, "name": "chain, long", "price": 12.5, "on": true, "tags": ["c"], "brand": {"name": "Bo"}, "parts": [{"n": 2}]},
		{"id": 5, "name": "", "price": -1, "on": false, "tags": ["a", "a", "d"], "brand": {"name": "Ax", "land": "AT"}, "parts": [{"n": 0}, {"m": 1}, {"n": 0}]},
		{"id": 4, "name": "bell", "price": 0, "on": true, "tags": ["e"], "brand": {}, "parts": [{"n": 7}]}
	],
	"words": ["pear", "fig", "apple", "fig", ""],
	"numbers": [4, 1, 3.5, -2, 0, 3.5],
	"nested": [[1, 2], [[3], 4], [], 5, null, "x", {"a": [6]}],
	"empty": [], "none": null, "no": false, "zero": 0, "text": "a, b,c",
	"deep": {"a": {"b": {"c": [{"d": 1}, {"d": [2, 3]}, {"e": 4}]}}}
}`

// common makes expressions that every implementation has to read alike: each
// byte of its choices decides one step, so a changed byte changes one part.
// What it leaves out is where go-jmespath is known to differ: the order of an
// object's members, ternaries, slices of texts, arithmetic and order of what
// are no numbers, division by zero, indices in texts, functions on arguments
// of another type, what sort_by does to the list it was given, contains with an
// array or object, split of an empty text.
type common struct {
	choices []byte
	depth   int
}

// n chooses one of so many; the first when nothing is left to choose from.
func (g *common) n(of int) int {
	if len(g.choices) == 0 {
		return 0
	}
	b := g.choices[0]
	g.choices = g.choices[1:]
	return int(b) % of
}

func (g *common) pick(of ...string) string { return of[g.n(len(of))] }

// one makes one of the forms. Too deep inside, it is the first.
func (g *common) one(forms ...func() string) string {
	if g.depth > 5 {
		return forms[0]()
	}
	g.depth++
	defer func() { g.depth-- }()
	return forms[g.n(len(forms))]()
}

// number makes an expression that gives a number. In scope says whether it
// stands where the current value is one of the items.
func (g *common) number(item bool) string {
	return g.one(
		func() string {
			if item {
				return g.pick("id", "price", "length(tags)", "@.id", "length(name)", "`2`")
			}
			return g.pick("zero", "$.zero", "`3`", "`-1.5`", "items[0].id", "length(words)", "numbers[-1]")
		},
		func() string {
			return "(" + g.number(item) + g.pick(" + ", " - ", " * ", "+", "-", " × ", " − ") + g.number(item) + ")"
		},
		func() string { return g.pick("abs", "ceil", "floor") + "(" + g.number(item) + ")" },
		func() string { return "sum(" + g.numbers(item) + ")" },
		func() string { return "(" + g.pick("max", "min", "avg") + "(" + g.numbers(item) + ") || `0`)" },
		func() string { return "length(" + g.list(item) + ")" },
		func() string { return "length(" + g.text(item) + ")" },
		func() string { return "to_number(to_string(" + g.number(item) + "))" },
		func() string {
			return "(" + g.number(item) + g.pick(" % ", " / ", " // ", " ÷ ") + g.pick("`2`", "`-4`", "`0.5`") + ")"
		},
		func() string { return "(let $n = " + g.number(item) + " in $n * " + g.number(item) + ")" },
	)
}

func (g *common) text(item bool) string {
	return g.one(
		func() string {
			if item {
				return g.pick("name", "@.name", "'x'", "to_string(id)")
			}
			return g.pick("text", "words[0]", "'b'", "items[1].name", "''", "`\"c\"`")
		},
		func() string {
			return g.pick("upper", "lower", "trim", "trim_left", "trim_right", "reverse") + "(" + g.text(item) + ")"
		},
		func() string { return g.pick("trim", "trim_left", "trim_right") + "(" + g.text(item) + ", 'abx ')" },
		func() string { return "join(" + g.text(item) + ", " + g.texts(item) + ")" },
		func() string {
			return "to_string(" + g.pick("`true`", "`null`", "`[1, \"a\"]`", "'x'", "id", "zero") + ")"
		},
		func() string {
			return "replace(" + g.text(item) + ", " + g.pick("'a'", "'b'", "', '") + ", " + g.text(item) + ")"
		},
		func() string {
			return g.pick("pad_left", "pad_right") + "(" + g.text(item) + ", `" + g.pick("0", "3", "9") + "`, '" + g.pick("-", " ") + "')"
		},
		func() string { return "type(" + g.any(item) + ")" },
		func() string { return "(" + g.boolean(item) + " && " + g.text(item) + " || " + g.text(item) + ")" },
	)
}

func (g *common) boolean(item bool) string {
	return g.one(
		func() string {
			if item {
				return g.pick("on", "!on", "id == `2`", "`true`")
			}
			return g.pick("no", "`true`", "!items", "zero == `0`")
		},
		func() string {
			return "(" + g.number(item) + g.pick(" < ", " <= ", " > ", " >= ", "==", " != ") + g.number(item) + ")"
		},
		func() string { return "(" + g.any(item) + g.pick(" == ", " != ") + g.any(item) + ")" },
		func() string {
			return "(" + g.boolean(item) + g.pick(" && ", " || ", "&&", "||") + g.boolean(item) + ")"
		},
		func() string { return "!" + g.boolean(item) },
		func() string { return "!(" + g.any(item) + ")" },
		func() string { return "contains(" + g.texts(item) + ", " + g.text(item) + ")" },
		func() string {
			return g.pick("contains", "starts_with", "ends_with") + "(" + g.text(item) + ", " + g.text(item) + ")"
		},
		func() string { return "contains(" + g.numbers(item) + ", " + g.number(item) + ")" },
	)
}

// numbers makes a list of numbers.
func (g *common) numbers(item bool) string {
	return g.one(
		func() string {
			if item {
				return g.pick("[id, price]", "$.numbers", "parts[].n", "`[1, 2]`")
			}
			return g.pick("numbers", "items[*].price", "items[].parts[].n", "`[3, 1, 2]`", "items[].id")
		},
		func() string {
			return "(" + g.items(item) + ")[*]." + g.pick("id", "price", "length(tags)", "parts[] | [].n | []")
		},
		func() string { return "map(&" + g.number(true) + ", " + g.items(item) + ")" },
		func() string { return "[" + g.number(item) + ", " + g.number(item) + "]" },
		func() string { return g.pick("sort", "reverse") + "(" + g.numbers(item) + ")" },
		func() string { return "(" + g.numbers(item) + ")" + g.slice() },
		func() string {
			return "(" + g.numbers(item) + ")[?@ " + g.pick("<", ">=", "!=") + " `" + g.pick("2", "0", "3.5") + "`]"
		},
	)
}

func (g *common) texts(item bool) string {
	return g.one(
		func() string {
			if item {
				return g.pick("tags", "[name]", "$.words")
			}
			return g.pick("words", "items[].name", "items[].tags[]", "(items[*].tags | [])", "`[\"b\", \"a\"]`")
		},
		func() string { return "(" + g.items(item) + ")[*].name" },
		func() string { return "map(&" + g.text(true) + ", " + g.items(item) + ")" },
		func() string { return "[" + g.text(item) + ", " + g.text(item) + "]" },
		func() string { return g.pick("sort", "reverse") + "(" + g.texts(item) + ")" },
		func() string { return "(" + g.texts(item) + ")" + g.slice() },
		func() string {
			return "split(join('', ['z', " + g.text(item) + "]), " + g.pick("','", "'a'", "', '") + ")"
		},
		func() string { return "sort(keys(" + g.object(item) + "))" },
	)
}

// items makes a list of some of the items.
func (g *common) items(item bool) string {
	return g.one(
		func() string {
			if item {
				return g.pick("[@]", "$.items")
			}
			return g.pick("items", "$.items", "items[]", "@.items[*]", "empty")
		},
		func() string { return "(" + g.items(item) + ")[?" + g.boolean(true) + "]" },
		func() string { return "(" + g.items(item) + " | [?" + g.boolean(true) + "] | [*])" },
		func() string { return "sort_by((" + g.items(item) + ")[*], &" + g.number(true) + ")" },
		func() string { return "sort_by((" + g.items(item) + ")[*], &" + g.text(true) + ")" },
		func() string { return "(" + g.items(item) + ")" + g.slice() },
		func() string { return "reverse(" + g.items(item) + ")" },
		func() string { return "(let $i = " + g.items(item) + " in $i[?" + g.boolean(true) + "])" },
		func() string { return "([" + g.items(item) + ", " + g.items(item) + "] | [])" },
	)
}

func (g *common) list(item bool) string {
	return g.one(
		func() string { return g.items(item) }, func() string { return g.numbers(item) },
		func() string { return g.texts(item) },
		func() string { return "to_array(" + g.any(item) + ")" },
		func() string { return "map(&" + g.any(true) + ", " + g.items(item) + ")" },
		func() string { return "zip(" + g.numbers(item) + ", " + g.texts(item) + ")" },
		func() string { return "(" + g.items(item) + ")[*].[" + g.any(true) + ", " + g.any(true) + "]" },
		func() string {
			return "(" + g.items(item) + ")[].{k: " + g.any(true) + ", \"l m\": " + g.any(true) + "}"
		},
	)
}

func (g *common) object(item bool) string {
	return g.one(
		func() string { return "{a: " + g.number(item) + ", b: " + g.text(item) + "}" },
		func() string { return "merge(" + g.object(item) + ", " + g.object(item) + ")" },
		func() string { return "{a: " + g.any(item) + ", \"c d\": " + g.any(item) + "}" },
		func() string { return "from_items(zip(" + g.texts(item) + ", " + g.numbers(item) + "))" },
		func() string { return "group_by([" + g.items(item) + ", $.items] | [], &" + g.text(true) + ")" },
	)
}

// any makes an expression that may give anything, null as well.
func (g *common) any(item bool) string {
	return g.one(
		func() string {
			if item {
				return g.pick("brand", "brand.land", "parts", "@", "tags[0]", "nope.x", "`null`")
			}
			return g.pick("none", "nested", "deep", "items[9]", "no.such", "`{\"a\": [1, {}]}`", "words[-9]")
		},
		func() string { return g.number(item) }, func() string { return g.text(item) },
		func() string { return g.boolean(item) }, func() string { return g.list(item) },
		func() string { return g.object(item) },
		func() string { return g.any(item) + g.steps() },
		func() string { return "(" + g.any(item) + ")" + g.steps() },
		func() string {
			return "(" + g.any(item) + " | " + g.pick("@", "[0]", "[*]", "[]", "a", "[?@]", "[@, @]") + ")"
		},
		func() string { return g.pick("max_by", "min_by") + "(" + g.items(item) + ", &" + g.number(true) + ")" },
		func() string { return "not_null(" + g.any(item) + ", " + g.any(item) + ")" },
		func() string { return "(" + g.any(item) + g.pick(" || ", " && ") + g.any(item) + ")" },
		func() string { return "(let $x = " + g.any(item) + ", $y = " + g.any(item) + " in [$x, $y, @ == $x])" },
	)
}

// steps go on from a value, whatever it is.
func (g *common) steps() string {
	var s string
	for range 1 + g.n(4) {
		s += g.pick(".a", ".b", ".c", ".d", ".name", ".brand", ".parts", "[0]", "[-1]", "[*]", "[]", "[?@]", "[?n > `0`]", "[?!on]",
			".[a, @]", ".{k: @, n: n}", ".to_array(@)", ".type(@)", ".not_null(name, @)")
	}
	return s
}

func (g *common) slice() string {
	part := func() string { return g.pick("", "0", "1", "2", "-1", "-2", "9", "-9") }
	s := "[" + part() + ":" + part()
	if g.n(2) == 1 {
		s += ":" + g.pick("", "1", "2", "-1", "-2")
	}
	return s + "]"
}

// FuzzCommonGround compares with go-jmespath where the two must agree.
func FuzzCommonGround(f *testing.F) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 7))
		choices := make([]byte, 8+r.IntN(120))
		for i := range choices {
			choices[i] = byte(r.Uint32())
		}
		f.Add(choices)
	}
	data := mustParse(f, commonData)
	f.Fuzz(func(t *testing.T, choices []byte) {
		g := &common{choices: choices}
		expr := g.any(false)
		got, err := search(expr, data)
		if err != nil {
			t.Fatalf("%s: %v", expr, err)
		}
		var theirs any // anew: sort_by changes it
		if err := json.Unmarshal([]byte(commonData), &theirs); err != nil {
			t.Fatal(err)
		}
		other, err := gojmespath.Search(expr, theirs)
		if err != nil {
			t.Fatalf("%s: go-jmespath: %v, here %s", expr, err, jsonval.Stringify(got))
		}
		printed, err := json.Marshal(other)
		if err != nil {
			t.Fatalf("%s: %v", expr, err)
		}
		if !jsonval.Equal(got, mustParse(t, string(printed))) {
			t.Fatalf("%s\n got %s\nwant %s", expr, jsonval.Stringify(got), printed)
		}
	})
}
