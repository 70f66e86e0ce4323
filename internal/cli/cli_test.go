package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/terminal"
)

// try runs a program in memory.
func try(ctx context.Context, input, program string, args ...string) (code int, out, err string) {
	streams, o, e := terminal.Buffers(input)
	code = start(ctx, program, args, streams)
	return code, o.String(), e.String()
}

func TestExitCodes(t *testing.T) {
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name string
		ctx  context.Context
		err  error
		want int
		text string
	}{
		{"no error", context.Background(), nil, 0, ""},
		{"no error, though interrupted at the end", done, nil, 0, ""},
		{"usage", context.Background(), usagef("no %s", "file"), 2, "prog: no file\n"},
		{"recipe", context.Background(), recipef("wrong"), 1, "prog: wrong\n"},
		{"recipe, shown already", context.Background(), found(), 1, ""},
		{"no judgement", context.Background(), &failure{kind: noJudgement, message: "no network"}, 3, "prog: no network\n"},
		{"wrapped", context.Background(), fmt.Errorf("a.json: %w", recipef("wrong")), 1, "prog: a.json: wrong\n"},
		{"with a cause", context.Background(), &failure{kind: usage, message: "cannot write", err: io.ErrShortWrite}, 2, "prog: cannot write: short write\n"},
		{"of the system", context.Background(), os.ErrPermission, 2, "prog: permission denied\n"},
		{"the reader has gone", context.Background(), &os.PathError{Op: "write", Path: "x", Err: syscall.EPIPE}, 2, ""},
		{"interrupted", done, recipef("wrong"), 130, "prog: interrupted\n"},
		{"foreign text", context.Background(), usagef("no \x1b[2J\u202e"), 2, "prog: no \\u{1B}[2J\\u{202E}\n"},
	} {
		if got := exitCode(c.ctx, c.err); got != c.want {
			t.Errorf("%s: exit code %d, want %d", c.name, got, c.want)
		}
		var b strings.Builder
		explain(c.ctx, &b, "prog", c.err)
		if (c.err != nil || b.Len() > 0) && b.String() != c.text {
			t.Errorf("%s: %q, want %q", c.name, b.String(), c.text)
		}
	}
}

// Of several recipes: 2 before 1 before 3 before 0.
func TestWorse(t *testing.T) {
	order := []int{130, 2, 1, 3, 0}
	for i, a := range order {
		for j, b := range order {
			if got, want := worse(a, b), order[min(i, j)]; got != want {
				t.Errorf("worse(%d, %d) = %d, want %d", a, b, got, want)
			}
		}
	}
}

// A bug is called a bug, exits 2, and shows nothing of what was worked on.
func TestPanic(t *testing.T) {
	streams, out, errs := terminal.Buffers("")
	a := &app{program: "wield-dev", streams: streams}
	root := newRoot(a)
	root.AddCommand(&cobra.Command{Use: "boom", Run: func(*cobra.Command, []string) {
		var list []int
		_ = list[len(os.Args)+5]
	}})
	root.AddCommand(&cobra.Command{Use: "bang", Run: func(*cobra.Command, []string) { panic("secret") }})
	for _, name := range []string{"boom", "bang"} {
		errs.Reset()
		root.SetArgs([]string{name})
		if code := execute(context.Background(), a, root); code != 2 {
			t.Errorf("%s exits %d", name, code)
		}
		text := errs.String()
		if !strings.HasPrefix(text, "wield-dev: internal error, a bug in wield-dev and not in your recipe: ") ||
			!strings.Contains(text, "please report it") || !strings.Contains(text, "(cli_test.go:") ||
			strings.Contains(text, "secret") || out.Len() > 0 {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// When the reader of the output has gone, nothing is said.
func TestClosedPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	errFile, err := os.Create(filepath.Join(t.TempDir(), "err"))
	if err != nil {
		t.Fatal(err)
	}
	defer errFile.Close()
	streams := terminal.Files(os.Stdin, w, errFile, os.LookupEnv)
	if code := start(context.Background(), "wield-dev", []string{"completion", "bash"}, streams); code != 2 {
		t.Errorf("exits %d", code)
	}
	if text, err := os.ReadFile(errFile.Name()); err != nil || len(text) > 0 {
		t.Errorf("%q, %v", text, err)
	}
}

func TestEvaluationIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if code, out, errs := try(ctx, "[1]", "wield-dev", "query", "@"); code != 130 || out != "" || errs != "wield-dev: interrupted\n" {
		t.Errorf("%d, %q, %q", code, out, errs)
	}
}

// Each command says what it does in one line, and shows how with an example
// that names the program.
func TestCommandsAreDocumented(t *testing.T) {
	for _, program := range []string{"wield-dev", "wield-build"} {
		streams, _, _ := terminal.Buffers("")
		for _, c := range newRoot(&app{program: program, streams: streams}).Commands() {
			if c.Name() == "help" {
				continue
			}
			if c.Short == "" || strings.HasSuffix(c.Short, ".") || strings.Contains(c.Short, "\n") {
				t.Errorf("%s: the summary is %q", c.CommandPath(), c.Short)
			}
			if !strings.Contains(c.Example, program+" "+c.Name()) {
				t.Errorf("%s: the example is %q", c.CommandPath(), c.Example)
			}
			if c.Args == nil || c.RunE == nil {
				t.Errorf("%s takes whatever it is given", c.CommandPath())
			}
		}
	}
}

// The help of a command must not promise a flag that is not there.
func TestArguments(t *testing.T) {
	cmd := &cobra.Command{Use: "prog"}
	for _, c := range []struct{ words, args, want string }{
		{"", "", ""},
		{"", "a", `prog has no use for "a"; it takes no arguments`},
		{"A [B]", "", "prog needs A; `prog --help` shows how"},
		{"A [B]", "1", ""},
		{"A [B]", "1 2", ""},
		{"A [B]", "1 2 3", `prog has no use for "3"; it takes A [B]`},
		{"A B", "1", "prog needs B; `prog --help` shows how"},
		{"[PATH…]", "", ""},
		{"[PATH…]", "1 2 3 4 5 6 7 8 9", ""},
	} {
		err := arguments(c.words)(cmd, strings.Fields(c.args))
		got := ""
		if err != nil {
			got = err.Error()
			if exitCode(context.Background(), err) != exitUsage {
				t.Errorf("%q: not a fault of the call", c.args)
			}
		}
		if got != c.want {
			t.Errorf("%q with %q\ngot  %s\nwant %s", c.words, c.args, got, c.want)
		}
	}
}

func TestLists(t *testing.T) {
	for _, c := range []struct {
		comma bool
		args  []string
		want  string // "|" between the values, or the error
	}{
		{false, []string{"a,b", "c"}, "a,b|c"},
		{false, []string{""}, ""},
		{true, []string{"T2, S7/url", "F"}, "T2|S7/url|F"},
		{true, []string{"T2,"}, "the value is a list with commas, such as S7,T1"},
		{true, []string{""}, "the value is a list with commas, such as S7,T1"},
	} {
		var values []string
		l := &list{&values, c.comma}
		got := ""
		for _, arg := range c.args {
			if err := l.Set(arg); err != nil {
				got = err.Error()
			}
		}
		if got == "" {
			got = strings.Join(values, "|")
		}
		if got != c.want {
			t.Errorf("%q: got %s, want %s", c.args, got, c.want)
		}
	}
}

func TestPlain(t *testing.T) {
	const s = "a\x1b[2J\nb\xed\xa0\x80" // a lone surrogate at the end
	if got := plain(s, false); got != "a\x1b[2J\nb\ufffd" {
		t.Errorf("to a program: %q", got)
	}
	if got := plain(s, true); got != "a\\u{1B}[2J\nb\ufffd" {
		t.Errorf("to a terminal: %q", got)
	}
}

func TestFailureUnwraps(t *testing.T) {
	if err := error(&failure{err: io.EOF}); !errors.Is(err, io.EOF) || err.Error() != "EOF" {
		t.Errorf("%v", err)
	}
}

// BenchmarkStart is what every call pays before its own work.
func BenchmarkStart(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		streams, _, _ := terminal.Buffers("")
		newRoot(&app{program: "wield-dev", streams: streams})
	}
}
