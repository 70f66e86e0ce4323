//go:build unix

package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// untilAsked is a server that says something to whoever connects, and nothing
// more. The channel hears of each connection that has asked for something.
func untilAsked(t *testing.T, says string) (address string, asked chan struct{}) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	asked = make(chan struct{}, 100)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				if _, err := conn.Read(make([]byte, 4096)); err != nil {
					return
				}
				_, _ = io.WriteString(conn, says)
				asked <- struct{}{}
				_, _ = io.Copy(io.Discard, conn)
			}()
		}
	}()
	return listener.Addr().String(), asked
}

// A signal ends a program whatever it is waiting for: it exits with 130, and
// of the files that it was to write none is there in part.
func TestInterruptInEveryPhase(t *testing.T) {
	const search = "wield-dev run recipes/example.de/search-items.json --har out/file --map-origin https://api.example.de="
	for _, c := range []struct {
		phase   string
		command string // SERVER is the address of one that says this:
		says    string
		signal  syscall.Signal
		written string // files that tell of the interruption, or what came before it
	}{
		{"the TLS handshake", search + "https://SERVER", "", syscall.SIGINT, "out/file"},
		{"the first byte of an answer", search + "http://SERVER", "", syscall.SIGTERM, "out/file"},
		{"the rest of a header", search + "http://SERVER", "HTTP/1.1 200 OK\r\nX-A", syscall.SIGINT, "out/file"},
		{"the rest of a body", search + "http://SERVER", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", syscall.SIGINT, "out/file"},
		{"a page to render", "wield-dev render rows.json https://api.example.de/x --records out/file --map-origin https://api.example.de=http://SERVER",
			"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", syscall.SIGTERM, ""},
		{"a test", "wield-dev test mend/search-items.json --update --yes --map-origin https://api.example.de=http://SERVER", "", syscall.SIGINT, ""},
	} {
		t.Run(c.phase, func(t *testing.T) {
			folderToWriteIn(t)
			before := contents(t)
			server, asked := untilAsked(t, c.says)
			args := strings.Fields(strings.Replace(c.command, "SERVER", server, 1))
			cmd := exec.Command(args[0], args[1:]...)
			code, _, stderr := interrupted(t, cmd, c.signal, func() { <-asked })
			if code != 130 || !strings.Contains(stderr, "interrupted") {
				t.Errorf("exits %d: %s", code, stderr)
			}
			unchanged(t, before, c.written)
		})
	}
}

// unchanged holds the files to what they were, but for one that may tell of the
// interruption, or of what came before it, and is whole then.
func unchanged(t *testing.T, before map[string]string, written string) {
	t.Helper()
	after := contents(t)
	if written != "" {
		if text := after[written]; !strings.HasSuffix(text, "}\n") && text != before[written] {
			t.Errorf("%s ends with %q", written, text[max(0, len(text)-20):])
		}
		after[written] = before[written]
	}
	if !maps.Equal(before, after) {
		t.Errorf("there is %v\nafter    %v", before, after)
	}
}

// Between the pages of a render, what came so far is in no file.
func TestInterruptBetweenPages(t *testing.T) {
	folderToWriteIn(t)
	if err := os.WriteFile("pages.json", []byte(pagedRecipe(`{"type":"link","nextUrl":"$.next"}`)), 0o644); err != nil {
		t.Fatal(err)
	}
	before := contents(t)
	asked, end := make(chan struct{}, 1), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		if page == 9 {
			asked <- struct{}{}
			<-end
			return
		}
		fmt.Fprintf(w, `{"items":["%s"],"next":"/%d"}`, strings.Repeat("x", 1<<16), page+1)
	}))
	t.Cleanup(func() { close(end); server.Close() })
	cmd := exec.Command("wield-dev", "render", "pages.json", "https://api.example.de/1", "--max-pages", "20", "--records", "out/file", "--map-origin", "https://api.example.de="+server.URL)
	code, _, stderr := interrupted(t, cmd, syscall.SIGINT, func() { <-asked })
	if code != 130 || !strings.HasSuffix(stderr, "interrupted\n") {
		t.Errorf("exits %d: %s", code, stderr)
	}
	unchanged(t, before, "")
}

// While one recipe waits, the recording of another whose run is over is not
// written: nobody has seen how the test ends.
func TestInterruptedUpdate(t *testing.T) {
	shop := folderToWriteIn(t)
	text, err := os.ReadFile("mend/search-items.json")
	if err != nil {
		t.Fatal(err)
	}
	other := strings.NewReplacer("https://api.example.de", "https://slow.example.de", "example.de/search-items", "example.de/slow-items").Replace(string(text))
	if err := os.WriteFile("mend/slow-items.json", []byte(other), 0o644); err != nil {
		t.Fatal(err)
	}
	before := contents(t)
	server, asked := untilAsked(t, "")
	args := append([]string{"test", "mend/search-items.json", "mend/slow-items.json", "--jobs", "1", "--update", "--yes", "--map-origin", "https://slow.example.de=http://" + server}, strings.Fields(shop)...)
	code, stdout, stderr := interrupted(t, exec.Command("wield-dev", args...), syscall.SIGINT, func() { <-asked })
	if code != 130 || !strings.HasSuffix(stderr, "interrupted\n") || !strings.Contains(stdout, "ok") {
		t.Errorf("exits %d: %s%s", code, stdout, stderr)
	}
	unchanged(t, before, "")
}

// A recording that comes through a pipe and does not end makes no draft.
func TestInterruptedRecording(t *testing.T) {
	folderToWriteIn(t)
	har, err := os.ReadFile("recipes/example.de/search-items.har")
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("wield-dev", "new", "example.de/racing-bikes", "--dir", "drafts", "--from-har", "pipe", "--find", "Stadtfahrrad")
	code, stdout, stderr := interrupted(t, cmd, syscall.SIGINT, func() {
		pipe, err := os.OpenFile("pipe", os.O_WRONLY, 0) // returns when it is opened to be read
		if err != nil {
			t.Error(err)
			return
		}
		t.Cleanup(func() { pipe.Close() })
		_, _ = pipe.Write(har[:len(har)-10])
	})
	if code != 130 || stdout != "" || stderr != "wield-dev: interrupted\n" {
		t.Errorf("exits %d: %s%s", code, stdout, stderr)
	}
	for _, name := range []string{"drafts/example.de/racing-bikes.json", "drafts/example.de/racing-bikes.har"} {
		if _, err := os.Lstat(name); err == nil {
			t.Errorf("there is %s", name)
		}
	}
}

// interrupted runs a program, sends it a signal once something is reached, and
// waits for its end, which does not come earlier.
func interrupted(t *testing.T, cmd *exec.Cmd, signal syscall.Signal, reached func()) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	if cmd.Stdout == nil {
		cmd.Stdout = &out
	}
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	at, ended := make(chan struct{}), make(chan struct{})
	go func() { reached(); close(at) }()
	go func() { _ = cmd.Wait(); close(ended) }() // its error says the exit code again
	select {
	case <-at:
		if err := cmd.Process.Signal(signal); err != nil {
			t.Error(err)
		}
		<-ended
	case <-ended:
		t.Error("it ends before it gets there")
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// The same for a program that waits for a pipe, as it reads or as it writes.
func TestInterruptAtAPipe(t *testing.T) {
	pipe := func() (r, w *os.File) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close(); w.Close() })
		return r, w
	}
	long := `["` + strings.Repeat("x", 1<<20) + `"`
	t.Run("input that does not end", func(t *testing.T) {
		r, w := pipe()
		cmd := exec.Command("wield-dev", "query", "@")
		cmd.Stdin = r
		code, stdout, stderr := interrupted(t, cmd, syscall.SIGTERM, func() {
			_, _ = io.WriteString(w, long) // more than a pipe holds, so that it is being read
		})
		if code != 130 || stdout != "" || stderr != "wield-dev: interrupted\n" {
			t.Errorf("exits %d: %d bytes, %s", code, len(stdout), stderr)
		}
	})
	t.Run("output that nobody reads", func(t *testing.T) {
		r, w := pipe()
		cmd := exec.Command("wield-dev", "query", "@")
		cmd.Stdin, cmd.Stdout = strings.NewReader(long+"]"), w
		code, _, stderr := interrupted(t, cmd, syscall.SIGTERM, func() {
			_, _ = io.ReadFull(r, make([]byte, 1)) // the first of it has come, and the pipe does not hold the rest
		})
		if code != 130 || stderr != "wield-dev: interrupted\n" {
			t.Errorf("exits %d: %s", code, stderr)
		}
	})
}

// A command that is interrupted before it has judged anything writes nothing
// of what it would have found. A report tells of the interruption, and a
// recording of what was sent until then, both in full.
func TestInterruptedBeforeWriting(t *testing.T) {
	shop := folderToWriteIn(t)
	before := contents(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, w := range writers() {
		args := strings.Fields(strings.NewReplacer("FILE", "out/file", "SHOP", shop).Replace(w.command))
		if args[1] == "man" || args[1] == "keygen" {
			continue // they wait for nothing
		}
		code, _, stderr := try(ctx, "", args[0], args[1:]...)
		if code != 130 || !strings.HasSuffix(stderr, args[0]+": interrupted\n") {
			t.Errorf("%s exits %d: %s", w.command, code, stderr)
		}
		after := contents(t)
		if told := after["out/file"]; slices.Contains([]string{"run", "render", "derive", "test"}, args[1]) {
			if told != before["out/file"] && !strings.HasSuffix(told, ">\n") && !strings.HasSuffix(told, "}\n") {
				t.Errorf("%s writes in part: %s", w.command, told)
			}
			before["out/file"] = told
		}
		if !maps.Equal(before, after) {
			t.Errorf("%s writes", w.command)
			before = after
		}
	}
}
