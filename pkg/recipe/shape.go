package recipe

import (
	"github.com/wield-run/wield/internal/chunk"
	"github.com/wield-run/wield/pkg/jsonval"
)

// shape is what is known of a value before a run: enough to find the member
// that cannot be there. Nothing known is the shape unknown().
type shape struct {
	role     role
	array    bool
	object   bool
	closed   bool // an object that has no members but these
	text     bool // it is text, or null
	scalar   bool // it is a number or a boolean, or null
	certain  bool // it is text, and never null
	nullable bool // it may well be null
	padded   bool // it is text that may begin with a zero: a part of a date or time

	name    string // how the file names the value: "steps.search"
	members []shapeMember
	index   *memberIndex // of many members; nil: not made
	elem    *shape       // of an array; nil: nothing known
	step    *Step        // of roleStep and roleForeach
	parts   string       // it is the parts of a text, which this separator parted
}

// memberIndex gives the places of the first so many members, by name.
type memberIndex struct {
	places map[string]int
	listed int
}

const (
	manyMembers = 32  // from here on members are looked up by a map
	mostMerged  = 200 // of an object that merge gives more members, nothing is known
)

type shapeMember struct {
	name  string
	shape *shape
}

// role is what an object is in the recipe: it decides which finding a missing
// member is.
type role uint8

const (
	roleNone role = iota
	roleContext
	roleParams
	roleSteps
	roleStep
	roleForeach // the list that a foreach step gives
	roleVars
	rolePage
)

// shapes makes the shapes of one recipe: all of them are dropped together.
type shapes struct {
	all     chunk.Chunk[shape]
	members chunk.Chunk[shapeMember]
}

func (m *shapes) shape(s shape) *shape {
	own := m.all.New()
	*own = s
	return own
}

// object is a shape with room for so many members.
func (m *shapes) object(s shape, members int) *shape {
	s.object, s.members = true, m.members.Make(members)[:0]
	return m.shape(s)
}

func (m *shapes) arrayOf(elem *shape) *shape { return m.shape(shape{array: true, elem: elem}) }

// nothing is the shape of what nothing is known of. It is never changed.
var nothing = &shape{}

func unknown() *shape { return nothing }

func (s *shape) member(name string) *shape {
	if i := s.find(name); i >= 0 {
		return s.members[i].shape
	}
	return nil
}

// find gives the place of a member, -1 where there is none. Of many members it
// keeps a list of names: a file may ask for each of them.
func (s *shape) find(name string) int {
	if len(s.members) < manyMembers {
		for i := range s.members {
			if s.members[i].name == name {
				return i
			}
		}
		return -1
	}
	if s.index == nil {
		s.index = &memberIndex{places: make(map[string]int, 2*manyMembers)}
	}
	x := s.index
	for ; x.listed < len(s.members); x.listed++ {
		if _, twice := x.places[s.members[x.listed].name]; !twice {
			x.places[s.members[x.listed].name] = x.listed
		}
	}
	if i, ok := x.places[name]; ok {
		return i
	}
	return -1
}

func (s *shape) names() []string {
	var names []string
	for _, m := range s.members {
		names = append(names, m.name)
	}
	return names
}

func (s *shape) add(name string, m *shape) {
	s.members = append(s.members, shapeMember{name, m})
}

// set adds a member, or puts it in the place of the one with that name.
func (s *shape) set(name string, m *shape) {
	if i := s.find(name); i >= 0 {
		s.members[i].shape = m
		return
	}
	s.add(name, m)
}

// element is what is known of an item of the value.
func (s *shape) element() *shape {
	if s.array && s.elem != nil {
		return s.elem
	}
	return unknown()
}

// called names the value in a message.
func (s *shape) called() string {
	if s.name == "" {
		return "the value here"
	}
	return "`" + s.name + "`"
}

// schema is what a JSON Schema says of a value, as far as its plain
// keywords say it.
func (m *shapes) schema(n *jsonval.Node, name string, depth int) *shape {
	s := m.shape(shape{name: name})
	if n == nil || n.Kind != jsonval.Object || depth > 20 || n.Member("$ref") != nil {
		return s
	}
	t := n.Member("type")
	properties := n.Member("properties")
	switch {
	case t != nil && t.Kind == jsonval.String && t.Str == "string":
		s.text = true
	case t != nil && t.Kind == jsonval.String && (t.Str == "number" || t.Str == "integer" || t.Str == "boolean"):
		s.scalar = true
	case t != nil && t.Kind == jsonval.String && t.Str == "array":
		s.array = true
		if items := n.Member("items"); items != nil {
			s.elem = m.schema(items, name+"[]", depth+1)
		}
	case properties != nil && properties.Kind == jsonval.Object:
		s.object = true
		s.members = m.members.Make(len(properties.Children))[:0]
		for _, p := range properties.Children {
			s.add(p.Key, m.schema(p, name+"."+p.Key, depth+1))
		}
		more := n.Member("additionalProperties")
		s.closed = more != nil && more.Kind == jsonval.Bool && !more.Bool
		for _, keyword := range []string{"patternProperties", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"} {
			if n.Member(keyword) != nil {
				s.closed = false
			}
		}
	}
	return s
}

// plain is a shape without its roles: what the output holds is no step any
// more. Where nothing in it has a role it is the shape itself. Shapes are shared
// where an expression uses a value twice, and so are the plain ones: there may
// be more ways through them than can be walked.
func (m *shapes) plain(s *shape, made map[*shape]*shape) *shape {
	if s == nil || s == nothing {
		return s
	}
	if p := made[s]; p != nil {
		return p
	}
	p := s
	own := func() { // before the first change
		if p == s {
			p = m.shape(shape{array: s.array, object: s.object, closed: s.closed, elem: s.elem, members: m.members.Copy(s.members),
				text: s.text, scalar: s.scalar, certain: s.certain, nullable: s.nullable, padded: s.padded, parts: s.parts})
		}
	}
	if s.role != roleNone || s.name != "" || s.step != nil {
		own()
	}
	if elem := m.plain(s.elem, made); elem != s.elem {
		own()
		p.elem = elem
	}
	for i, member := range s.members {
		if one := m.plain(member.shape, made); one != member.shape {
			own()
			p.members[i].shape = one
		}
	}
	if p != s || s.elem != nil || len(s.members) > 0 {
		made[s] = p
	}
	return p
}

// literal is the shape of a constant.
func (m *shapes) literal(v jsonval.Value) *shape {
	switch v.Kind() {
	case jsonval.String:
		return m.shape(shape{text: true, certain: true, padded: zeroFirst(v.Str())})
	case jsonval.Array:
		return m.arrayOf(nil)
	case jsonval.Object:
		s := m.object(shape{closed: true}, v.Len())
		for _, member := range v.Members() {
			s.add(member.Key, m.literal(member.Value))
		}
		return s
	}
	return unknown()
}
