package verdict

import (
	"bytes"
	"encoding/xml"
	"testing"
	"time"

	"github.com/wield-run/wield/internal/report"
	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/run"
)

// sample is a report of three recipes: one that passed, one at fault, one of
// which nothing is known.
func sample() *Report {
	source := diag.NewSource("b.json", []byte("{\n  \"checks\": [\"x\"]\n}\n"))
	return &Report{Program: "wield-dev", Version: "v1", Elapsed: 1500 * time.Millisecond, Results: []Result{
		{File: "recipes/a.json", ID: "example.de/a", Version: 2, Outcome: run.OK, Elapsed: 12345 * time.Microsecond},
		{File: "b.json", ID: "example.de/b", Version: 1, Source: source, Outcome: run.CheckFailed, Elapsed: time.Millisecond, Try: "wield-dev run b.json --trace",
			Failure: &run.Failure{Outcome: run.CheckFailed, Step: "search", Message: "the check `x` does not hold\x1b", Place: &diag.Span{Start: 15, End: 18},
				Request: "GET https://example.de/", Expected: "a truthy value", Got: "null"}},
		{File: "c.json", Outcome: run.Timeout, Source: diag.NewSource("c.json", nil), Failure: &run.Failure{Outcome: run.Timeout, Message: "it took too long"}},
	}}
}

func TestFormats(t *testing.T) {
	for _, c := range []struct{ format, want string }{
		{"text", `ok                recipes/a.json      12.3 ms
check_failed      b.json               1.0 ms
timeout           c.json               0.0 ms

b.json
check_failed in step search: the check ` + "`x`" + ` does not hold\u{1B}
  --> b.json:2:14
    2 |   "checks": ["x"]
      |              ^^^
   = asked: GET https://example.de/
   = expected: a truthy value
   = got: null
   = try: wield-dev run b.json --trace

c.json
timeout: it took too long
`},
		{"json", `{
  "version": 1,
  "recipes": [
    {
      "file": "recipes/a.json",
      "id": "example.de/a",
      "version": 2,
      "code": "ok",
      "message": null,
      "elapsed_ms": 12.3
    },
    {
      "file": "b.json",
      "id": "example.de/b",
      "version": 1,
      "code": "check_failed",
      "message": "the check ` + "`x`" + ` does not hold\u001b",
      "elapsed_ms": 1
    },
    {
      "file": "c.json",
      "id": "",
      "version": 0,
      "code": "timeout",
      "message": "it took too long",
      "elapsed_ms": 0
    }
  ],
  "summary": {
    "recipes": 3,
    "ok": 1,
    "recipe_at_fault": 1,
    "call_at_fault": 0,
    "no_judgement": 1,
    "interrupted": 0,
    "elapsed_ms": 1500
  }
}
`},
		{"concise", "b.json:2:14: error check_failed test: the check `x` does not hold\\u{1B}\nc.json:1:1: error timeout test: it took too long\n"},
	} {
		targets, err := report.Targets([]string{c.format})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := sample().Write(&b, targets[0].Format, terminal.Style{}); err != nil || b.String() != c.want {
			t.Errorf("%s: %v\n%s", c.format, err, b.String())
		}
	}
	if got := sample().Summary(); got != "3 recipes: 1 ok, 1 check_failed, 1 timeout in 1.5 s" {
		t.Error(got)
	}
	failed := &Report{Results: sample().Results[2:]}
	if got := failed.Summary(); got != "1 recipe: 1 timeout in 0.0 s" {
		t.Error(got)
	}
}

// No row of the table wraps on a narrow terminal.
func TestRowOnATerminal(t *testing.T) {
	r := &Result{File: "recipes/example.de/search-items.json", Outcome: run.CheckFailed, Elapsed: 12345 * time.Microsecond}
	for _, c := range []struct {
		columns int
		want    string
	}{
		{0, "check_failed      recipes/example.de/search-items.json      12.3 ms\n"},
		{67, "check_failed      recipes/example.de/search-items.json      12.3 ms\n"},
		{66, "check_failed      …cipes/example.de/search-items.json      12.3 ms\n"},
		{55, "check_failed      …le.de/search-items.json      12.3 ms\n"},
		{54, "check_failed      recipes/example.de/search-items.json\n"},
		{40, "check_failed      ….de/search-items.json\n"},
	} {
		got := Row(r, len(r.File), terminal.Style{}.Within(c.columns))
		if got != c.want || c.columns > 0 && diag.Width(got)-1 > c.columns {
			t.Errorf("%d columns:\n%s", c.columns, got)
		}
	}
}

// A failure is the recipe's fault; what nobody is to blame for is an error.
func TestJUnit(t *testing.T) {
	targets, _ := report.Targets([]string{"junit"})
	var b bytes.Buffer
	if err := sample().Write(&b, targets[0].Format, terminal.Style{}); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Suite junitSuite `xml:"testsuite"`
	}
	if err := xml.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	s := got.Suite
	if s.Tests != 3 || s.Failures != 1 || s.Errors != 1 || s.Cases[0].Failure != nil || s.Cases[0].Time != "0.012" ||
		s.Cases[1].Failure.Type != "check_failed" || s.Cases[2].Error.Message != "it took too long" || s.Cases[2].Name != "c.json" {
		t.Errorf("%s", b.String())
	}
}

func TestClasses(t *testing.T) {
	for outcome, want := range map[run.Outcome]Class{
		run.OK: OK, run.InvalidRecipe: RecipeFault, run.ReplayMiss: RecipeFault, run.OutputInvalid: RecipeFault, run.InvalidParams: CallFault,
		run.Denied: CallFault, run.LoginRequired: NoJudgement, run.SiteChallenge: NoJudgement, run.Interrupted: Interrupted,
	} {
		if got := ClassOf(outcome); got != want {
			t.Errorf("%s: %d, want %d", outcome, got, want)
		}
	}
}
