package markdown

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// The parts of a render are its documents: with the rules between them and what
// stands before, they are the whole.
func TestParts(t *testing.T) {
	const data = `[{"t":"One","a":"x"},{"t":"Two","a":"--- \n---"},{"a":"y"}]`
	for _, tt := range []struct {
		members string
		want    []string
	}{
		{`"mode":"documents","title":"{{t}}","fields":{"A":"a"}`, []string{"## One\n\n- **A:** x\n", "## Two\n\n- **A:** --- ---\n", "## N 3\n\n- **A:** y\n"}},
		{`"mode":"documents","title":"{{t}}","template":"a\n\n---\n\n{{a}}"`, []string{"## One\n\na\n\n---\n\nx\n", "## Two\n\na\n\n---\n\n\\--- ---\n", "## N 3\n\na\n\n---\n\ny\n"}},
		{`"mode":"documents","description":"D","fields":{"A":"a"},"limits":{"maxItems":2}`, []string{"## N 1\n\n- **A:** x\n", "## N 2\n\n- **A:** --- ---\n"}},
		{`"mode":"documents","fields":{"A":"a","B":"a"},"limits":{"maxChars":28}`, []string{"## N 1\n\n- **A:** x\n"}},
		{`"mode":"documents","fields":{"A":"a"},"limits":{"maxChars":2}`, nil},
		{`"fields":{"A":"a"}`, nil},
	} {
		r := recipe(t, tt.members)
		whole := render(t, r, data)
		streamed, err := RenderStream(r, strings.NewReader(data), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(whole.Parts, streamed.Parts) {
			t.Errorf("%s: %v as a whole, %v as a stream", tt.members, whole.Parts, streamed.Parts)
		}
		var got []string
		for _, p := range whole.Parts {
			got = append(got, whole.Markdown[p.Start:p.End])
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s\ngot  %q\nwant %q", tt.members, got, tt.want)
		}
		if n := len(got); n > 0 && !strings.HasSuffix(whole.Markdown, strings.Join(got, rule)) {
			t.Errorf("%s: the parts are not the end of\n%s", tt.members, whole.Markdown)
		}
		if len(got) != whole.Meta.Rendered && whole.Meta.Mode == Documents {
			t.Errorf("%s: %d parts, %d rendered", tt.members, len(got), whole.Meta.Rendered)
		}
		var out bytes.Buffer
		if _, err := WriteStream(r, strings.NewReader(data), Output{Markdown: &out}, Options{}); err != nil || out.String() != whole.Markdown {
			t.Errorf("%s: %v\n%s", tt.members, err, out.String())
		}
	}
}
