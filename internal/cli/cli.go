// Package cli is the command layer of both programs: one file a command, what
// they share, and the one place that decides how a program ends. The work is
// done in other packages.
package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/wield-run/wield/internal/terminal"
)

// Main runs the program of that name ("wield-dev", "wield-build") in this
// process and gives its exit code.
func Main(program string, args []string) int {
	// Without this, a closed pipe would end the process by a signal, and the
	// exit code would not be ours.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // the second signal ends the process at once

	return run(ctx, program, args, terminal.Standard(os.LookupEnv))
}

// run runs a program on the given streams.
func run(ctx context.Context, program string, args []string, streams *terminal.Streams) (code int) {
	defer func() {
		if v := recover(); v != nil {
			reportPanic(streams.Err, program, v)
			code = exitUsage
		}
	}()
	root := newRoot(&app{program: program, streams: streams})
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if failed := streams.Out.WriteError(); failed != nil {
		// Whatever was found, nobody got to know it.
		err = &failure{kind: usage, message: "the output could not be written", err: failed}
	}
	explain(ctx, streams.Err, program, err)
	return exitCode(ctx, err)
}
