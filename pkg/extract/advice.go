package extract

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/extract/internal/decode"
	"github.com/wield-run/wield/pkg/extract/internal/js"
	"github.com/wield-run/wield/pkg/jsonval"
)

// advice says which option of embedded_json would read a text that was refused
// between two offsets. Each is tried first, so that none is named in vain.
func (e *Embedded) advice(text string, start, stop int) string {
	if e.Decode != "" {
		return ""
	}
	if s := marked(text); s != "" {
		return s
	}
	if !e.StripJS && !e.HasAfter {
		if from, to, err := js.Balanced(text, 0); err == nil && isJSON(text[from:to]) {
			if after, ok := assigned(text, from, to); ok {
				return afterHint(after)
			}
			return `"strip_js": true reads the first {…} or […] of the script`
		}
	}
	if after, ok := assigned(text, start, stop); ok {
		return afterHint(after)
	}
	if decoder, ok := decode.Find("js_string"); ok && strings.Contains(text, "(") {
		if _, err := decoder.Read([]string{text[min(start, stop):]}); err == nil {
			return `the data is JSON in a string of the script: "decode": "js_string" reads it`
		}
	}
	if stop > start {
		if before := strings.TrimRight(text[:start], " \t\r\n"); strings.HasSuffix(before, ")") || strings.HasSuffix(before, "=>") {
			return `the first bracket is the body of a function: name the text before the data with "strip_js_after"`
		}
	}
	if decoder, ok := decode.Find("devalue"); ok {
		if _, err := decoder.Read([]string{text[start:]}); err == nil {
			return `the data is a JavaScript value, not JSON: "decode": "devalue" reads it`
		}
	}
	if stop > start {
		return `no option of embedded_json reads it; take the values with "html" or "html_items", or from another script`
	}
	return ""
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
