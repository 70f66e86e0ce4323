package parts

import (
	"testing"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// The pointer says which node it is, wherever the finding stands.
func TestAt(t *testing.T) {
	root, _ := jsonval.ParseTree([]byte(`{"a": {"b/c": [1, {"~": 2}]}, "d": 3}`))
	for _, c := range []struct {
		pointer string
		start   int
		want    string
	}{
		{"", 0, ""},
		{"/a/b~1c/1/~0", 24, "/a/b~1c/1/~0"},
		{"/a/b~1c/0", 24, "/a/b~1c/0"},
		{"/d", 30, "/d"},
		{"/d", 0, "/d"},
		{"/a", 37, "/a"},
		{"/a/none/x", 7, "/a"},
		{"/none", 7, ""},
	} {
		if got := At(root, &diag.Diagnostic{Pointer: c.pointer, Span: diag.Span{Start: c.start, End: c.start + 1}}).Pointer(); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.pointer, c.start, got, c.want)
		}
	}
}
