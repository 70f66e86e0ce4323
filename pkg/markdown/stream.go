package markdown

import (
	"io"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/mustache"
)

// Output takes a render piece by piece.
type Output struct {
	Markdown io.Writer
	Record   func(jsonval.Value) error // nil: records are not wanted
}

// Streams reports whether WriteStream can render an array without keeping it:
// `select` names one array, no other path begins at the root, and no template
// prints the number of items beforehand. Any other recipe is rendered as well,
// but needs the whole response in memory.
func (r *Recipe) Streams() bool {
	if _, _, ok := r.Select.Members(); !ok || r.Mode == Document {
		return false
	}
	for i := range r.Fields {
		if r.Fields[i].Path.Rooted() {
			return false
		}
	}
	for i := range r.Record {
		if r.Record[i].Path.Rooted() {
			return false
		}
	}
	for _, t := range []*mustache.Template{r.Template, r.Title} {
		if t == nil {
			continue
		}
		if t.Counts() {
			return false
		}
		for _, p := range t.Paths() {
			if p.Rooted() {
				return false
			}
		}
	}
	return true
}

// RenderStream is Render for a response that is read as it is rendered. Of an
// array that is larger than memory only the items that the limits allow are
// kept; the rest is checked and counted. The error is one of Render, a
// *jsonval.SyntaxError, or the reader's.
func RenderStream(r *Recipe, in io.Reader, options Options) (*Result, error) {
	var result Result
	x := &streamer{r: r, options: options, record: func(v jsonval.Value) error {
		result.Records = append(result.Records, v)
		return nil
	}}
	err := x.run(in)
	if err != nil {
		return nil, err
	}
	result.Markdown, result.Parts, result.Meta = x.out, x.parts, x.meta
	return &result, nil
}

// WriteStream is RenderStream with an output that is not kept either: however
// high the limits are, memory stays at one item. With an error part of the
// output may have been written.
func WriteStream(r *Recipe, in io.Reader, out Output, options Options) (Meta, error) {
	x := &streamer{r: r, options: options, record: out.Record, write: func(b []byte) error {
		_, err := out.Markdown.Write(b)
		return err
	}}
	if x.record == nil {
		x.record = func(jsonval.Value) error { return nil }
	}
	err := x.run(in)
	return x.meta, err
}

// streamer follows `select` through a text.
type streamer struct {
	r       *Recipe
	options Options
	record  func(jsonval.Value) error
	write   func([]byte) error
	s       *jsonval.Stream
	names   []string
	each    bool

	out   string
	parts []Part
	meta  Meta
}

func (x *streamer) run(in io.Reader) error {
	x.s = jsonval.NewStream(in)
	names, each, _ := x.r.Select.Members()
	if !x.r.Streams() {
		root, err := x.s.Value()
		if err == nil {
			err = x.s.End()
		}
		if err != nil {
			return err
		}
		selection, err := Select(x.r, root)
		if err != nil {
			return err
		}
		return x.render(&selection)
	}
	x.names, x.each = names, each
	if err := x.follow(names); err != nil {
		return err
	}
	return x.s.End()
}

// follow goes down to the selected value.
func (x *streamer) follow(names []string) error {
	kind, err := x.s.Kind()
	switch {
	case err != nil:
		return err
	case len(names) == 0:
		return x.selected(kind)
	case kind != jsonval.Object:
		v := jsonval.ArrayValue(nil) // a stand-in, for the message
		if kind == jsonval.Array {
			err = x.s.Skip()
		} else {
			v, err = x.s.Value()
		}
		if err != nil {
			return err
		}
		return x.missing(names, v)
	}
	if err := x.s.Object(); err != nil {
		return err
	}
	var others jsonval.Builder
	found := false
	for {
		name, ok, err := x.s.Key()
		switch {
		case err != nil:
			return err
		case !ok && !found:
			return x.missing(names, others.Value())
		case !ok:
			return nil
		case name != names[0]:
			if !found && others.Len() <= maxNames {
				others.Set(name, jsonval.NullValue())
			}
			err = x.s.Skip()
		case found:
			return x.r.failure(codeRepeated, "select", "mend the response: `wield-dev query @` writes it with the last one alone",
				"the member %s stands in the response a second time, which is seen only after the first one was rendered", diag.Quote(name, 60))
		default:
			found = true
			err = x.follow(names[1:])
		}
		if err != nil {
			return err
		}
	}
}

// missing is the error where the rest of the names leads nowhere: there is v.
func (x *streamer) missing(rest []string, v jsonval.Value) error {
	taken := x.names[:len(x.names)-len(rest)]
	for i := len(taken) - 1; i >= 0; i-- {
		v = jsonval.ObjectValue([]jsonval.Member{{Key: taken[i], Value: v}})
	}
	return x.r.missing(x.r.Select.Trunk(), v)
}

// selected renders the value that `select` names. Only an array is taken
// apart.
func (x *streamer) selected(kind jsonval.Kind) error {
	if kind != jsonval.Array {
		v, err := x.s.Value()
		if err == nil && len(x.names) == 0 {
			err = x.s.End() // several texts are a clearer fault than a mode that does not fit the first
		}
		if err != nil {
			return err
		}
		root := v
		for i := len(x.names) - 1; i >= 0; i-- {
			root = jsonval.ObjectValue([]jsonval.Member{{Key: x.names[i], Value: root}})
		}
		selection, err := Select(x.r, root)
		if err != nil {
			return err
		}
		return x.render(&selection)
	}
	mode, err := x.r.mode(true, -1, jsonval.NullValue())
	if err != nil {
		return err
	}
	y := x.renderer(jsonval.NullValue(), mode)
	y.begin()
	if err := x.s.Array(); err != nil {
		return err
	}
	for {
		more, err := x.s.More()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		if y.selected >= y.limits.MaxItems {
			y.selected++
			y.droppedItems++
			err = x.s.Skip()
		} else {
			var v jsonval.Value
			if v, err = x.s.Value(); err == nil {
				y.item(v)
				err = y.err
			}
		}
		if err != nil {
			return err
		}
	}
	return x.end(y)
}

func (x *streamer) renderer(root jsonval.Value, mode Mode) *renderer {
	y := newRenderer(x.r, root, mode, x.options)
	y.record, y.out.write = x.record, x.write
	return y
}

// render renders what is in memory as a whole.
func (x *streamer) render(s *Selection) error {
	mode, err := x.r.modeOf(s)
	if err != nil {
		return err
	}
	y := x.renderer(s.Root, mode)
	y.all(s.Items)
	return x.end(y)
}

func (x *streamer) end(y *renderer) (err error) {
	x.meta, err = y.end()
	x.out, x.parts = y.out.kept.String(), y.parts
	return err
}
