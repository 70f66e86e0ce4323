package s10

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/lint/internal/account"
)

// Every line of prefixes.txt is found with as many characters as it asks for,
// and not with one less.
func TestPrefixes(t *testing.T) {
	count := 0
	for _, list := range prefixes().at {
		for _, p := range list {
			count++
			fill := strings.Repeat("A", p.least)
			if m, ok := credential("x "+p.text+fill+".", false); !ok || m.name != p.name || m.warning != p.warning {
				t.Errorf("%s is not found: %+v", p.text, m)
			}
			if m, ok := credential("x "+p.text+fill[1:], false); ok {
				t.Errorf("%s is found too early: %+v", p.text, m)
			}
			if _, ok := credential("x"+p.text+fill, false); ok {
				t.Errorf("%s is found inside of a word", p.text)
			}
		}
	}
	if count < 20 {
		t.Error("prefixes.txt is not read")
	}
}

// Every number of known.txt would be found if it were not there.
func TestKnown(t *testing.T) {
	if len(known()["card"]) < 10 || len(known()["phone"]) < 20 {
		t.Fatal("known.txt is not read")
	}
	for _, number := range known()["card"] {
		if m := account.Find(number); len(m) != 1 || m[0].Kind != account.Card {
			t.Errorf("%s is no card number: %+v", number, m)
		}
	}
	for _, start := range known()["phone"] {
		number := strings.ReplaceAll(start, "x", "2")
		for len(number) < 12 {
			number += "0"
		}
		if !fiction(number) || account.Find(number) == nil {
			t.Errorf("%s does not stand for %s", start, number)
		}
	}
	for _, number := range []string{"+4915112345678", "+12025551234", "+447911123456", "+33612345678"} {
		if fiction(number) {
			t.Errorf("%s is nobody's", number)
		}
	}
}
