package regex

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/dlclark/regexp2/v2"

	"github.com/wield-run/wield/internal/conformance"
)

// verdict is "match", "no", or "error" where the pattern is refused.
func verdict(t *testing.T, pattern, input string) string {
	t.Helper()
	r, fault := Compile(pattern)
	if fault != nil {
		return "error"
	}
	ok, err := r.Match(input)
	if err != nil {
		t.Fatalf("%q on %q: %v", pattern, input, err)
	}
	if ok {
		return "match"
	}
	return "no"
}

func TestConformance(t *testing.T) {
	var cases []struct {
		ID, Pattern, Input string
		NodeU              string `json:"node_u"`
	}
	conformance.JSON(t, "schema/regex-vectors.json", &cases)
	if len(cases) != 78 {
		t.Fatalf("%d cases, want 78", len(cases))
	}
	for _, c := range cases {
		if got := verdict(t, c.Pattern, c.Input); got != c.NodeU {
			t.Errorf("%s: %q on %q: %s, want %s", c.ID, c.Pattern, c.Input, got, c.NodeU)
		}
	}
}

func TestMatch(t *testing.T) {
	tests := []struct{ pattern, input, want string }{
		{`^[0-9]{5}$`, "10115", "match"},
		{`^[0-9]{5}$`, "10115\n", "no"}, // $ is the very end
		{`b`, "abc", "match"},           // anywhere
		{``, "", "match"},
		{`^(?=.*\d)(?=.*[a-z]).{4,}$`, "ab12", "match"},
		{`(?<!\$)\b\d+`, "$42", "no"},
		{`^(?<q>["']).*\k<q>$`, `"it's"`, "match"},
		{`^\k<a>(?<a>x)$`, "x", "match"}, // a group that has taken no part is empty
		{`^(?:(a)|b)*\1c$`, "abc", "match"},
		{`^\d$`, "٣", "no"},
		{`^\w$`, "é", "no"},
		{`^\s$`, "\u00a0", "match"},
		{`^\s$`, "\u0085", "no"},
		{`^.$`, "\u2028", "no"},
		{`^.$`, "😀", "match"}, // one code point
		{`^😀{2}$`, "😀😀", "match"},
		{`^\ud83d\ude00$`, "😀", "match"},
		{`^\u{1F600}$`, "😀", "match"},
		{`\ud83d`, "😀", "no"}, // half of a pair is nothing by itself
		{`^\p{Script=Greek}+$`, "αβγ", "match"},
		{`^\P{L}$`, "1", "match"},
		{`^[^]$`, "\n", "match"},
		{`[]`, "a", "no"},
		{`[-a]`, "-", "match"},
		{`[\b]`, "\b", "match"},
		{`^a{1001}$`, strings.Repeat("a", 1001), "match"},
		{`^a{0,99999999999}$`, "aaa", "match"},
		{`^a{99999999999}$`, "aaa", "no"},
		{`^a{00000000000002}$`, "aa", "match"},
		{`\/`, "a/b", "match"},
		{`^\cC\0\x41\t$`, "\x03\x00A\t", "match"},
		// Lone surrogates (WTF-8) are code points of their own, in the text
		// and in the pattern.
		{`^.$`, "\xed\xa0\xbd", "match"},
		{`^\ud83d$`, "\xed\xa0\xbd", "match"},
		{"^\xed\xa0\xbd$", "\xed\xa0\xbd", "match"},
		{"^\xed\xa0\xbd$", "😀", "no"},
		{"^\xed\xa0\xbd\\ude00$", "😀", "no"},
		{`^\p{L}$`, "\xed\xa0\xbd", "no"},
		{`aa|\ud83d`, "b\xed\xa0\xbd", "match"}, // also where a match is searched for
		{`aa|[\ud83d\ud83e]`, "b\xed\xa0\xbd", "match"},
		{`aa|[^\ud83d]`, "\xed\xa0\xbd", "no"},
		{"aa|[b-c\xed\xa0\xbd]", "\xed\xa0\xbd", "match"},
		{`aa|bb\ud83d{2}c`, "bb\xed\xa0\xbd\xed\xa0\xbdc", "match"},
		{`^\ud83d{2}$`, "\xed\xa0\xbd\xed\xa0\xbd", "match"},
		{`^\ud83d{2}$`, "\ufffd\ufffd", "no"},
		{`^(?:\ud83d\ud83d|\ud83e\ud83e)$`, "\xed\xa0\xbe\xed\xa0\xbe", "match"},
		{`(?<=\ud83d)b`, "a\xed\xa0\xbdb", "match"},
		{`(?<!\ud83d)b`, "a\xed\xa0\xbdb", "no"},
	}
	for _, tt := range tests {
		if got := verdict(t, tt.pattern, tt.input); got != tt.want {
			t.Errorf("%q on %q: %s, want %s", tt.pattern, tt.input, got, tt.want)
		}
	}
}

func TestFirstGroup(t *testing.T) {
	tests := []struct {
		pattern, input, want string
		ok                   bool
	}{
		{`"csrf":"([^"]+)"`, `{"csrf":"a1-b2"}`, "a1-b2", true},
		{`(?<token>[a-z]+)-(\d+)`, "x abc-12", "abc", true}, // names and numbers count alike
		{`(a)?b`, "b", "", false},                           // took no part
		{`(a*)b`, "b", "", true},
		{`a`, "a", "", false}, // no group
		{`(a)`, "b", "", false},
		{`(.)`, "😀", "😀", true},
		{`(.)`, "\xed\xa0\xbd", "\xed\xa0\xbd", true},
		{`(?:(a)|b)*`, "ab", "", false}, // each round forgets its groups
	}
	for _, tt := range tests {
		r, fault := Compile(tt.pattern)
		if fault != nil {
			t.Fatal(tt.pattern, fault)
		}
		got, ok, err := r.FirstGroup(tt.input)
		if err != nil || got != tt.want || ok != tt.ok {
			t.Errorf("%q on %q: %q, %v, %v, want %q, %v", tt.pattern, tt.input, got, ok, err, tt.want, tt.ok)
		}
	}
}

func TestRefused(t *testing.T) {
	tests := []struct{ pattern, at, message, hint string }{
		{`^a\-b$`, `\-`, "`\\-` is no escape", "write `-`"},
		{`^\"a\"$`, `\"`, "is no escape", "write `\"`"},
		{`\@`, `\@`, "is no escape", "write `@`"},
		{`\é`, `\é`, "is no escape", "write `é`"},
		{`\y`, `\y`, "is no escape", "write `y`"},
		{`[\w-.]`, `-`, "`\\w-.` is no range: `\\w` is more", "`\\-`"},
		{`[a-\d]`, `-`, "`\\d` is more", "`\\-`"},
		{`[z-a]`, `z-a`, "out of order", "write `a-z`"},
		{"[--\x00]", "--\x00", "out of order", "write `"},
		{`a{,2}`, `{,2}`, "`{,m}` is no quantifier", "write `{0,2}`"},
		{`a{5,2}`, `{5,2}`, "out of order", "write `{2,5}`"},
		{`a{`, `{`, "begins no quantifier", "`\\{`"},
		{`{2}`, `{`, "stands alone", "`\\{`"},
		{`a}`, `}`, "stands alone", "`\\}`"},
		{`^]$`, `]`, "stands alone", "`\\]`"},
		{`[[:alpha:]]`, `]`, "stands alone", "[A-Za-z]"},
		{`[a-z&&[^b]]`, `]`, "stands alone", "do not nest"},
		{`*a`, `*`, "nothing before `*`", "`\\*`"},
		{`a++`, `+`, "quantifier after a quantifier", "possessive"},
		{`a{2}{3}`, `{3}`, "quantifier after a quantifier", "(?:…)"},
		{`^*`, `*`, "`^` takes no characters", "leave"},
		{`(?=a)*`, `*`, "`(?=a)` takes no characters", "leave"},
		{`(a`, `(`, "never closed", "`\\(`"},
		{`a)`, `)`, "closes no group", "`\\)`"},
		{`[a`, `[`, "never closed", "`\\[`"},
		{`(?P<y>a)`, `(?P<`, "Python's way", "write `(?<`"},
		{`(?>a)`, `(?>`, "no atomic groups", "(?:…)"},
		{`(?i)a`, `(?i`, "no flags inside", "[Aa]"},
		{`(?i:a)`, `(?i`, "no flags inside", "[Aa]"},
		{`(?#c)`, `(?#`, "no comments", "leave it out"},
		{`(a)?(?(1)b)`, `(?(`, "no conditional groups", "(?:…|…)"},
		{`(?'n'a)`, `(?'`, "angle brackets", "(?<name>…)"},
		{`(?%)`, `(?`, "no group that JavaScript knows", ""},
		{`(?<a>x)|(?<a>y)`, `(?<a>`, `two groups have the name "a"`, "own name"},
		{`(?<1a>x)`, `1`, "cannot stand in the name", "begins with no digit"},
		{`(?<>x)`, `(?<>`, "is empty", ""},
		{`(?<a`, `(?<`, "ends with `>`", ""},
		{`\k<b>(?<a>x)`, `\k<b>`, `no group with the name "b"`, "the groups are `a`"},
		{`\k`, `\k`, "by its name", "\\k<name>"},
		{`(a)\2`, `\2`, "takes up group 2, but the pattern has only one", "\\x41"},
		{`\101`, `\101`, "no group", "\\x41"},
		{`\01`, `\01`, "octal", "hexadecimal"},
		{`[\1]`, `\1`, "cannot stand in a set", "\\x41"},
		{`[\B]`, `\B`, "is no escape", "cannot stand in a set"},
		{`\Aa`, `\A`, "is no escape", "write `^`"},
		{`a\z`, `\z`, "is no escape", "write `$`"},
		{`\h`, `\h`, "is no escape", "[ \\t]"},
		{`\R`, `\R`, "is no escape", "\\r\\n"},
		{`\a`, `\a`, "is no escape", "\\x07"},
		{`\Qa.b\E`, `\Q`, "is no escape", "each special character"},
		{`\x4`, `\x`, "two hexadecimal digits", "\\x41"},
		{`\u004`, `\u`, "four hexadecimal digits", "\\u0041"},
		{`\u{110000}`, `\u{`, "at most 10FFFF", ""},
		{`\u{}`, `\u{`, "code point", ""},
		{`\c1`, `\c`, "needs a letter", "\\cA"},
		{`\pL`, `\pL`, "needs braces", "\\p{L}"},
		{`\p{Greek}`, `\p{Greek}`, "no property", "\\p{Script=Greek}"},
		{`\p{IsGreek}`, `\p{IsGreek}`, "no property", "\\p{Script=Greek}"},
		{`\p{Lx}`, `\p{Lx}`, "no property", "a category"},
		{`\p{L`, `\p{`, "never closed", ""},
		{`a\`, `\`, "middle of an escape", `\\`},
		{"é(😀", "(", "never closed", ""}, // spans are bytes
	}
	for _, tt := range tests {
		r, fault := Compile(tt.pattern)
		if fault == nil {
			t.Errorf("%q is accepted", tt.pattern)
			continue
		}
		if r != nil || fault.Code != "X1" || fault.Name != "regex-syntax" {
			t.Errorf("%q: %v, %s %s", tt.pattern, r, fault.Code, fault.Name)
		}
		at := tt.pattern[fault.Span.Start:fault.Span.End]
		if at != tt.at || fault.Hint == "" || !strings.Contains(fault.Message, tt.message) || !strings.Contains(fault.Hint, tt.hint) {
			t.Errorf("%q: at %q: %s; %s\nwant at %q: %s; %s", tt.pattern, at, fault.Message, fault.Hint, tt.at, tt.message, tt.hint)
		}
	}
}

func TestFix(t *testing.T) {
	tests := []struct {
		pattern, want string
		safe          bool
	}{
		{`^a\-b$`, `^a-b$`, true},
		{`[\w-.]`, `[\w\-.]`, true},
		{`a{,2}`, `a{0,2}`, true},
		{`(?P<y>a)`, `(?<y>a)`, true},
		{`\pL`, `\p{L}`, true},
		{`\P{Greek}`, `\P{Script=Greek}`, true},
		{`\y`, `y`, false}, // who knows what was meant
		{`a++`, `a+`, false},
	}
	for _, tt := range tests {
		_, fault := Compile(tt.pattern)
		if fault == nil || fault.Fix == nil || len(fault.Fix.Edits) != 1 {
			t.Errorf("%q: no fix", tt.pattern)
			continue
		}
		e := fault.Fix.Edits[0]
		got := tt.pattern[:e.Span.Start] + e.Text + tt.pattern[e.Span.End:]
		if got != tt.want || fault.Fix.Safe != tt.safe {
			t.Errorf("%q becomes %q (safe %v), want %q (safe %v)", tt.pattern, got, fault.Fix.Safe, tt.want, tt.safe)
		}
		if _, again := Compile(got); again != nil {
			t.Errorf("%q: %v", got, again)
		}
	}
}

// An unknown answer is an error, never "no match".
func TestLimits(t *testing.T) {
	tests := []struct {
		pattern, input string
		reason         Reason
	}{
		{`^(a+)+$`, strings.Repeat("a", 40) + "!", TimedOut},
		{`^(?:(a+)+b|.*)$`, strings.Repeat("a", 40), TimedOut},
		{`a`, strings.Repeat("a", MaxInput+1), TooLong},
	}
	for _, tt := range tests {
		r, fault := Compile(tt.pattern)
		if fault != nil {
			t.Fatal(fault)
		}
		ok, err := r.Match(tt.input)
		var limit *MatchError
		if ok || !errors.As(err, &limit) || limit.Reason != tt.reason || limit.Length != len(tt.input) {
			t.Errorf("%q: %v, %v", tt.pattern, ok, err)
		}
		if _, ok, err = r.FirstGroup(tt.input); ok || !errors.As(err, &limit) || limit.Reason != tt.reason {
			t.Errorf("%q: first group %v, %v", tt.pattern, ok, err)
		}
	}
	r, _ := Compile(`^(?:a|b)*$`)
	var limit *MatchError
	if err := r.fault("", regexp2.ErrBacktrackingStackLimit); !errors.As(err, &limit) || limit.Reason != TooHard {
		t.Errorf("out of memory: %v", err)
	}
	if ok, err := r.Match(strings.Repeat("ab", MaxInput/2)); !ok || err != nil {
		t.Errorf("the longest text: %v, %v", ok, err)
	}
}

func TestDepth(t *testing.T) {
	for _, pattern := range []string{strings.Repeat("(", 1_000_000), strings.Repeat("(?=", 300_000), strings.Repeat("(", 1001) + strings.Repeat(")", 1001)} {
		_, fault := Compile(pattern)
		if fault == nil || !strings.Contains(fault.Message, "deeper than 1000") {
			t.Errorf("%.10q…: %v", pattern, fault)
		}
	}
	deep := strings.Repeat("(?:", 1000) + "a" + strings.Repeat(")", 1000)
	if got := verdict(t, deep, "a"); got != "match" {
		t.Errorf("1000 levels: %s", got)
	}
}

func TestConcurrentFirstUse(t *testing.T) {
	r, _ := Compile(`^[a-z]+$`)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if ok, err := r.Match("abc"); !ok || err != nil {
				t.Errorf("%v, %v", ok, err)
			}
		})
	}
	wait.Wait()
}
