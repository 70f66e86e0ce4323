package cli

import (
	"bufio"
	"bytes"
	"io"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/internal/preview"
	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
)

// renderOutput takes a render piece by piece, to where the flags say.
type renderOutput struct {
	a *app
	f *renderFlags

	stdout   *held           // Markdown or records, as they come
	whole    *bytes.Buffer   // Markdown that is looked at as a whole; nil: it is not
	records  []jsonval.Value // the same of records
	listed   *recordList     // to standard output or a file; nil: nobody asked for it
	file     *files.Pending  // of the records; nil: none
	buffered *bufio.Writer   // before the file

	beforeTerminal func() // is called before a terminal is written to; may be nil
}

func (a *app) newRenderOutput(f *renderFlags) (*renderOutput, error) {
	o := &renderOutput{a: a, f: f}
	o.stdout = &held{w: a.streams.Out, before: func() {
		if o.beforeTerminal != nil && a.streams.Out.IsTerminal() {
			o.beforeTerminal()
		}
	}}
	if f.format == "json" || o.previews() {
		o.whole = &bytes.Buffer{}
	}
	switch f.records {
	case "":
	case "-":
		o.listed = &recordList{w: o.stdout}
	default:
		file, err := files.Create(f.records, files.Shared)
		if err != nil {
			return nil, err
		}
		o.file, o.buffered = file, bufio.NewWriterSize(file, 64<<10)
		o.listed = &recordList{w: o.buffered}
	}
	return o, nil
}

// previews tells whether the Markdown is shown as it looks: to a person, or
// where colour is asked for all the same.
func (o *renderOutput) previews() bool {
	out := o.a.streams.Out
	return o.f.preview && (out.IsTerminal() || out.Style() != terminal.Style{})
}

// output is what a streaming render writes to.
func (o *renderOutput) output() markdown.Output {
	out := markdown.Output{Markdown: o}
	if o.f.format == "json" || o.listed != nil {
		out.Record = o.record
	}
	return out
}

// take takes a render that is there as a whole.
func (o *renderOutput) take(r *markdown.Result) error {
	_, err := io.WriteString(o, r.Markdown)
	for i := 0; err == nil && i < len(r.Records); i++ {
		err = o.record(r.Records[i])
	}
	return err
}

// Write takes Markdown in whole lines.
func (o *renderOutput) Write(p []byte) (int, error) {
	switch {
	case o.whole != nil:
		return o.whole.Write(p)
	case o.f.records == "-", o.f.report == "-":
		return len(p), nil // standard output has these instead
	case o.a.streams.Out.IsTerminal():
		// What comes from data is no control, but a recipe may have written one.
		_, err := o.stdout.Write(terminal.Visible(p))
		return len(p), err
	}
	return o.stdout.Write(p)
}

func (o *renderOutput) record(v jsonval.Value) error {
	if o.f.format == "json" {
		o.records = append(o.records, v)
	}
	if o.listed == nil {
		return nil
	}
	return o.listed.add(v)
}

// finish prints what was kept, and puts the file of records in its place.
func (o *renderOutput) finish(meta markdown.Meta) error {
	if o.listed != nil {
		if err := o.listed.end(); err != nil {
			return err
		}
	}
	if file := o.file; file != nil {
		o.file = nil
		_ = o.buffered.Flush() // Commit tells of its error
		if err := file.Commit(); err != nil {
			return err
		}
	}
	switch {
	case o.previews():
		return preview.Write(o.a.streams.Out, o.whole.Bytes(), o.a.streams.Out.Style(), o.a.streams.Out.Width())
	case o.f.format == "json":
		var b jsonval.Builder
		b.Set("markdown", jsonval.StringValue(o.whole.String())).
			Set("records", jsonval.ArrayValue(o.records)).
			Set("meta", meta.Value())
		return o.a.printSource(b.Value(), o.f.compact)
	}
	return o.stdout.flush()
}

// abandon leaves a file of records as it was, unless finish came first.
func (o *renderOutput) abandon() {
	if o.file != nil {
		o.file.Abort()
	}
}

// maxHeld is how much of an output is kept until it is known to be right.
const maxHeld = 1 << 20

// held keeps an output until flush, so that a fault in the data prints nothing;
// what is longer is passed on as it comes.
type held struct {
	w       io.Writer
	before  func() // the first writing
	buf     []byte
	passing bool
}

func (h *held) Write(p []byte) (int, error) {
	if !h.passing && len(h.buf)+len(p) <= maxHeld {
		h.buf = append(h.buf, p...)
		return len(p), nil
	}
	if err := h.flush(); err != nil {
		return 0, err
	}
	return h.w.Write(p)
}

// flush passes on what was kept, and from then on all that comes.
func (h *held) flush() error {
	if !h.passing {
		h.before()
	}
	kept := h.buf
	h.passing, h.buf = true, nil
	if len(kept) == 0 {
		return nil
	}
	_, err := h.w.Write(kept)
	return err
}

// recordList writes records as a JSON array, one a line.
type recordList struct {
	w   io.Writer
	n   int
	buf []byte
}

func (l *recordList) add(v jsonval.Value) error {
	open := ",\n  "
	if l.n == 0 {
		open = "[\n  "
	}
	l.n++
	l.buf = jsonval.AppendSource(append(l.buf[:0], open...), v)
	_, err := l.w.Write(terminal.EscapeJSON(l.buf, terminal.Misleading))
	return err
}

func (l *recordList) end() error {
	text := "\n]\n"
	if l.n == 0 {
		text = "[]\n"
	}
	_, err := io.WriteString(l.w, text)
	return err
}
