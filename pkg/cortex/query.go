package cortex

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxQuery is how long the text of a query may be, in characters.
const maxQuery = 1000

// Query is what is searched for.
type Query struct {
	expr string // in the language of FTS5
}

// ParseQuery reads what a person types. All words have to be found; "two
// words" in quotes as they stand, `word*` as the beginning of a word, `a OR b`
// one of the two, and -word not at all. Nothing of it can be wrong: a quote
// without its second one ends with the text, and any other character is a
// space. The error says that there is nothing to search for, or too much.
func ParseQuery(text string) (Query, error) {
	if utf8.RuneCountInString(text) > maxQuery {
		return Query{}, fmt.Errorf("the query is longer than %d characters", maxQuery)
	}
	var wanted, unwanted []string
	or := false
	p := queryParser{text: clean(text)}
	for {
		t, ok := p.term()
		if !ok {
			break
		}
		switch {
		case t.or:
			or = len(wanted) > 0
			continue
		case t.not:
			unwanted = append(unwanted, t.expr)
		case or:
			wanted[len(wanted)-1] += " OR " + t.expr
		default:
			wanted = append(wanted, t.expr)
		}
		or = false
	}
	if len(wanted) == 0 {
		if len(unwanted) > 0 {
			return Query{}, errors.New("the query says only what is not wanted; add a word that is")
		}
		return Query{}, errors.New("the query has no word")
	}
	expr := "(" + strings.Join(wanted, ") AND (") + ")"
	if len(unwanted) > 0 {
		expr = "(" + expr + ") NOT (" + strings.Join(unwanted, " OR ") + ")"
	}
	return Query{expr}, nil
}

// term is a word or phrase of a query.
type term struct {
	expr string
	not  bool
	or   bool // the word OR itself
}

type queryParser struct {
	text string
}

// term reads the next term that has a letter or digit.
func (p *queryParser) term() (term, bool) {
	for {
		p.text = strings.TrimLeftFunc(p.text, unicode.IsSpace)
		if p.text == "" {
			return term{}, false
		}
		var t term
		rest, minus := strings.CutPrefix(p.text, "-")
		if minus {
			p.text = rest
			t.not = true
		}
		words, quoted := p.words()
		if t.or = words == "OR" && !quoted && !minus; t.or {
			return t, true
		}
		if strings.IndexFunc(words, word) < 0 {
			continue
		}
		// Within quotes FTS5 knows no other special character than a quote.
		t.expr = `"` + strings.ReplaceAll(segment(words), `"`, " ") + `"`
		if !quoted && strings.HasSuffix(words, "*") || quoted && strings.HasPrefix(p.text, "*") {
			t.expr += "*"
		}
		return t, true
	}
}

// words reads a phrase in quotes, or up to the next space or quote.
func (p *queryParser) words() (words string, quoted bool) {
	if rest, ok := strings.CutPrefix(p.text, `"`); ok {
		words, p.text, _ = strings.Cut(rest, `"`)
		return words, true
	}
	end := strings.IndexFunc(p.text, func(r rune) bool { return unicode.IsSpace(r) || r == '"' })
	if end < 0 {
		end = len(p.text)
	}
	words, p.text = p.text[:end], p.text[end:]
	return words, false
}
