//go:build unix

package cli

import (
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A signal ends a program that waits for its input.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	pipe, errName := filepath.Join(dir, "pipe"), filepath.Join(dir, "err")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := os.OpenFile(pipe, os.O_RDWR, 0) // its writer never writes
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	errFile, err := os.Create(errName)
	if err != nil {
		t.Fatal(err)
	}
	defer errFile.Close()
	stdin, stderr := os.Stdin, os.Stderr
	os.Stdin, os.Stderr = in, errFile
	defer func() { os.Stdin, os.Stderr = stdin, stderr }()

	signals := make(chan os.Signal, 1) // so that no signal ends the test itself
	signal.Notify(signals, os.Interrupt)
	defer signal.Stop(signals)
	code := make(chan int, 1)
	go func() { code <- Main("wield-dev", []string{"query", "@"}) }()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case got := <-code:
			text, err := os.ReadFile(errName)
			if got != 130 || string(text) != "wield-dev: interrupted\n" || err != nil {
				t.Errorf("exits %d: %q, %v", got, text, err)
			}
			return
		case <-tick.C:
			if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
		}
	}
}
