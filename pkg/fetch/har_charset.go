package fetch

import (
	"bytes"
	"mime"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// A HAR holds the text of a body, not its bytes. These two go from one to the
// other so that whoever decodes the bytes of a replay reads what was read live.

// asSent turns the text of a body back into the bytes of the charset that its
// header names. Where the header names none, or one that cannot write the
// text, a page gets a header that says what the bytes are.
func asSent(h Header, text []byte) (Header, []byte) {
	contentType, _ := h.Get("content-type")
	essence, label := charsetLabel(contentType)
	if label != "" {
		e, err := htmlindex.Get(label)
		if err != nil || e == unicode.UTF8 {
			return h, text
		}
		if sent, err := e.NewEncoder().Bytes(text); err == nil {
			return h, sent
		}
	}
	if !isHTML(essence) || isASCII(text) {
		return h, text
	}
	return append(h.without("content-type"), Field{"content-type", essence + "; charset=utf-8"}), text
}

// asText reports whether a body survives as text: whether asSent makes the
// same bytes of it.
func asText(contentType string, body []byte) bool {
	essence, label := charsetLabel(contentType)
	if label != "" {
		_, again := asSent(Header{{"content-type", contentType}}, body)
		return utf8.Valid(body) && bytes.Equal(again, body)
	}
	if isASCII(body) {
		return true
	}
	if !utf8.Valid(body) {
		return false
	}
	// A page that names another charset itself is not the UTF-8 that it seems.
	head := lowerASCII(body[:min(len(body), 1024)])
	return !isHTML(essence) || !bytes.Contains(head, []byte("charset")) || bytes.Contains(head, []byte("utf-8"))
}

// charsetLabel gives the media type in lower case and its charset, "" where
// there is none.
func charsetLabel(contentType string) (essence, label string) {
	if essence, params, err := mime.ParseMediaType(contentType); err == nil {
		return essence, params["charset"]
	}
	essence, _, _ = strings.Cut(contentType, ";")
	return strings.ToLower(strings.TrimSpace(essence)), ""
}

func isHTML(essence string) bool {
	return essence == "text/html" || essence == "application/xhtml+xml"
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
