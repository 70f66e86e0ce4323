// Package derive drafts a Markdown recipe from a sample of JSON: which part of
// it is the list, which fields are worth a column, how they are printed, how
// the next page is found. A draft is a place to begin, not a finished recipe.
package derive

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
)

// Source is what is known of the request that gave the sample.
type Source struct {
	Query    []Param // of the URL
	LinkNext bool    // a Link header names the next page
}

// Param is a parameter of a query, decoded.
type Param struct{ Name, Value string }

// Draft is a drafted recipe, and why it is as it is.
type Draft struct {
	Text   []byte // JSON, with a line break at the end
	Recipe *markdown.Recipe
	Result *markdown.Result // the sample, rendered

	Chosen  Candidate
	Others  []Candidate // what came next, the best first
	Dropped []string    // paths of fields that were left out, with the reason: "api_key (a secret)"
	Paging  string      // why paging is as it is; "" where there is none
	bare    bool        // there are no fields to take
}

// Candidate is a part of the sample that a recipe could render.
type Candidate struct {
	Select string
	Mode   markdown.Mode
	Items  int // of a list; 1 for an object
	Score  float64
	Why    string // what spoke for and against it
}

// The measures of a draft.
const (
	maxColumns     = 8
	maxLines       = 20
	maxSampled     = 50  // items of a list that are looked at
	longText       = 600 // characters from which rows are documents
	documentChars  = 10000
	maxOthers      = 5
	maxNameLen     = 60
	sampleName     = "Response"
	defaultPageLen = 50
)

// Derive drafts a recipe. The draft was loaded and rendered with the sample;
// the error says that no recipe can be made of it (a sample that is a single
// word or number).
func Derive(sample jsonval.Value, source Source) (*Draft, error) {
	if sample.Kind() != jsonval.Array && sample.Kind() != jsonval.Object {
		return nil, fmt.Errorf("a recipe renders an array or an object, and the sample is %s", kindName(sample))
	}
	candidates := survey(sample)
	chosen := candidates[0]
	d := &Draft{Chosen: chosen.Candidate}
	for _, c := range candidates[1:] {
		if len(d.Others) < maxOthers {
			d.Others = append(d.Others, c.Candidate)
		}
	}
	fields := chooseFields(&chosen, d)
	d.bare = len(fields) == 0
	d.Chosen.Mode = chosen.Mode
	paging := findPaging(sample, &chosen, source)
	d.Paging = paging.why
	d.Text = write(d, &chosen, fields, paging)

	// A draft that its own reader refuses, or that does not render its sample,
	// must never be shown.
	recipe, found := markdown.Load("draft.json", d.Text)
	if len(found) > 0 {
		return nil, fmt.Errorf("the draft is not a valid recipe: %w", found[0])
	}
	result, err := markdown.Render(recipe, sample, markdown.Options{})
	if err != nil {
		return nil, fmt.Errorf("the draft does not render its sample: %w", err)
	}
	d.Recipe, d.Result = recipe, result
	return d, nil
}

func kindName(v jsonval.Value) string {
	if v.IsNull() {
		return "null"
	}
	return "a " + v.Kind().String()
}

// Notes says in sentences what was chosen and why, for people.
func (d *Draft) Notes() []string {
	notes := []string{fmt.Sprintf("%s was chosen as %s (score %.1f): %s.", diag.Escape(d.Chosen.Select), d.Chosen.Mode, d.Chosen.Score, d.Chosen.Why)}
	for i, c := range d.Others {
		if i == 0 {
			notes = append(notes, fmt.Sprintf("Second came %s as %s (score %.1f): %s.", diag.Escape(c.Select), c.Mode, c.Score, c.Why))
			continue
		}
		notes = append(notes, fmt.Sprintf("Then %s as %s (score %.1f).", diag.Escape(c.Select), c.Mode, c.Score))
	}
	if len(d.Dropped) > 0 {
		dropped := d.Dropped
		more := ""
		if len(dropped) > 12 {
			more = fmt.Sprintf(" and %d more", len(dropped)-12)
			dropped = dropped[:12]
		}
		notes = append(notes, "Left out: "+diag.Escape(strings.Join(dropped, ", "))+more+".")
	}
	if d.bare {
		notes = append(notes, "Nothing in "+diag.Escape(d.Chosen.Select)+" can be a field, so the draft has none: add them to `fields`, or derive from a sample that has some.")
	}
	if d.Paging != "" {
		notes = append(notes, d.Paging)
	}
	return notes
}
