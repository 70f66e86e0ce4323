package archtest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What the packages of this module may do before main, all together: every
// command waits for it. Counted in allocations, which are the same on every
// machine; a millisecond is time for thousands.
const (
	ownBytes       = 4 << 10
	ownAllocations = 64
)

// A library that allocates more than this before main is named, with its cost
// and what was tried, in docs/performance.md.
const libraryBytes = 8 << 10

// initialisation is what one package did before main.
type initialisation struct {
	pkg                string
	bytes, allocations int
}

// TestStartup measures what is initialised before main.
func TestStartup(t *testing.T) {
	report, err := os.ReadFile("../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"wield-dev", "wield-build"} {
		t.Run(program, func(t *testing.T) {
			var bytes, allocations int
			var own []string
			all := initialisations(t, program)
			for _, i := range all {
				if strings.HasPrefix(i.pkg, module) {
					bytes += i.bytes
					allocations += i.allocations
					own = append(own, fmt.Sprintf("%s (%d bytes, %d allocations)", i.pkg, i.bytes, i.allocations))
					continue
				}
				library := strings.Contains(strings.Split(i.pkg, "/")[0], ".")
				if library && i.bytes > libraryBytes && !strings.Contains(string(report), "`"+i.pkg+"`") {
					t.Errorf("%s initialises %d bytes before main; docs/performance.md does not name it", i.pkg, i.bytes)
				}
			}
			if bytes > ownBytes || allocations > ownAllocations {
				t.Errorf("our packages allocate %d bytes in %d pieces before main, more than %d in %d: %s",
					bytes, allocations, ownBytes, ownAllocations, strings.Join(own, ", "))
			}
			if !slices.ContainsFunc(all, func(i initialisation) bool { return i.pkg == "net/http" }) {
				t.Error("net/http is not in the trace: it was not read as it is written")
			}
		})
	}
}

// initialisations builds a program and reads what the runtime traces of its
// start:
//
//	init net/http @2.3 ms, 0.19 ms clock, 4712 bytes, 49 allocs
func initialisations(t *testing.T, program string) []initialisation {
	t.Helper()
	binary := filepath.Join(t.TempDir(), program+".exe")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", binary, module+"cmd/"+program).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var trace bytes.Buffer
	cmd := exec.Command(binary, "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, trace.String())
	}
	var all []initialisation
	for line := range strings.Lines(trace.String()) {
		word := strings.Fields(line)
		if len(word) != 11 || word[0] != "init" {
			continue
		}
		size, err := strconv.Atoi(word[7])
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		count, err := strconv.Atoi(word[9])
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all = append(all, initialisation{word[1], size, count})
	}
	return all
}
