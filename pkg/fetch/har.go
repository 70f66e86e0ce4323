package fetch

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// MaxHAR is how large a HAR file may be, in bytes.
const MaxHAR = 256 << 20

// HAR is recorded traffic, as far as it can be replayed. It is immutable.
type HAR struct {
	entries []*harEntry
	start   time.Time
}

// Start is the time at which the recording began, with the offset that is
// written there; zero where the file has none. It is `now` of the run that
// made the recording, or else the start of the first entry.
func (h *HAR) Start() time.Time { return h.start }

// Len is the number of requests in the recording.
func (h *HAR) Len() int { return len(h.entries) }

// HARError is a HAR file that cannot be used.
type HARError struct {
	Message string // one sentence that says where and what
	Hint    string
	Pointer string    // JSON pointer of the member at fault; "" where it is the text as a whole
	Span    diag.Span // of what is at fault, where it is known
}

func (e *HARError) Error() string { return e.Message }

// harEntry is one request and its response.
type harEntry struct {
	index   int // in log.entries
	request harRequest
	sent    Header // the request's own fields
	cookies []Pair // of the request and the response
	started time.Time

	status     int // 0: there was no response
	statusText string
	proto      string
	header     Header
	body       []byte
	bodyLost   bool   // there was a body, and it was not saved
	failure    string // why there was no response, where the file says so
}

// harRequest is what of a request counts when two are compared.
type harRequest struct {
	method string
	url    string // without the fragment
	mime   string // of the body
	body   string
	pairs  []Pair // of a form whose text was not saved
	state  bodyState
}

// bodyState says what is known of a request's body.
type bodyState uint8

const (
	noBodySent bodyState = iota
	bodyKnown
	bodyUnknown // there was one, and it was not saved
)

// LoadHAR reads a HAR 1.2 file, one that Recorder wrote or one that a
// browser's developer tools exported. Entries that no recipe can ask for
// (data: URLs, WebSockets) are passed over. The error is a *HARError.
func LoadHAR(text []byte) (*HAR, error) {
	if len(text) > MaxHAR {
		return nil, &HARError{
			Message: fmt.Sprintf("the HAR is larger than %s (%d bytes)", bytesText(MaxHAR), len(text)),
			Hint:    "record only the requests that the recipe makes: clear the list of requests just before, and stop just after",
		}
	}
	root, err := jsonval.Parse(text)
	if err != nil {
		return nil, harSyntaxError(text, err)
	}
	if _, ok := root.Get("log"); !ok {
		return nil, &HARError{Message: `the file is JSON, and no HAR, which is an object with the member "log"`,
			Hint: `name a file that the developer tools saved; they call it "Save all as HAR with content"`}
	}
	r := harReader{text: text}
	h := &HAR{}
	log := r.object(root, "log")
	if v := r.optional(log, jsonval.String, "log", "_now"); !v.IsNull() {
		h.start = r.time(v, "log", "_now")
	}
	for i, v := range r.array(log, "log", "entries").Items() {
		at := []string{"log", "entries", strconv.Itoa(i)}
		if v.Kind() != jsonval.Object {
			r.fail(fmt.Sprintf("an object is expected, it is %s", v.Kind().Phrase()), at...)
		}
		if started := r.optional(v, jsonval.String, append(at, "startedDateTime")...); i == 0 && h.start.IsZero() && !started.IsNull() {
			h.start = r.time(started, append(at, "startedDateTime")...)
		}
		if r.err != nil {
			break
		}
		if e := r.entry(i, v); e != nil {
			h.entries = append(h.entries, e)
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	return h, nil
}

// harSyntaxError says why a file is no JSON.
func harSyntaxError(text []byte, err error) error {
	const hint = `export it again; the developer tools call it "Save all as HAR with content"`
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return &HARError{Message: "the HAR is an empty file", Hint: hint}
	case bytes.HasPrefix(text, []byte("\x1f\x8b")), bytes.HasPrefix(text, []byte("PK\x03\x04")):
		return &HARError{Message: "the HAR is a compressed file", Hint: "unpack it first"}
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return &HARError{Message: "the HAR is UTF-16", Hint: "save it as UTF-8"}
	}
	found := &HARError{Message: "the HAR is no JSON: " + err.Error(), Hint: hint}
	if syntax := (*jsonval.SyntaxError)(nil); errors.As(err, &syntax) {
		found.Span = diag.Span{Start: syntax.Offset, End: min(syntax.Offset+1, len(text))}
		found.Message = fmt.Sprintf("the HAR is no JSON: line %s: %s", place(text, syntax.Offset), syntax.Message)
	}
	return found
}

// place tells an offset as "line, column".
func place(text []byte, offset int) string {
	pos := diag.NewSource("", text).Position(offset)
	return fmt.Sprintf("%d, column %d", pos.Line, pos.Column)
}

// harReader reads values of a HAR and keeps the first error.
type harReader struct {
	text []byte
	err  *HARError
}

// fail notes that the value at a path is not what it must be.
func (r *harReader) fail(what string, path ...string) {
	if r.err != nil {
		return
	}
	pointer := ""
	for _, step := range path {
		pointer += "/" + jsonval.PointerEscape(step)
	}
	r.err = &HARError{
		Message: "the HAR cannot be used: " + pointer + ": " + what,
		Hint:    "the file must be HAR 1.2",
		Pointer: pointer,
	}
	// Only now is it worth the time to know where everything stands.
	if tree, _ := jsonval.ParseTree(bytes.TrimPrefix(r.text, []byte("\ufeff"))); tree != nil {
		node := tree.At(path...)
		for node == nil && len(path) > 0 { // it is missing
			path = path[:len(path)-1]
			node = tree.At(path...)
		}
		r.err.Span = node.Span
		if bytes.HasPrefix(r.text, []byte("\ufeff")) {
			r.err.Span = node.Span.Shift(len("\ufeff"))
		}
		r.err.Message = fmt.Sprintf("the HAR cannot be used: line %s (%s): %s", place(r.text, r.err.Span.Start), pointer, what)
	}
}

// member gives a member that must be there, of one kind. The path is that of
// the member; its last step is the name.
func (r *harReader) member(parent jsonval.Value, kind jsonval.Kind, path ...string) jsonval.Value {
	v, ok := parent.Get(path[len(path)-1])
	switch {
	case r.err != nil:
	case !ok:
		r.fail("it is missing", path...)
	case v.Kind() != kind:
		r.fail(fmt.Sprintf("%s is expected, it is %s", kind.Phrase(), v.Kind().Phrase()), path...)
	default:
		return v
	}
	return jsonval.Value{}
}

func (r *harReader) object(parent jsonval.Value, path ...string) jsonval.Value {
	return r.member(parent, jsonval.Object, path...)
}

func (r *harReader) array(parent jsonval.Value, path ...string) jsonval.Value {
	return r.member(parent, jsonval.Array, path...)
}

// optional is member for one that may be missing or null.
func (r *harReader) optional(parent jsonval.Value, kind jsonval.Kind, path ...string) jsonval.Value {
	if parent.Field(path[len(path)-1]).IsNull() {
		return jsonval.Value{}
	}
	return r.member(parent, kind, path...)
}

// time reads a date with its offset.
func (r *harReader) time(v jsonval.Value, path ...string) time.Time {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999Z0700"} {
		if t, err := time.Parse(layout, v.Str()); err == nil {
			return t
		}
	}
	if v.Kind() == jsonval.String {
		r.fail("a date as 2026-11-30T11:42:00.000+01:00 is expected, it is "+diag.Quote(v.Str(), 60), path...)
	}
	return time.Time{}
}
