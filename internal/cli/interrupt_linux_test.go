package cli

import (
	"encoding/binary"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// unanswered is an address at which a connection begins and is never made: the
// queue of its listener is full. connecting waits for one that begins.
func unanswered(t *testing.T) (address string, connecting func()) {
	t.Helper()
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(fd) })
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Listen(fd, 0); err != nil {
		t.Fatal(err)
	}
	name, err := syscall.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	port := name.(*syscall.SockaddrInet4).Port
	address = fmt.Sprintf("127.0.0.1:%d", port)
	first, err := net.Dial("tcp", address) // there is room for one that nobody accepts
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { first.Close() })
	begun := fmt.Sprintf(" 0100007F:%04X 02 ", port) // SYN_SENT
	return address, func() {
		for {
			text, err := os.ReadFile("/proc/net/tcp")
			if err != nil || strings.Contains(string(text), begun) {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// A signal ends a program that waits for a connection.
func TestInterruptedConnect(t *testing.T) {
	folderToWriteIn(t)
	before := contents(t)
	address, connecting := unanswered(t)
	cmd := exec.Command("wield-dev", "run", "recipes/example.de/search-items.json", "--har", "out/file", "--map-origin", "https://api.example.de=http://"+address)
	code, _, stderr := interrupted(t, cmd, syscall.SIGINT, connecting)
	if code != 130 || !strings.Contains(stderr, "interrupted") {
		t.Errorf("exits %d: %s", code, stderr)
	}
	unchanged(t, before, "out/file")
}

// watched tells when something happens to a file: IN_OPEN, or in a folder, to
// one of which the name begins so.
func watched(t *testing.T, name string, event uint32, begins string) (happened func()) {
	t.Helper()
	fd, err := syscall.InotifyInit1(syscall.IN_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(fd) })
	if _, err := syscall.InotifyAddWatch(fd, name, event); err != nil {
		t.Fatal(err)
	}
	return func() {
		buffer := make([]byte, 1<<16)
		for {
			n, err := syscall.Read(fd, buffer)
			if err != nil && err != syscall.EINTR {
				return
			}
			for at := 0; at+syscall.SizeofInotifyEvent <= n; {
				end := at + syscall.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(buffer[at+12:]))
				if strings.HasPrefix(string(buffer[at+syscall.SizeofInotifyEvent:end]), begins) {
					return
				}
				at = end
			}
		}
	}
}

// A signal ends a program in the middle of a thousand files: nothing is printed
// before all have been looked at, and no file is written in part.
func TestInterruptAmongManyFiles(t *testing.T) {
	folderToWriteIn(t)
	text, err := os.ReadFile("recipes/example.de/search-items.json")
	if err != nil {
		t.Fatal(err)
	}
	const n = 1000
	name := func(i int) string { return fmt.Sprintf("many/recipes/shop%04d.de/search-items.json", i) }
	for i := range n {
		one := strings.ReplaceAll(string(text), "example.de", fmt.Sprintf("shop%04d.de", i))
		one = strings.Replace(one, `"effect": "read",`, `"effect":  "read",`, 1)
		if err := os.MkdirAll(filepath.Dir(name(i)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name(i), []byte(one), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		command string
		at      string // a file, or a folder
		event   uint32
		begins  string // of the name of a file in the folder
		printed bool   // what was found is printed
		partly  bool   // some files are what the command makes of them
	}{
		{"wield-dev validate many", name(n / 10), syscall.IN_OPEN, "", false, false},
		{"wield-dev lint many --format sarif=out/file", name(n / 10), syscall.IN_OPEN, "", false, false},
		{"wield-build index many --out registry", name(n / 10), syscall.IN_OPEN, "", false, false},
		{"wield-build index many --out registry", ".", syscall.IN_CREATE, ".registry.", true, false},
		{"wield-dev fmt many", filepath.Dir(name(n / 10)), syscall.IN_MOVED_TO, "search-items.json", true, true},
	} {
		t.Run(c.command+" "+c.at, func(t *testing.T) {
			before := contents(t)
			happened := watched(t, c.at, c.event, c.begins)
			args := strings.Fields(c.command)
			code, stdout, stderr := interrupted(t, exec.Command(args[0], args[1:]...), syscall.SIGINT, happened)
			if code != 130 || (stdout != "") != c.printed || !strings.HasSuffix(stderr, args[0]+": interrupted\n") {
				t.Errorf("exits %d: %.1000s%.1000s", code, stdout, stderr)
			}
			after := contents(t)
			changed := 0
			for i := range n {
				if now := after[name(i)]; c.partly && now == strings.Replace(before[name(i)], `"effect":  "read",`, `"effect": "read",`, 1) {
					changed++
					after[name(i)] = before[name(i)]
				}
			}
			if c.partly && (changed == 0 || changed == n) {
				t.Errorf("%d files are changed", changed)
			}
			for name, text := range after {
				if text != before[name] {
					t.Errorf("%s is %.100q", name, text)
				}
			}
			if len(after) != len(before) {
				t.Errorf("there are %d files, and were %d", len(after), len(before))
			}
		})
	}
}

// Ctrl-C at a question leaves what was to be written as it was.
func TestInterruptAtAQuestion(t *testing.T) {
	for _, c := range []struct{ command, question string }{
		{"wield-dev test mend/search-items.json --update SHOP", "Write mend/search-items.har?"},
		{"wield-dev new example.de/racing-bikes --dir drafts --from-har recipes/example.de/search-items.har", "A text of the data that you want"},
		{"wield-build keygen mend/new.key", "assword"},
	} {
		t.Run(c.question, func(t *testing.T) {
			args := strings.Fields(strings.Replace(c.command, "SHOP", folderToWriteIn(t), 1))
			before := contents(t)
			cmd := exec.Command(args[0], args[1:]...)
			person, err := startOnTerminal(cmd, 80)
			if err != nil {
				t.Fatal(err)
			}
			defer person.Close()
			var screen strings.Builder
			buffer, asked := make([]byte, 4096), false
			for {
				n, err := person.Read(buffer)
				screen.Write(buffer[:n])
				if err != nil {
					break // the program has ended
				}
				if !asked && strings.Contains(screen.String(), c.question) {
					asked = true
					if _, err := person.WriteString("\x03"); err != nil {
						t.Error(err)
					}
				}
			}
			_ = cmd.Wait() // its error says the exit code again
			if code := cmd.ProcessState.ExitCode(); !asked || code != 130 || !strings.HasSuffix(screen.String(), args[0]+": interrupted\r\n") {
				t.Errorf("exits %d: %q", code, screen.String())
			}
			unchanged(t, before, "")
		})
	}
}
