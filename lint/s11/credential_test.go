package s11

import (
	"strings"
	"testing"
)

// Every word of credentials.txt is found, where its line has several groups
// together with the first words of the others.
func TestEveryCredential(t *testing.T) {
	lines := 0
	for line := range strings.Lines(phrases) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		lines++
		set := sets()[1]
		if strings.HasPrefix(line, "name-") {
			set = sets()[0]
		}
		f := set.NewFinder()
		_, rest, _ := strings.Cut(line, ":")
		groups := strings.Split(strings.ReplaceAll(rest, "&", "+"), "+")
		for g := range groups {
			for _, word := range strings.Fields(groups[g]) {
				var text []string
				for k := range groups {
					if k == g {
						text = append(text, word)
					} else {
						text = append(text, strings.Fields(groups[k])[0])
					}
				}
				sentence := strings.ReplaceAll(strings.Join(text, " "), "_", " ")
				if _, _, ok := f.Find(sentence); !ok {
					t.Errorf("%q is not found: %s", sentence, line)
				}
			}
		}
		f.Close()
	}
	if lines < 15 {
		t.Errorf("only %d lines are read", lines)
	}
}
