// Package markdown turns a JSON value into Markdown and records, by a recipe:
// the Markdown recipe format, schemaVersion 1. Rendering is a pure function
// of recipe, value and options: no file, network, clock or environment.
//
// Whatever the value holds stays text: no cell, heading or list item can be
// broken out of, and no HTML, link or image appears that the recipe did not
// ask for.
package markdown

import (
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/format"
	"github.com/wield-run/wield/pkg/markdown/jsonpath"
	"github.com/wield-run/wield/pkg/markdown/mustache"
)

// SchemaVersion is the version of the format that this package reads.
const SchemaVersion = 1

// Mode is the kind of output.
type Mode uint8

// The modes. Auto, the zero Mode, is a table for an array and a document for
// an object.
const (
	Auto Mode = iota
	Table
	Document
	Documents
)

// String is the mode as recipes write it; "" for Auto.
func (m Mode) String() string {
	return [...]string{"", "table", "document", "documents"}[m]
}

// Recipe is a Markdown recipe that was read and checked, with everything in
// it compiled. It is read-only, and may be used by any number of goroutines.
type Recipe struct {
	Source *diag.Source
	Root   *jsonval.Node // nil where the file could not be read

	ID          string // "" where the recipe has none
	Name        string
	Description string
	Select      *jsonpath.Path // `$` where the recipe has none
	Mode        Mode
	Fields      []Field      // nil where the recipe has none
	Record      []Projection // nil: records have the fields' labels
	Template    *mustache.Template
	Title       *mustache.Template
	Limits      Limits
	Pagination  Pagination
	Index       Index
}

// Field is a column of a table or a line of a document.
type Field struct {
	Label    string
	Path     *jsonpath.Path
	Format   format.Format
	Fallback string // printed where there is no value
	Prefix   string
	Suffix   string
	MaxChars int    // 0: Limits.MaxFieldChars
	LinkText string // the text of a link; "" is the URL itself
}

// Projection is one member of a record.
type Projection struct {
	Key  string
	Path *jsonpath.Path
}

// Limits bound the output. Characters are Unicode code points.
type Limits struct {
	MaxItems      int
	MaxChars      int // of the whole Markdown
	MaxFieldChars int // of one value, before it is escaped
}

// DefaultLimits are those of a recipe that sets none.
func DefaultLimits() Limits {
	return Limits{MaxItems: 50, MaxChars: 100000, MaxFieldChars: 500}
}

// PageType is how the next page is found.
type PageType uint8

// The kinds of pagination. PageNumber and Link without NextURL are this
// project's additions to the format.
const (
	NoPages    PageType = iota
	Offset              // OffsetParam, advanced by PageSize or the items received
	Cursor              // Next, sent as CursorParam
	Link                // NextURL, or the Link header where it is nil
	PageNumber          // PageParam, from StartPage
)

// String is the type as recipes write it.
func (t PageType) String() string {
	return [...]string{"none", "offset", "cursor", "link", "page"}[t]
}

// Page counts.
const (
	DefaultMaxPages = 10
	HardMaxPages    = 25
)

// Pagination is how pages are followed. Its paths are singular and are
// resolved against each page's root. Following them is not this package's job.
type Pagination struct {
	Type     PageType
	MaxPages int // DefaultMaxPages where the recipe says nothing

	OffsetParam string
	PageParam   string
	StartPage   int // 1 where the recipe says nothing
	LimitParam  string
	PageSize    int // 0: the number of items of the first page

	CursorParam string
	Next        *jsonpath.Path
	NextURL     *jsonpath.Path
	HasMore     *jsonpath.Path // nil where the recipe has none
}

// Index says whether the output is kept in the local store.
type Index uint8

// What may become of the output afterwards.
const (
	NoIndex Index = iota
	Cortex
)

// String is the index as recipes write it.
func (x Index) String() string { return [...]string{"none", "cortex"}[x] }
