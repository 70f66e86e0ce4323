package parts

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Names and values come in the file's order; what is not plain is marked.
func TestTexts(t *testing.T) {
	root, _ := jsonval.ParseTree([]byte(`{"a": ["b", 1, ["c ü"]], "d\n": {"": "", "e~": null}}`))
	var got []string
	for _, x := range Texts(root) {
		s := x.String()
		if x.Key {
			s += ":"
		}
		if !x.Plain {
			s = "!" + s
		}
		got = append(got, fmt.Sprintf("%q", s))
	}
	if s, want := strings.Join(got, " "), `"a:" "b" "!c ü" "!d\n:" ":" "" "e~:"`; s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}
