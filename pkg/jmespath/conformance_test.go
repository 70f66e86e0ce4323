package jmespath

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/wield-run/wield/internal/conformance"
	"github.com/wield-run/wield/pkg/jsonval"
)

// conformanceCase is one line of the recorded answers.
type conformanceCase struct {
	ID       string
	Expr     string
	Data     json.RawMessage
	DataText *string
	Expect   struct {
		JSON  *string
		Error string
	}
}

// search compiles and evaluates.
func search(expr string, data jsonval.Value) (jsonval.Value, error) {
	e, err := Compile(expr)
	if err != nil {
		return jsonval.Value{}, err
	}
	return e.Eval(context.Background(), data, Limits{})
}

func TestConformance(t *testing.T) {
	decided := conformance.Lines[conformanceCase](t, "jmespath/decided.jsonl")
	wins := map[string]bool{}
	for _, c := range decided {
		wins[c.Expr] = true
	}
	for _, c := range conformance.Lines[conformanceCase](t, "jmespath/cases.jsonl") {
		if !wins[c.Expr] {
			checkConformance(t, c)
		}
	}
	for _, c := range decided {
		checkConformance(t, c)
	}
}

func checkConformance(t *testing.T, c conformanceCase) {
	t.Helper()
	text := string(c.Data)
	if c.DataText != nil {
		text = *c.DataText
	}
	data, err := jsonval.ParseString(text)
	if err != nil {
		t.Errorf("%s: data: %v", c.ID, err)
		return
	}
	got, err := search(c.Expr, data)
	if c.Expect.Error != "" {
		if err == nil {
			t.Errorf("%s: %s\n\tgot  %s\n\twant an error", c.ID, c.Expr, jsonval.Stringify(got))
		}
		return
	}
	want := *c.Expect.JSON
	if err != nil {
		t.Errorf("%s: %s\n\tgot  error %v\n\twant %s", c.ID, c.Expr, err, want)
		return
	}
	if jsonval.Stringify(got) == want {
		return
	}
	if c.ID[:2] == "c:" { // there the order of members is free
		wanted, err := jsonval.ParseString(want)
		if err == nil && jsonval.Equal(got, wanted) {
			return
		}
	}
	t.Errorf("%s: %s\n\tgot  %s\n\twant %s", c.ID, c.Expr, jsonval.Stringify(got), want)
}
