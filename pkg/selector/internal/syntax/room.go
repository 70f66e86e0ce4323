package syntax

// room is memory for the parts of one selector, taken at once.
type room struct {
	compounds   []Compound
	simples     []Simple
	ofCompounds []*Compound
	ofSimples   []*Simple
}

// newRoom makes room for about what the tokens hold.
func newRoom(toks []token) room {
	simples, gaps := 0, 1
	before := tokSpace
	for i := range toks {
		switch t := &toks[i]; t.kind {
		case tokIdent: // a name, but for those behind a point, a colon or in brackets
			if before == tokSpace || before == tokComma || before == tokFunction {
				simples++
			}
		case tokHash, tokColon, tokOpenSquare:
			simples++
		case tokDelim:
			if t.text == "." || t.text == "*" || t.text == "&" {
				simples++
			}
		case tokSpace, tokComma, tokFunction:
			gaps++
		}
		before = toks[i].kind
	}
	compounds := min(simples, gaps)
	return room{
		compounds:   make([]Compound, compounds),
		simples:     make([]Simple, simples),
		ofCompounds: make([]*Compound, compounds),
		ofSimples:   make([]*Simple, simples),
	}
}

// next takes one of the parts that are left, or makes more.
func next[T any](free *[]T) *T {
	if len(*free) == 0 {
		*free = make([]T, 4)
	}
	part := &(*free)[0]
	*free = (*free)[1:]
	return part
}

// keep copies a list to where it stays.
func keep[T any](free *[]T, list []T) []T {
	if len(*free) < len(list) {
		*free = make([]T, len(list))
	}
	kept := (*free)[:len(list):len(list)]
	*free = (*free)[len(list):]
	copy(kept, list)
	return kept
}
