package extract

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/extract/internal/decode"
	"github.com/wield-run/wield/pkg/extract/internal/js"
	"github.com/wield-run/wield/pkg/jsonval"
)

func (r *runner) embedded(step *Step) error {
	for i := range step.Embedded {
		e := &step.Embedded[i]
		if len(e.Vars) == 0 {
			continue
		}
		root, err := r.page("embedded_json", e.Vars[0].Name)
		if err != nil {
			return err
		}
		found, err := e.Selector.All(root, r.budget)
		if err != nil {
			return r.stopped(e.Vars[0].Name, e.Selector, err)
		}
		value, failed := r.embeddedValue(e, root, found)
		if failed != nil {
			if e.Required || failed.Reason == BudgetExceeded {
				return failed
			}
			if failed.Reason != NoElement {
				r.warn(e.Vars[0].Name, failed.Hint, "null stands for %s: %s", names(e.Vars), failed.Message)
			}
			continue // every variable is null
		}
		for _, v := range e.Vars {
			if r.values[v.Name], err = r.eval(v.Name, v.Expr, value); err != nil {
				return err
			}
		}
	}
	return nil
}

// embeddedValue gives the value that the variables of an entry see.
func (r *runner) embeddedValue(e *Embedded, root dom.Node, found []dom.Node) (jsonval.Value, *Error) {
	if len(found) == 0 {
		err := e.fail(NoElement, -1, "the selector %s matches no element of the page", diag.Quote(e.Selector.String(), 100))
		if e.Required { // else nobody reads it, and it takes a search
			err.Hint = e.Selector.Explain(root).Sentence
		}
		return jsonval.Value{}, err
	}
	decoder, decodes := decode.Find(e.Decode)
	if e.Decode != "" && !decodes {
		return jsonval.Value{}, e.fail(NotDecoded, -1, "there is no decoder %s", diag.Quote(e.Decode, 40))
	}
	switch {
	case e.All:
		return r.embeddedAll(e, decoder, found)
	case decoder.Joined:
		return r.joined(e, decoder, found)
	}
	if len(found) > 1 {
		r.warn(e.Vars[0].Name, `"all": true gives a list of all; a more exact selector picks another one`,
			"the selector %s matches %d elements, and the first counts", diag.Quote(e.Selector.String(), 100), len(found))
	}
	return r.one(e, decoder, found[0], true)
}

// embeddedAll gives a list with one value for each element, null where it is
// not what was asked for.
func (r *runner) embeddedAll(e *Embedded, decoder decode.Decoder, found []dom.Node) (jsonval.Value, *Error) {
	values := make([]jsonval.Value, len(found))
	var first *Error
	bad := 0
	for i, element := range found {
		v, err := r.one(e, decoder, element, first == nil)
		if err == nil {
			values[i] = v
			continue
		}
		if err.Reason == BudgetExceeded {
			return jsonval.Value{}, err
		}
		if bad++; first == nil {
			first = err
		}
	}
	if bad > 0 {
		r.warn(e.Vars[0].Name, first.Hint, "null stands for %d of the %d elements; the first of these: %s", bad, len(found), first.Message)
	}
	return jsonval.ArrayValue(values), nil
}

// scriptText gives the attribute or the textContent of an element; white space alone
// is no text.
func (r *runner) scriptText(e *Embedded, element dom.Node) (string, *Error) {
	if e.HasAttr {
		text, ok := element.Attr(e.Attr)
		if !ok {
			err := e.fail(NoText, -1, "the element has no attribute %s", diag.Quote(e.Attr, 40))
			if names := element.AttrNames(); len(names) > 0 {
				err.Hint = "it has " + diag.Escape(strings.Join(names[:min(len(names), 12)], ", "))
			}
			return "", err
		}
		if trim(text) == "" {
			return "", e.fail(NoText, -1, "the attribute %s is empty", diag.Quote(e.Attr, 40))
		}
		return text, r.script.take(len(text), e.Vars[0].Name, e.Selector.String())
	}
	if err := r.script.takeText(element, e.Vars[0].Name, e.Selector.String()); err != nil {
		return "", err
	}
	text := element.Text()
	if trim(text) == "" {
		err := e.fail(NoText, -1, "the element has no text")
		if src, ok := element.Attr("src"); ok {
			err.Hint = "the script is loaded from " + diag.Quote(src, 100)
		}
		return "", err
	}
	return text, nil
}

func (e *Embedded) fail(reason Reason, offset int, format string, args ...any) *Error {
	return &Error{Reason: reason, Var: e.Vars[0].Name, Selector: e.Selector.String(), Offset: offset,
		Message: fmt.Sprintf("embedded_json for %s: %s", names(e.Vars), fmt.Sprintf(format, args...))}
}

// start gives the offset behind the text of strip_js_after; 0 without one.
func (e *Embedded) start(text string) (int, *Error) {
	if !e.HasAfter {
		return 0, nil
	}
	i := strings.Index(text, e.StripJSAfter)
	if i < 0 {
		err := e.fail(NoAnchor, -1, "the text %s of strip_js_after does not occur", diag.Quote(e.StripJSAfter, 60))
		err.Hint = "it is compared letter by letter, white space included; the script begins with " + diag.Quote(trim(text), 60)
		return 0, err
	}
	return i + len(e.StripJSAfter), nil
}

// joined reads the one value that all matched elements hold together.
func (r *runner) joined(e *Embedded, decoder decode.Decoder, found []dom.Node) (jsonval.Value, *Error) {
	var pieces []piece
	var failed *Error
	for _, element := range found {
		text, err := r.scriptText(e, element)
		if err != nil && err.Reason == BudgetExceeded {
			return jsonval.Value{}, err
		}
		if err == nil {
			var start int
			if start, err = e.start(text); err == nil {
				pieces = append(pieces, piece{text, start, len(text)})
			}
		}
		if err != nil && (failed == nil || failed.Reason == NoText) {
			failed = err
		}
	}
	if pieces == nil {
		return jsonval.Value{}, failed
	}
	return r.decode(e, decoder, pieces)
}

// piece is the part of an element's text that is read.
type piece struct {
	text        string
	start, stop int
}

func (r *runner) decode(e *Embedded, decoder decode.Decoder, pieces []piece) (jsonval.Value, *Error) {
	texts := make([]string, len(pieces))
	for i, p := range pieces {
		texts[i] = p.text[p.start:p.stop]
	}
	result, err := decoder.Read(texts)
	if err != nil {
		bad := err.(*decode.Error)
		p, offset := pieces[bad.Text], bad.Offset
		if offset >= 0 {
			offset += p.start
		}
		failed := e.fail(NotDecoded, offset, "decode %s: %s%s%s", e.Decode, bad.Message, place(p.text, offset), near(p.text, offset))
		failed.Hint, failed.Err = bad.Hint, bad
		return jsonval.Value{}, failed
	}
	for _, w := range result.Warnings {
		r.warn(e.Vars[0].Name, "", "decode %s: %s", e.Decode, w)
	}
	return result.Value, nil
}

// one reads the value of one element. Advice is sought where its error will be
// read: that takes several readings.
func (r *runner) one(e *Embedded, decoder decode.Decoder, element dom.Node, advise bool) (jsonval.Value, *Error) {
	text, err := r.scriptText(e, element)
	if err != nil {
		return jsonval.Value{}, err
	}
	start, err := e.start(text)
	if err != nil {
		return jsonval.Value{}, err
	}
	stop := len(text)
	strip := (e.StripJS || e.HasAfter) && !decoder.Script
	if strip {
		from, to, failed := js.Balanced(text, start)
		if failed != nil {
			return jsonval.Value{}, e.noValue(text, start, failed, advise)
		}
		start, stop = from, to
	}
	if decoder.Read != nil {
		return r.decode(e, decoder, []piece{{text, start, stop}})
	}
	value, jsonErr := jsonval.ParseString(text[start:stop])
	if jsonErr == nil {
		if strip {
			r.suspect(e, text, start, stop)
		}
		return value, nil
	}
	if !strip {
		from, to := unwrap(text)
		if value, err := jsonval.ParseString(text[from:to]); err == nil {
			r.wrapped(e, text, from, to)
			return value, nil
		} else if from > 0 {
			start, jsonErr = from, err
		}
	}
	syntax := jsonErr.(*jsonval.SyntaxError)
	offset := start + syntax.Offset
	failed := e.fail(NotEmbedded, offset, "not JSON%s of the text: %s%s", place(text, offset), syntax.Message, near(text, offset))
	failed.Err = syntax
	if advise {
		failed.Hint = e.advice(text, start, stop)
	}
	return jsonval.Value{}, failed
}

func (e *Embedded) noValue(text string, start int, cause *js.Error, advise bool) *Error {
	err := e.fail(NoValue, cause.Offset, "no balanced {…} or […]: %s%s%s", cause.Message, place(text, cause.Offset), near(text, cause.Offset))
	err.Err = cause
	if advise {
		err.Hint = e.advice(text, start, start)
	}
	return err
}

// wrapped warns of JSON that JSON.parse alone refuses for what stands around it.
func (r *runner) wrapped(e *Embedded, text string, from, to int) {
	hint := ""
	try := *e
	try.StripJS = true
	if _, _, ok := try.reads(text); ok {
		hint = `"strip_js": true reads it everywhere`
	}
	what := "in a comment, a CDATA wrapper or before a semicolon"
	if trim(text[:from]) == "" && trim(text[to:]) == "" {
		what = "beside white space that is none in JSON, such as U+00A0 or U+FEFF"
	}
	r.warn(e.Vars[0].Name, hint, "the JSON stands %s, which JSON.parse alone refuses", what)
}

// unwrap gives the part of a text without what old pages put around scripts
// and data in them: comments, CDATA sections, a semicolon.
func unwrap(text string) (from, to int) {
	inner := text
	for again := true; again; {
		again = false
		for _, mark := range []string{"<!--", "<![CDATA[", "//", "/*", "*/"} {
			inner = strings.TrimLeftFunc(inner, isSpace)
			if strings.HasPrefix(inner, mark) {
				inner, again = inner[len(mark):], true
			}
		}
	}
	from = len(text) - len(inner)
	for again := true; again; {
		again = false
		for _, mark := range []string{"-->", "]]>", "//", "/*", "*/", ";"} {
			inner = strings.TrimRightFunc(inner, isSpace)
			if strings.HasSuffix(inner, mark) {
				inner, again = inner[:len(inner)-len(mark)], true
			}
		}
	}
	return from, from + len(inner)
}
