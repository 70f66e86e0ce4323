package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// List is one of the lists of words.txt.
type List uint8

// The lists. The file says what each holds.
const (
	identifier List = iota
	prose
	destroy
	strong
	safe
	Affirm
	Placed
	Phrase
	Homonym
	Asks
	Object
	Ending
	GraphQLText
	GraphQLBeside
	RPC
	Mode
	RPCHeader
	Persisted
	PersistedHeader
	Override
	antiForgery
	FormToken
	count
)

// names are the names of the lists in words.txt.
func names() [count]string {
	return [count]string{
		identifier: "identifier", prose: "prose", destroy: "destroy", strong: "strong", safe: "safe",
		Affirm: "affirm", Placed: "placed", Phrase: "phrase", Homonym: "homonym", Asks: "asks", Object: "object", Ending: "ending",
		GraphQLText: "graphql-text", GraphQLBeside: "graphql-beside",
		RPC: "rpc", Mode: "mode", RPCHeader: "rpc-header", Persisted: "persisted", PersistedHeader: "persisted-header",
		Override:    "override",
		antiForgery: "anti-forgery", FormToken: "form-token",
	}
}

//go:embed words.txt
var text string

// list is what words.txt says of a list.
type list struct {
	words   []string // sorted
	lengths uint64   // a bit for each length, in bytes, that a word has
}

// lists are the lists of words.txt.
var lists = sync.OnceValue(func() *[count]list {
	all, names := &[count]list{}, names()
	var current *list
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "", line[0] == '#':
		case line[0] == '[':
			name := strings.Trim(line, "[]")
			i := slices.Index(names[:], name)
			if i < 0 {
				panic("words.txt: no rule asks for the list " + name)
			}
			current = &all[i]
		default:
			current.words = append(current.words, strings.Fields(line)...)
		}
	}
	for i := range all {
		slices.Sort(all[i].words)
		for _, w := range all[i].words {
			all[i].lengths |= 1 << len(w)
		}
	}
	return all
})

// In reports whether a word, in lower case, is in a list.
func In(name List, word string) bool {
	l := &lists()[name]
	if l.lengths>>len(word)&1 == 0 {
		return false
	}
	_, found := slices.BinarySearch(l.words, word)
	return found
}
