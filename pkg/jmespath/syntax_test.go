package jmespath

import (
	"errors"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/diag"
)

// The text that is marked «so» is what the finding points at; marks without
// text between them are a place.
func TestSyntaxErrors(t *testing.T) {
	const atEnd = ", found the end of the expression"
	tests := []struct{ expr, name, message, hint string }{
		// Literals without backticks.
		{"length(items) > «0»", NameBareLiteral, "expected an expression, found the bare number 0", "literals need backticks: write `0`"},
		{"items[?price > «1.5e3»]", NameBareLiteral, "expected an expression, found the bare number 1.5e3", "literals need backticks: write `1.5e3`"},
		{"a == «-1»", NameBareLiteral, "expected an expression, found the bare number -1", "literals need backticks: write `-1`"},
		{"a - «1»", NameBareLiteral, "expected an expression, found the bare number 1", "literals need backticks: write `1`"},
		{"a-«1»", NameBareLiteral, "expected an expression, found the bare number 1", "literals need backticks: write `1`"},
		{"{n: «5»}", NameBareLiteral, "expected an expression, found the bare number 5", "literals need backticks: write `5`"},
		{"find_first(a, 'x', «0»)", NameBareLiteral, "expected an expression, found the bare number 0", "literals need backticks: write `0`"},
		{"«[1, 2]»", NameBareLiteral, `expected "]" behind the index, found ","`, "an array of literals is written in backticks: `[1, 2]`"},
		{"«007»", NameBareLiteral, "expected an expression, found the bare number 007", "literals need backticks, and numbers have no leading zeros"},

		{"items[?name «=» 'x']", NameSingleEquals, `expected an operator, found "="`, "write == to compare"},
		{"a «=» b", NameSingleEquals, `expected an operator, found "="`, "write == to compare"},
		{"[a «b»]", NameMissingComma, `expected ",", found "b"`, "put a comma before it"},
		{"f(a «'b'»)", NameMissingComma, `expected ",", found the string 'b'`, "put a comma before it"},
		{"{a: b «c»: d}", NameMissingComma, `expected ",", found "c"`, "put a comma before it"},
		{"f(a«,»)", NameTrailingComma, `expected another item behind the comma, found ")"`, "take the comma away"},
		{"{a: b«,»}", NameTrailingComma, `expected another item behind the comma, found "}"`, "take the comma away"},

		// What does not end.
		{"«'abc»", NameUnterminated, "the string that begins here does not end", "close it with '"},
		{"a == «`1»", NameUnterminated, "the literal that begins here does not end", "close it with `"},
		{`«"a»`, NameUnterminated, "the quoted name that begins here does not end", `close it with "`},
		{"(a«»", NameUnclosed, `expected ")"` + atEnd, "close it with )"},
		{"f(a«»", NameUnclosed, `expected "," or ")"` + atEnd, "close it with )"},
		{"a ?«?» b", NameSyntax, `expected an expression, found "?"`, "write a || b, or not_null(a, b), for what may be missing"},
		{"{«{» a }}", NameSyntax, `expected a name of a member, found "{"`, "an expression stands without {{ and }}"},
		{"let «max» = a in b", NameSyntax, `expected an operator or the end, found "max"`, "a variable begins with $: let $max = …"},
		{"{a: not «b»}", NameSyntax, `expected "," or "}", found "b"`, "write !(…) for not"},
		{"(a«]»", NameSyntax, `expected ")", found "]"`, "close it with ) first"},
		{"f((a «{»)", NameSyntax, `expected ")", found "{"`, "write a dot before {"},
		{"a[1 «x»]", NameSyntax, `expected "]" or ":", found "x"`, "close it with ]"},
		{"a.{«@»: b}", NameSyntax, `expected a name of a member, found "@"`, "an object is written {name: expression}"},
		{"a «\u200b»b", NameBadCharacter, `expected an operator or the end, found "\u{200B}"`, "take it away, or write an operator before it"},
		{"[a«»", NameUnclosed, `expected "," or "]"` + atEnd, "close it with ]"},
		{"{a: b«»", NameUnclosed, `expected "," or "}"` + atEnd, "close it with }"},
		{"a[?b«»", NameUnclosed, `expected "]"` + atEnd, "close it with ]"},
		{"a[1«»", NameUnclosed, `expected "]" or ":"` + atEnd, "close it with ]"},
		{"a ? b«»", NameUnclosed, `expected ":" and what to give otherwise` + atEnd, "a condition is written test ? yes : no"},

		// Names and texts.
		{"store.«näme»", NameBadCharacter, `expected an operator or the end, found "näme"`, `write the name in double quotes: "näme"`},
		{"a «#»c", NameBadCharacter, `expected an operator or the end, found "#"`, "JMESPath has no comments and no statements"},
		{"a«~»b", NameBadCharacter, `expected an operator or the end, found "~"`, "JMESPath has no regular expressions: use contains, starts_with or ends_with"},
		{"«“»a”", NameBadCharacter, `expected an expression, found "“"`, "write plain quotes: 'text'"},
		{"a«\u00a0»", NameBadCharacter, `expected an operator or the end, found "\u{A0}"`, "this is no plain space: write one"},
		{"`«f»oo`", NameBadLiteral, `the literal is not JSON: unexpected "f": a value is expected`, "backticks hold JSON; for a text write 'foo'"},
		{"`{«b»ad}`", NameBadLiteral, `the literal is not JSON: unexpected "b": a member name in double quotes is expected`, "backticks hold JSON"},
		{"`\"\\`\\`«\\»q\"`", NameBadLiteral, `the literal is not JSON: there is no escape \q`, "backticks hold JSON"},
		{"`«`»", NameBadLiteral, "the literal is not JSON: the text is empty: a value is expected", "write what it should be, for example `0`, `null` or `[]`"},
		{`"a«\»q"`, NameBadName, `the quoted name is not JSON: there is no escape \q`, "write it as a JSON string"},

		// Each place has its usual mistakes.
		{"«»", NameSyntax, "expected an expression, found nothing", "write @ for the whole value"},
		{"a ||«»", NameSyntax, "expected an expression" + atEnd, `write what follows, or take away "||"`},
		{"«||» a", NameSyntax, `expected an expression, found "||"`, `an operand is missing before "||"`},
		{"«.»a", NameSyntax, `expected an expression, found "."`, "a path begins with a name: take the dot away"},
		{"a ==«=» b", NameSyntax, `expected an expression, found "="`, "compare with a single =="},
		{"a <«>» b", NameSyntax, `expected an expression, found ">"`, "write != for not equal"},
		{"a.«.»b", NameSyntax, `expected a name, "*", "[" or "{" behind the dot, found "."`, "JMESPath does not search at any depth: name each step"},
		{"a.«1»", NameSyntax, `expected a name, "*", "[" or "{" behind the dot, found the number 1`, `for an item write [1] without the dot, for a member ."1"`},
		{"a.«[?»b]", NameSyntax, `expected a name, "*", "[" or "{" behind the dot, found "[?"`, "write [? without the dot"},
		{"a.«$b»", NameSyntax, `expected a name, "*", "[" or "{" behind the dot, found "$b"`, "to go on with any expression write | instead of the dot"},
		{"a.«(»b)", NameSyntax, `expected a name, "*", "[" or "{" behind the dot, found "("`, "to go on with any expression write | instead of the dot"},
		{"a[«'b c'»]", NameSyntax, `expected a whole number, ":" or "*" behind "[", found the string 'b c'`, `for a member write ."b c"`},
		{"a[«b»]", NameSyntax, `expected a whole number, ":" or "*" behind "[", found "b"`, "for a member write .b, for a filter [?…], for a list .[…]"},
		{"a[ «?»b]", NameSyntax, `expected a whole number, ":" or "*" behind "[", found "?"`, "write [? without a space between"},
		{"a[1:2:3«:»4]", NameSyntax, `expected "]", found ":"`, "a slice has at most a start, a stop and a step"},
		{"a[1«-2»]", NameSyntax, `expected "]" or ":", found the number -2`, "close it with ]"},
		{"«[ ]»", NameSyntax, "expected an expression inside [ ], found nothing", "write `[]` in backticks for an empty array, or [] without a space to flatten"},
		{"«{}»", NameSyntax, "expected a name inside {}, found nothing", "write `{}` in backticks for an empty object"},
		{"{a«}»", NameSyntax, `expected ":" behind the name "a", found "}"`, "write a: a"},
		{"{«'a'»: b}", NameSyntax, "expected a name of a member, found the string 'a'", "names have double quotes"},
		{"{«1»: b}", NameSyntax, "expected a name of a member, found the number 1", `write the name in double quotes: "1"`},
		{"a «and» b", NameSyntax, `expected an operator or the end, found "and"`, "write && for and"},
		{"a[?b «or» c]", NameSyntax, `expected "]", found "or"`, "write || for or"},
		{"[a «and» b]", NameSyntax, `expected "," or "]", found "and"`, "write && for and"},
		{"a «b»", NameSyntax, `expected an operator or the end, found "b"`, `an operator is missing before "b"`},
		{"a «&» b", NameSyntax, `expected an operator or the end, found "&"`, "write && for and"},
		{"a «!» b", NameSyntax, `expected an operator or the end, found "!"`, "write != for not equal"},
		{"a«{»b: c}", NameSyntax, `expected an operator or the end, found "{"`, "write a dot before {"},
		{"a«)»", NameSyntax, `expected an operator or the end, found ")"`, "nothing is open that it could close"},
		{"a«,»b", NameSyntax, `expected an operator or the end, found ","`, "to give several values write [a, b] or {a: a, b: b}"},
		{"«--»a", NameSyntax, `"--" is no operator`, "leave both out, or put a space between"},
		{"a«--»b", NameSyntax, `"--" is no operator`, "leave both out, or put a space between"},
		{`«"length"»(a)`, NameSyntax, `a function name has no quotes, found the name "length"`, "write length(…)"},
		{"@«(»a)", NameSyntax, `expected an operator or the end, found "("`, "only functions can be called, by their plain name"},
		{"let $a «x» in y", NameSyntax, `expected "=" behind "$a", found "x"`, "a let is written let $a = x in expression"},
		{"let $a = x«»", NameSyntax, `expected "in" and an expression, or "," and another binding` + atEnd, "a let is written let $a = x in expression"},
		{"let $a = x «$b» = y in z", NameSyntax, `expected "in" and an expression, or "," and another binding, found "$b"`, "put a comma between two bindings"},
		{"let $a = x, «in» y", NameSyntax, `expected another "$name = …" behind the comma, found "in"`, "bind another variable, or take the comma away"},
		{"$«$»", NameSyntax, `expected an operator or the end, found "$"`, `an operator is missing before "$"`},
		{"a«\xff»", NameSyntax, "the expression is not UTF-8", "write it in UTF-8"},
		{"[a, b" + strings.Repeat(", c", MaxNodes) + "]", NameTooLong, "the expression has more than 50000 parts", "split it"},
	}
	for _, tt := range tests {
		expr, span := unmark(tt.expr)
		root, d := Parse(expr)
		if d == nil {
			t.Errorf("%s: no error", expr)
			continue
		}
		if root != nil {
			t.Errorf("%s: a tree beside the error", expr)
		}
		if tt.name == NameTooLong {
			span = d.Span
		}
		if d.Code != CodeSyntax || d.Severity != diag.Error || d.Name != tt.name || d.Span != span || d.Message != tt.message || d.Hint != tt.hint {
			t.Errorf("%s:\ngot  %s %s at %d-%d %q: %s (%s)\nwant %s at %d-%d: %s (%s)", expr, d.Code, d.Name, d.Span.Start, d.Span.End,
				expr[d.Span.Start:d.Span.End], d.Message, d.Hint, tt.name, span.Start, span.End, tt.message, tt.hint)
		}
		_, err := Compile(expr)
		var compiled *diag.Diagnostic
		if !errors.As(err, &compiled) || compiled.Message != tt.message {
			t.Errorf("%s: Compile gives %v", expr, err)
		}
	}
}

// What opened a bracket that is not closed is named as a second place.
func TestUnclosedRelated(t *testing.T) {
	_, d := Parse("length(items[?a == 'b'")
	if d == nil || len(d.Related) != 1 || d.Related[0].Span != (diag.Span{Start: 12, End: 14}) || d.Related[0].Message != "opened here" {
		t.Errorf("got %+v", d)
	}
}

// After mistakes that leave no doubt reading goes on: all are found, each says
// how it is mended, and there is a tree of what was meant.
func TestParseAll(t *testing.T) {
	expr := "items[?price > 10 && name = 'x' || size-1 == 2.5].[a b, length(c,)]"
	root, found := ParseAll(expr)
	var names []string
	for _, d := range found {
		names = append(names, d.Name)
	}
	want := "bare-literal single-equals bare-literal bare-literal missing-comma trailing-comma"
	if got := strings.Join(names, " "); got != want {
		t.Fatalf("got  %s\nwant %s", got, want)
	}
	if root == nil {
		t.Fatal("no tree")
	}
	mended := []byte(expr)
	for i := len(found) - 1; i >= 0; i-- {
		e := found[i].Fix.Edits[0]
		mended = append(mended[:e.Span.Start:e.Span.Start], append([]byte(e.Text), mended[e.Span.End:]...)...)
	}
	if got := string(mended); got != "items[?price > `10` && name == 'x' || size-`1` == `2.5`].[a, b, length(c)]" {
		t.Errorf("mended to %s", got)
	}
	if _, d := Parse(string(mended)); d != nil {
		t.Errorf("what was mended has %s", d.Message)
	}
	if root, found := ParseAll("a > 1 && )"); root != nil || len(found) != 2 {
		t.Errorf("a mistake that ends the reading: got %v and %d findings, want no tree and 2", root, len(found))
	}
}

func TestCheck(t *testing.T) {
	tests := []struct {
		expr, code, name, message, hint string
	}{
		{"«lenght»(a)", CodeUnknownFunction, NameUnknownFunction, `there is no function "lenght"`, "did you mean `length`?"},
		{"«count»(a)", CodeUnknownFunction, NameUnknownFunction, `there is no function "count"`, "write length(…)"},
		{"«substring»(a, b)", CodeUnknownFunction, NameUnknownFunction, `there is no function "substring"`, "slice the text: text[0:5]"},
		{"a.[«length()»]", CodeArity, NameArity, "length takes 1 argument, found 0", "write length(subject)"},
		{"«split(a)»", CodeArity, NameArity, "split takes 2 to 3 arguments, found 1", "write split(subject, search, [count])"},
		{"«merge()»", CodeArity, NameArity, "merge takes at least 1 argument, found 0", "write merge(object, …)"},
		{"length(«`1`»)", CodeType, NameArgumentType, "length: argument 1 (subject) must be of type string, array or object, found the number 1", "write length(subject), where subject is of type string, array or object"},
		{"join(',', «'a'»)", CodeType, NameArgumentType, `join: argument 2 (strings) must be of type array of strings, found the string "a"`, "put it into brackets: [ … ]"},
		{"sort(«`[1,\"a\"]`»)", CodeType, NameArgumentType, "sort: argument 1 (list) must be of type array of numbers or array of strings, and this array is not", "give all items one type"},
		{"upper(«length(a)»)", CodeType, NameArgumentType, "upper: argument 1 (subject) must be of type string, found number", "convert it with to_string"},
		{"sort_by(a, «b»)", CodeType, NameArgumentType, "sort_by: argument 2 (key) must be of type &expression, found a value", "write & before it"},
		{"map(«items», &x)", CodeType, NameArgumentType, "map: argument 1 (expression) must be of type &expression, found a value", "swap the arguments: map(&expression, elements)"},
		{"upper(«[a]»)", CodeType, NameArgumentType, "upper: argument 1 (subject) must be of type string, found array", "write upper(subject), where subject is of type string"},
		{"abs(«'5'»)", CodeType, NameArgumentType, `abs: argument 1 (value) must be of type number, found the string "5"`, "convert it with to_number"},
		{"length(«&a»)", CodeType, NameArgumentType, "length: argument 1 (subject) must be of type string, array or object, found an expression reference", "leave out the &: write length(subject)"},
		{"a + «'b'»", CodeType, NameOperandType, `the operands of "+" must be numbers, found the string "b"`, "convert it with to_number"},
		{"-«(a == b)»", CodeType, NameOperandType, `the operands of "-" must be numbers, found boolean`, "take a number: to_number(…) makes one of a text"},
		{"[«&»a]", CodeType, NameReferencePlace, "an expression reference stands only as an argument of a function, as in map(&x, list)", "write && for and; otherwise leave out the &"},
		{"a«[::0]»", CodeType, NameSliceStep, "the step of a slice cannot be 0", "leave it out, or write 1"},
		{"a[?b > «$max»]", CodeUnbound, NameUnbound, "the variable $max is not defined", "bind it around this place: let $max = … in …"},
		{"let $a = x, $b = f.[«$a»] in $b", CodeUnbound, NameSibling, "$a is bound by the same let, whose bindings cannot see each other", "nest them: let $a = … in let … = $a … in …"},
		{"items[*].{a: a}.«b»", CodeListMember, NameListMember, `a list has no member "b": this is always null`, "for the member of each item write | [*].b"},
		{"(items[?a]).«\"b c\"».d", CodeListMember, NameListMember, `a list has no member "b c": this is always null`, `for the member of each item write | [*]."b c"`},
		{"a ? b || «c[*]» : d", CodeColon, NameColon, `a projection directly before ":" is a syntax error in other implementations`, "put it in parentheses"},
	}
	for _, tt := range tests {
		expr, span := unmark(tt.expr)
		root, syntax := Parse(expr)
		if syntax != nil {
			t.Errorf("%s: %v", expr, syntax)
			continue
		}
		found := Check(root)
		if len(found) != 1 {
			t.Errorf("%s: %d findings, want 1: %v", expr, len(found), found)
			continue
		}
		d := found[0]
		severity := diag.Error
		if tt.code >= CodeUnbound {
			severity = diag.Warning
		}
		if d.Code != tt.code || d.Name != tt.name || d.Severity != severity || d.Span != span || d.Message != tt.message || d.Hint != tt.hint {
			t.Errorf("%s:\ngot  %s %s %s at %q: %s (%s)\nwant %s %s %s at %q: %s (%s)", expr,
				d.Severity, d.Code, d.Name, expr[d.Span.Start:d.Span.End], d.Message, d.Hint,
				severity, tt.code, tt.name, expr[span.Start:span.End], tt.message, tt.hint)
		}
		e, err := Compile(expr)
		if severity == diag.Error {
			if err == nil {
				t.Errorf("%s: compiles in spite of an error", expr)
			}
		} else if err != nil || len(e.Problems()) != 1 || e.Problems()[0].Message != tt.message {
			t.Errorf("%s: a warning must not keep it from compiling, and be among its problems: %v", expr, err)
		}
	}
}

func TestCheckFindsAll(t *testing.T) {
	root, d := Parse("lenght(a) > `1` && sort_by(b, c) || $x == abs() + 'y'")
	if d != nil {
		t.Fatal(d)
	}
	var codes []string
	for _, d := range Check(root) {
		codes = append(codes, d.Code)
	}
	if got := strings.Join(codes, " "); got != "Q2 Q4 Q5 Q3 Q4" {
		t.Errorf("got %s, want Q2 Q4 Q5 Q3 Q4", got)
	}
}

func TestCheckAccepts(t *testing.T) {
	for _, expr := range []string{
		"let $a = x in let $b = $a in $b",
		"let $f = &a in map($f, list)",
		"map((y ? &a : &b), list)",
		"map(let $n = `1` in &(a + $n), list)",
		"sort_by(not_null(a, `[]`), &b)[*].c",
		"a ? (b[*]) : c",
		"a ? b[*].c : d",
		"a ? b[0] : c[*]",
		"length(a || `[]`)",
		"sum(`[]`)",
		"max(a[*].b) + `1`",
		"(a || `[]`)[*].b",
		"[a, b] | [0].c",
	} {
		root, d := Parse(expr)
		if d != nil {
			t.Errorf("%s: %v", expr, d)
			continue
		}
		for _, d := range Check(root) {
			t.Errorf("%s: %s %s", expr, d.Code, d.Message)
		}
	}
}
