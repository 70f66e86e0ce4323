package cortex

import (
	"context"

	"github.com/ncruces/go-sqlite3"
)

// within does something under a context. Its error is an *Error, or the
// context's.
func (s *Store) within(ctx context.Context, do func() error) error {
	defer s.conn.SetInterrupt(s.conn.SetInterrupt(ctx))
	return failed(s.path, because(ctx, do()))
}

// transaction is within for what writes: all of it is done, or nothing.
func (s *Store) transaction(ctx context.Context, do func() error) error {
	return s.within(ctx, func() error { return s.immediate(do) })
}

// immediate locks the store for writing from the start, so that two writers
// wait for each other instead of failing.
func (s *Store) immediate(do func() error) (err error) {
	tx, err := s.conn.BeginImmediate()
	if err != nil {
		return err
	}
	defer tx.End(&err)
	return do()
}

// prepared compiles one statement.
func (s *Store) prepared(sql string) (*sqlite3.Stmt, error) {
	stmt, _, err := s.conn.Prepare(sql)
	return stmt, err
}

// do executes one statement.
func (s *Store) do(sql string, args ...any) error {
	return s.rows(sql, func(*sqlite3.Stmt) {}, args...)
}

// rows executes one statement and passes on each row that it gives.
func (s *Store) rows(sql string, each func(row *sqlite3.Stmt), args ...any) error {
	stmt, err := s.prepared(sql)
	if err != nil {
		return err
	}
	defer stmt.Close()
	if err := bind(stmt, args...); err != nil {
		return err
	}
	for stmt.Step() {
		each(stmt)
	}
	return stmt.Err()
}

// bind sets the parameters of a statement, which are texts and whole numbers.
func bind(stmt *sqlite3.Stmt, args ...any) error {
	for i, arg := range args {
		var err error
		switch arg := arg.(type) {
		case string:
			err = stmt.BindText(i+1, arg)
		case int:
			err = stmt.BindInt(i+1, arg)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
