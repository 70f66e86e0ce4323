package fetch

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// entry reads one entry; nil where no recipe can ask for it, or where the
// reader found an error.
func (r *harReader) entry(index int, v jsonval.Value) *harEntry {
	at := func(path ...string) []string {
		return append([]string{"log", "entries", fmt.Sprint(index)}, path...)
	}
	request := r.object(v, at("request")...)
	url := r.member(request, jsonval.String, at("request", "url")...).Str()
	method := r.member(request, jsonval.String, at("request", "method")...).Str()
	if scheme, _, _ := strings.Cut(url, ":"); !strings.EqualFold(scheme, "https") && !strings.EqualFold(scheme, "http") {
		return nil
	}
	url, _, _ = strings.Cut(url, "#")
	e := &harEntry{index: index, request: harRequest{method: strings.ToUpper(method), url: url}}
	e.started, _ = time.Parse(time.RFC3339Nano, v.Field("startedDateTime").Str())
	r.postData(e, request, at)
	e.carried(request, v.Field("response"))
	e.failure = v.Field("_error").Str()
	response := r.optional(v, jsonval.Object, at("response")...)
	if response.IsNull() {
		return e
	}
	if failure := response.Field("_error").Str(); failure != "" {
		e.failure = failure
	}
	status := r.member(response, jsonval.Number, at("response", "status")...).Float()
	if status < 100 || status > 999 || status != float64(int(status)) {
		return e // 0 is a request that failed or was blocked
	}
	e.status = int(status)
	e.statusText = r.optional(response, jsonval.String, at("response", "statusText")...).Str()
	e.proto = response.Field("httpVersion").Str()
	e.header = r.header(response, at("response", "headers")...)
	r.content(e, response, at)
	if to := response.Field("redirectURL").Str(); to != "" && e.status >= 300 && e.status < 400 && e.header.index("location") < 0 {
		e.header = append(e.header, Field{"location", byteText(to)})
	}
	return e
}

// postData reads the body of a request.
func (r *harReader) postData(e *harEntry, request jsonval.Value, at func(...string) []string) {
	post := r.optional(request, jsonval.Object, at("request", "postData")...)
	if post.IsNull() {
		// Some exports leave a body out, and give only its size.
		if request.Field("bodySize").Float() > 0 {
			e.request.state = bodyUnknown
		}
		return
	}
	e.request.mime = r.optional(post, jsonval.String, at("request", "postData", "mimeType")...).Str()
	text := r.optional(post, jsonval.String, at("request", "postData", "text")...)
	params := r.optional(post, jsonval.Array, at("request", "postData", "params")...)
	e.request.state = bodyKnown
	e.request.body = jsonval.ToUTF8(text.Str())
	if e.request.body != "" {
		return
	}
	for _, p := range params.Items() {
		e.request.pairs = append(e.request.pairs, Pair{p.Field("name").Str(), p.Field("value").Str()})
	}
	switch {
	case e.request.pairs != nil:
	case text.IsNull():
		e.request.state = bodyUnknown
	default:
		e.request.state = noBodySent
	}
}

// header reads the fields of a response, without those that no replay can
// have: cookies, the fields of HTTP/2 that are none, and what described the
// bytes on the wire.
func (r *harReader) header(response jsonval.Value, path ...string) Header {
	var h Header
	for i, v := range r.optional(response, jsonval.Array, path...).Items() {
		at := func(name string) []string {
			return append(append([]string(nil), path...), fmt.Sprint(i), name)
		}
		name := strings.ToLower(r.member(v, jsonval.String, at("name")...).Str())
		value := r.member(v, jsonval.String, at("value")...).Str()
		switch name {
		case "set-cookie", "set-cookie2", "content-encoding", "content-length", "transfer-encoding":
			continue
		}
		if !token(name) {
			continue
		}
		// Repeated fields are one entry with line breaks in some exports.
		for _, line := range strings.Split(value, "\n") {
			h = append(h, Field{name, byteText(strings.Trim(line, "\t\r "))})
		}
	}
	return h
}

// byteText gives a field's value as Header wants it: characters beyond U+00FF
// were bytes of UTF-8 on the wire.
func byteText(value string) string {
	for _, r := range value {
		if r > 0xff {
			return fromLatin1(jsonval.ToUTF8(value))
		}
	}
	return value
}

// content reads the body of a response.
func (r *harReader) content(e *harEntry, response jsonval.Value, at func(...string) []string) {
	content := r.optional(response, jsonval.Object, at("response", "content")...)
	mime := r.optional(content, jsonval.String, at("response", "content", "mimeType")...).Str()
	if mime != "" && mime != "x-unknown" && e.header.index("content-type") < 0 {
		e.header = append(e.header, Field{"content-type", byteText(mime)})
	}
	text := r.optional(content, jsonval.String, at("response", "content", "text")...)
	encoding := r.optional(content, jsonval.String, at("response", "content", "encoding")...).Str()
	switch {
	case text.IsNull():
		e.bodyLost = content.Field("size").Float() > 0
	case encoding == "":
		e.body = []byte(jsonval.ToUTF8(text.Str()))
		e.header, e.body = asSent(e.header, e.body)
	case strings.EqualFold(encoding, "base64"):
		body, err := base64.StdEncoding.DecodeString(text.Str())
		if err != nil {
			r.fail("it is no base64, which its member encoding says it is", at("response", "content", "text")...)
		}
		e.body = unpacked(body, e.header)
	default:
		r.fail("base64 is the only encoding, it is "+diag.Quote(encoding, 40), at("response", "content", "encoding")...)
	}
}

// unpacked undoes gzip where an export kept the bytes of the wire, though a
// HAR has them decoded: no text, page or JSON begins as gzip does.
func unpacked(body []byte, h Header) []byte {
	if contentType, _ := h.Get("content-type"); !bytes.HasPrefix(body, []byte("\x1f\x8b\x08")) || strings.Contains(contentType, "zip") || strings.Contains(contentType, "octet-stream") {
		return body
	}
	if text, err := gunzip(body, MaxBody); err == nil {
		return text
	}
	return body
}
