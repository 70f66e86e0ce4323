package mutate

import (
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

func TestApply(t *testing.T) {
	base, err := jsonval.ParseString(`{"a":{"b":[1,{"c":2}]},"d":3}`)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ changes, want string }{
		{`a.b[1].c = "x"`, `{"a":{"b":[1,{"c":"x"}]},"d":3}`},
		{`d removed`, `{"a":{"b":[1,{"c":2}]}}`},
		{`a.b[0] removed`, `{"a":{"b":[{"c":2}]},"d":3}`},
		{`a.b[2] = true`, `{"a":{"b":[1,{"c":2},true]},"d":3}`},
		{`e.f.g = []`, `{"a":{"b":[1,{"c":2}]},"d":3,"e":{"f":{"g":[]}}}`},
		{`a → renamed z`, `{"z":{"b":[1,{"c":2}]},"d":3}`},
		{"d = 4\n\n  d = 5", `{"a":{"b":[1,{"c":2}]},"d":5}`},
	}
	for _, tt := range tests {
		got, err := Apply(base, tt.changes)
		if err != nil || jsonval.Stringify(got) != tt.want {
			t.Errorf("%s: %s %v", tt.changes, jsonval.Stringify(got), err)
		}
	}
	for _, bad := range []string{"a", "a = x", "a.b[9] = 1", "d.e = 1", "a.b[x] = 1"} {
		if _, err := Apply(base, bad); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
	if jsonval.Stringify(base) != `{"a":{"b":[1,{"c":2}]},"d":3}` {
		t.Error("the base was changed")
	}
}
