package s13

import (
	"regexp/syntax"
	"testing"

	"github.com/wield-run/wield/pkg/regex"
)

// The forms that make a backtracking engine hang, and honest patterns that
// look like them.
func TestHang(t *testing.T) {
	for _, c := range []struct{ pattern, fault, marked string }{
		// Quantifiers inside quantifiers.
		{`((a+)+)$`, "nested-quantifiers", `(a+)+`},
		{`^(?:[a-z]+\s*)*$`, "nested-quantifiers", `(?:[a-z]+\s*)*`},
		{`(?:(?:x{2,})y?)+`, "nested-quantifiers", `(?:(?:x{2,})y?)+`},
		{`(?:a{1,20}){2,}b`, "ambiguous-loop", `(?:a{1,20}){2,}`},
		{`^(a{0,30}){0,30}$`, "repeated-nothing", `(a{0,30}){0,30}`},
		{`(a?){30}a{30}`, "repeated-nothing", `(a?){30}`},
		{`([0-9]{1,3}[.]){3}[0-9]{1,3}`, "", ""},
		{`^([a-z]{1,20}-){1,20}x$`, "", ""},
		{`(?:-[a-z0-9]{1,8})*`, "", ""},
		{`(?:[0-9A-F]{12}){10,20}`, "", ""},
		// Side by side.
		{`a*a*b`, "adjacent-quantifiers", `a*a*`},
		{`\s*\s+x`, "adjacent-quantifiers", `\s*\s+`},
		{`(a+)(?:a+b)`, "adjacent-quantifiers", `a+)(?:a+`},
		{`\w+\b[a-z]*`, "adjacent-quantifiers", `\w+\b[a-z]*`},
		{`(?:a+|b)(?:c|a*)`, "adjacent-quantifiers", `a+|b)(?:c|a*`},
		{`(?:xa*){2}`, "", ""},
		{`(?:a*){2}`, "adjacent-quantifiers", `(?:a*){2}`},
		{`(?:a*b?){4}`, "adjacent-quantifiers", `(?:a*b?){4}`},
		{`a*b?a*c?a*`, "adjacent-quantifiers", `a*b?a*c?a*`},
		{`([0-9]+[.]?[0-9]*) EUR`, "", ""},
		{`"price":\s*"?([0-9.,]+)`, "", ""},
		{`[a-z]+[0-9]+`, "", ""},
		{`"csrf":"([^"]+)"`, "", ""},
		{`<meta[^>]*name="csrf"[^>]*content="([^"]+)"`, "", ""},
		{`window\.__DATA__ = (\{.*?\});`, "", ""},
		// Alternatives under a quantifier.
		{`(?:a|ab)*c`, "overlapping-alternatives", `a|ab`},
		{`(?:\w|[0-9])+x`, "overlapping-alternatives", `\w|[0-9]`},
		{`(?:x(?:ab|[a-c]))+`, "overlapping-alternatives", `ab|[a-c]`},
		{`(a|a){20}`, "overlapping-alternatives", `a|a`},
		{`(?:[^"\\]|\\.)*"`, "", ""},
		{`(?:a|ab)c`, "", ""},
		{`^(?:new|used|all)$`, "", ""},
		{`(?:\p{L}|\p{Nd})+`, "", ""},
		{`(?:\p{L}|[a-z])+`, "overlapping-alternatives", `\p{L}|[a-z]`},
		// Loops that read one text in two ways without any of these.
		{`^(a?a)+$`, "ambiguous-loop", `(a?a)+`},
		{`(?:a?b?){20,40}c`, "repeated-nothing", `(?:a?b?){20,40}`},
		{`(?:a?b?)*c`, "ambiguous-loop", `(?:a?b?)*`},
		{`(?:[0-9]{1,3},?)+x`, "ambiguous-loop", `(?:[0-9]{1,3},?)+`},
		{`^(?:ab?b?)+$`, "ambiguous-loop", `(?:ab?b?)+`},
		{`x(?:(?:aa|b)(?:a{3}|c)?)+y`, "ambiguous-loop", `(?:(?:aa|b)(?:a{3}|c)?)+`},
		{`(?:[0-9]{1,3},)+x`, "", ""},
		{`(?:ab?)+c`, "", ""},
		{`(?:[0-9]?[0-9]:){2,20}`, "", ""},
		{`^[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?$`, "", ""},
		{`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`, "", ""},
		{`^[a-z0-9]+(-[a-z0-9]+)*$`, "nested-quantifiers", `(-[a-z0-9]+)*`},
	} {
		syntax, d := regex.Parse(c.pattern)
		if d != nil {
			t.Fatalf("%s: %s", c.pattern, d.Message)
		}
		got, marked := "", ""
		if f := hang(syntax.Root); f != nil {
			got, marked = f.name, c.pattern[f.span.Start:f.span.End]
		}
		if got != c.fault || marked != c.marked {
			t.Errorf("%s\ngot  %s %s\nwant %s %s", c.pattern, got, marked, c.fault, c.marked)
		}
	}
}

// No pattern breaks the search, and what it marks stands in the pattern.
// A pattern never has more instructions than are counted without compiling it.
func TestInstructions(t *testing.T) {
	for _, pattern := range []string{``, `a`, `^[^<>]+$`, `^[a-f0-9]{8,}$`, `(a|b|)*?`, `(?:(ab?){3,20}c|\p{L}+$){1,7}`, `(?:[a-z]{200}x?){0,5}`, `((((a+)+)+)+){100}`, `\bx{0}\B`} {
		checkInstructions(t, pattern)
	}
}

func checkInstructions(t *testing.T, pattern string) {
	t.Helper()
	tree, d := regex.Parse(pattern)
	re, err := syntax.Parse(pattern, syntax.Perl)
	if d != nil || err != nil || wideRepeat(tree.Root) != nil || beyondRE2(tree.Root) != nil {
		return
	}
	program, err := syntax.Compile(re.Simplify())
	if err != nil {
		t.Fatal(err)
	}
	if all, most := len(program.Inst), instructions(tree.Root)+2; all > most && most < 2*maxProgram {
		t.Errorf("%q has %d instructions, not at most %d", pattern, all, most)
	}
}

func FuzzHang(f *testing.F) {
	for _, s := range []string{`((a+)+)$`, `(?:a{0,30}){0,30}`, `^(?:ab?b?)+$`, `a*b?a*c?a*`, `(?:a|ab)*c`, `(?=a+)(?:x{9}){9}|[^]\\1`, `(?:\p{L}?.){12,}`, `(ab){6666666630}`, `(?:(?=a)){6666666630}b+`, `(?:(?:(?:ab){999999}){999999}){999999}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		syntax, d := regex.Parse(pattern)
		if d != nil || len(pattern) > maxPattern {
			t.Skip()
		}
		if f := hang(syntax.Root); f != nil && (f.why == "" || f.span.Start < 0 || f.span.End < f.span.Start || f.span.End > len(pattern)) {
			t.Errorf("%q: %+v", pattern, f)
		}
		checkInstructions(t, pattern)
	})
}
