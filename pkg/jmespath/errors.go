package jmespath

import (
	"fmt"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Reason says why an evaluation failed.
type Reason uint8

// The reasons.
const (
	// ReasonType: an argument or operand of a wrong type.
	ReasonType Reason = iota + 1
	// ReasonValue: an argument of the right type with a value that cannot be.
	ReasonValue
	// ReasonNotANumber: a division by zero.
	ReasonNotANumber
	// ReasonUndefinedVariable: a variable that no let around it binds.
	ReasonUndefinedVariable
	// ReasonBudget: a limit was reached.
	ReasonBudget
	// ReasonCancelled: the context ended.
	ReasonCancelled
)

// String names the reason as the Community specification does, where it does.
func (r Reason) String() string {
	return [...]string{"", "invalid-type", "invalid-value", "not-a-number", "undefined-variable", "budget", "cancelled"}[r]
}

// Error is an evaluation that failed.
type Error struct {
	Reason  Reason
	Span    diag.Span // of the part that failed, in bytes of the expression
	Message string    // one sentence
	Hint    string    // what to do; may be empty
	cause   error
}

// Error gives the message, with the hint in parentheses.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + " (" + e.Hint + ")"
}

// Unwrap gives the context's error where the evaluation was cancelled.
func (e *Error) Unwrap() error { return e.cause }

func failf(reason Reason, n *Node, hint, format string, args ...any) *Error {
	return &Error{Reason: reason, Span: n.Span, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// show gives a value for a message: its type, and the value where it is short.
func show(v jsonval.Value) string {
	switch v.Kind() {
	case jsonval.Null:
		return "null"
	case jsonval.Number:
		return "the number " + jsonval.FormatNumber(v.Float()) // Infinity too, which Stringify prints as null
	case jsonval.Bool:
		return "the boolean " + jsonval.Stringify(v)
	case jsonval.String:
		return "the string " + diag.Quote(v.Str(), maxQuote)
	case jsonval.Array:
		return fmt.Sprintf("an array of %d", v.Len())
	}
	return fmt.Sprintf("an object of %d", v.Len())
}
