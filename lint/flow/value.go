package flow

import (
	"slices"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/recipe"
)

// value is what is known of the value of an expression: which parts of the
// context it may be made of. The zero value is made of none.
type value struct {
	parts   []part
	members []member       // of an object that the expression makes
	items   *value         // of a list that the expression makes: any of its items
	ref     *jmespath.Node // an expression reference's body, with what its variables mean
	env     *binding

	frozen   bool // all parts are, whatever they say themselves
	consumed bool // its parts are entered in their reads
}

// none is a value that is made of no part.
func (e *evaluation) none() *value { return &e.empty }

type member struct {
	name  string
	value *value
}

// part is a part of the context.
type part struct {
	read *read
	path path // from the context; names beyond the third are dropped
	// credential is the name of a credential in which the dropped names end.
	credential string
	span       diag.Span
	// frozen: what is read of it further on stands elsewhere in the text, and
	// does not lengthen the span.
	frozen bool
}

// path is a path of a few names.
type path struct {
	names [maxPath]string
	depth int
}

// list gives the names.
func (p *path) list() []string { return p.names[:p.depth:p.depth] }

// push adds a name, for which there is room.
func (p *path) push(name string) {
	p.names[p.depth] = name
	p.depth++
}

// read is one place in the text that reads from the context, and what of it
// ends up in the result or decides it.
type read struct {
	start int
	used  []*part
	all   bool // it takes every member of the context
}

// binding is one variable of a let.
type binding struct {
	name  string
	value *value
	outer *binding
}

// How deep labels tell paths apart, and how many parts a value may have before
// it counts as the whole context. Both only make the answer coarser.
const (
	maxPath  = 3
	maxParts = 64
	maxWork  = 20_000
)

func (e *evaluation) join(all ...*value) *value {
	var one *value
	count := 0
	for _, v := range all {
		if v != nil && (len(v.parts) > 0 || len(v.members) > 0 || v.items != nil || v.ref != nil) {
			one = v
			count++
		}
	}
	switch count {
	case 0:
		return e.none()
	case 1:
		return one
	}
	joined := e.value()
	var items []*value
	for _, v := range all {
		if v == nil {
			continue
		}
		e.work += len(v.parts) + len(v.members) + 1
		if e.over() {
			return e.none()
		}
		for _, p := range v.parts {
			p.frozen = p.frozen || v.frozen
			joined.add(&p)
		}
		for _, m := range v.members {
			i := slices.IndexFunc(joined.members, func(o member) bool { return o.name == m.name })
			if i < 0 {
				joined.members = append(joined.members, m)
				continue
			}
			if joined.members[i].value != m.value {
				joined.members[i].value = e.join(joined.members[i].value, m.value)
			}
		}
		if v.items != nil && !slices.Contains(items, v.items) {
			items = append(items, v.items)
		}
		if joined.ref == nil {
			joined.ref, joined.env = v.ref, v.env
		} else if v.ref != nil && v.ref != joined.ref {
			e.work = maxWork // which one is called is not known
		}
	}
	if len(items) > 0 {
		joined.items = e.join(items...)
	}
	return joined
}

// add adds a part that is not there yet. Of too many parts the whole context
// is left.
func (v *value) add(p *part) {
	for i := range v.parts {
		if o := &v.parts[i]; o.read == p.read && o.credential == p.credential && o.path == p.path {
			return
		}
	}
	v.parts = append(v.parts, *p)
	if len(v.parts) > maxParts {
		v.parts = []part{{read: p.read, span: p.span, frozen: true}}
	}
}

// field is a member of a value.
func (e *evaluation) field(v *value, name string, span diag.Span) *value {
	result := e.value()
	result.parts = e.parts.take(len(v.parts))[:0]
	for _, p := range v.parts {
		p.frozen = p.frozen || v.frozen
		p.enter(name, span)
		result.add(&p)
	}
	for _, m := range v.members {
		if m.name == name {
			return e.join(result, m.value)
		}
	}
	return result
}

// enter goes down one name.
func (p *part) enter(name string, span diag.Span) {
	if p.path.depth < maxPath {
		p.path.push(name)
	} else {
		p.credential = recipe.CredentialField([]string{p.credential, name})
	}
	if !p.frozen && span.End > p.span.End {
		p.span.End = span.End
	}
}

// list is a list that the expression makes, of such items.
func (e *evaluation) list(item *value) *value {
	v := e.value()
	v.items = item
	return v
}

// element is an item of a value, where that is a list.
func (e *evaluation) element(v *value) *value {
	switch {
	case len(v.parts) == 0 && v.items != nil:
		return v.items
	case v.items == nil && len(v.members) == 0 && v.ref == nil:
		return v
	}
	bare := e.value()
	bare.parts, bare.frozen = v.parts, v.frozen
	return e.join(bare, v.items)
}

// children is any member of a value.
func (e *evaluation) children(v *value) *value {
	result := e.value()
	for _, p := range v.parts {
		p.frozen = p.frozen || v.frozen
		names := e.names(p.path.list())
		if len(names) == 0 {
			result.add(&p)
		}
		p.read.all = p.read.all || p.path.depth == 0
		for _, name := range names {
			child := p
			child.path.push(name)
			result.add(&child)
		}
	}
	all := []*value{result, v.items}
	for _, m := range v.members {
		all = append(all, m.value)
	}
	return e.join(all...)
}

// names are the members that the context has at a path; none where they are not
// known, or not told apart.
func (e *evaluation) names(path []string) []string {
	switch len(path) {
	case 0:
		if !e.scope.context {
			return nil
		}
		return roots()
	case 1:
		switch path[0] {
		case "params":
			return e.f.params
		case "vars":
			return e.f.vars
		case "steps":
			var ids []string
			for _, s := range e.f.r.Steps[:min(len(e.f.r.Steps), maxSteps)] {
				ids = append(ids, s.ID)
			}
			return ids
		}
	case 2:
		if s := e.f.steps[path[1]]; s != nil && path[0] == "steps" && s.Foreach == nil {
			return extracted(s.Step)
		}
	}
	return nil
}

// apart is the value as something that stands elsewhere in the text sees it. A
// nil value stays nil.
func (e *evaluation) apart(v *value) *value {
	if v == nil || v.fixed() {
		return v
	}
	changed := e.value()
	*changed = *v
	changed.frozen, changed.consumed = true, false
	return changed
}

// fixed reports whether all parts of a value are frozen.
func (v *value) fixed() bool {
	for i := range v.parts {
		if !v.frozen && !v.parts[i].frozen {
			return false
		}
	}
	return true
}

// consume notes that all of a value ends up in the result, or decides it.
func (e *evaluation) consume(v *value) {
	if v == nil || v.consumed || e.over() {
		return
	}
	v.consumed = true
	for i := range v.parts {
		e.use(&v.parts[i])
	}
	for _, m := range v.members {
		e.consume(m.value)
	}
	e.consume(v.items)
	if v.ref != nil {
		e.consume(e.eval(v.ref, e.none(), v.env))
	}
}

// count notes that the number of items of a value decides the result. That of
// a foreach's list is the control of its step.
func (e *evaluation) count(v *value) {
	for i := range v.parts {
		if p := &v.parts[i]; p.path.depth >= 3 || p.path.depth == 2 && p.path.names[0] != "steps" {
			e.use(p)
		}
	}
}

// use notes that a part ends up in the result. Nearly every read has one such
// part and no more.
func (e *evaluation) use(p *part) {
	if p.read.used == nil {
		p.read.used = e.used.take(1)[:0]
	}
	p.read.used = append(p.read.used, p)
}
