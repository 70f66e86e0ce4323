package cortex

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// migrations bring a store from each version (user_version) to the next.
func migrations() []string {
	return []string{
		`CREATE TABLE pages (
	id INTEGER PRIMARY KEY,
	recipe TEXT NOT NULL,
	source TEXT NOT NULL,
	item INTEGER NOT NULL,     -- a document's number, from 1; 0: the whole
	title TEXT NOT NULL,       -- these three are searched: plain text with marks
	headings TEXT NOT NULL,    --   between characters that are words by themselves
	body TEXT NOT NULL,
	markdown TEXT NOT NULL,    -- as it was rendered
	records INTEGER NOT NULL,  -- of the whole render
	rendered INTEGER NOT NULL, -- seconds since 1970
	UNIQUE (recipe, source, item)
);
CREATE VIRTUAL TABLE words USING fts5 (title, headings, body,
	content = 'pages', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO words (words, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER pages_insert AFTER INSERT ON pages BEGIN
	INSERT INTO words (rowid, title, headings, body) VALUES (new.id, new.title, new.headings, new.body);
END;
CREATE TRIGGER pages_delete AFTER DELETE ON pages BEGIN
	INSERT INTO words (words, rowid, title, headings, body) VALUES ('delete', old.id, old.title, old.headings, old.body);
END;
CREATE TRIGGER pages_update AFTER UPDATE OF title, headings, body ON pages BEGIN
	INSERT INTO words (words, rowid, title, headings, body) VALUES ('delete', old.id, old.title, old.headings, old.body);
	INSERT INTO words (rowid, title, headings, body) VALUES (new.id, new.title, new.headings, new.body);
END;`,
	}
}

// claim marks an empty database as a store.
func (s *Store) claim() error {
	id := 0
	err := s.rows("PRAGMA application_id", func(row *sqlite3.Stmt) { id = row.ColumnInt(0) })
	if err != nil || id == applicationID {
		return err
	}
	return s.immediate(func() error {
		return s.conn.Exec(fmt.Sprintf("PRAGMA application_id = %d", applicationID))
	})
}

// migrate brings the store to the version that this package knows.
func (s *Store) migrate(ctx context.Context) error {
	for _, pragma := range []string{
		"journal_size_limit = 0", // the log is empty when nobody uses the store
		"synchronous = NORMAL",
		"secure_delete = ON", // what is forgotten is overwritten
		"trusted_schema = OFF",
		"cell_size_check = ON",
	} {
		if err := s.conn.Exec("PRAGMA " + pragma); err != nil {
			return err
		}
	}
	if err := s.logAhead(ctx); err != nil {
		return err
	}
	version, err := s.version()
	if err != nil || version == len(migrations()) {
		return err
	}
	// Another process may be doing the same.
	return s.immediate(func() error {
		version, err := s.version()
		if err != nil {
			return err
		}
		for ; version < len(migrations()); version++ {
			if err := s.conn.Exec(migrations()[version]); err != nil {
				return err
			}
		}
		return s.conn.Exec(fmt.Sprintf("PRAGMA user_version = %d", version))
	})
}

// logAhead makes changes go to a log first, so that readers do not wait for a
// writer. SQLite does not wait when it changes to this mode, so we do.
func (s *Store) logAhead(ctx context.Context) error {
	for until := time.Now().Add(busyTimeout); ; {
		err := s.conn.Exec("PRAGMA journal_mode = WAL")
		if !errors.Is(err, sqlite3.BUSY) || ctx.Err() != nil || time.Now().After(until) {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// version is the version of the store's tables; 0: there are none yet.
func (s *Store) version() (int, error) {
	var version int
	err := s.rows("PRAGMA user_version", func(row *sqlite3.Stmt) { version = row.ColumnInt(0) })
	if err == nil && (version < 0 || version > len(migrations())) {
		return 0, &Error{Message: "the store has version " + strconv.Itoa(version) + ", which a newer program has made; this one knows " + strconv.Itoa(len(migrations()))}
	}
	return version, err
}
