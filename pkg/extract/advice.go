package extract

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/extract/internal/decode"
	"github.com/wield-run/wield/pkg/extract/internal/js"
	"github.com/wield-run/wield/pkg/jsonval"
)

// advice says which option of embedded_json would read a text that was refused
// between two offsets. Each is tried first with exactly the options that the
// entry then has, so that none is named in vain.
func (e *Embedded) advice(text string, start, stop int) string {
	if e.Decode != "" {
		return ""
	}
	if s := marked(text); s != "" {
		return s
	}
	if !e.StripJS && !e.HasAfter {
		try := *e
		try.StripJS = true
		if from, to, ok := try.reads(text); ok {
			if after, ok := assigned(text, from, to); ok && e.readsBehind(text, after, "") {
				return afterHint(after)
			}
			return `"strip_js": true reads the first {…} or […] of the script`
		}
	}
	if after, ok := assigned(text, start, stop); ok && e.readsBehind(text, after, "") {
		return afterHint(after)
	}
	try := *e
	if try.Decode = "js_string"; strings.Contains(text, "(") {
		if _, _, ok := try.reads(text); ok {
			return `the data is JSON in a string of the script: "decode": "js_string" reads it`
		}
	}
	try.Decode = "devalue"
	if _, _, ok := try.reads(text); ok {
		return `the data is a JavaScript value, not JSON: "decode": "devalue" reads it`
	}
	anchors := anchors(text)
	for _, after := range anchors {
		if e.readsBehind(text, after, "") {
			return fmt.Sprintf(`the first bracket is not that of the data: "strip_js_after": %s starts behind it`, jsonval.AppendString(nil, after))
		}
	}
	for _, after := range anchors {
		if e.readsBehind(text, after, "devalue") {
			return fmt.Sprintf(`the data is a JavaScript value, not JSON: "decode": "devalue" with "strip_js_after": %s reads it`, jsonval.AppendString(nil, after))
		}
	}
	if stop > start {
		return `no option of embedded_json reads it; take the values with "html" or "html_items", or from another script`
	}
	return ""
}

// reads reports whether the entry's options read a text, and from where to
// where. An entry whose decoder joins scripts is tried on the one.
func (e *Embedded) reads(text string) (start, stop int, ok bool) {
	start, failed := e.start(text)
	if failed != nil {
		return 0, 0, false
	}
	stop = len(text)
	decoder, decodes := decode.Find(e.Decode)
	if (e.StripJS || e.HasAfter) && !decoder.Script {
		from, to, err := js.Balanced(text, start)
		if err != nil {
			return 0, 0, false
		}
		start, stop = from, to
	}
	if !decodes {
		return start, stop, isJSON(text[start:stop])
	}
	_, err := decoder.Read([]string{text[start:stop]})
	return start, stop, err == nil
}

// readsBehind is reads with strip_js_after and a decoder.
func (e *Embedded) readsBehind(text, after, decoder string) bool {
	try := *e
	try.StripJSAfter, try.HasAfter, try.Decode = after, true, decoder
	_, _, ok := try.reads(text)
	return ok
}

// How many places of a script are looked at, and how many of them tried.
const (
	maxPlaces  = 64
	maxAnchors = 8
)

// anchors gives texts that strip_js_after may have: "name =" in front of a
// value in brackets that is not empty, where that is the first of its kind.
func anchors(text string) []string {
	var all []string
	places := 0
	for i := 0; i < len(text) && len(all) < maxAnchors && places < maxPlaces; i++ {
		if text[i] != '=' {
			continue
		}
		next := strings.TrimLeft(text[i+1:min(i+100, len(text))], " \t\r\n")
		if next == "" || strings.IndexByte("{[/", next[0]) < 0 {
			continue
		}
		places++
		name := strings.TrimRight(text[:i], " \t")
		begin := len(name)
		for begin > 0 && isNameByte(name[begin-1]) {
			begin--
		}
		after := text[begin : i+1]
		if begin == len(name) || strings.Index(text, after) != begin {
			continue
		}
		first := js.NewScanner(text, i+1).Next()
		if first.Kind != js.Punct || text[first.Start] != '{' && text[first.Start] != '[' {
			continue
		}
		if from, to, err := js.Balanced(text, i+1); err == nil && len(strings.TrimFunc(text[from+1:to-1], isSpace)) > 0 {
			all = append(all, after)
		}
	}
	return all
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80 || strings.IndexByte(`_$.[]"'`, c) >= 0
}

func isJSON(text string) bool {
	_, err := jsonval.ParseString(text)
	return err == nil
}

func afterHint(after string) string {
	return fmt.Sprintf(`the first bracket is part of the name; "strip_js_after": %s starts behind it`, jsonval.AppendString(nil, after))
}

// marked names the decoder of a framework whose marks stand in the text.
func marked(text string) string {
	switch {
	case strings.Contains(text, "__next_f"):
		return `the script holds a piece of Next's stream: "decode": "next_flight", with a selector that matches all scripts, reads it`
	case strings.Contains(text, "streamController"):
		return `the script holds a piece of React Router's stream: "decode": "react_router_stream", with a selector that matches all scripts, reads it`
	}
	return ""
}

// assigned reports whether the brackets between two offsets are the name of a
// member that is assigned to, window["results"] = {…}, and gives the text that
// strip_js_after should have.
func assigned(text string, start, stop int) (after string, ok bool) {
	if stop <= start || text[start] != '[' {
		return "", false
	}
	rest := strings.TrimLeft(text[stop:], " \t")
	if !strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, "==") {
		return "", false
	}
	end := len(text) - len(rest) + 1
	from, to, err := js.Balanced(text, end)
	if err != nil || !isJSON(text[from:to]) {
		return "", false
	}
	return text[start:end], true
}

// suspect warns where the first bracket gave JSON that is evidently not the
// data.
func (r *runner) suspect(e *Embedded, text string, start, stop int) {
	if after, ok := assigned(text, start, stop); ok {
		r.warn(e.Vars[0].Name, afterHint(after), "what was read is the name of a member, %s, to which the data is assigned", text[start:stop])
		return
	}
	if hint := marked(text[:start]); hint != "" {
		r.warn(e.Vars[0].Name, hint, "what was read is one piece of a stream")
	}
}
