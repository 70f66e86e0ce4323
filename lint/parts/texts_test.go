package parts

import (
	"slices"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Names and values come in the file's order.
func TestStrings(t *testing.T) {
	root, _ := jsonval.ParseTree([]byte(`{"a": ["b", 1, ["c"]], "d": {"": "", "e": null}}`))
	var got []string
	Strings(root, func(n *jsonval.Node, text string, key bool) {
		if key {
			text += ":"
		}
		got = append(got, text)
	})
	if want := []string{"a:", "b", "c", "d:", ":", "", "e:"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Whatever is not printable ASCII makes a text unusual.
func TestUnusual(t *testing.T) {
	root, _ := jsonval.ParseTree([]byte(`{"a ~": ["ä", "\t", ["\u007f"]], "d\n": {"": "", "e": "ü"}}`))
	var got []string
	for _, x := range Unusual(root) {
		s := x.String()
		if x.Key {
			s += ":"
		}
		got = append(got, s)
	}
	if want := []string{"ä", "\t", "\x7f", "d\n:", "ü"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
