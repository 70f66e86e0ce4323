package regex

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wield-run/wield/internal/conformance"
)

// match compiles and matches; want is "match", "no" or "error".
func verdict(t *testing.T, pattern, input string) string {
	t.Helper()
	r, fault := Compile(pattern)
	if fault != nil {
		return "error"
	}
	ok, err := r.Match(input)
	if err != nil {
		t.Fatalf("%q on %q: %v", pattern, input, err)
	}
	if ok {
		return "match"
	}
	return "no"
}

func TestConformance(t *testing.T) {
	var cases []struct {
		ID, Pattern, Input string
		NodeU              string `json:"node_u"`
	}
	conformance.JSON(t, "schema/regex-vectors.json", &cases)
	if len(cases) != 78 {
		t.Fatalf("%d cases, want 78", len(cases))
	}
	for _, c := range cases {
		if got := verdict(t, c.Pattern, c.Input); got != c.NodeU {
			t.Errorf("%s: %q on %q: %s, want %s", c.ID, c.Pattern, c.Input, got, c.NodeU)
		}
	}
}

var _ = []any{errors.New, strings.Repeat, time.Second}
