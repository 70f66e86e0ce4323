// Package jmespath parses, checks and evaluates JMESPath Community Edition
// over values that keep JavaScript's order and numbers (pkg/jsonval).
//
// The authority is the Community specification, then what its JavaScript
// implementation does where the specification is silent. Texts are sequences
// of code points throughout, and compare by code point. Evaluation never
// changes its input, shares it with the result, and is bounded in depth,
// steps and memory.
package jmespath

import (
	"context"
	"sync"

	"github.com/wield-run/wield/internal/chunk"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Expr is an expression that is ready to be evaluated, by any number of
// goroutines at once.
type Expr struct {
	src      string
	root     *Node
	fields   int
	idle     sync.Pool // evaluators, for their buffers
	problems []*diag.Diagnostic
}

// Compile parses and checks an expression. The error is a *diag.Diagnostic
// with a span in bytes of src: a syntax error (Q1), or the first error that
// Check finds.
func Compile(src string) (*Expr, error) { return new(Compiler).Compile(src) }

// Compiler compiles the expressions of one document, and takes memory for
// several at once. The zero Compiler is ready; it is not for several goroutines.
type Compiler struct {
	room  room
	exprs chunk.Chunk[Expr]
}

// Compile is the package's Compile.
func (c *Compiler) Compile(src string) (*Expr, error) {
	root, fields, found := parse(src, &c.room)
	if len(found) > 0 {
		return nil, found[0]
	}
	found = Check(root)
	for _, d := range found {
		if d.Severity == diag.Error {
			return nil, d
		}
	}
	e := c.exprs.New()
	e.src, e.root, e.fields, e.problems = src, root, fields, found
	return e, nil
}

// Parse gives the syntax tree of an expression, unchecked, or the first
// syntax error (Q1).
func Parse(src string) (*Node, *diag.Diagnostic) {
	root, _, found := parse(src, &room{})
	if len(found) > 0 {
		return nil, found[0]
	}
	return root, nil
}

// ParseAll is Parse for tools that show every mistake. It reads on after those
// that leave no doubt about what was meant (a bare number, a single "=", a
// comma missing or too much), so that there can be findings and a tree. The
// tree is nil where reading had to stop.
func ParseAll(src string) (*Node, []*diag.Diagnostic) {
	root, _, found := parse(src, &room{})
	return root, found
}

// String is the expression as it was written.
func (e *Expr) String() string { return e.src }

// Root is the syntax tree.
func (e *Expr) Root() *Node { return e.root }

// Problems are the warnings about the expression, in the order of the text.
func (e *Expr) Problems() []*diag.Diagnostic { return e.problems }

// Limits bound an evaluation. A limit that is zero is the default.
type Limits struct {
	// Depth is how deep expressions may nest while they are evaluated,
	// through variables that hold expression references too, and how deep the
	// result may nest. Default 1,000.
	Depth int
	// Steps bounds the work: one step for each node evaluated, and more for
	// what a function does with long arrays and texts. Default 10 million.
	Steps int
	// Memory is how many bytes may be allocated for values, in total. Default
	// 64 MiB.
	Memory int
	// String is how many bytes one text may have that is made here. Default
	// 16 MiB.
	String int
	// Result is about how many bytes the result may have as JSON; it can be
	// far larger than what was allocated, as parts of it may be shared.
	// Default 32 MiB.
	Result int
}

// The default limits: a response of 5 MiB can be copied several times over.
const (
	DefaultSteps  = 10_000_000
	DefaultMemory = 64 << 20
	DefaultString = 16 << 20
	DefaultResult = 32 << 20
)

func (l Limits) orDefault() Limits {
	set := func(n *int, value int) {
		if *n == 0 {
			*n = value
		}
	}
	set(&l.Depth, MaxDepth)
	set(&l.Steps, DefaultSteps)
	set(&l.Memory, DefaultMemory)
	set(&l.String, DefaultString)
	set(&l.Result, DefaultResult)
	return l
}

// Eval searches data. The result shares parts of data and is immutable, as
// data is. An error is an *Error.
func (e *Expr) Eval(ctx context.Context, data jsonval.Value, limits Limits) (jsonval.Value, error) {
	ev, ok := e.idle.Get().(*evaluator)
	if !ok {
		ev = &evaluator{hints: make([]int, e.fields), measure: needsMeasure(e.root)}
	}
	v, err := ev.run(ctx, e, data, limits.orDefault())
	ev.reset()
	e.idle.Put(ev)
	if err != nil {
		return jsonval.Value{}, err
	}
	return v, nil
}

// Truthy is JMESPath's test of a value: null, false, "", [] and {} are not
// true, anything else is, 0 included.
func Truthy(v jsonval.Value) bool { return truthy(&v) }
