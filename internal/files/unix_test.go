//go:build unix

package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func link(t *testing.T, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		t.Fatal(err)
	}
}

// Links, loops and pipes in a tree are passed over, and refused by name.
func TestOnlyOrdinaryFiles(t *testing.T) {
	tree(t, map[string]string{"recipes/a.json": site, "outside/b.json": site})
	link(t, ".", "recipes/loop")
	link(t, "..", "recipes/parent")
	link(t, "../outside", "recipes/outside")
	link(t, "../outside/b.json", "recipes/b.json")
	link(t, "gone", "recipes/c.json")
	link(t, "recipes", "link")
	if err := syscall.Mkfifo("recipes/pipe.json", 0o600); err != nil {
		t.Fatal(err)
	}
	want(t, "recipes", Options{}, "recipes/a.json")
	const refused = ": this is a symbolic link, and links are not followed; name what it points to"
	wantError(t, "recipes/b.json", Options{}, "recipes/b.json"+refused)
	wantError(t, "recipes/loop", Options{}, "recipes/loop"+refused)
	wantError(t, "link/", Options{}, "link/"+refused)
	wantError(t, "recipes/pipe.json", Options{}, "recipes/pipe.json: this is no ordinary file; give it on standard input, as -")
}

// A file that became a link or a pipe after it was found is not followed.
func TestSwappedFile(t *testing.T) {
	tree(t, map[string]string{"recipes/a.json": site, "recipes/b.json": site, "secret": "x"})
	set := want(t, "recipes", Options{}, "recipes/a.json recipes/b.json")
	for _, name := range []string{"recipes/a.json", "recipes/b.json"} {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	link(t, "../secret", "recipes/a.json")
	if err := syscall.Mkfifo("recipes/b.json", 0o600); err != nil {
		t.Fatal(err)
	}
	for _, f := range set.Files {
		if text, err := f.Read(context.Background()); err == nil {
			t.Errorf("%s: read %q", f.Name, text)
		}
	}
}

// Data may come through a pipe.
func TestInputFromPipe(t *testing.T) {
	tree(t, nil)
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	go os.WriteFile("pipe", []byte("data"), 0)
	if data, err := ReadInput(context.Background(), "pipe", nil, 10); err != nil || string(data) != "data" {
		t.Errorf("%q, %v", data, err)
	}
}

// Data may go into a pipe, however much, where somebody reads it.
func TestWriteIntoPipe(t *testing.T) {
	tree(t, nil)
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Write("pipe", nil, Private); err == nil || err.Error() != "pipe: nobody reads this pipe; start what reads it first" {
		t.Errorf("got %v", err)
	}
	reader, err := os.OpenFile("pipe", os.O_RDWR, 0) // for reading alone it would wait for a writer
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	got := make(chan int)
	written := make(chan error)
	data := make([]byte, 1<<20) // more than a pipe holds
	go func() { written <- Write("pipe", data, Private) }()
	go func() {
		n, _ := io.ReadFull(reader, make([]byte, len(data)))
		got <- n
	}()
	if n, err := <-got, <-written; n != len(data) || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
}

func TestWrite(t *testing.T) {
	tree(t, map[string]string{"old": "before", "private": "before", "d/x": ""})
	for _, c := range []struct {
		name string
		mode os.FileMode
	}{{"old", 0o664}, {"private", 0o644}} {
		if err := os.Chmod(c.name, c.mode); err != nil {
			t.Fatal(err)
		}
	}
	link(t, "old", "link")
	defer syscall.Umask(syscall.Umask(0o027))
	for _, c := range []struct {
		name, file string
		access     Access
		mode       os.FileMode
	}{
		{"link", "old", Shared, 0o664}, // keeps what it had, and the link stays
		{"private", "private", Private, 0o600},
		{"new", "new", Shared, 0o640},
		{"secret", "secret", Private, 0o600},
	} {
		if err := Write(c.name, []byte("after"), c.access); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		info, err := os.Lstat(c.file)
		if err != nil || info.Mode() != c.mode {
			t.Errorf("%s: %v, %v", c.file, info.Mode(), err)
		}
		if text, err := os.ReadFile(c.file); err != nil || string(text) != "after" {
			t.Errorf("%s: %q, %v", c.file, text, err)
		}
	}
	if err := Write("d", nil, Shared); err == nil || err.Error() != "d: this is a folder" {
		t.Errorf("got %v", err)
	}
	if err := Write("no/file", nil, Shared); err == nil || err.Error() != "no/file: no such file or directory" {
		t.Errorf("got %v", err)
	}
	if err := Write(os.DevNull, []byte("x"), Private); err != nil {
		t.Errorf("got %v", err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatal("the null device was replaced")
	}
	left, _ := filepath.Glob(".*")
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// What was there stays when writing fails. A process of its own writes: the
// limit on the size of files would hold for the log of the tests as well.
func TestWriteFails(t *testing.T) {
	const child = "WIELD_TEST_SMALL_FILES"
	if os.Getenv(child) != "" {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 10, Max: 10}); err != nil {
			t.Fatal(err)
		}
		err := Write("old", make([]byte, 1000), Shared)
		fmt.Fprintln(os.Stderr, err)
		if err != nil {
			os.Exit(0)
		}
		os.Exit(1)
	}
	tree(t, map[string]string{"old": "before"})
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run=^TestWriteFails$")
	cmd.Env = append(os.Environ(), child+"=1")
	if said, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(said), "old: file too large") {
		t.Errorf("%v: %s", err, said)
	}
	if text, _ := os.ReadFile("old"); string(text) != "before" {
		t.Errorf("the file has %q", text)
	}
	left, _ := filepath.Glob(".*")
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// What a link leads to is written, also where nothing is there yet; links that
// lead to each other are left alone.
func TestWriteThroughLinks(t *testing.T) {
	tree(t, map[string]string{"d/old": "before", "e/x": ""})
	link(t, "d/old", "near")
	link(t, "../near", "e/far")
	link(t, "new", "d/hollow")
	link(t, "nowhere/new", "lost")
	link(t, "loop", "loop")
	for name, file := range map[string]string{"near": "d/old", "e/far": "d/old", "d/hollow": "d/new"} {
		if err := Write(name, []byte(name), Shared); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if text, err := os.ReadFile(file); string(text) != name {
			t.Errorf("%s: %q, %v", file, text, err)
		}
	}
	for name, want := range map[string]string{
		"lost": "lost: no such file or directory",
		"loop": "loop: too many levels of symbolic links",
	} {
		if err := Write(name, nil, Shared); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	for _, name := range []string{"near", "e/far", "d/hollow", "lost", "loop"} {
		if info, err := os.Lstat(name); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v", name, err)
		}
	}
}

// A new file is never put in the place of another, and nothing of it is left
// when it cannot be written.
func TestWriteNew(t *testing.T) {
	tree(t, map[string]string{"old": "before"})
	link(t, "nothing", "link")
	for _, name := range []string{"old", "link"} {
		if err := WriteNew(name, []byte("after"), Shared); !errors.Is(err, os.ErrExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := WriteNew("key", []byte("after"), Private); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat("key"); err != nil || info.Mode() != 0o600 || info.Size() != 5 {
		t.Errorf("%v, %v", info, err)
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) != 3 {
		t.Errorf("%v, %v", entries, err)
	}
}

// Whether a file can be written is found out without a trace.
func TestCheck(t *testing.T) {
	tree(t, map[string]string{"old": "before", "d/x": ""})
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"old": "", "new": "", "d/new": "", "pipe": "", os.DevNull: "",
		"d": "d: this is a folder", "no/new": "no/new: no such file or directory", "old/new": "old/new: not a directory",
	} {
		got := ""
		if err := Check(name); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s\ngot  %s\nwant %s", name, got, want)
		}
	}
	if text, err := os.ReadFile("old"); string(text) != "before" {
		t.Errorf("%q, %v", text, err)
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) != 3 {
		t.Errorf("%v, %v", entries, err)
	}
}

// A file that says nothing of its length is read to its end all the same.
func TestFileOfUnknownLength(t *testing.T) {
	want, err := os.ReadFile("/proc/version")
	if err != nil {
		t.Skip("this system has no /proc: ", err)
	}
	root, err := os.OpenRoot("/proc")
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if got, err := ReadRegular(root, "version", "version", MaxSize); err != nil || string(got) != string(want) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := ReadRegular(root, "version", "version", 5); err == nil || err.Error() != "version: there is more to read than the 5 bytes that are allowed" {
		t.Errorf("got %v", err)
	}
}
