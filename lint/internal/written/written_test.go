package written

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

func TestOf(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain", "plain"},
		{"a {{ params.x }} b", "a | b"},
		{"{{ 'head' | upper }}", "'head'"},
		{"{{ params.x | default:'d' | replace:'from','to' | pad:3,'0' }}", "default.0 'd'|(replace.0 'from')|replace.1 'to'|pad.1 '0'"},
		{"{{ params.x | split:',' | join:';' | date:'YYYY' }}", "(split.0 ',')|join.0 ';'|(date.0 'YYYY')"},
		{"{{ params.x | slice:0,2 }}", ""},
	} {
		source := string(jsonval.AppendString(nil, c.text))
		n, _ := jsonval.ParseTree([]byte(source))
		parsed, found := template.Parse(c.text)
		if len(found) > 0 {
			t.Fatal(found[0])
		}
		var got []string
		for _, x := range Of(&recipe.Template{Node: n, Template: parsed}) {
			s := source[x.Span.Start:x.Span.End]
			if x.Filter != "" {
				s = fmt.Sprintf("%s.%d %s", x.Filter, x.Arg, s)
			}
			if !x.Shown() {
				s = "(" + s + ")"
			}
			if strings.Contains(s, "'") != (x.Filter != "" || x.Head) {
				t.Errorf("%s: %+v", c.text, x)
			}
			got = append(got, s)
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, s, c.want)
		}
	}
	if Of(nil) != nil {
		t.Error("no template has texts")
	}
}
