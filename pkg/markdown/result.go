package markdown

import (
	"github.com/wield-run/wield/pkg/jsonval"
)

// Options change one render. The zero Options are the recipe's own.
type Options struct {
	Limits Limits // each that is not 0 takes the place of the recipe's

	// What is known of paging, for Meta. Pages is 1 where it is 0.
	Pages    int
	Stopped  Stop
	More     bool // paging stopped with more to come
	Warnings []Warning
}

// Result is what a render gives.
type Result struct {
	Markdown string
	Parts    []Part          // the documents of mode documents
	Records  []jsonval.Value // one for each rendered item
	Meta     Meta
}

// Part is a document in the Markdown of several: its bytes from Start to End,
// without the rules between documents.
type Part struct{ Start, End int }

// Stop says why paging ended.
type Stop string

// Why paging ends. NoStop: there was none.
const (
	NoStop    Stop = ""
	Exhausted Stop = "exhausted"
	Loop      Stop = "loop"
	Blocked   Stop = "blocked"
	MaxPages  Stop = "max-pages"
	MaxItems  Stop = "max-items"
	PageError Stop = "page-error"
)

// Meta says what a render did.
type Meta struct {
	Mode         Mode
	Selected     int  // items that `select` found
	Rendered     int  // items in the Markdown
	Truncated    bool // items or characters were dropped, or paging stopped with more to come
	DroppedItems int
	DroppedChars int // code points
	FieldsCut    int
	Chars        int // code points of the Markdown
	Pages        int
	Stopped      Stop
	Warnings     []Warning
}

// Warning is something that a render did and its reader should know of. It is
// made once for each field or page, with a count.
type Warning struct {
	Code    string // "format", "repeated-page", …
	Message string
	Count   int
	Field   string // the field's label; "" where it is about no field
	Page    int    // from 1; 0 where it is about no page
}

// Value gives Meta as JSON: stopped is null without paging, a warning has
// `field` and `page` only where they say something.
func (m *Meta) Value() jsonval.Value {
	stopped := jsonval.NullValue()
	if m.Stopped != NoStop {
		stopped = jsonval.StringValue(string(m.Stopped))
	}
	warnings := make([]jsonval.Value, len(m.Warnings))
	for i, w := range m.Warnings {
		var b jsonval.Builder
		b.Set("code", jsonval.StringValue(w.Code)).
			Set("message", jsonval.StringValue(w.Message)).
			Set("count", jsonval.IntValue(w.Count))
		if w.Field != "" {
			b.Set("field", jsonval.StringValue(w.Field))
		}
		if w.Page != 0 {
			b.Set("page", jsonval.IntValue(w.Page))
		}
		warnings[i] = b.Value()
	}
	var b jsonval.Builder
	return b.Set("mode", jsonval.StringValue(m.Mode.String())).
		Set("selected", jsonval.IntValue(m.Selected)).
		Set("rendered", jsonval.IntValue(m.Rendered)).
		Set("truncated", jsonval.BoolValue(m.Truncated)).
		Set("droppedItems", jsonval.IntValue(m.DroppedItems)).
		Set("droppedChars", jsonval.IntValue(m.DroppedChars)).
		Set("fieldsCut", jsonval.IntValue(m.FieldsCut)).
		Set("chars", jsonval.IntValue(m.Chars)).
		Set("pages", jsonval.IntValue(m.Pages)).
		Set("stopped", stopped).
		Set("warnings", jsonval.ArrayValue(warnings)).
		Value()
}
