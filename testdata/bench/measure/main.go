// Measure runs a command and prints what it took: the CPU time of all its
// threads, its largest memory, and the time on the clock. What the command
// prints is thrown away.
//
//	go run ./testdata/bench/measure NAME COMMAND [ARGUMENT...]
package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: measure NAME COMMAND [ARGUMENT...]")
		os.Exit(2)
	}
	cmd := exec.Command(os.Args[2], os.Args[3:]...)
	cmd.Stderr = os.Stderr
	begun := time.Now()
	err := cmd.Run()
	took := time.Since(begun)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
	state := cmd.ProcessState
	cpu := state.UserTime() + state.SystemTime()
	memory := state.SysUsage().(*syscall.Rusage).Maxrss // KiB, but bytes on macOS
	if runtime.GOOS == "darwin" {
		memory >>= 10
	}
	fmt.Printf("%-44s %8.2f s CPU %8.1f MB %8.2f s\n", os.Args[1], cpu.Seconds(), float64(memory)/1024, took.Seconds())
}
