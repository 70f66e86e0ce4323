package mustache

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/gfm/gfmtest"
	"github.com/wield-run/wield/pkg/markdown/jsonpath"
)

const sample = `{
	"title": "Tea *Time*", "price": 1.50, "none": null, "empty": "", "zero": 0, "no": false, "yes": true, "bare": {}, "nil": [],
	"tags": ["a", "b|c"], "people": [{"name": "Ann", "age": 41}, {"name": "Bob"}], "rates": {"eur": 1.10, "usd": 1},
	"url": "https://x.example/a b", "bad": "javascript:alert(1)", "braces": "{{title}}", "lines": "one\ntwo"
}`

func value(t testing.TB, text string) jsonval.Value {
	t.Helper()
	v, err := jsonval.ParseString(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// render renders a template with the sample as the root and, where item is
// not "", another value as the item.
func render(t testing.TB, template, data string) string {
	t.Helper()
	parsed, found := Parse(template)
	if parsed == nil {
		t.Fatalf("%q: %v", template, found)
	}
	v := value(t, data)
	out, err := parsed.Append(nil, &Data{Root: v, Item: v, Count: 1, MaxFieldChars: 500, Usage: &Usage{}})
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestRender(t *testing.T) {
	for _, tt := range []struct{ name, template, want string }{
		{"a path", "{{title}} costs {{ price }}", `Tea \*Time\* costs 1.50`},
		{"missing, null and empty print nothing", "[{{missing}}{{none}}{{empty}}]", "[]"},
		{"false and zero are values", "{{no}} {{zero}}", "false 0"},
		{"a list is joined", "{{tags}}", `a, b\|c`},
		{"an object is compact JSON", "{{rates}}", `{"eur":1.10,"usd":1}`},
		{"the root and brackets", "{{$.people[0].name}} {{people[-1]['name']}}", "Ann Bob"},
		{"line breaks become spaces", "{{lines}}", "one two"},
		{"data is never expanded again", "{{braces}}", "{{title}}"},
		{"if", "{{#if yes}}A{{/if}}{{#if no}}B{{/if}}", "A"},
		{"else", "{{#if none}}A{{else}}B{{/if}}", "B"},
		{"false: missing, null, false, empty string, 0, [], {}", "{{#if missing}}1{{/if}}{{#if none}}2{{/if}}{{#if no}}3{{/if}}{{#if empty}}4{{/if}}{{#if zero}}5{{/if}}{{#if nil}}6{{/if}}{{#if bare}}7{{/if}}", ""},
		{"unless", "{{#unless no}}A{{else}}B{{/unless}}{{#unless yes}}C{{else}}D{{/unless}}", "AD"},
		{"each, and its variables", "{{#each tags}}{{@index}}/{{@number}}/{{@count}} {{.}};{{/each}}", `0/1/2 a;1/2/2 b\|c;`},
		{"each over an object", "{{#each rates}}{{@key}}={{.}} {{/each}}", "eur=1.10 usd=1 "},
		{"each has an else", "{{#each nil}}x{{else}}none{{/each}}{{#each title}}x{{else}}no list{{/each}}", "noneno list"},
		{"inside each, paths begin at the element and $ at the root", "{{#each people}}{{name}} {{$.price}} {{title}};{{/each}}", "Ann 1.50 ;Bob 1.50 ;"},
		{"blocks nest", "{{#each people}}{{#if age}}{{name}}: {{age}}{{else}}{{name}}{{/if}} {{/each}}", "Ann: 41 Bob "},
		{"a key outside an object prints nothing", "{{@key}}{{#each tags}}{{@key}}{{/each}}", ""},
		{"outside each, the variables are the item's", "{{@index}} {{@number}} {{@count}}", "0 1 1"},
		{"block tags alone on a line take it with them", "# T\n\n{{#each tags}}\n- {{.}}\n{{/each}}\nend\n", "# T\n\n- a\n- b\\|c\nend\n"},
		{"indented, and several on a line", "a\n  {{#if yes}}\n  {{#if yes}} {{/if}}\nb\n\t{{/if}}\t\nc", "a\nb\nc"},
		{"a value's line stays", "a\n{{none}}\nb", "a\n\nb"},
		{"a block tag beside text leaves its line", "a {{#if yes}}\nb{{/if}}\n", "a \nb\n"},
		{"line breaks of the template are LF", "a\r\n{{#if yes}}\r\nb\r\n{{/if}}\r\n", "a\nb\n"},
		{"controls in the template do not reach the output", "a\x1b\u202eb{{zero}}", "a\ufffdb0"},
		{"braces in a quoted name", "{{['a}}b']}}x", "x"},
		{"single braces are text", "{a} }} {{zero}}", "{a} }} 0"},
	} {
		if got := render(t, tt.template, sample); got != tt.want {
			t.Errorf("%s: %q\ngot  %q\nwant %q", tt.name, tt.template, got, tt.want)
		}
	}
}

// What a tag prints is escaped for where it stands.
func TestContext(t *testing.T) {
	for _, tt := range []struct{ name, template, data, want string }{
		{"at the beginning of a line", "{{x}}\n- {{x}}\n> 1. {{x}}\ntext {{x}}", `{"x":"# h"}`, "\\# h\n- \\# h\n> 1. \\# h\ntext # h"},
		{"a number and a dot from two tags", "{{a}}{{b}}", `{"a":"1","b":". x"}`, `1\. x`},
		{"a rule from two tags", "-{{a}}", `{"a":"--"}`, `-\--`},
		{"a reference from two tags", "{{a}}{{b}}", `{"a":"&","b":"lt;"}`, "&amp;lt;"},
		{"the end of a heading", "# {{x}}\n{{x}}", `{"x":"Learn C #"}`, "# Learn C \\#\nLearn C #"},
		{"a link's target", "[t]({{u}})", `{"u":"https://x.example/a)b c"}`, "[t](https://x.example/a%29b%20c)"},
		{"no other scheme", "[t]({{u}}) ![i]({{u}})", `{"u":"javascript:alert(1)"}`, "[t]() ![i]()"},
		{"no scheme in pieces", "[t]({{a}}{{b}}) [t](java{{c}})", `{"a":"","b":"javascript:x","c":"script:x"}`, "[t]() [t](javascript%3Ax)"},
		{"no other host", "[t](/{{p}})", `{"p":"/evil.example"}`, "[t](/%2Fevil.example)"},
		{"a part of a target", "[t](https://x.example/{{p}}?q={{q}})", `{"p":"a b","q":"c)d"}`, "[t](https://x.example/a%20b?q=c%29d)"},
		{"a reference definition", "[a b]: {{u}}\n", `{"u":"data:x"}`, "[a b]: \n"},
		{"a link's title", `[t](https://x.example "{{x}}")`, `{"x":"a\" b) c"}`, `[t](https://x.example "a\" b\) c")`},
		{"a bare URL", "https://x.example/{{x}} {{x}}", `{"x":"*a_b~ b"}`, "https://x.example/%2Aa%5Fb%7E%20b \\*a_b\\~ b"},
		{"a table", "| a | b |\n| --- | --- |\n| {{x}} | {{y}} |\n", `{"x":"p|q","y":"-5"}`, "| a | b |\n| --- | --- |\n| p\\|q | -5 |\n"},
		{"a code span", "`{{x}}` and `id: {{x}}`", `{"x":"a*b"}`, "`a*b` and `id: a*b`"},
		{"a code span with backticks", "`{{x}}`", `{"x":"a` + "`" + `b"}`, "``a`b``"},
		{"a code span in a table", "| `{{x}}` |\n", `{"x":"a|b"}`, "| `a\\|b` |\n"},
		{"an empty code span", "a `{{x}}` b", `{"x":""}`, "a  b"},
		{"a fenced block", "```js\n{{x}}\n```\nend", `{"x":"a\n` + "```" + `\n*b*"}`, "````js\na\n```\n*b*\n````\nend"},
		{"a fenced block in a list", "- x\n  ```\n  {{x}}\n    z\n  ```\n", `{"x":"y\n\n  w"}`, "- x\n  ```\n  y\n\n    w\n    z\n  ```\n"},
		{"a fenced block right behind a list's mark", "- ```\n  {{x}}\n  ```\n10. > ```\n    > {{x}}\n    > ```\n", `{"x":"y\n\nz"}`, "- ```\n  y\n\n  z\n  ```\n10. > ```\n    > y\n    >\n    > z\n    > ```\n"},
		{"a fenced block in a quote", "> ```\n> {{x}}\n>z\n> ```\n", `{"x":"> y"}`, "> ```\n> > y\n> z\n> ```\n"},
		{"a fenced block of tildes", "~~~js\n{{x}}\n```\n~~~\n{{x}}", `{"x":"*y*"}`, "````js\n*y*\n```\n````\n\\*y\\*"},
		{"tildes in backticks are code", "```\n~~~\n{{x}}\n```\n{{x}}", `{"x":"*y*"}`, "```\n~~~\n*y*\n```\n\\*y\\*"},
		{"tildes that are no fence", "~~{{x}}~~ a ~~~ {{x}}", `{"x":"*y*"}`, "~~\\*y\\*~~ a ~~~ \\*y\\*"},
		{"a fenced block behind another", "```\n{{x}}\n```\n```\n{{x}}\n```\n", `{"x":"*y*"}`, "```\n*y*\n```\n```\n*y*\n```\n"},
		{"a fenced block behind a block tag", "{{#if x}}\na\n{{/if}}\n```\n{{x}}\n```\n", `{"x":"*y*"}`, "a\n```\n*y*\n```\n"},
		{"code with blocks", "`{{#if x}}{{x}}{{else}}-{{/if}}`", `{"x":"_"}`, "`_`"},
		{"a lone backtick is text", "it`s {{x}}", `{"x":"*"}`, "it`s \\*"},
		{"an escaped backtick is text", "\\`{{x}}`", `{"x":"*"}`, "\\`\\*`"},
		{"backticks in two paragraphs are text", "a ` b\n\n{{x}} ` c", `{"x":"*"}`, "a ` b\n\n\\* ` c"},
		{"backticks before and behind a block of tildes are text", "a ` b\n~~~\nz\n~~~\n{{x}} ` c", `{"x":"*"}`, "a ` b\n~~~\nz\n~~~\n\\* ` c"},
		{"backticks before and behind a fenced block are text", "a ` b\n```\nz\n```\n{{x}} ` c", `{"x":"*"}`, "a ` b\n```\nz\n```\n\\* ` c"},
		{"a list's mark before a fence does not close a block", "```\n{{x}}\n- ```\n{{x}}\n```\n", `{"x":"*"}`, "````\n*\n- ```\n*\n````\n"},
		{"code without tags is left alone", "`a` {{x}} `b`", `{"x":"*"}`, "`a` \\* `b`"},
	} {
		if got := render(t, tt.template, tt.data); got != tt.want {
			t.Errorf("%s: %q\ngot  %q\nwant %q", tt.name, tt.template, got, tt.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct{ template, want string }{
		{"{{#if a}}x", "K9 `{{#if a}}` this block is never closed"},
		{"x{{/if}}", "K9 `{{/if}}` `{{/if}}` closes no block"},
		{"{{#if a}}{{#each b}}{{/if}}", "K9 `{{#each b}}` this block is never closed"},
		{"{{#if a}}x{{/each}}", "K9 `{{/each}}` `{{/each}}` does not close `{{#if}}`"},
		{"{{else}}", "K9 `{{else}}` `{{else}}` stands outside any block"},
		{"{{#if a}}{{else}}{{else}}{{/if}}", "K9 `{{else}}` the block has an `{{else}}` already"},
		{"{{#if a}}{{else if b}}{{/if}}", "K9 `else if b` `{{else}}` takes no condition"},
		{"{{#wen a}}{{/wen}}", "K9 `#wen` there is no block \"#wen\""},
		{"{{#items}}", "K9 `#items` there is no block \"#items\""},
		{"{{#if}}{{/if}}", "K9 `#if` `#if` lacks a path"},
		{"{{#if @index}}{{/if}}", "K9 `@index` `#if` takes a path, not a variable"},
		{"{{@first}}", "K9 `@first` there is no variable \"@first\""},
		{"{{{x}}}", "K9 `{{{x}}}` a tag has two braces, not three"},
		{"{{&x}} {{!c}} {{^x}} {{>p}}", "K9 `&x` there is no tag `{{&…}}` | K9 `!c` a template has no comments | K9 `^x` there is no tag `{{^…}}` | K9 `>p` there is no tag `{{>…}}`"},
		{"{{}}{{ }}", "K9 `}` the tag is empty | K9 `}` the tag is empty"},
		{"a {{b", "K9 `{{` this `{{` is never closed"},
		{"a {{b\n}}", "K9 `{{` this `{{` is never closed"},
		{"x {{ a[?b] }} {{ x. }}", "K7 `?` a path has no filters, so `?` cannot stand here | K6 `` the path ends where it should go on: a name or `*` is expected"},
		{"{{title | upper}}", "K6 `|` unexpected \"|\" in the path: a `.`, a `[` or the end is expected"},
		{"<a href=\"{{url}}\">x</a>", "K9 `{{url}}` a tag cannot stand inside HTML"},
		{"<img\n  src={{url}}>", "K9 `{{url}}` a tag cannot stand inside HTML"},
		{"<script>\n{{x}}\n</script>", "K9 `{{x}}` a tag cannot stand inside HTML"},
		{"<!-- {{x}} -->", "K9 `{{x}}` a tag cannot stand inside HTML"},
		{"{{^a}}{{/a}}{{/b}}", "K9 `^a` there is no tag `{{^…}}` | K9 `/b` there is no block \"b\" to close"},
		{"```{{lang}}\n{{x}}\n```", "K9 `{{lang}}` a tag cannot stand behind the fence of a code block"},
		{"```{{lang}}\n```{{x}}\n```", "K9 `{{lang}}` a tag cannot stand behind the fence of a code block"},
		{"> ~~~~ js {{#if x}}y{{/if}}\n> ~~~{{x}}\n> ~~~~\n~~~ {{x}}", "K9 `{{#if x}}` a tag cannot stand behind the fence of a code block | K9 `{{x}}` a tag cannot stand behind the fence of a code block"},
		{"```{{x}}``` {{y}}\n```\n~~~ {{x}}\n```\n~~~{{y}}", "K9 `{{y}}` a tag cannot stand behind the fence of a code block"},
		{strings.Repeat("{{#if a}}", MaxNesting+1) + strings.Repeat("{{/if}}", MaxNesting+1), "K9 `{{#if a}}` blocks nest deeper than 16 levels"},
	} {
		parsed, found := Parse(tt.template)
		var got []string
		for _, d := range found {
			got = append(got, fmt.Sprintf("%s `%s` %s", d.Code, tt.template[d.Span.Start:d.Span.End], d.Message))
			if d.Hint == "" {
				t.Errorf("%q: %s has no hint", tt.template, d.Message)
			}
		}
		if strings.Join(got, " | ") != tt.want || parsed != nil {
			t.Errorf("%q\ngot  %s\nwant %s", tt.template, strings.Join(got, " | "), tt.want)
		}
	}
}

func TestAllowed(t *testing.T) {
	for _, template := range []string{
		strings.Repeat("{{#if a}}", MaxNesting) + strings.Repeat("{{/if}}", MaxNesting), "```\n~~~\n~~~{{x}}\n```", "````\n```\n```{{x}}\n````", "1 < 2 {{x}}", "a \\<b {{x}}", "<b>{{x}}</b>", "<br>\n{{x}}", "<a\n\n{{x}}", "<details>\n\n{{x}}\n\n</details>",
	} {
		if _, found := Parse(template); len(found) > 0 {
			t.Errorf("%q: %v", template, found)
		}
	}
}

func TestFixes(t *testing.T) {
	for _, tt := range []struct{ template, want string }{{"a {{{x}}} b", "a {{x}} b"}, {"a {{ .x }}", "a {{ x }}"}, {"{{#if $.x-y}}{{/if}}", "{{#if $['x-y']}}{{/if}}"}} {
		_, found := Parse(tt.template)
		if len(found) != 1 || found[0].Fix == nil {
			t.Errorf("%q: %v", tt.template, found)
			continue
		}
		fixed := tt.template
		edits := found[0].Fix.Edits
		for i := len(edits) - 1; i >= 0; i-- {
			fixed = fixed[:edits[i].Span.Start] + edits[i].Text + fixed[edits[i].Span.End:]
		}
		if fixed != tt.want {
			t.Errorf("%q: %q, want %q", tt.template, fixed, tt.want)
		}
	}
}

func TestPathsAndCounts(t *testing.T) {
	parsed, _ := Parse("{{a}}{{#each $.b}}{{@count}}{{c.d}}{{/each}}")
	var paths []string
	for _, p := range parsed.Paths() {
		paths = append(paths, p.String())
	}
	if got := strings.Join(paths, " "); got != "a $.b c.d" || parsed.Counts() {
		t.Error(got, parsed.Counts())
	}
	if parsed, _ = Parse("{{@count}}"); !parsed.Counts() {
		t.Error("it prints the count")
	}
}

func TestCut(t *testing.T) {
	parsed, _ := Parse("{{a}}|{{b}}|`{{a}}`\n```\n{{c}}\n```")
	usage := &Usage{}
	v := value(t, `{"a":"123456789","b":"1234","c":"1\n345678"}`)
	out, err := parsed.Append(nil, &Data{Root: v, Item: v, MaxFieldChars: 5, Usage: usage})
	if want := "1234…|1234|`1234…`\n```\n1\n34…\n```\n"; string(out) != want || err != nil || usage.FieldsCut != 3 || usage.DroppedChars != 5+5+4 {
		t.Errorf("%q %+v", out, usage)
	}
}

func TestBounds(t *testing.T) {
	list := "[" + strings.Repeat("1,", 1100) + "1]"
	for _, tt := range []struct {
		template string
		want     error
	}{
		{"{{#each .}}{{#each $}}x{{/each}}{{/each}}", ErrNodes},
		{"{{#each .}}{{#each $}}" + strings.Repeat("long ", 1000) + "{{/each}}{{/each}}", ErrSize},
		{"{{$" + strings.Repeat("[0,0]", 40) + "}}", nil},
		{"{{$[*]" + strings.Repeat("..*", 3) + "}}", nil},
	} {
		parsed, found := Parse(tt.template)
		if parsed == nil {
			t.Fatal(found)
		}
		v := value(t, list)
		if _, err := parsed.Append(nil, &Data{Root: v, Item: v, MaxFieldChars: 10, Usage: &Usage{}}); !errors.Is(err, tt.want) {
			t.Errorf("%.40s: %v", tt.template, err)
		}
	}
	nested := value(t, strings.Repeat("[", 30)+strings.Repeat("]", 30))
	parsed, _ := Parse("{{$" + strings.Repeat("[0,0]", 29) + "}}")
	if _, err := parsed.Append(nil, &Data{Root: nested, Item: nested, MaxFieldChars: 10, Usage: &Usage{}}); !errors.Is(err, jsonpath.ErrTooMany) {
		t.Error(err)
	}
}

// Whatever the data is, a reader sees the elements that the template wrote,
// and the data as text.
func seesTemplate(t testing.TB, read gfmtest.Reader, template, data string) {
	t.Helper()
	parsed, found := Parse(template)
	if parsed == nil {
		t.Fatalf("%q: %v", template, found)
	}
	outline := func(x string) (string, string) {
		v := jsonval.ObjectValue([]jsonval.Member{{Key: "x", Value: jsonval.StringValue(x)}})
		out, err := parsed.Append(nil, &Data{Root: v, Item: v, Count: 1, MaxFieldChars: 500, Usage: &Usage{}})
		if err != nil {
			t.Fatal(err)
		}
		root := read(t, string(out))
		for _, a := range append(root.All("a"), root.All("img")...) {
			target := a.Attr["href"] + a.Attr["src"]
			if i := strings.IndexByte(target, ':'); i >= 0 && !strings.Contains(" http https ftp mailto ", " "+strings.ToLower(target[:i])+" ") {
				t.Fatalf("%q with %q links to %q\n%s", template, x, target, out)
			}
		}
		return root.Outline(), string(out)
	}
	want, _ := outline("word")
	if got, out := outline(data); got != want {
		t.Fatalf("%q with %q\ngot  %s\nwant %s\n%s", template, data, got, want, out)
	}
}

func contexts() []string {
	return []string{
		"{{x}}\n", "# {{x}}\n", "- {{x}}\n- b\n", "1. {{x}}\n", "> {{x}}\n", "a\n{{x}}\nb\n", "**{{x}}**\n", "| a | b |\n| --- | --- |\n| {{x}} | {{x}} |\n", "[{{x}}](https://t.example) c\n", "[t](https://t.example/{{x}}) c\n", "[t](https://t.example \"{{x}}\") c\n",
		"a `{{x}}` b\n", "```\n{{x}}\n```\n\nend\n", "{{x}}{{x}}\n", "w{{x}}{{x}}w\n", "<b>{{x}}</b>\n", "a {{x}}\n", "(https://t.example/{{x}}) c\n", "{{#if x}}{{x}}{{/if}}{{#each x}}{{.}}{{/each}} c\n",
	}
}

func nasty() []string {
	return []string{
		"# h", "- x", "1. x", "| --- |", "a|b", `\`, "`", "``", "```", "~~~", "***", "_x_", "<b>", "</b>", "<!--", "-->", "<script>", "&lt;", "&", "lt;", "[x](y)", "](javascript:x)", ") b", "\" onx=\"", "\")", "===", "---", "javascript:alert(1)", "https://u.example/*a*", "a\n\nb", "[a]: b", "!", "[", "]", "x)y", " ", "\u00a0", "+", ":", "=", "1", ".", "\u0000", "{{x}}", "0)", "#", "x #",
	}
}

func TestDataStaysText(t *testing.T) { dataStaysText(t, gfmtest.Parse, 1) }

// A process for each text takes its time: every fourth pair then.
func TestDataStaysTextForCmark(t *testing.T) { dataStaysText(t, gfmtest.Cmark(t), 4) }

func dataStaysText(t *testing.T, read gfmtest.Reader, every int) {
	for i, template := range contexts() {
		for j, data := range nasty() {
			if strings.TrimSpace(data) == "" || (i+j)%every != 0 {
				continue // an element may be empty then
			}
			seesTemplate(t, read, template, data)
		}
	}
}

func FuzzData(f *testing.F) {
	for i, data := range nasty() {
		f.Add(data, uint8(i))
	}
	all := contexts()
	f.Fuzz(func(t *testing.T, data string, context uint8) {
		if strings.Trim(data, " \t\r\n\v\f\u0085\u2028\u2029\u00a0\ufeff") == "" {
			return
		}
		seesTemplate(t, gfmtest.Parse, all[int(context)%len(all)], data)
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"{{#each a}}{{@key}}{{else}}`{{.}}`{{/each}}", "{{{a}}}", "```\n{{a}}\n```", "{{['}}']}}", "{{#if a}}\n {{/if}} \nx", "`` {{a}} ` ``", "<a {{b}}", "[x]({{a}})", "{{else}}{{/if}}{{", "```\x00", "> ```\x00{{a}}", "{{a}}```\x00"} {
		f.Add(s)
	}
	v, err := jsonval.ParseString(sample)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, found := Parse(text)
		for _, d := range found {
			if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(text) {
				t.Fatalf("%q: %v", text, d.Span)
			}
		}
		if errors, _ := diag.Count(found); (parsed == nil) != (errors > 0) {
			t.Fatalf("%q: %v", text, found)
		}
		if parsed != nil {
			if _, err := parsed.Append(nil, &Data{Root: v, Item: v, MaxFieldChars: 20, Usage: &Usage{}}); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	parsed, found := Parse("## {{title}}\n\n{{#each people}}\n- **{{name}}** {{#if age}}({{age}}){{/if}}\n{{/each}}\n\n[more]({{url}})\n")
	if parsed == nil {
		b.Fatal(found)
	}
	v, err := jsonval.ParseString(sample)
	if err != nil {
		b.Fatal(err)
	}
	data := &Data{Root: v, Item: v, MaxFieldChars: 500, Usage: &Usage{}}
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		data.Usage.Nodes = 0
		if dst, err = parsed.Append(dst[:0], data); err != nil {
			b.Fatal(err)
		}
	}
}
