package codes

import (
	"errors"
	"fmt"
	"strings"
)

// Example is a block of `## Bad` or `## Good`.
//
// Its kind, the first word behind the fence, says how it is written:
//
//	changes   changes to the format's printed example, one a line
//	json      a whole file
//	bytes     a whole file, in which \xNN is a byte and «3×[» is [[[
//	input     what the Markdown recipe in front of it is given
//
// A second and third word, `at PATH`, say where the file stands.
type Example struct {
	Good  bool
	Kind  string
	Place string // "" where the example does not say
	Text  string
	Input string // "" where there is none
}

// Section gives the text under a heading of the second level.
func (p Page) Section(heading string) string {
	_, rest, _ := strings.Cut(p.Text, "\n## "+heading+"\n")
	section, _, _ := strings.Cut(rest, "\n## ")
	return section
}

// Names are the names of the page's findings: that of its title, and where one
// code has several, those that the section Names lists.
func (p Page) Names() []string {
	names := []string{p.Name}
	for line := range strings.SplitSeq(p.Section("Names"), "\n") {
		if rest, ok := strings.CutPrefix(line, "- `"); ok {
			name, _, _ := strings.Cut(rest, "`")
			names = append(names, name)
		}
	}
	return names
}

// Examples gives the blocks of `## Bad` and `## Good`.
func (p Page) Examples() ([]Example, error) {
	var all []Example
	for _, heading := range []string{"Bad", "Good"} {
		section := p.Section(heading)
		blocks := 0
		for {
			_, rest, ok := strings.Cut(section, "```")
			if !ok {
				break
			}
			info, rest, _ := strings.Cut(rest, "\n")
			text, after, closed := strings.Cut("\n"+rest, "\n```")
			if !closed {
				return nil, fmt.Errorf("%s: a block of %s is not closed", p.Code, heading)
			}
			e := Example{Good: heading == "Good", Text: strings.TrimPrefix(text, "\n")}
			section = after
			switch words := strings.Fields(info); {
			case info == "input" && blocks > 0:
				all[len(all)-1].Input = e.Text
				continue
			case len(words) == 1:
				e.Kind = words[0]
			case len(words) == 3 && words[1] == "at":
				e.Kind, e.Place = words[0], words[2]
			default:
				return nil, fmt.Errorf("%s: the block %q of %s is not `KIND` or `KIND at PATH`", p.Code, info, heading)
			}
			all = append(all, e)
			blocks++
		}
		if blocks == 0 {
			return nil, errors.New(p.Code + ": there is no example under " + heading)
		}
	}
	return all, nil
}
