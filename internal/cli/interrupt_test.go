//go:build unix

package cli

import (
	"context"
	"io"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// interruptedHere runs a program in this process, sends it a signal once
// something is reached, and waits for its end.
func interruptedHere(t *testing.T, stdin *os.File, reached func(), args ...string) (code int, stderr string) {
	t.Helper()
	errFile, err := os.Create(filepath.Join(t.TempDir(), "err"))
	if err != nil {
		t.Fatal(err)
	}
	defer errFile.Close()
	in, errs := os.Stdin, os.Stderr
	os.Stdin, os.Stderr = stdin, errFile
	defer func() { os.Stdin, os.Stderr = in, errs }()

	signals := make(chan os.Signal, 1) // so that no signal ends the test itself
	signal.Notify(signals, os.Interrupt)
	defer signal.Stop(signals)
	ended := make(chan int, 1)
	go func() { ended <- Main("wield-dev", args) }()
	reached()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case code := <-ended:
			text, err := os.ReadFile(errFile.Name())
			if err != nil {
				t.Error(err)
			}
			return code, string(text)
		case <-tick.C:
			if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A signal ends a program that waits for its input.
func TestInterrupt(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := os.OpenFile(pipe, os.O_RDWR, 0) // its writer never writes
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if code, stderr := interruptedHere(t, in, func() {}, "query", "@"); code != 130 || stderr != "wield-dev: interrupted\n" {
		t.Errorf("exits %d: %q", code, stderr)
	}
}

// A signal ends a program that waits for the address of a host.
func TestInterruptedLookup(t *testing.T) {
	folderToWriteIn(t)
	before := contents(t)
	asked := make(chan struct{}, 100)
	system := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		conn, server := net.Pipe()
		go func() {
			defer server.Close()
			if _, err := server.Read(make([]byte, 512)); err == nil {
				asked <- struct{}{}
				_, _ = io.Copy(io.Discard, server) // until the question is given up
			}
		}()
		return conn, nil
	}}
	defer func() { net.DefaultResolver = system }()
	code, stderr := interruptedHere(t, os.Stdin, func() { <-asked }, "run", "recipes/example.de/search-items.json", "--har", "out/file")
	if code != 130 || !strings.Contains(stderr, "interrupted") {
		t.Errorf("exits %d: %s", code, stderr)
	}
	unchanged(t, before, "out/file")
}
