//go:build !linux

package cli

import (
	"errors"
	"os"
	"os/exec"
)

// startOnTerminal is for Linux alone; the scripts that need it say so.
func startOnTerminal(*exec.Cmd, int) (*os.File, error) { return nil, errors.ErrUnsupported }
