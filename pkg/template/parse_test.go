package template

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// outline writes what was understood of a template, with the source of each
// span, so that a test sees that spans and contents agree.
func outline(t *Template) string {
	var b strings.Builder
	at := func(s diag.Span) string { return t.src[s.Start:s.End] }
	for _, part := range t.Parts() {
		if part.Ref == nil {
			fmt.Fprintf(&b, "text(%s=%s) ", part.Text, at(part.Span))
			continue
		}
		h := part.Ref.Head
		if h.Quoted {
			fmt.Fprintf(&b, "quoted(%s=%s)", h.Text, at(h.Span))
		} else {
			fmt.Fprintf(&b, "path(%s=%s", h.Root, at(h.RootSpan))
			for _, s := range h.Path {
				if s.IsIndex {
					fmt.Fprintf(&b, " %d=%s", s.Index, at(s.Span))
				} else {
					fmt.Fprintf(&b, " %s=%s", s.Name, at(s.Span))
				}
			}
			fmt.Fprintf(&b, ")")
		}
		for _, c := range part.Ref.Filters {
			fmt.Fprintf(&b, " | %s(%s=%s", at(c.Span), c.Name, at(c.NameSpan))
			for _, a := range c.Args {
				fmt.Fprintf(&b, " %s=%s", jsonval.Stringify(a.Value), at(a.Span))
			}
			fmt.Fprintf(&b, ")")
		}
		fmt.Fprintf(&b, " in %s; ", at(part.Span))
	}
	return strings.TrimSpace(b.String())
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{``, ``},
		{`plain`, `text(plain=plain)`},
		{`{{ params.query }}`, `path(params=params query=.query) in {{ params.query }};`},
		{`{{now}}`, `path(now=now) in {{now}};`},
		{"{{\n\tnow\r\n}}", "path(now=now) in {{\n\tnow\r\n}};"},
		{`{{ steps.search.items[0].id }}`, `path(steps=steps search=.search items=.items 0=[0] id=.id) in {{ steps.search.items[0].id }};`},
		{`{{ a.data-id[10][2] }}`, `path(a=a data-id=.data-id 10=[10] 2=[2]) in {{ a.data-id[10][2] }};`},
		{`/p/{{ a }}-{{ b }}.html`, `text(/p/=/p/) path(a=a) in {{ a }}; text(-=-) path(b=b) in {{ b }}; text(.html=.html)`},
		{`{"a":{{ a|json }}}`, `text({"a":={"a":) path(a=a) | json(json=json) in {{ a|json }}; text(}=})`},
		{`{{ '{{' }}`, `quoted({{='{{') in {{ '{{' }};`},
		{`{{ "}}" | trim }} }}`, `quoted(}}="}}") | trim(trim=trim) in {{ "}}" | trim }}; text( }}= }})`},
		{`{{ 'a\'b\"c\\d\ne' }}`, "quoted(a'b\"c\\d\ne='a\\'b\\\"c\\\\d\\ne') in {{ 'a\\'b\\\"c\\\\d\\ne' }};"},
		{`{{ now | date:'YYYY' }}`, `path(now=now) | date:'YYYY'(date=date "YYYY"='YYYY') in {{ now | date:'YYYY' }};`},
		{`{{ a | replace : "x" , 'y' |lower}}`, `path(a=a) | replace : "x" , 'y'(replace=replace "x"="x" "y"='y') | lower(lower=lower) in {{ a | replace : "x" , 'y' |lower}};`},
		{`{{ a | slice:-3 }}`, `path(a=a) | slice:-3(slice=slice -3=-3) in {{ a | slice:-3 }};`},
		{`{{ a | default:1.5e3 }}`, `path(a=a) | default:1.5e3(default=default 1500=1.5e3) in {{ a | default:1.5e3 }};`},
		{`{{ a | default:null }}`, `path(a=a) | default:null(default=default null=null) in {{ a | default:null }};`},
		{`{{ a | default:true }}`, `path(a=a) | default:true(default=default true=true) in {{ a | default:true }};`},
		{`Größe {{ a }} 🚲`, `text(Größe =Größe ) path(a=a) in {{ a }}; text( 🚲= 🚲)`},
		{`a } b }} c { d`, `text(a } b }} c { d=a } b }} c { d)`},
	} {
		tpl, found := Parse(c.src)
		if len(found) > 0 {
			t.Errorf("%s: %v", c.src, found[0])
		}
		if got := outline(tpl); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

// Each finding is written as its code, the source under its span, and a part of
// its message or hint.
func TestFindings(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []string
	}{
		// M1: syntax.
		{`{{`, []string{"M1 {{ never closed"}},
		{`a {{ params.x`, []string{"M1 {{ never closed"}},
		{`{{ params.x }`, []string{"M1 {{ single }"}},
		{`{{ a {{ b }}`, []string{"M1 {{ never closed"}},
		{`{{ }}`, []string{"M1 {{ }} nothing"}},
		{`{{{ a }}`, []string{"M1 { two braces"}},
		{`{{ a. }}`, []string{"M1   name after the dot"}},
		{`{{ .a }}`, []string{"M1 .a path of a value"}},
		{`{{ a..b }}`, []string{"M1 .b name after the dot"}},
		{`{{ a.0 }}`, []string{"M1 0 [0]"}},
		{`{{ a[] }}`, []string{"M1 ] number from 0"}},
		{`{{ a[-1] }}`, []string{"M1 -1] | last"}},
		{`{{ a['b'] }}`, []string{"M1 'b'] .name"}},
		{`{{ a[01] }}`, []string{"M1 01 leading zeros"}},
		{`{{ a[99999999999] }}`, []string{"M1 99999999999 no index"}},
		{`{{ a[1 }}`, []string{"M1   `]`"}},
		{`{{ 1 }}`, []string{"M1 1 path of a value"}},
		{`{{ größe }}`, []string{"M1 öße `|` with a filter"}},
		{`{{ a + 1 }}`, []string{"M1 + compute with JMESPath"}},
		{`{{ a || 'b' }}`, []string{"M1 | default:"}},
		{`{{ a | }}`, []string{"M1 }} name a filter"}},
		{`{{ a | date('YYYY') }}`, []string{"M1 ('YYYY') colon"}},
		{`{{ a | join: }}`, []string{"M1 }} an argument"}},
		{`{{ a | join:, }}`, []string{"M1 , an argument"}},
		{`{{ a | replace:'a', }}`, []string{"M1 }} an argument"}},
		{`{{ a | default:b }}`, []string{"M1 b quotes: 'b'"}},
		{`{{ a | default:params.b }}`, []string{"M1 params.b cannot be read from the run"}},
		{`{{ a | default:01 }}`, []string{"M1 01 no number"}},
		{`{{ a | default:1e999 }}`, []string{"M1 1e999 no number"}},
		{`{{ 'a\tb' }}`, []string{`M1 \t no escape`}},
		{`{{ 'a }}`, []string{"M1 ' no closing quote"}},
		{`{{ 'a\`, []string{"M1 ' no closing quote"}},
		{`{{ a | join:' }} b`, []string{"M1 ' no closing quote"}},
		{`{{#if a}}b{{/if}}`, []string{"M1 #if no blocks", "M1 /if no blocks"}},

		// M2: unknown filters.
		{`{{ a | trimm }}`, []string{"M2 trimm did you mean `trim`?"}},
		{`{{ a | Upper }}`, []string{"M2 Upper did you mean `upper`?"}},
		{`{{ a | urlencode }}`, []string{"M2 urlencode did you mean `encode`?"}},
		{`{{ a | raw }}`, []string{"M2 raw encodes nothing"}},
		{`{{ a | constructor }}`, []string{"M2 constructor known here: date, default,"}},
		{`{{ a | lowre:'x' | roudn }}`, []string{"M2 lowre `lower`", "M2 roudn `round`"}},

		// M3: arguments.
		{`{{ a | lower:'x' }}`, []string{"M3 lower:'x' takes no argument, not 1 argument"}},
		{`{{ a | date }}`, []string{"M3 date takes 1 argument, not no argument"}},
		{`{{ a | slice:1,2,3 }}`, []string{"M3 slice:1,2,3 takes 1 to 2 arguments, not 3"}},
		{`{{ a | pad:3 }}`, []string{"M3 pad:3 write pad:WIDTH,'FILL'"}},
		{`{{ a | slice:1.5,'x' }}`, []string{"M3 1.5 `from`", "M3 'x' `to`"}},
		{`{{ a | round:-1 }}`, []string{"M3 -1 from 0 to 20"}},
		{`{{ a | pad:5000,'' }}`, []string{"M3 5000 from 0 to 1000", "M3 '' must not be empty"}},
		{`{{ a | replace:'',null }}`, []string{"M3 '' must not be empty", "M3 null must be text in quotes, not null"}},
		{`{{ a | date:'D.M.Y' }}`, []string{"M3 'D.M.Y' YYYY"}},
		{`{{ a | date:'YYY' }}`, []string{"M3 'YYY' no token"}},

		// All of them, each at its place.
		{`{{ a | uper }}/{{ }}/{{ b | pad }}/{{ c`, []string{"M2 uper upper", "M1 {{ }} nothing", "M3 pad takes 2", "M1 {{ never closed"}},
		{`{{ a | nope`, []string{"M1 {{ never closed", "M2 nope known here:"}},
	} {
		_, found := Parse(c.src)
		if len(found) != len(c.want) {
			t.Errorf("%s: %d findings, want %d: %v", c.src, len(found), len(c.want), found)
			continue
		}
		for i, d := range found {
			got := d.Code + " " + c.src[d.Span.Start:d.Span.End] + " "
			rest, ok := strings.CutPrefix(c.want[i], got)
			if !ok || rest == "" || !strings.Contains(d.Message+" "+d.Hint, rest) {
				t.Errorf("%s: %s%s (%s); want %s", c.src, got, d.Message, d.Hint, c.want[i])
			}
			if d.Severity != diag.Error || d.Name == "" || d.Hint == "" {
				t.Errorf("%s: %s needs a name and a hint, and is an error", c.src, d.Code)
			}
		}
	}
}

// What stands around an error is still there, for the checks that look at
// references.
func TestPartsAfterErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`{{ a | nope }}`, `path(a=a) | nope(nope=nope) in {{ a | nope }};`},
		{`{{ a | pad:1 | lower }}b`, `path(a=a) | pad:1(pad=pad 1=1) | lower(lower=lower) in {{ a | pad:1 | lower }}; text(b=b)`},
		{`{{ a + b }}-{{ c }}`, `path(a=a) in {{ a + b }}; text(-=-) path(c=c) in {{ c }};`},
		{`{{ a {{ b }}`, `path(a=a) in {{ a ; path(b=b) in {{ b }};`},
		{`x{{ }}{{ c }}`, `text(x=x) path(c=c) in {{ c }};`},
	} {
		tpl, found := Parse(c.src)
		if len(found) == 0 {
			t.Errorf("%s: no finding", c.src)
		}
		if got := outline(tpl); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
		if _, err := tpl.Pieces(testEnv()); err == nil {
			t.Errorf("%s was rendered", c.src)
		}
	}
}

func TestShape(t *testing.T) {
	for _, c := range []struct {
		src             string
		single, literal bool
		references      int
	}{
		{``, false, true, 0},
		{`a`, false, true, 0},
		{`{{ a }}`, true, false, 1},
		{`{{ 'a' | upper }}`, true, false, 1},
		{` {{ a }}`, false, false, 1},
		{`{{ a }}{{ b }}`, false, false, 2},
	} {
		tpl, _ := Parse(c.src)
		if tpl.Source() != c.src || tpl.IsSingle() != c.single || tpl.IsLiteral() != c.literal || len(tpl.References()) != c.references {
			t.Errorf("%q: single %v, literal %v, %d references", c.src, tpl.IsSingle(), tpl.IsLiteral(), len(tpl.References()))
		}
	}
}

// Filters are data: the safety rules ask what each does to a value.
func TestCatalogue(t *testing.T) {
	got := map[Kind]string{}
	for _, f := range Filters() {
		got[f.Kind] += f.Name + " "
	}
	for kind, want := range map[Kind]string{
		Lossless:     "date lower upper trim json join number pad ",
		Transforming: "encode base64 slug path ",
		Narrowing:    "replace split slice first last round ",
		Fallback:     "default ",
	} {
		if got[kind] != want {
			t.Errorf("%s: %s; want %s", kind, got[kind], want)
		}
	}
	encodings := ""
	for _, f := range Filters() {
		if f.Encoding != NoEncoding {
			encodings += f.Name + "=" + string(f.Encoding) + " "
		}
	}
	if want := "encode=uri-component base64=base64 path=url-path json=json "; encodings != want {
		t.Errorf("encodings %s; want %s", encodings, want)
	}
	tpl, _ := Parse(`{{ a | trim | nope }}`)
	calls := tpl.References()[0].Filters
	if f, ok := calls[0].Filter(); !ok || f.Name != "trim" {
		t.Errorf("the call knows %v, %v", f.Name, ok)
	}
	if f, ok := calls[1].Filter(); ok {
		t.Errorf("a filter that does not exist is %v", f.Name)
	}
}
