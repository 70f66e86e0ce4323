package cli

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"unsafe"
)

// startOnTerminal starts a program on a new terminal of so many columns, and
// gives the end of it that a person would sit at.
func startOnTerminal(cmd *exec.Cmd, columns int) (person *os.File, err error) {
	person, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			person.Close()
		}
	}()
	var locked, number int32
	size := [4]uint16{24, uint16(columns)}
	for _, call := range []struct {
		request uintptr
		value   unsafe.Pointer
	}{
		{syscall.TIOCSPTLCK, unsafe.Pointer(&locked)},
		{syscall.TIOCGPTN, unsafe.Pointer(&number)},
		{syscall.TIOCSWINSZ, unsafe.Pointer(&size)},
	} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, person.Fd(), call.request, uintptr(call.value)); errno != 0 {
			return nil, errno
		}
	}
	program, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, err
	}
	defer program.Close()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	return person, cmd.Start()
}
