package extract

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// everything asks for each kind of a page at once.
const everything = `{
	"html": {"t": {"selector": "div p, script"}, "a": {"selector": "[data-j]", "attr": "data-j", "parse": "json", "all": true}},
	"html_items": {"i": {"selector": "li", "fields": {"x": {"selector": ":scope"}, "y": {"selector": "b", "attr": "id"}}}},
	"embedded_json": [
		{"selector": "script", "strip_js": true, "required": false, "vars": {"e": "a"}},
		{"selector": "script", "strip_js_after": "=", "all": true, "required": false, "vars": {"f": "[0]"}},
		{"selector": "script", "decode": "js_string", "required": false, "vars": {"g": "@"}},
		{"selector": "script", "decode": "next_flight", "required": false, "vars": {"h": "root"}},
		{"selector": "script", "decode": "devalue", "required": false, "vars": {"k": "@"}},
		{"selector": "script", "decode": "react_router_stream", "required": false, "vars": {"l": "@"}},
		{"selector": "astro-island", "attr": "props", "decode": "astro_props", "required": false, "vars": {"m": "@"}}]}`

// TestHostile: what is built to exhaust a parser ends in an answer or in an
// *Error.
func TestHostile(t *testing.T) {
	const size = 512 << 10
	fill := func(piece string) string { return strings.Repeat(piece, size/len(piece)) }
	fonts := strings.Builder{}
	for i := range 400 {
		fonts.WriteString("<font color=" + strings.Repeat("x", i%9+1) + string(rune('a'+i%26)) + ">")
	}
	s := step(t, everything)
	for name, text := range map[string]string{
		"a million nested elements": strings.Repeat("<div>", 1_000_000),
		"nested formatting":         fill("<b>"),
		"open formatting":           fonts.String() + strings.Repeat("<p>x", 20_000),
		"5 MB of open brackets":     strings.Repeat("<", 5<<20),
		"open comments":             fill("<!--"),
		"entities":                  fill("&amp;"),
		"attributes":                "<p " + strings.Repeat("a=1 ", 100_000) + ">",
		"different attributes":      "<p " + manyAttributes(100_000) + ">",
		"rows":                      fill("<li><b id=x>y"),
		"a script of brackets":      "<script>" + fill("{") + "</script>",
		"a script of quotes":        "<script>" + fill(`\'`) + "</script>",
		"scripts":                   fill("<script>x=</script>"),
		"scripts of streams":        fill(`<script>self.__next_f.push([1,"0:\"$0:a\"\n"])</script>`),
		"a deep value":              `<script>x=` + strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20) + "</script>",
		"a deep attribute":          `<p data-j="` + strings.Repeat("[", 100_000) + `">`,
		"streams":                   fill("<turbo-stream><template><td>"),
		"a page of NULs":            fill("\x00"),
		"bytes that are no UTF-8":   fill("\xf0\x9f"),
		"an island of nested lists": `<astro-island props='{"a":` + strings.Repeat("[1,[", 400) + "[0,1]" + strings.Repeat("]]", 400) + `}'>`,
	} {
		for _, contentType := range []string{"text/html", "text/vnd.turbo-stream.html"} {
			if contentType != "text/html" && name != "streams" && name != "a million nested elements" && name != "5 MB of open brackets" {
				continue
			}
			r, err := Run(context.Background(), Read(Source{Data: []byte(text), ContentType: contentType}), s, Limits{})
			var e *Error
			if err != nil && !errors.As(err, &e) {
				t.Errorf("%s as %s: %v", name, contentType, err)
			}
			if err == nil && r.Values.Len() != len(s.Order) {
				t.Errorf("%s as %s: %d values", name, contentType, r.Values.Len())
			}
		}
	}
}

func manyAttributes(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("a")
		for ; i > 0; i /= 26 {
			b.WriteByte(byte('a' + i%26))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// TestHostileJSON: deep and large JSON bodies.
func TestHostileJSON(t *testing.T) {
	for name, text := range map[string]string{
		"deep":    strings.Repeat("[", 5<<20),
		"objects": strings.Repeat(`{"a":`, 1<<20),
		"numbers": "[" + strings.Repeat("1,", 512<<10) + "1]",
		"text":    `"` + strings.Repeat(`\`, 5<<20),
	} {
		b := Read(Source{Data: []byte(text), Parse: ModeJSON, WantJSON: true})
		_, err := Run(context.Background(), b, step(t, `{"json":{"x":"[0]"}}`), Limits{})
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTextIsBounded: elements inside each other repeat their text; it is
// counted before it is built.
func TestTextIsBounded(t *testing.T) {
	nested := strings.Repeat("<div>", 400)
	list := `["` + strings.Repeat("y", 200_000) + `"]`
	for _, c := range []struct{ name, html, extract string }{
		{"long text", nested + strings.Repeat("y", 1_000_000), `{"html":{"i":{"selector":"div","all":true}}}`},
		{"many short texts", strings.Repeat("<div>x", 150_000), `{"html":{"i":{"selector":"div","all":true}}}`},
		{"items", nested + strings.Repeat("y", 1_000_000), `{"html_items":{"i":{"selector":"div","fields":{"i":{"selector":""}}}}}`},
		{"one attribute in each item", nested + "<a href=" + strings.Repeat("y", 1_000_000) + ">", `{"html_items":{"x":{"selector":"div","fields":{"i":{"selector":"a","attr":"href"}}}}}`},
		{"JSON", strings.Repeat("<div>", 500) + list, `{"html":{"i":{"selector":"div","all":true,"parse":"json"}}}`},
		{"embedded JSON", strings.Repeat("<div>", 500) + list, `{"embedded_json":{"selector":"div","all":true,"required":false,"vars":{"i":"[0]"}}}`},
		{"joined", nested + strings.Repeat("y", 1_000_000), `{"embedded_json":{"selector":"div","decode":"next_flight","required":false,"vars":{"i":"@"}}}`},
	} {
		_, err := Run(context.Background(), page(c.html), step(t, c.extract), Limits{})
		var e *Error
		if !errors.As(err, &e) || e.Reason != BudgetExceeded || e.Var != "i" || !strings.HasPrefix(e.Message, `"i" takes more text from the page than is left of `) || e.Hint == "" {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	// A page of the usual size may be read many times.
	got, _ := values(t, page(strings.Repeat("<div>", 100)+strings.Repeat("y", 50_000)), step(t, `{"html":{"i":{"selector":"div","all":true}}}`))
	if len(got) < 100*50_000 {
		t.Errorf("%d bytes", len(got))
	}
}

func FuzzRun(f *testing.F) {
	s := step(f, everything)
	json := step(f, `{"json":{"x":"@"}}`)
	for _, seed := range []struct{ text, contentType string }{
		{"<div><p>x</div><li><b id=1>y<script>x={\"a\":1}</script>", "text/html"},
		{"<script>self.__next_f.push([1,\"0:[]\\n\"])</script><p data-j='[1]'>", "text/html; charset=shift_jis"},
		{"<turbo-stream><template><tr><td>x</template></turbo-stream>", "text/vnd.turbo-stream.html"},
		{"<meta charset=utf-16><astro-island props='{\"a\":[0,1]}'>", "application/xhtml+xml"},
		{"\xff\xfe<\x00p\x00>\x00", ""},
		{`{"a":[1]}`, "application/json"},
	} {
		f.Add([]byte(seed.text), seed.contentType)
	}
	f.Fuzz(func(t *testing.T, data []byte, contentType string) {
		for _, mode := range []Mode{ModeAuto, ModeJSON, ModeHTML, ModeText, ModeTurboStream} {
			for _, st := range []*Step{s, json} {
				b := Read(Source{Data: data, ContentType: contentType, Parse: mode, WantJSON: st == json})
				b.LoginValue()
				_ = b.Load()
				b.Value()
				b.Warnings()
				_, err := Run(context.Background(), b, st, Limits{})
				var e *Error
				if err != nil && (!errors.As(err, &e) || e.Message == "") {
					t.Fatalf("%s: %v", mode, err)
				}
			}
		}
	})
}
