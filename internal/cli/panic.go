package cli

import (
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

const module = "github.com/wield-run/wield/"

// crash is a panic of another goroutine, with the places where it happened.
type crash struct {
	value any
	pcs   []uintptr
}

func newCrash(value any) *crash {
	pcs := make([]uintptr, 64)
	return &crash{value, pcs[:runtime.Callers(3, pcs)]}
}

// reportPanic tells of a bug in this program: where it happened, and what the
// run time said. The value of any other panic is not shown, since it may hold
// what must not be printed.
func reportPanic(w io.Writer, program string, value any) {
	pcs := make([]uintptr, 64)
	if c, elsewhere := value.(*crash); elsewhere {
		value, pcs = c.value, c.pcs
	} else {
		pcs = pcs[:runtime.Callers(3, pcs)]
	}
	what := fmt.Sprintf("%T", value)
	if err, ok := value.(runtime.Error); ok {
		what = err.Error()
	}
	reportBug(w, program, what)
	frames := runtime.CallersFrames(pcs)
	for {
		f, more := frames.Next()
		if name, ok := strings.CutPrefix(f.Function, module); ok {
			fmt.Fprintf(w, "  at %s (%s:%d)\n", name, base(f.File), f.Line)
		}
		if !more {
			return
		}
	}
}

// reportBug tells that this program is at fault.
func reportBug(w io.Writer, program, what string) {
	fmt.Fprintf(w, "%s: internal error, a bug in %s and not in your recipe: %s; please report it with this text and the command at https://%sissues\n",
		program, program, diag.Escape(what), module)
}

// printStack prints the places of this program in a stack that was caught as
// text: a line with a function, and a line with its file and line.
func printStack(w io.Writer, stack []byte) {
	lines := strings.Split(string(stack), "\n")
	for i := 0; i+1 < len(lines); i++ {
		name, ok := strings.CutPrefix(lines[i], module)
		if !ok {
			continue
		}
		if end := strings.LastIndexByte(name, '('); end > 0 {
			name = name[:end] // the arguments
		}
		place, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " +0x")
		fmt.Fprintf(w, "  at %s (%s)\n", name, base(place))
	}
}

func base(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }
