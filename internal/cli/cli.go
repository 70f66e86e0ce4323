// Package cli is the command layer of both programs: one file a command, what
// they share, and the one place that decides how a program ends. The work is
// done in other packages.
package cli

import (
	"context"
	"errors"
	"io"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/terminal"
)

// Main runs the program of that name ("wield-dev", "wield-build") in this
// process and gives its exit code.
func Main(program string, args []string) int {
	// Without this, a closed pipe would end the process by a signal, and the
	// exit code would not be ours.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	log.SetOutput(io.Discard) // net/http logs bytes of responses there, which may hold secrets
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // the second signal ends the process at once

	streams := terminal.Files(os.Stdin, os.Stdout, os.Stderr, os.LookupEnv)
	streams.EndWith(ctx)
	return start(ctx, program, args, streams)
}

// start runs a program on the given streams.
func start(ctx context.Context, program string, args []string, streams *terminal.Streams) int {
	a := &app{program: program, streams: streams}
	root := newRoot(a)
	root.SetArgs(args)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		completions(root)
	}
	return execute(ctx, a, root)
}

// execute runs the command that the arguments name, tells of what went wrong
// and gives the exit code.
func execute(ctx context.Context, a *app, root *cobra.Command) (code int) {
	defer func() {
		if v := recover(); v != nil {
			reportPanic(a.streams.Err, a.program, v)
			code = exitUsage
		}
	}()
	err := root.ExecuteContext(ctx)
	var told *failure
	if failed := a.streams.Out.WriteError(); failed != nil && !(errors.As(err, &told) && errors.Is(told.err, failed)) {
		// Whatever was found, nobody got to know it.
		err = &failure{kind: usage, message: "the output could not be written", err: failed}
	}
	explain(ctx, a.streams.Err, a.program, err)
	return exitCode(ctx, err)
}
