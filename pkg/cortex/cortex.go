// Package cortex keeps rendered pages in a local full-text store: one file
// that holds what each recipe made of each source when it was last rendered.
//
// The store is an SQLite database with an FTS5 index over titles, headings and
// text. Several processes may use it at once. It keeps what it is given: to
// take secrets out of a page is the business of whoever puts it in.
package cortex

import (
	"context"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Render is what one recipe made of one source.
type Render struct {
	Recipe  string // the recipe's id, or its name where it has none
	Source  string // the URL of the first page
	Time    time.Time
	Records int

	// Documents says that each page is a document of its own; else there is
	// one page, which is the whole.
	Documents bool
	Pages     []Page
}

// Page is what is found as one: a whole render, or a document of it.
type Page struct {
	Title    string // plain text; "": the first heading of the Markdown
	Markdown string
}

// Store is an open store. It is for one goroutine.
type Store struct {
	path string
	conn *sqlite3.Conn
}

// Put keeps a render, in place of what the same recipe made of the same
// source before. Text that did not change is not written again. It gives the
// number of pages that are new or have changed.
func (s *Store) Put(ctx context.Context, r Render) (written int, err error) {
	err = s.transaction(ctx, func() error {
		written, err = s.put(&r)
		return err
	})
	return written, err
}

func (s *Store) put(r *Render) (written int, err error) {
	recipe, source := clean(r.Recipe), clean(r.Source)
	// An unchanged page is left alone, and so is its place in the index.
	upsert, err := s.prepared(`INSERT INTO pages (recipe, source, item, title, headings, body, markdown, records, rendered)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, 0)
ON CONFLICT (recipe, source, item) DO UPDATE SET
	title = excluded.title, headings = excluded.headings, body = excluded.body, markdown = excluded.markdown
WHERE title <> excluded.title OR markdown <> excluded.markdown`)
	if err != nil {
		return 0, err
	}
	defer upsert.Close()
	number := 0
	if r.Documents {
		number = 1
	}
	from := number
	for _, page := range r.Pages {
		markdown := clean(page.Markdown)
		headings, body := plain(markdown)
		title := clean(page.Title)
		if title == "" {
			title, _, _ = strings.Cut(headings, "\n")
		}
		body = strings.TrimPrefix(body, title+"\n") // a snippet would repeat it
		if err := bind(upsert, recipe, source, number, segment(title), segment(headings), segment(body), markdown); err != nil {
			return 0, err
		}
		if err := upsert.Exec(); err != nil {
			return 0, err
		}
		written += int(s.conn.Changes())
		number++
	}
	if err := s.do(`UPDATE pages SET records = ?3, rendered = ?4 WHERE recipe = ?1 AND source = ?2`,
		recipe, source, r.Records, int(r.Time.Unix())); err != nil {
		return 0, err
	}
	return written, s.do(`DELETE FROM pages WHERE recipe = ?1 AND source = ?2 AND (item < ?3 OR item >= ?4)`, recipe, source, from, number)
}

// clean makes text that SQLite takes as it is: UTF-8 without U+0000.
func clean(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(jsonval.ToUTF8(s), "\ufffd"), "\x00", "\ufffd")
}
