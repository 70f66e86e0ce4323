package markdown

import (
	"math"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/gfm"
	"github.com/wield-run/wield/pkg/markdown/mustache"
)

// Render turns a value into Markdown and records. The error is a
// *diag.Diagnostic: `select` finds nothing, the mode does not fit what was
// found, or a path or template passes its bounds.
func Render(r *Recipe, root jsonval.Value, options Options) (*Result, error) {
	s, err := Select(r, root)
	if err != nil {
		return nil, err
	}
	return RenderSelection(r, s, options)
}

// RenderSelection is Render for what `select` found, in several pages too:
// their items in one list, and the root of the first.
func RenderSelection(r *Recipe, s Selection, options Options) (*Result, error) {
	mode, err := r.modeOf(&s)
	if err != nil {
		return nil, err
	}
	var records []jsonval.Value
	x := newRenderer(r, s.Root, mode, options)
	x.record = func(v jsonval.Value) error {
		records = append(records, v)
		return nil
	}
	x.all(s.Items)
	meta, err := x.end()
	if err != nil {
		return nil, err
	}
	return &Result{Markdown: x.out.kept.String(), Parts: x.parts, Records: records, Meta: meta}, nil
}

// renderer makes the output of one recipe and selection, item by item.
type renderer struct {
	r       *Recipe
	root    jsonval.Value
	mode    Mode
	limits  Limits
	options Options
	record  func(jsonval.Value) error
	labels  []Projection // the fields, for records

	out    sink
	counts mustache.Usage
	cap    int // a limit on all fields, smaller where a first block would not fit
	count  int // of the items that are rendered, where it is known

	selected, rendered int
	parts              []Part // where the output is kept
	droppedItems       int
	misfits            []int // values of each field that did not fit its format

	marked        mustache.Usage // as they were before the item at hand
	markedMisfits []int

	err     error
	scratch []byte
	block   []byte
}

func newRenderer(r *Recipe, root jsonval.Value, mode Mode, options Options) *renderer {
	limits := r.Limits
	for _, l := range []struct{ to, given *int }{
		{&limits.MaxItems, &options.Limits.MaxItems},
		{&limits.MaxChars, &options.Limits.MaxChars},
		{&limits.MaxFieldChars, &options.Limits.MaxFieldChars},
	} {
		if *l.given > 0 {
			*l.to = *l.given
		}
	}
	var labels []Projection
	for i := range r.Fields {
		labels = append(labels, Projection{Key: r.Fields[i].Label, Path: r.Fields[i].Path})
	}
	return &renderer{labels: labels, r: r, root: root, mode: mode, limits: limits, options: options, cap: math.MaxInt,
		out: sink{left: limits.MaxChars}, misfits: make([]int, len(r.Fields))}
}

// all renders items of which the number is known.
func (x *renderer) all(items []jsonval.Value) {
	x.count = min(len(items), x.limits.MaxItems)
	x.begin()
	for _, item := range items {
		if x.item(item); x.err != nil {
			return
		}
	}
}

// fail ends the render.
func (x *renderer) fail(member string, err error) {
	if x.err == nil && err != nil {
		x.err = x.r.tooMuch(member, err)
	}
}

// begin writes what stands before the items.
func (x *renderer) begin() {
	if name := gfm.Line(x.r.Name); name != "" {
		x.add(append(gfm.AppendHeadingText([]byte("# "), name), '\n'))
	}
	if text := gfm.Line(x.r.Description); text != "" {
		x.paragraph(append(gfm.AppendText(nil, text, gfm.Place{Start: true}), '\n'))
	}
	if x.mode == Table && len(x.r.Fields) > 0 {
		columns := make([]gfm.Column, len(x.r.Fields))
		for i := range x.r.Fields {
			f := &x.r.Fields[i]
			columns[i] = gfm.Column{Label: gfm.Line(f.Label), Number: f.Format.Numeric()}
		}
		x.paragraph(gfm.AppendTableHead(nil, columns))
	}
}

// add takes a block into the output, or counts it as dropped.
func (x *renderer) add(block []byte) bool {
	if x.out.add(block) {
		return true
	}
	x.counts.DroppedChars += runes(block)
	return false
}

// paragraph is add for a block that is set apart by an empty line.
func (x *renderer) paragraph(block []byte) bool {
	if x.out.chars > 0 {
		block = append([]byte("\n"), block...)
	}
	return x.add(block)
}

// item renders one selected value.
func (x *renderer) item(v jsonval.Value) {
	x.selected++
	if x.selected > x.limits.MaxItems {
		x.droppedItems++
		return
	}
	if x.project(v); x.err != nil {
		return
	}
	x.mark()
	if x.mode == Table {
		x.row(v)
	} else {
		x.part(v)
	}
	if x.err == nil {
		x.err = x.out.err
	}
}

// project makes the record of an item. A record is never cut.
func (x *renderer) project(v jsonval.Value) {
	project := x.r.Record
	if project == nil {
		project = x.labels
	}
	if project != nil {
		members := make([]jsonval.Member, len(project))
		for i, p := range project {
			found, _, err := p.Path.Find(x.root, v)
			x.fail("record", err)
			members[i] = jsonval.Member{Key: p.Key, Value: found}
		}
		v = jsonval.ObjectValue(members)
	}
	if err := x.record(v); err != nil && x.err == nil {
		x.err = err
	}
}

// mark notes what was cut so far, for an item that may have to be taken back.
func (x *renderer) mark() {
	x.marked = x.counts
	x.markedMisfits = append(x.markedMisfits[:0], x.misfits...)
}

// takeBack forgets what was cut since mark.
func (x *renderer) takeBack() {
	nodes := x.counts.Nodes
	x.counts = x.marked
	x.counts.Nodes = nodes
	copy(x.misfits, x.markedMisfits)
}

// drop counts an item that is not printed.
func (x *renderer) drop(block []byte) {
	x.takeBack()
	x.droppedItems++
	x.counts.DroppedChars += runes(block)
}

// row prints an item as a row of the table.
func (x *renderer) row(v jsonval.Value) {
	build := func() []byte {
		if len(x.r.Fields) == 0 {
			return nil
		}
		row := append(x.block[:0], '|')
		for i := range x.r.Fields {
			row = append(x.field(append(row, ' '), i, v, inCell), " |"...)
		}
		x.block = append(row, '\n')
		return x.block
	}
	row := build()
	if x.rendered == 0 {
		row = x.shrink(row, build)
	}
	if x.err != nil {
		return
	}
	if x.out.add(row) {
		x.rendered++
		return
	}
	x.drop(row)
}

// shrink builds the first block of an item again, with less and less of its
// longest fields, until it fits. Where nothing helps it is given as it was.
func (x *renderer) shrink(block []byte, build func() []byte) []byte {
	if x.out.full || x.out.fits(block) {
		return block
	}
	nodes := x.counts.Nodes
	again := func(cap int) []byte {
		x.takeBack()
		x.counts.Nodes = nodes
		x.cap = cap
		return build()
	}
	found := math.MaxInt
	for low, high := 1, x.out.left; low <= high && x.err == nil; {
		middle := low + (high-low)/2
		if x.out.fits(again(middle)) {
			found, low = middle, middle+1
		} else {
			high = middle - 1
		}
	}
	block = again(found)
	x.cap = math.MaxInt
	return block
}

// end completes the output and says what was done.
func (x *renderer) end() (Meta, error) {
	x.out.flush()
	if x.err == nil {
		x.err = x.out.err
	}
	meta := Meta{
		Mode: x.mode, Selected: x.selected, Rendered: x.rendered, DroppedItems: x.droppedItems,
		DroppedChars: x.counts.DroppedChars, FieldsCut: x.counts.FieldsCut, Chars: x.out.chars,
		Truncated: x.droppedItems > 0 || x.counts.DroppedChars > 0 || x.options.More,
		Pages:     max(1, x.options.Pages), Stopped: x.options.Stopped,
		Warnings: append(append([]Warning(nil), x.options.Warnings...), x.formatWarnings()...),
	}
	return meta, x.err
}
