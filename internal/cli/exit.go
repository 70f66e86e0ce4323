package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"

	"github.com/wield-run/wield/internal/verdict"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/run"
)

// The exit codes. They do not depend on the output format.
const (
	exitOK          = 0   // all is well, warnings included
	exitRecipe      = 1   // the recipe is at fault
	exitUsage       = 2   // the call is at fault, or the program itself
	exitNoJudgement = 3   // network, time, a challenge, a login
	exitInterrupted = 130 // by a signal
)

// kind says whose fault an error is.
type kind uint8

const (
	usage       kind = iota // the call: arguments, configuration, files, params
	recipeFault             // the recipe, or the input that it is applied to
	noJudgement             // nobody: nothing could be found out
)

// failure is an error that ends a command. An empty message says that
// everything was printed already.
type failure struct {
	kind    kind
	message string      // one sentence without a full stop; may hold foreign text
	err     error       // the cause, if there is one
	outcome run.Outcome // of a run that was refused before it began; else empty
}

func (f *failure) Error() string {
	switch {
	case f.err == nil:
		return f.message
	case f.message == "":
		return f.err.Error()
	}
	return f.message + ": " + f.err.Error()
}

func (f *failure) Unwrap() error { return f.err }

// usagef makes an error of the call.
func usagef(format string, args ...any) error {
	return &failure{kind: usage, message: fmt.Sprintf(format, args...)}
}

// recipef makes an error of the recipe or of its input.
func recipef(format string, args ...any) error {
	return &failure{kind: recipeFault, message: fmt.Sprintf(format, args...)}
}

// exitOf gives the exit code of a run by whose fault its outcome is.
func exitOf(o run.Outcome) int {
	switch verdict.ClassOf(o) {
	case verdict.OK:
		return exitOK
	case verdict.CallFault:
		return exitUsage
	case verdict.NoJudgement:
		return exitNoJudgement
	case verdict.Interrupted:
		return exitInterrupted
	}
	return exitRecipe
}

// failureOf gives the error that ends a command with an exit code, all having
// been printed.
func failureOf(code int) error {
	switch code {
	case exitOK:
		return nil
	case exitRecipe:
		return found()
	case exitNoJudgement:
		return &failure{kind: noJudgement}
	}
	return &failure{kind: usage}
}

// found ends a command whose findings were printed.
func found() error { return &failure{kind: recipeFault} }

// exitCode is the one place that decides how a program ends. An error without
// a kind comes from the system (a file, a stream): the call is at fault.
func exitCode(ctx context.Context, err error) int {
	if err == nil {
		return exitOK
	}
	if ctx.Err() != nil {
		return exitInterrupted
	}
	var f *failure
	if errors.As(err, &f) {
		switch f.kind {
		case recipeFault:
			return exitRecipe
		case noJudgement:
			return exitNoJudgement
		}
	}
	return exitUsage
}

// worse gives the exit code of two recipes together: a bad call before a
// recipe at fault, before no judgement, before success.
func worse(a, b int) int {
	for _, code := range []int{exitInterrupted, exitUsage, exitRecipe, exitNoJudgement} {
		if a == code || b == code {
			return code
		}
	}
	return exitOK
}

// explain prints an error as one sentence.
func explain(ctx context.Context, w io.Writer, program string, err error) {
	var f *failure
	switch {
	case err == nil:
	case ctx.Err() != nil:
		fmt.Fprintf(w, "%s: interrupted\n", program)
	case errors.Is(err, syscall.EPIPE): // the reader has seen enough
	case errors.As(err, &f) && f.message == "" && f.err == nil:
	default:
		fmt.Fprintf(w, "%s: %s\n", program, diag.Escape(err.Error()))
	}
}
