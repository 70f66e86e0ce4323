package words

import (
	"slices"
	"strings"
	"testing"
)

// Every word of words.txt is found in its list, and stands there once, in
// lower case.
func TestLists(t *testing.T) {
	for list, name := range names() {
		list := List(list)
		words := lists()[list].words
		if len(words) == 0 {
			t.Errorf("[%s] is empty", name)
		}
		for i, w := range words {
			if w != strings.ToLower(w) {
				t.Errorf("[%s] %s is not in lower case", name, w)
			}
			if i > 0 && words[i-1] == w {
				t.Errorf("[%s] %s stands there twice", name, w)
			}
			if !In(list, w) || In(list, w+"x") && !slices.Contains(words, w+"x") {
				t.Errorf("[%s] %s is not found there alone", name, w)
			}
		}
	}
}

// The words that are split off names must be such as splitting gives.
func TestWordsAreSingle(t *testing.T) {
	for _, list := range []List{identifier, destroy, strong, safe} {
		for _, w := range lists()[list].words {
			if got := Split(w); len(got) != 1 || got[0] != w {
				t.Errorf("[%s] %s is split into %v", names()[list], w, got)
			}
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		name                 string
		identifier, tokenish bool
	}{
		{"id", true, false},
		{"listing_id", true, false},
		{"sellerID", true, false},
		{"ids", true, false},
		{"filter[sku]", true, false},
		{"item2", false, false},
		{"id_note", false, false},
		{"text", false, false},
		{"", false, false},
		{"csrf_token", false, true},
		{"X-CSRF-Token", false, true},
		{"Authorization", false, true},
		{"page_token", false, false},
		{"token_type", true, false},
	} {
		if IdentifierLike(c.name) != c.identifier || Tokenish(c.name) != c.tokenish {
			t.Errorf("%s: identifier %v, tokenish %v", c.name, IdentifierLike(c.name), Tokenish(c.name))
		}
	}
}

func TestVerbs(t *testing.T) {
	for _, c := range []struct {
		name, verb            string
		destroy, strong, safe bool
	}{
		{"deleteItem", "delete", true, true, false},
		{"sign-out", "signout", true, true, false},
		{"logOutUser", "logout", true, true, false},
		{"add_to_cart", "add", false, true, false},
		{"delete-account-info", "delete", true, true, true},
		{"getItems", "get", false, false, false},
		{"orders", "orders", false, false, false},
		{"", "", false, false, false},
	} {
		w := Split(c.name)
		verb := Verb(w)
		if verb != c.verb || Destroy(verb) != c.destroy || Strong(verb) != c.strong || Safe(w) != c.safe {
			t.Errorf("%s: %s, %v %v %v", c.name, verb, Destroy(verb), Strong(verb), Safe(w))
		}
	}
}
