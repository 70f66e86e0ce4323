package template

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/jsonval"
)

// FuzzTemplate: any text can be parsed; spans lie in it and parts cover a
// template without errors; what renders gives the same text both ways.
func FuzzTemplate(f *testing.F) {
	for _, src := range []string{
		``, `a`, `{{`, `}}`, `{{ }}`, `{{ a }}`, `{{{ a }}}`, `{{ a.b[0].c-d }}`, `{{ '{{' }}`, `{{ "a\n\"" | upper }}`,
		`{{ a | date:'YYYY-MM-DDTHH:mm:ssZZ [x' }}`, `{{ a | replace:'x','yy' | slice:-3,2 | pad:9,'ab' }}`,
		`{{ a | split:'' | join:',' | json | encode | base64 | slug }}`, `{{ a | number | round:2 | default:-1.5e3 }}`,
		`{{ a | nope:1 }}{{ b | pad }}`, `{{ a {{ b }}`, `{{ 'a\`, "{{ '\xed\xa0\xbd' }}\xed\xba\xb2", `{{ a | first | last | trim | lower | path }}`,
	} {
		f.Add(src, `2026-11-30T11:42:00.5+01:00`)
		f.Add(src, "ß Σ\xed\xa0\xbd 1.5")
	}
	f.Fuzz(func(t *testing.T, src, value string) {
		tpl, found := Parse(src)
		at := 0
		for _, part := range tpl.Parts() {
			if part.Span.Start < at || part.Span.End <= part.Span.Start || part.Span.End > len(src) {
				t.Fatalf("part %v behind %d", part.Span, at)
			}
			if len(found) == 0 && part.Span.Start != at {
				t.Fatalf("a gap before %v", part.Span)
			}
			at = part.Span.End
			if part.Ref != nil {
				for _, c := range part.Ref.Filters {
					if src[c.NameSpan.Start:c.NameSpan.End] != c.Name || c.Span.End > at {
						t.Fatalf("filter %q at %v", c.Name, c.NameSpan)
					}
				}
			}
		}
		for i, d := range found {
			if d.Span.Start < 0 || d.Span.End > len(src) || d.Span.Start >= d.Span.End || d.Message == "" || d.Hint == "" {
				t.Fatalf("finding %+v", d)
			}
			if i > 0 && d.Span.Start < found[i-1].Span.Start {
				t.Fatalf("findings out of order: %v before %v", found[i-1], d)
			}
		}
		items := jsonval.ArrayValue([]jsonval.Value{jsonval.StringValue(value), jsonval.NumberValue(float64(len(value)) / 3)})
		env := Env{
			Lookup: func(root string) (jsonval.Value, bool) {
				if strings.HasPrefix(root, "b") {
					return items, true
				}
				return jsonval.StringValue(value), root != "c"
			},
			Path: func(url string) (string, error) { return "/" + url, nil },
		}
		s, err := tpl.Text(env)
		pieces, pieceErr := tpl.Pieces(env)
		if (err == nil) != (pieceErr == nil) {
			t.Fatalf("Text says %v, Pieces %v", err, pieceErr)
		}
		if err != nil {
			return
		}
		if len(found) > 0 && !tpl.IsLiteral() {
			t.Fatal("a template with errors was rendered")
		}
		texts := make([]string, len(pieces))
		for i, p := range pieces {
			texts[i] = p.Text
		}
		if utf8.ValidString(src) && utf8.ValidString(value) && strings.Join(texts, "") != s {
			t.Fatalf("Text gives %q, the pieces %q", s, texts)
		}
	})
}

// FuzzDate: any text and any format give a text or an error.
func FuzzDate(f *testing.F) {
	f.Add("2026-11-30T11:42:00+01:00", "YYYY-MM-DDTHH:mm:ssZZ")
	f.Add("20260507T080910.5Z", "[a]] [ MMMM dddd SSS SS X x")
	f.Add("2026-05-07 24:00", "ö")
	f.Fuzz(func(t *testing.T, value, tokens string) {
		v, ok := parseISO(value)
		if ok {
			formatDate(v, tokens)
		}
	})
}
