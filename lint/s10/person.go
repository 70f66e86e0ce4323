package s10

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/wield-run/wield/lint/internal/account"
	"github.com/wield-run/wield/lint/zone"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

//go:embed known.txt
var knownLines string

// known are the lists of known.txt.
var known = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	name := ""
	for line := range strings.Lines(knownLines) {
		line = strings.TrimSpace(line)
		switch {
		case line == "", line[0] == '#':
		case line[0] == '[':
			name = strings.Trim(line, "[]")
		default:
			all[name] = append(all[name], strings.Fields(line)...)
		}
	}
	return all
})

// person looks for the data of people: addresses, phone numbers, accounts.
func (c *checker) person(n *jsonval.Node, span diag.Span, text string) {
	for _, m := range account.Find(text) {
		name := ""
		switch m.Kind {
		case account.Email:
			if exampleDomain(m.Host) || c.Zone().Has(m.Host) {
				continue
			}
			name = "e-mail-address"
		case account.Phone:
			if fiction(m.Text) {
				continue
			}
			name = "phone-number"
		case account.IBAN:
			name = "bank-account"
		case account.Card:
			digits := onlyDigits(m.Text)
			if len(digits) != 15 && len(digits) != 16 || slices.Contains(known()["card"], digits) {
				continue
			}
			name = "card-number"
		default:
			continue
		}
		c.report("person", name, n, span, false, m.Kind.String(), m.Text, "write an example that belongs to nobody: max.mustermann@example.com, +1 202 555 0100")
		return
	}
}

// exampleDomain reports whether a domain is kept for examples and tests.
func exampleDomain(host string) bool {
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	switch last := labels[len(labels)-1]; last {
	case "example", "test", "invalid", "localhost":
		return true
	case "com", "net", "org":
		return len(labels) > 1 && labels[len(labels)-2] == "example"
	default:
		// example.de and its like are nobody's as a rule.
		domain := zone.Registrable(host)
		name, _, _ := strings.Cut(domain, ".")
		return name == "example"
	}
}

func onlyDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// fiction reports whether a phone number is one that nobody has.
func fiction(text string) bool {
	number := "+" + onlyDigits(text)
	return slices.ContainsFunc(known()["phone"], func(start string) bool {
		if len(number) < len(start) {
			return false
		}
		for i := range len(start) {
			if start[i] != 'x' && start[i] != number[i] {
				return false
			}
		}
		return true
	})
}
