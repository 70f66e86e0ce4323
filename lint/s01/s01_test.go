package s01

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/zone"
)

func Test(t *testing.T) { linttest.Run(t, Analyzer) }

// Every line of related.txt names a site and domains that the rule can use.
func TestRelated(t *testing.T) {
	last := ""
	for line := range strings.Lines(relatedText) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		t.Run(fields[0], func(t *testing.T) {
			if fields[0] <= last {
				t.Error("the lines are not in order, or the site stands there twice")
			}
			last = fields[0]
			own := zone.Registrable(fields[0])
			if own == "" || len(fields) == 1 {
				t.Error("a line is a site's id and at least one domain")
			}
			for _, domain := range fields[1:] {
				if zone.Registrable(domain) != domain || domain == own {
					t.Errorf("%s is no registrable domain beside the site's own", domain)
				}
				if !Related(fields[0], domain) || Related(fields[0]+".example.com", domain) {
					t.Errorf("%s is not found for the site alone", domain)
				}
			}
		})
	}
}
