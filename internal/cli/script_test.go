package cli

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/wield-run/wield/internal/mutate"
	"github.com/wield-run/wield/pkg/jsonval"
)

// -update writes what the programs print into the scripts.
var update = flag.Bool("update", false, "rewrite the expected output of the scripts")

// TestMain lets this test binary be the programs, by the name it is called.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"wield-dev":   func() { os.Exit(Main("wield-dev", os.Args[1:])) },
		"wield-build": func() { os.Exit(Main("wield-build", os.Args[1:])) },
	})
}

// TestScripts runs testdata/script: what a person types and what comes back.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			recipes, err := filepath.Abs("../../recipes/example.de")
			env.Setenv("RECIPES", recipes)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":  exits,
			"keep":   keepPages,
			"mutate": mutateFile,
			"screen": screen,
		},
	})
}

// exits runs a program and wants an exit code: "exits 2 wield-dev lint x".
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARGUMENT...]")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("%q is no exit code", args[0])
	}
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%s: %v", args[1], err)
		}
		code = exit.ExitCode()
	}
	if code != want {
		ts.Fatalf("%s exits %d, want %d", args[1], code, want)
	}
}

// screen runs a program on a terminal: "screen 40 1 TYPED wield-dev lint x"
// gives it 40 columns, types what the file TYPED holds ("-": nothing), wants the
// exit code 1, and leaves in the file screen all that the terminal was sent.
func screen(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 {
		ts.Fatalf("usage: screen COLUMNS CODE TYPED PROGRAM [ARGUMENT...]")
	}
	columns, err := strconv.Atoi(args[0])
	ts.Check(err)
	cmd := exec.Command(args[3], args[4:]...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"PATH", "HOME", "TERM", "NO_COLOR", "CLICOLOR_FORCE"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	person, err := startOnTerminal(cmd, columns)
	ts.Check(err)
	defer person.Close()
	if args[2] != "-" {
		_, err := person.WriteString(ts.ReadFile(args[2]))
		ts.Check(err)
	}
	sent, _ := io.ReadAll(person) // it ends with an error when the program does
	_ = cmd.Wait()
	ts.Check(os.WriteFile(ts.MkAbs("screen"), bytes.ReplaceAll(sent, []byte("\r\n"), []byte("\n")), 0o600))
	if code := cmd.ProcessState.ExitCode(); strconv.Itoa(code) != args[1] {
		ts.Fatalf("%s exits %d, want %s\n%s", args[3], code, args[1], sent)
	}
}

// mutateFile writes a variant of a JSON file: "mutate FROM CHANGES TO", where
// CHANGES is a file of lines that package mutate reads.
func mutateFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: mutate FROM CHANGES TO")
	}
	base, err := jsonval.ParseString(ts.ReadFile(args[0]))
	ts.Check(err)
	variant, err := mutate.Apply(base, ts.ReadFile(args[1]))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), append(jsonval.AppendIndent(nil, variant, "  "), '\n'), 0o600))
}
