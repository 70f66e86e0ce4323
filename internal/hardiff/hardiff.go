// Package hardiff writes a recording as the lines that matter to who replays
// it, so that two recordings can be compared: what was asked and what came
// back, without times, addresses and headers that differ from run to run.
package hardiff

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Text gives the lines of a recording: for each entry the request, its body,
// the status, where a redirect leads, the type and the body of the response. JSON
// bodies are set out over lines. The error is that of a text which is no JSON.
func Text(har []byte) ([]byte, error) {
	root, err := jsonval.Parse([]byte(strings.TrimPrefix(string(har), "\ufeff")))
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	for i, entry := range root.Field("log").Field("entries").Items() {
		if i > 0 {
			b.WriteByte('\n')
		}
		request, response := entry.Field("request"), entry.Field("response")
		fmt.Fprintf(&b, "%s %s\n", oneLine(request.Field("method")), oneLine(request.Field("url")))
		if post := request.Field("postData"); !post.IsNull() {
			body(&b, "> ", post.Field("text").Str())
		}
		if failed := entry.Field("_error").Str(); failed != "" {
			fmt.Fprintf(&b, "no response: %s\n", oneLine(entry.Field("_error")))
			continue
		}
		fmt.Fprintf(&b, "%s %s\n", jsonval.Stringify(response.Field("status")), oneLine(response.Field("content").Field("mimeType")))
		if to := oneLine(response.Field("redirectURL")); to != "" {
			fmt.Fprintf(&b, "location: %s\n", to)
		}
		content := response.Field("content")
		text := content.Field("text").Str()
		if content.Field("encoding").Str() == "base64" {
			if raw, err := base64.StdEncoding.DecodeString(text); err == nil {
				text = fmt.Sprintf("%d bytes, as base64: %s", len(raw), text)
			}
		}
		body(&b, "< ", text)
	}
	return []byte(b.String()), nil
}

// JSON is set out over lines up to this length, in bytes, and this depth: what
// is nested deeply would grow a thousandfold.
const (
	maxSetOut  = 4 << 20
	maxNesting = 40
)

// nesting is how deeply lists and objects are nested, up to a limit.
func nesting(v jsonval.Value, limit int) int {
	deepest := 0
	if limit == 0 {
		return 0
	}
	for _, item := range v.Items() {
		deepest = max(deepest, 1+nesting(item, limit-1))
	}
	for _, m := range v.Members() {
		deepest = max(deepest, 1+nesting(m.Value, limit-1))
	}
	return deepest
}

// body writes a text, each line behind a mark; JSON is set out over lines.
func body(b *strings.Builder, mark, text string) {
	if text == "" {
		return
	}
	if len(text) <= maxSetOut {
		if v, err := jsonval.ParseString(text); err == nil && v.Len() > 0 && nesting(v, maxNesting) < maxNesting {
			text = string(jsonval.AppendIndent(nil, v, "  "))
		}
	}
	for line := range strings.SplitSeq(jsonval.ToUTF8(text), "\n") {
		b.WriteString(mark + strings.TrimSuffix(line, "\r") + "\n")
	}
}

// oneLine is a text without line breaks, which have no place in what it is.
func oneLine(v jsonval.Value) string {
	return strings.Join(strings.Fields(jsonval.ToUTF8(v.Str())), " ")
}
