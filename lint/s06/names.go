package s06

import (
	"slices"
	"strings"
	"unicode"

	"github.com/wield-run/wield/lint/internal/fields"
	"github.com/wield-run/wield/lint/words"
	"github.com/wield-run/wield/pkg/diag"
)

// judge says how bad a name is as that of what a step calls which only reads.
// An account that is deleted is no question about it, though a noun like
// `account` makes one of most verbs; a reviewer tells whether a page about it
// is meant.
func judge(w []string) (severity diag.Severity, changes bool) {
	verb := words.Verb(w)
	switch {
	case !words.Strong(verb):
		return 0, false
	case words.Safe(w):
		own := words.Destroy(verb) && !words.Safe(slices.DeleteFunc(slices.Clone(w), func(w string) bool { return w == "account" }))
		return diag.Warning, own
	case words.Destroy(verb):
		return diag.Error, true
	}
	return diag.Warning, true
}

// called judges the name of a function, by what it ends with where it is
// dotted.
func called(name string) (severity diag.Severity, changes bool) {
	last := lastPart(name)
	w := words.Split(last)
	if severity, changes = judge(w); changes {
		return severity, true
	}
	return diag.Warning, phrase(last, w) || len(last) < len(name) && posts(w)
}

// lastPart is what a dotted name ends with: deleteItem of cart.deleteItem.
func lastPart(name string) string {
	if i := strings.LastIndexAny(strings.TrimRight(name, "./:#"), "./:#"); i >= 0 {
		return name[i+1:]
	}
	return name
}

// dotted judges a segment of a path by what stands behind its last dot or
// colon, an ending of files aside: postMessage of chat.postMessage.
func dotted(segment string) (severity diag.Severity, changes bool) {
	for {
		i := strings.LastIndexAny(segment, ".:")
		if i < 0 {
			return 0, false
		}
		last := segment[i+1:]
		if words.In(words.Ending, strings.ToLower(last)) {
			segment = segment[:i]
			continue
		}
		w := words.Split(last)
		if severity, changes = judge(w); changes {
			return severity, true
		}
		return diag.Warning, phrase(last, w) || posts(w)
	}
}

// posts reports whether a name that stands behind a dot has the verb "post";
// elsewhere the word is a noun as often.
func posts(w []string) bool {
	return len(w) > 0 && w[0] == "post" && !words.Safe(w) && (len(w) == 1 || w[1] != "by" && !words.IdentifierLike(w[1]))
}

// phrase reports whether a name tells of a change with more than its first
// word: placeOrder, woocommerce_add_to_cart, doDelete, cart_delete and
// wallet_sendMoney. With hyphens it is the name of a page rather than of a
// function, in which a verb at the end says little: how-to-delete.
func phrase(name string, w []string) bool {
	if len(w) < 2 || words.Safe(w) {
		return false
	}
	if words.In(words.Phrase, w[0]+w[1]) {
		return true
	}
	if strings.Contains(name, "-") || words.In(words.Asks, w[0]) {
		return false
	}
	last := w[len(w)-1]
	if w[0] == "do" && words.Strong(w[1]) || words.Destroy(last) && !words.In(words.Homonym, last) {
		return true
	}
	for i := 1; i < len(w)-1; i++ {
		if w[i] == "add" && w[i+1] == "to" {
			return true
		}
	}
	i := strings.LastIndexByte(name, '_')
	if i < 0 {
		return false
	}
	tail := words.Split(name[i+1:])
	verb := words.Verb(tail)
	return len(tail) > 1 && words.Strong(verb) && !words.In(words.Homonym, verb)
}

// bare is the name of a member without the brackets that make it a list's
// (action[], action[0]), in lower case.
func bare(name string) string {
	if i := strings.IndexByte(name, '['); i > 0 {
		name = name[:i]
	}
	return strings.ToLower(name)
}

// mode reports whether the value of a member that may name what is called, and
// as often something else, does: a noun alone does not (mode=order).
func mode(value string) bool {
	w := words.Split(lastPart(value))
	return len(w) != 1 || !words.In(words.Homonym, w[0])
}

// member finds members whose own names change something: ?delete,
// ?add-to-cart=5, ?remove_item=5.
func (c *checker) member() {
	for i := range c.fields {
		if f := &c.fields[i]; changingMember(f) {
			c.at(f, "rpc", "changing-member", diag.Warning, honest, "the step %s sends the member %s, which by its name changes something", c.name(), diag.Quote(f.Name, 60))
			return
		}
	}
}

func changingMember(f *fields.Field) bool {
	first := strings.ToLower(firstWord(f.Name))
	action := strings.HasPrefix(f.Name, "/") // of SvelteKit: the name of a form's action
	if !words.Destroy(first) && first != "add" && !action {
		return false
	}
	switch f.Text {
	case "0", "false", "no":
		return false
	}
	w := words.Split(f.Name)
	if len(w) == 0 || words.Safe(w) {
		return false
	}
	last := w[len(w)-1]
	switch {
	case action:
		return words.Strong(words.Verb(w))
	case len(w) == 1:
		return words.Destroy(last) && !words.In(words.Homonym, last)
	case first == "add":
		return w[1] == "to" && len(w) > 2
	}
	return words.In(words.Object, last)
}

// firstWord is the first word of a name, as it is written.
func firstWord(name string) string {
	lower := false
	for i, r := range name {
		if !unicode.IsLetter(r) || lower && unicode.IsUpper(r) {
			return name[:i]
		}
		lower = unicode.IsLower(r)
	}
	return name
}
