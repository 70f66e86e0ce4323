package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/run"
)

// A recipe is replayed whenever it is saved: what is wrong with it is shown, and
// it is watched on. Interrupted, it exits 130.
func TestWatch(t *testing.T) {
	recording, err := filepath.Abs("../../recipes/example.de/search-items.har")
	if err != nil {
		t.Fatal(err)
	}
	file := variant(t, "search-items", "")
	first, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	out, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	errs, err := os.Create(filepath.Join(dir, "err"))
	if err != nil {
		t.Fatal(err)
	}
	defer errs.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	code := make(chan int, 1)
	go func() {
		code <- start(ctx, "wield-dev", []string{"run", file, "--watch", "--compact", "--replay", recording}, terminal.Files(os.Stdin, out, errs, os.LookupEnv))
	}()
	runs := 0
	await := func(what *os.File, want string) {
		t.Helper()
		runs++
		ended := time.After(time.Minute)
		for {
			text, err := os.ReadFile(what.Name())
			if err != nil {
				t.Fatal(err)
			}
			watched, err := os.ReadFile(errs.Name())
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), want) && strings.Count(string(watched), "note: watching ") == runs {
				return
			}
			select {
			case got := <-code:
				t.Fatalf("exits %d\n%s%s", got, text, watched)
			case <-ended:
				t.Fatalf("no %q in\n%s%s", want, text, watched)
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
	save := func(text []byte) {
		t.Helper()
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	await(out, `{"total":15,"items":[`)
	save([]byte("{"))
	await(errs, "invalid_recipe: the recipe has an error; nothing was sent")
	save([]byte(strings.Replace(string(first), "{total: steps.search.total, ", "{seen: steps.search.total, ", 1)))
	await(out, `{"seen":15,"items":[`)
	cancel()
	if got := <-code; got != 130 {
		t.Errorf("exits %d", got)
	}
}

// What no saved file mends ends it at once.
func TestWatchOfAWrongCall(t *testing.T) {
	for _, c := range []struct{ flag, want string }{
		{"--map-origin=a=b", "map-origin"},
		{"--now=soon", "now"},
	} {
		streams, out, errs := terminal.Buffers("")
		code := start(t.Context(), "wield-dev", []string{"run", "../../recipes/example.de/search-items.json", "--watch", c.flag}, streams)
		if code != exitUsage || out.String() != "" || !strings.Contains(errs.String(), c.want) {
			t.Errorf("%s exits %d: %s%s", c.flag, code, out, errs)
		}
	}
}

func TestRunSummary(t *testing.T) {
	r := &run.Report{
		Steps:    []run.StepReport{{State: run.StateOK}, {State: run.StateSkipped}},
		Checks:   []run.Check{{OK: true}},
		Requests: []run.RequestReport{{}, {}},
		Elapsed:  1234 * time.Millisecond,
	}
	if got := runSummary(r, false); got != "1 of 2 steps, 2 requests, 1 check holds in 1.2 s" {
		t.Error(got)
	}
	r.Checks = append(r.Checks, run.Check{})
	if got := runSummary(r, true); got != "1 of 2 steps, 2 requests replayed, 1 of 2 checks hold in 1.2 s" {
		t.Error(got)
	}
	if got := runSummary(&run.Report{Steps: []run.StepReport{{State: run.StateOK}}}, false); got != "1 step, 0 requests in 0.0 s" {
		t.Error(got)
	}
}

func TestEmptyParts(t *testing.T) {
	for _, c := range []struct{ output, want string }{
		{`null`, "output"},
		{`""`, "output"},
		{`"x"`, ""},
		{`0`, ""},
		{`[]`, "output[]"},
		{`[[]]`, ""},
		{`{}`, "output"},
		{`{"items":[],"more-items":[],"total":0,"deep":{"list":[]}}`, `output.items[] output."more-items"[]`},
		{`{"items":[1]}`, ""},
	} {
		v, err := jsonval.ParseString(c.output)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range emptyParts(v) {
			if p.list {
				p.expr += "[]"
			}
			got = append(got, p.expr)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.output, got, c.want)
		}
	}
}
