package typed

import (
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Member is one member that an object may have, and what reads its value.
type Member struct {
	name     string
	required bool
	read     func(n *jsonval.Node)
}

// Required is a member that an object must have.
func Required(name string, read func(n *jsonval.Node)) Member { return Member{name, true, read} }

// Optional is a member that an object may have.
func Optional(name string, read func(n *jsonval.Node)) Member { return Member{name, false, read} }

// Object checks the members of an object, and reads each in the order of the
// format. `what` names the object in messages ("the recipe", "`site`"). It is
// false where the node is no object.
//
// What a finding keeps of the members is cloned: as nothing of them lives on,
// they and the functions that read them need no memory of their own.
func (r *Reader) Object(n *jsonval.Node, what string, members ...Member) bool {
	if n.Kind != jsonval.Object {
		r.WrongType(n, what, "an object")
		return false
	}
	var few [16]*jsonval.Node
	given := few[:] // for each member
	if len(members) > len(few) {
		given = make([]*jsonval.Node, len(members))
	}
	var unknown []*jsonval.Node
	for _, child := range n.Children {
		if i := place(members, child.Key); i >= 0 {
			given[i] = child // of a repeated member (J3) the last
		} else {
			unknown = append(unknown, child)
		}
	}
	for _, child := range unknown {
		r.unknown(child, what, members, given)
	}
	for i := range members {
		switch m := &members[i]; {
		case given[i] != nil:
			m.read(given[i])
		case r.misplaced(n, m.name) != nil:
			m.read(r.misplaced(n, m.name))
		case m.required:
			name := strings.Clone(m.name)
			r.Lacks(n, "add `\""+name+"\": …`", "%s lacks the member `%s`", what, name)
		}
	}
	return true
}

func place(members []Member, name string) int {
	for i := range members {
		if members[i].name == name {
			return i
		}
	}
	return -1
}

// unknown reports a member that the format does not have. Where it evidently
// means one that is missing, that one counts as given.
func (r *Reader) unknown(child *jsonval.Node, what string, members []Member, given []*jsonval.Node) {
	var free, all []string
	for i := range members {
		name := strings.Clone(members[i].name)
		all = append(all, name)
		if given[i] == nil {
			free = append(free, name)
		} else if strings.EqualFold(name, child.Key) {
			d := r.AtKey(r.Codes.Case, child, "keep `"+name+"`", "the member %s differs from `%s` only in case", diag.Quote(child.Key, 40), name)
			d.Related = []diag.Related{{Span: given[i].KeySpan, Message: "the other one"}}
			return
		}
	}
	near := diag.Nearest(child.Key, free)
	for i := range members {
		if near == "" && members[i].required && given[i] == nil && strings.HasSuffix(all[i], "_"+child.Key) {
			near = all[i] // params for example_params
		}
	}
	hint := diag.DidYouMean(child.Key, all)
	if near != "" {
		hint = "did you mean `" + near + "`?"
	} else if r.Codes.Home != nil && r.Codes.Home(child.Key) != "" {
		hint = "move it into " + r.Codes.Home(child.Key)
	}
	d := r.AtKey(r.Codes.Unknown, child, hint, "%s has no member %s", what, diag.Quote(child.Key, 40))
	if near == "" {
		if r.strange == nil {
			r.strange, r.stranger = map[*jsonval.Node]bool{}, map[*jsonval.Node]bool{}
		}
		r.strange[child], r.stranger[child.Parent] = true, true
		return
	}
	given[place(members, near)] = child
	if r.meant == nil {
		r.meant = map[*jsonval.Node]map[string]*jsonval.Node{}
	}
	if r.meant[child.Parent] == nil {
		r.meant[child.Parent] = map[string]*jsonval.Node{}
	}
	r.meant[child.Parent][near] = child
	d.Fix = write(near, child.KeySpan)
}

// write is the mending that puts another word into quotes.
func write(word string, span diag.Span) *diag.Fix {
	return &diag.Fix{Title: "write `" + word + "`", Safe: true, Edits: []diag.Edit{{Span: span, Text: `"` + word + `"`}}}
}

// Member gives a member of an object, also where it is misspelt and the object
// was read; nil where there is none.
func (r *Reader) Member(n *jsonval.Node, name string) *jsonval.Node {
	if m := n.Member(name); m != nil {
		return m
	}
	return r.meant[n][name]
}

// misplaced gives a member of an object that stands in the object around it,
// which does not have it; nil where there is none.
func (r *Reader) misplaced(n *jsonval.Node, name string) *jsonval.Node {
	if m := n.Parent.Member(name); r.strange[m] {
		return m
	}
	return nil
}

// Strange reports whether an object has a member of which nothing is known:
// one that seems missing may be it.
func (r *Reader) Strange(n *jsonval.Node) bool { return r.stranger[n] }

// List reads each item of an array. It is false where the node is no array.
func (r *Reader) List(n *jsonval.Node, what string, read func(i int, item *jsonval.Node)) bool {
	if n.Kind != jsonval.Array {
		r.WrongType(n, what, "an array")
		return false
	}
	for i, item := range n.Children {
		read(i, item)
	}
	return true
}
