package selector

import (
	"context"
	"fmt"
)

// DefaultSteps is the budget of a query, in tests of a compound against an
// element.
const DefaultSteps = 50_000_000

// Budget bounds the work of one or more queries, one after the other.
type Budget struct {
	ctx   context.Context
	steps int64 // left
	total int64
}

// NewBudget gives a budget of so many steps; 0 means DefaultSteps. The queries
// end when the context does.
func NewBudget(ctx context.Context, steps int64) *Budget {
	if steps == 0 {
		steps = DefaultSteps
	}
	return &Budget{ctx, steps, steps}
}

// Error says that a query was stopped.
type Error struct {
	Message string // one sentence
	Hint    string
	Cause   error // the context's error, where that ended the query
}

// Error gives the message and the hint.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + " (" + e.Hint + ")"
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }

// take is how many steps a query takes from its budget at once.
const take = 4096

// spend counts steps. It reports whether the query may go on.
func (m *matcher) spend(steps int) bool {
	m.steps += int64(steps)
	return m.steps < m.granted || m.grant()
}

// grant takes more steps from the budget.
func (m *matcher) grant() bool {
	if m.err != nil {
		return false
	}
	b := m.budget
	if err := b.ctx.Err(); err != nil {
		m.err = &Error{Message: "the search for elements was stopped", Cause: err}
		return false
	}
	used := m.steps - m.granted + 1
	if b.steps < used {
		m.err = &Error{
			Message: fmt.Sprintf("the selector takes more than %d steps on this page", b.total),
			Hint:    "name classes or ids that are nearer to the elements, and fewer alternatives",
		}
		return false
	}
	more := min(b.steps, used+take)
	b.steps -= more
	m.granted += more
	return true
}

// release gives back what a query did not use.
func (m *matcher) release() {
	if left := m.granted - m.steps; left > 0 && m.err == nil {
		m.budget.steps += left
	}
}
