package cortex

import (
	"context"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// Filter leaves out what is of another recipe or another source. The zero
// Filter leaves out nothing.
type Filter struct {
	Recipe string
	Source string
}

// where is the condition of a Filter, on parameters 1 and 2.
const where = `(?1 = '' OR pages.recipe = ?1) AND (?2 = '' OR pages.source = ?2)`

// Hit is a page that was found.
type Hit struct {
	Recipe   string
	Source   string
	Document int // its number in its render, from 1; 0: it is the whole
	Title    []Piece
	Snippet  []Piece // of the page's text, around the words that were found
	Markdown string
	Records  int // of the whole render
	Rendered time.Time
}

// Piece is a part of a text. Of two in a row, one matches the query.
type Piece struct {
	Text  string
	Match bool
}

// What FTS5 writes around a match; clean texts have none of it.
const matchBegin, matchEnd = "\x02", "\x03"

// snippetWords is how long a snippet is. FTS5 allows 64.
const snippetWords = 24

// Search gives the pages that match best, the best first, and how many match.
func (s *Store) Search(ctx context.Context, q Query, f Filter, limit int) (hits []Hit, total int, err error) {
	err = s.within(ctx, func() error {
		defer s.conn.Begin().Rollback() // one state of the store for both questions
		const from = `FROM words JOIN pages ON pages.id = words.rowid WHERE words MATCH ?3 AND ` + where
		err := s.rows(`SELECT count(*) `+from, func(row *sqlite3.Stmt) { total = row.ColumnInt(0) },
			clean(f.Recipe), clean(f.Source), q.expr)
		if err != nil || total == 0 {
			return err
		}
		// A word in the title counts ten times as much as one in the text.
		return s.rows(`SELECT recipe, source, item,
	highlight(words, 0, ?4, ?5), snippet(words, 2, ?4, ?5, '…', ?6), markdown, records, rendered
`+from+` ORDER BY bm25(words, 10.0, 4.0, 1.0), rendered DESC, id LIMIT ?7`, func(row *sqlite3.Stmt) {
			hits = append(hits, Hit{
				Recipe: row.ColumnText(0), Source: row.ColumnText(1), Document: row.ColumnInt(2),
				Title: pieces(row.ColumnText(3)), Snippet: pieces(row.ColumnText(4)),
				Markdown: row.ColumnText(5), Records: row.ColumnInt(6), Rendered: time.Unix(row.ColumnInt64(7), 0).UTC(),
			})
		}, clean(f.Recipe), clean(f.Source), q.expr, matchBegin, matchEnd, snippetWords, limit)
	})
	return hits, total, err
}

// pieces cuts a text where FTS5 has marked matches. Matches that touch are
// one.
func pieces(marked string) []Piece {
	marked = strings.ReplaceAll(unsegment(marked), matchEnd+matchBegin, "")
	var all []Piece
	for marked != "" {
		text, rest, found := strings.Cut(marked, matchBegin)
		if text != "" {
			all = append(all, Piece{Text: text})
		}
		if !found {
			break
		}
		text, marked, _ = strings.Cut(rest, matchEnd)
		if text != "" {
			all = append(all, Piece{text, true})
		}
	}
	return all
}

// Entry is a render in the store.
type Entry struct {
	Recipe   string
	Source   string
	Title    string // of its first page
	Pages    int
	Records  int
	Bytes    int // of its Markdown
	Rendered time.Time
}

// List gives all renders, the last first.
func (s *Store) List(ctx context.Context, f Filter) (entries []Entry, err error) {
	err = s.within(ctx, func() error {
		// Of a group with one min, SQLite takes the other columns from the
		// row of the smallest value.
		return s.rows(`SELECT recipe, source, title, count(*), records, sum(length(CAST(markdown AS BLOB))), rendered, min(item)
FROM pages WHERE `+where+` GROUP BY recipe, source ORDER BY rendered DESC, recipe, source`, func(row *sqlite3.Stmt) {
			entries = append(entries, Entry{
				Recipe: row.ColumnText(0), Source: row.ColumnText(1), Title: unsegment(row.ColumnText(2)),
				Pages: row.ColumnInt(3), Records: row.ColumnInt(4), Bytes: row.ColumnInt(5), Rendered: time.Unix(row.ColumnInt64(6), 0).UTC(),
			})
		}, clean(f.Recipe), clean(f.Source))
	})
	return entries, err
}

// Forget takes renders out, and what they held out of the file. It gives the
// number of pages that went.
func (s *Store) Forget(ctx context.Context, f Filter) (pages int, err error) {
	err = s.transaction(ctx, func() error {
		err := s.do(`DELETE FROM pages WHERE `+where, clean(f.Recipe), clean(f.Source))
		pages = int(s.conn.Changes())
		return err
	})
	if err != nil {
		return 0, err
	}
	return pages, s.within(ctx, func() error {
		// What is overwritten in the log is not yet so in the file.
		_, _, err := s.conn.WALCheckpoint("main", sqlite3.CHECKPOINT_TRUNCATE)
		return err
	})
}
