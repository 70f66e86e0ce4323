package s01

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed related.txt
var relatedText string

// related is related.txt: site id → domains.
var related = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(relatedText) {
		fields := strings.Fields(line)
		if len(fields) > 1 && fields[0] != "#" {
			all[fields[0]] = append(all[fields[0]], fields[1:]...)
		}
	}
	return all
})

// Related reports whether maintainers have entered a domain for a site.
func Related(site, domain string) bool { return slices.Contains(related()[site], domain) }
