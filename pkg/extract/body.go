package extract

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/extract/internal/charset"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Mode is a way to read a body.
type Mode uint8

// The modes.
const (
	ModeAuto        Mode = iota // not said: by the header
	ModeJSON                    // one JSON value, always UTF-8
	ModeHTML                    // a page
	ModeText                    // text, always UTF-8
	ModeTurboStream             // an HTML fragment of Hotwire's <turbo-stream> elements
)

// String gives the mode as a recipe writes it.
func (m Mode) String() string {
	return [...]string{"auto", "json", "html", "text", "turbo_stream"}[m]
}

// ParseMode reads the value of `parse` or `expect.content_type`. "" is ModeAuto.
func ParseMode(s string) (Mode, bool) {
	for m := ModeAuto; m <= ModeTurboStream; m++ {
		if s == m.String() {
			return m, true
		}
	}
	return ModeAuto, s == ""
}

// Source is a response as it came, and what the step says about its body.
type Source struct {
	Data        []byte // decoded of gzip and the like
	ContentType string // the header's value
	Status      int    // 204, 205 and 304 have no body; 0: any other

	Parse    Mode // the step's `parse`
	Expect   Mode // the step's `expect.content_type`
	WantJSON bool // the step has `extract.json`
}

// Body is a response's body that knows how it is read. It is parsed when it is
// first asked for, and once. A Body is for one goroutine.
type Body struct {
	source Source
	mode   Mode

	text     string
	textDone bool
	charset  string
	from     charset.Source
	json     jsonval.Value
	jsonErr  error
	jsonDone bool
	doc      *dom.Document
	docErr   error
}

// Read says how a body is to be read: as `parse` says where it is not auto,
// else as `expect.content_type` says, else by the header. JSON types are JSON,
// text/html and application/xhtml+xml are HTML, text/vnd.turbo-stream.html is a
// turbo stream, and anything else is text. Text of a step that extracts JSON is
// JSON where it parses.
//
// Nothing is parsed yet but for that last case; Load does it.
func Read(s Source) *Body {
	b := &Body{source: s, mode: s.Parse}
	if b.mode == ModeAuto {
		b.mode = s.Expect
	}
	if b.mode == ModeAuto {
		b.mode = byHeader(s.ContentType)
	}
	if b.mode == ModeText && s.WantJSON && s.Parse == ModeAuto && !b.Empty() {
		if b.parseJSON(); b.jsonErr == nil {
			b.mode = ModeJSON
		}
	}
	return b
}

func byHeader(contentType string) Mode {
	switch t := charset.Type(contentType); {
	case t == "application/json" || strings.HasSuffix(t, "+json"):
		return ModeJSON
	case t == "text/html" || t == "application/xhtml+xml":
		return ModeHTML
	case t == "text/vnd.turbo-stream.html":
		return ModeTurboStream
	}
	return ModeText
}

// Mode tells how the body is read; never ModeAuto.
func (b *Body) Mode() Mode { return b.mode }

// Empty reports whether there is no body: no bytes, or a status that has none.
func (b *Body) Empty() bool {
	switch b.source.Status {
	case 204, 205, 304:
		return true
	}
	return len(b.source.Data) == 0
}

// ExpectsJSON reports whether the step expects JSON: by `parse`, by
// `expect.content_type` or because it extracts some.
func (b *Body) ExpectsJSON() bool {
	return b.source.Parse == ModeJSON || b.source.Parse == ModeAuto && (b.source.Expect == ModeJSON || b.source.WantJSON)
}

// Load parses a body of JSON, and makes sure that a step that expects JSON did
// not get a page. The error is a *Error whose reason is one OfBody. An empty
// body is no error.
func (b *Body) Load() error {
	if b.Empty() {
		return nil
	}
	if b.mode != ModeJSON {
		if b.mode == ModeText && b.source.WantJSON && b.source.Parse == ModeAuto {
			return b.notJSON()
		}
		if b.mode == ModeHTML && b.source.Expect == ModeAuto && b.ExpectsJSON() {
			return &Error{Reason: PageForJSON, Offset: -1,
				Message: "JSON was expected, and the response is an HTML page that begins with " + diag.Quote(strings.TrimSpace(b.Text()), 60),
				Hint:    `if the data is in the page, extract it with "html", "html_items" or "embedded_json" instead of "json"`}
		}
		return nil
	}
	if b.parseJSON(); b.jsonErr == nil {
		return nil
	}
	return b.notJSON()
}

// notJSON is the error of bytes that could not be parsed.
func (b *Body) notJSON() *Error {
	text := b.Text()
	if t := strings.TrimLeft(text, " \t\r\n\ufeff"); strings.HasPrefix(t, "<") {
		return &Error{Reason: PageForJSON, Offset: 0, Err: b.jsonErr,
			Message: "JSON was expected, and the response is markup that begins with " + diag.Quote(t, 60)}
	}
	syntax := b.jsonErr.(*jsonval.SyntaxError)
	e := &Error{Reason: NotJSON, Offset: syntax.Offset, Err: syntax,
		Message: fmt.Sprintf("the body is not JSON%s: %s%s", place(string(b.source.Data), syntax.Offset), syntax.Message, near(string(b.source.Data), syntax.Offset))}
	if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), ")]}") {
		e.Hint = `the site puts a prefix before its JSON, which no mode reads; read it with "parse": "text"`
	}
	return e
}

// near shows the text at an offset.
func near(text string, offset int) string {
	if offset < 0 || offset >= len(text) {
		return ""
	}
	return ", at " + diag.Quote(text[offset:min(len(text), offset+200)], 30)
}

func at(pos diag.Position) string { return fmt.Sprintf("line %d, column %d", pos.Line, pos.Column) }

func (b *Body) parseJSON() {
	if !b.jsonDone {
		b.jsonDone = true
		b.json, b.jsonErr = jsonval.Parse(b.source.Data)
	}
}

// Value is `body` in an assert: the parsed value of JSON, the text of anything
// else, null for an empty body. Load comes first; JSON that it refused is null.
func (b *Body) Value() jsonval.Value {
	switch {
	case b.Empty():
		return jsonval.NullValue()
	case b.mode == ModeJSON:
		b.parseJSON()
		return b.json
	}
	return jsonval.StringValue(b.Text())
}

// LoginValue is `body` in login_required_if, which is tested before the body
// is read as the step asks: the value where the bytes are JSON, else the text.
func (b *Body) LoginValue() jsonval.Value {
	if b.Empty() {
		return jsonval.NullValue()
	}
	if b.parseJSON(); b.jsonErr == nil {
		return b.json
	}
	return jsonval.StringValue(b.Text())
}

// Text is the decoded text: of a page by its charset, of anything else as
// UTF-8, as fetch().text() does. A byte order mark is not part of it.
func (b *Body) Text() string {
	if b.textDone {
		return b.text
	}
	b.textDone = true
	if b.mode == ModeHTML || b.mode == ModeTurboStream {
		b.text, b.charset, b.from = charset.Decode(b.source.Data, b.source.ContentType)
	} else {
		b.text, b.charset = jsonval.DecodeUTF8(b.source.Data), charset.UTF8
	}
	return b.text
}

// Charset is the name of the encoding by which Text was decoded, in lower
// case: "utf-8", "windows-1252".
func (b *Body) Charset() string {
	b.Text()
	return b.charset
}

// Warnings are about the body as a whole: a page that is not UTF-8.
func (b *Body) Warnings() []Warning {
	if b.Charset() == charset.UTF8 || b.Empty() {
		return nil
	}
	return []Warning{{
		Message: fmt.Sprintf("the page is not UTF-8 but %s, as %s says", b.charset, b.from),
		Hint:    "an extension that reads the response with text() sees U+FFFD wherever a character is not ASCII: select and assert by ASCII text only",
	}}
}
