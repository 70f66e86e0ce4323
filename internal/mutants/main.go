// Mutants finds out whether tests hold the code they test: it changes one
// condition at a time and runs the tests of the package, which should fail.
//
//	go run ./internal/mutants [-n 60] [-seed 1] FOLDER...
//
// It prints the changes that no test notices. Not each of them is a gap: some
// change nothing that can be seen. The same seed takes the same sample of the
// same code. Nothing in the tree is written; the tests read the changed file in
// place of the true one. Exits 1 where a change is not noticed.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

func main() {
	n := flag.Int("n", 60, "how many changes are tried at most")
	seed := flag.Uint64("seed", 1, "which sample is taken")
	flag.Parse()
	survived, err := run(flag.Args(), *n, *seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if survived > 0 {
		os.Exit(1)
	}
}

// run tries a sample of n changes, and counts those that no test notices.
func run(folders []string, n int, seed uint64) (survived int, err error) {
	if len(folders) == 0 {
		return 0, errors.New("no folder is named: go run ./internal/mutants lint/s01")
	}
	var all []mutant
	for _, folder := range folders {
		found, err := inFolder(folder)
		if err != nil {
			return 0, err
		}
		all = append(all, found...)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	sample := all[:min(n, len(all))]
	slices.SortFunc(sample, compare)
	work, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(work)
	var found, broken int
	folder := ""
	for _, m := range sample {
		if dir := filepath.Dir(m.file); dir != folder {
			folder = dir
			if err := m.tryUnchanged(work); err != nil {
				return 0, err
			}
		}
		outcome, err := m.try(work)
		if err != nil {
			return 0, err
		}
		switch outcome {
		case unnoticed:
			survived++
			fmt.Printf("%s:%d:%d: %s\n\t%s\n", m.file, m.line, m.column, m.what, m.source)
		case doesNotCompile:
			broken++
		default:
			found++
		}
	}
	fmt.Printf("%d of %d changes: tests notice %d, do not notice %d; %d do not compile\n", len(sample), len(all), found, survived, broken)
	return survived, nil
}

// outcome is what the tests say of a change.
type outcome int

const (
	noticed outcome = iota
	unnoticed
	doesNotCompile
)

// tryUnchanged makes sure that it is the change that fails.
func (m mutant) tryUnchanged(work string) error {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return err
	}
	m.text = text
	outcome, err := m.try(work)
	if err == nil && outcome != unnoticed {
		err = fmt.Errorf("the tests of %s fail already: mend them first, `go test ./%[1]s` says what is wrong", filepath.Dir(m.file))
	}
	return err
}

// try runs the tests of the mutant's package on it.
func (m mutant) try(work string) (outcome, error) {
	changed := filepath.Join(work, "changed.go")
	if err := os.WriteFile(changed, m.text, 0o600); err != nil {
		return 0, err
	}
	file, err := filepath.Abs(m.file)
	if err != nil {
		return 0, err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	if err != nil {
		return 0, err
	}
	list := filepath.Join(work, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		return 0, err
	}
	folder, program := filepath.Dir(file), filepath.Join(work, "tests")
	build := exec.Command("go", "test", "-c", "-vet=off", "-overlay", list, "-o", program, ".")
	build.Dir = folder
	if failed, err := fails(build); failed || err != nil {
		return doesNotCompile, err
	}
	// The time is bounded: a change may also make an endless loop.
	tests := exec.Command(program, "-test.timeout=60s", "-test.failfast")
	tests.Dir = folder
	if failed, err := fails(tests); failed || err != nil {
		return noticed, err
	}
	return unnoticed, nil
}

// fails says whether a program ends with a failure; the error is for one that
// could not be run.
func fails(command *exec.Cmd) (bool, error) {
	err := command.Run()
	if _, ok := errors.AsType[*exec.ExitError](err); ok {
		return true, nil
	}
	return false, err
}
