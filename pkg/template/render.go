package template

import (
	"errors"
	"fmt"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// MaxLeaf is how many bytes of UTF-8 a rendered text may have.
const MaxLeaf = 64 << 10

// Between the filters of a chain a text may be larger, so that a part can be
// cut out of a large value; these bound what a chain can be made to allocate.
const (
	maxWork  = 16 << 20 // bytes
	maxItems = 100_000  // elements
)

// Env is what a template is rendered with.
type Env struct {
	// Lookup gives the value of a root: params, steps, vars, now, page, the
	// item of a foreach. ok is false where there is none.
	Lookup func(root string) (v jsonval.Value, ok bool)
	// Path gives the path and query of a URL on a declared origin, for the
	// filter `path`. Any error means origin_blocked, but an *Error is kept as
	// it is.
	Path func(rawURL string) (string, error)
}

// Reason is why a template could not be rendered.
type Reason uint8

// The reasons, with the outcome of a run that each leads to.
const (
	Failed        Reason = iota // template_failed: a value does not fit
	OriginBlocked               // origin_blocked: a URL is not on a declared origin
	TooLarge                    // limit_exceeded: a text is longer than it may be
)

// Error says why a template could not be rendered, and where.
type Error struct {
	Reason  Reason
	Span    diag.Span // in bytes of the template's source
	Message string
	Hint    string
}

// Error gives the message and the hint.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + " (" + e.Hint + ")"
}

// Piece is one part of a template and the text that it was rendered to.
type Piece struct {
	Part    *Part
	Text    string
	Missing bool // of a reference: its value is missing or null, so Text is ""
}

// Value renders the template. A single {{ … }} keeps the type of its value,
// and ok is false where that is missing; any other template is text. The error
// is an *Error.
func (t *Template) Value(env Env) (v jsonval.Value, ok bool, err error) {
	if t.broken || !t.IsSingle() {
		s, err := t.Text(env)
		return jsonval.StringValue(s), err == nil, err
	}
	v, ok, failure := t.evaluate(&t.parts[0], env)
	if failure != nil {
		return jsonval.Value{}, false, failure
	}
	if len(v.Str()) > MaxLeaf {
		return jsonval.Value{}, false, tooLarge(t.parts[0].Span, len(v.Str()), MaxLeaf)
	}
	return v, ok, nil
}

// Text renders the template to text. A missing value and null give "", numbers
// and booleans what JavaScript's String() gives; an array or object is an
// error, which is an *Error.
func (t *Template) Text(env Env) (string, error) {
	if t.broken {
		return "", t.unusable()
	}
	if len(t.parts) == 1 && t.parts[0].Ref == nil && len(t.src) <= MaxLeaf {
		return t.src, nil
	}
	var small [256]byte
	b := small[:0]
	for i := range t.parts {
		var err *Error
		if b, _, err = t.appendPart(b, &t.parts[i], env); err != nil {
			return "", err
		}
	}
	return string(b), nil
}

// Pieces renders the template part by part, for those who look at what each
// value adds. The texts joined are what Text gives. The error is an *Error.
func (t *Template) Pieces(env Env) ([]Piece, error) {
	if t.broken {
		return nil, t.unusable()
	}
	pieces := make([]Piece, len(t.parts))
	var small [256]byte
	b := small[:0]
	size := 0
	for i := range t.parts {
		part := &t.parts[i]
		pieces[i] = Piece{Part: part, Text: part.Text}
		if part.Ref != nil {
			out, missing, err := t.appendPart(b[:0], part, env)
			if err != nil {
				return nil, err
			}
			pieces[i].Text, pieces[i].Missing = string(out), missing
			b = out
		}
		if size += len(pieces[i].Text); size > MaxLeaf {
			return nil, tooLarge(part.Span, size, MaxLeaf)
		}
	}
	return pieces, nil
}

// unusable is the error of rendering what Parse found errors in.
func (t *Template) unusable() *Error {
	return &Error{
		Reason:  Failed,
		Span:    diag.Span{End: len(t.src)},
		Message: "a template with errors cannot be rendered",
		Hint:    "mend what was found when it was read",
	}
}

// appendPart renders one part behind what was rendered before it.
func (t *Template) appendPart(b []byte, part *Part, env Env) (_ []byte, missing bool, err *Error) {
	if part.Ref == nil {
		b = appendText(b, part.Text)
	} else {
		v, ok, err := t.evaluate(part, env)
		if err != nil {
			return nil, false, err
		}
		switch v.Kind() {
		case jsonval.Array, jsonval.Object:
			return nil, false, &Error{
				Reason:  Failed,
				Span:    part.Span,
				Message: fmt.Sprintf("%s is %s, where only text fits", shown(t.src[part.Span.Start:part.Span.End]), v.Kind().Phrase()),
				Hint:    "write it as text with | json, or the elements of an array with | join:','",
			}
		case jsonval.String:
			b = appendText(b, v.Str())
		case jsonval.Number:
			b = jsonval.AppendNumber(b, v.Float())
		case jsonval.Bool:
			s, _ := text(v)
			b = append(b, s...)
		default:
			missing = true
		}
		missing = missing || !ok
	}
	if len(b) > MaxLeaf {
		return nil, false, tooLarge(part.Span, len(b), MaxLeaf)
	}
	return b, missing, nil
}

// appendText joins texts as JavaScript does: a high surrogate at the end of
// one and a low one at the beginning of the next become one character.
func appendText(b []byte, s string) []byte {
	if len(s) >= 3 && s[0] == 0xed && s[1] >= 0xb0 {
		r, size := jsonval.DecodeRune(s)
		b = jsonval.AppendRune(b, r)
		s = s[size:]
	}
	return append(b, s...)
}

func tooLarge(span diag.Span, size, limit int) *Error {
	return &Error{
		Reason:  TooLarge,
		Span:    span,
		Message: fmt.Sprintf("the text that is rendered here has %d bytes; at most %d are allowed", size, limit),
		Hint:    "take less of it, with | slice, or with JMESPath in the step's extract",
	}
}

// evaluate gives the value of a reference; ok is false where it is missing.
func (t *Template) evaluate(part *Part, env Env) (v jsonval.Value, ok bool, err *Error) {
	ref := part.Ref
	if v, ok = ref.Head.value(env); !ok {
		v = jsonval.Value{}
	}
	for i := range ref.Filters {
		call := &ref.Filters[i]
		if v, ok, err = call.apply(v, ok, env); err != nil {
			return jsonval.Value{}, false, err
		}
		if size := len(v.Str()); size > maxWork {
			return jsonval.Value{}, false, tooLarge(call.Span, size, maxWork)
		}
	}
	return v, ok, nil
}

// apply gives what a filter makes of a value; ok tells whether there is one.
func (c *Call) apply(v jsonval.Value, ok bool, env Env) (_ jsonval.Value, _ bool, err *Error) {
	f := c.filter
	if f.Kind != Fallback && (!ok || v.IsNull() && !f.nulls) {
		return v, ok, nil
	}
	if v, ok, err = f.apply(v, c.Args, env); err != nil {
		err.Span = c.Span
	}
	if err != nil || !ok {
		return jsonval.Value{}, false, err
	}
	return v, true, nil
}

// Constant gives the text that a part renders whatever the context is: a
// literal, or a reference that begins with a quoted text. ok is false for any
// other, for one that fails, and for one whose texts take more than 1 MB on the
// way: whoever reads a stranger's template must not be kept busy by it.
func (t *Template) Constant(part *Part) (s string, ok bool) {
	r := part.Ref
	switch {
	case r == nil:
		return part.Text, true
	case t.broken || !r.Head.Quoted:
		return "", false
	}
	env := Env{
		Lookup: func(string) (jsonval.Value, bool) { return jsonval.Value{}, false },
		Path:   func(string) (string, error) { return "", errors.ErrUnsupported },
	}
	v, there, work := jsonval.StringValue(r.Head.Text), true, len(r.Head.Text)
	for i := range r.Filters {
		var err *Error
		if v, there, err = r.Filters[i].apply(v, there, env); err != nil {
			return "", false
		}
		if work += weight(v); work > maxConstant {
			return "", false
		}
	}
	if !there {
		return "", false
	}
	return text(v)
}

// maxConstant is how many bytes of text Constant looks at.
const maxConstant = 1 << 20

// weight is about how many bytes of text a value holds.
func weight(v jsonval.Value) int {
	sum := len(v.Str()) + 1
	for _, item := range v.Items() {
		sum += weight(item)
	}
	return sum
}

// value follows the path. What a value does not have is missing, whatever the
// value is; an object has only its own members.
func (h *Head) value(env Env) (jsonval.Value, bool) {
	if h.Quoted {
		return jsonval.StringValue(h.Text), true
	}
	v, ok := env.Lookup(h.Root)
	for i := range h.Path {
		if !ok {
			return v, false
		}
		if s := &h.Path[i]; s.IsIndex {
			ok = s.Index < len(v.Items())
			v = v.At(s.Index)
		} else {
			v, ok = v.Get(s.Name)
		}
	}
	return v, ok
}
