package cli

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// The processor time of a whole process that validates one recipe, beside that
// of a Node that does nothing: the median of each, and how many times less ours
// is. They take turns, so that what else the machine does hits both.
func BenchmarkValidateProcess(b *testing.B) {
	node, err := exec.LookPath("node")
	if err != nil {
		b.Skip("node is not there to compare with")
	}
	program := filepath.Join(b.TempDir(), "wield-dev")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", program, repository+"cmd/wield-dev")
	build.Env = append(build.Environ(), "CGO_ENABLED=0") // as `make all` builds it
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	var ours, nodes []time.Duration
	for b.Loop() {
		ours = append(ours, processTime(b, program, "validate", repository+"recipes/example.de/search-items.json"))
		nodes = append(nodes, processTime(b, node, "-e", "0"))
	}
	slices.Sort(ours)
	slices.Sort(nodes)
	median := len(ours) / 2
	b.ReportMetric(float64(ours[median].Microseconds())/1000, "ms-cpu")
	b.ReportMetric(float64(nodes[median].Microseconds())/1000, "ms-cpu-node")
	b.ReportMetric(float64(nodes[median])/float64(ours[median]), "x-less")
}

// processTime runs a program and gives the processor time that it took.
func processTime(b *testing.B, name string, args ...string) time.Duration {
	b.Helper()
	cmd := exec.Command(name, args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}
