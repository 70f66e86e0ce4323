package jsonschema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/jsonschema/internal/draft"
	"github.com/wield-run/wield/pkg/jsonschema/internal/say"
	"github.com/wield-run/wield/pkg/jsonval"
)

// union notes what is wrong with a value that fits no branch of anyOf or
// oneOf: the mistakes of the branch that was evidently meant, or one that
// lists what would be right.
func (e *evaluation) union(s *draft.Schema, keyword string, branches []*draft.Schema, v jsonval.Value) {
	branches, others := chooseByType(branches, v)
	if v.Kind() == jsonval.Object {
		var done bool
		if branches, done = e.chooseByTag(s, keyword, branches, v); done {
			return
		}
	}
	first := len(e.mistakes)
	found := make([][]mistake, len(branches))
	for i, branch := range branches {
		e.check(branch, v, nil)
		found[i] = slices.Clone(e.mistakes[first:])
		e.mistakes = e.mistakes[:first]
	}
	if e.err != nil {
		return
	}
	if m, ok := e.merge(found, v); ok {
		if m.allowed != nil {
			m.types |= others
		}
		e.report(s, keyword, m)
		return
	}
	e.mistakes = append(e.mistakes, closest(found, len(e.path))...)
}

// chooseByType leaves out the branches whose type the value does not have,
// unless that is all of them, and gives the types that those ask for.
func chooseByType(branches []*draft.Schema, v jsonval.Value) (fit []*draft.Schema, others draft.Types) {
	for _, b := range branches {
		if t := declaredTypes(b, 0); t == 0 || t.Match(v) {
			fit = append(fit, b)
		} else {
			others |= t
		}
	}
	if len(fit) == 0 {
		return branches, 0
	}
	return fit, others
}

// declaredTypes are the types that a schema asks for by `type`, also behind
// references; 0 for any.
func declaredTypes(s *draft.Schema, depth int) draft.Types {
	if s.Types == 0 && s.Ref != nil && depth < 20 {
		return declaredTypes(s.Ref, depth+1)
	}
	return s.Types
}

// chooseByTag finds the member by which the branches tell themselves apart,
// such as "kind", and leaves the branches that have the value's. It is done
// where that member is missing, or has a value that no branch has.
func (e *evaluation) chooseByTag(s *draft.Schema, keyword string, branches []*draft.Schema, v jsonval.Value) (_ []*draft.Schema, done bool) {
	name, lists := tagOf(branches)
	if name == "" {
		return branches, false
	}
	tag, given := v.Get(name)
	var fit []*draft.Schema
	var allowed []jsonval.Value
	for i, b := range branches {
		for _, value := range lists[i] {
			if given && jsonval.Equal(value, tag) {
				fit = append(fit, b)
			}
			if !slices.ContainsFunc(allowed, func(a jsonval.Value) bool { return jsonval.Equal(a, value) }) {
				allowed = append(allowed, value)
			}
		}
	}
	switch {
	case !given:
		e.report(s, keyword, mistake{missing: name, got: v, hint: say.Quote(name) + " is " + say.Values(allowed)})
		return nil, true
	case len(fit) == 0:
		place := slices.IndexFunc(v.Members(), func(m jsonval.Member) bool { return m.Key == name })
		e.enter(Step{name, -1}, place)
		e.report(s, keyword, mistake{allowed: allowed, got: tag})
		e.leave()
		return nil, true
	}
	return fit, false
}

// tagOf finds a required member for which every branch lists its values, not
// all of them the same; "" where there is none.
func tagOf(branches []*draft.Schema) (name string, lists [][]jsonval.Value) {
	if len(branches) < 2 {
		return "", nil
	}
	first := target(branches[0])
	if first.Object == nil {
		return "", nil
	}
	for _, p := range first.Object.Properties {
		lists = lists[:0]
		differ := false
		for _, b := range branches {
			list := tagValues(b, p.Name)
			if list == nil {
				break
			}
			lists = append(lists, list)
			differ = differ || !slices.EqualFunc(list, lists[0], jsonval.Equal)
		}
		if len(lists) == len(branches) && differ {
			return p.Name, lists
		}
	}
	return "", nil
}

// target follows a schema that is no more than a reference.
func target(s *draft.Schema) *draft.Schema {
	for i := 0; i < 20 && s.Object == nil && s.Ref != nil; i++ {
		s = s.Ref
	}
	return s
}

// tagValues lists the values that a schema allows for a member that it
// requires; nil where it is not required or any value is allowed.
func tagValues(s *draft.Schema, name string) []jsonval.Value {
	s = target(s)
	if s.Object == nil || !slices.Contains(s.Object.Required, name) {
		return nil
	}
	switch p := s.Object.Find(name); {
	case p == nil:
		return nil
	case p.Const != nil:
		return []jsonval.Value{*p.Const}
	default:
		return p.Enum
	}
}

// merge makes one mistake of those of all branches, where each has only one,
// of the value itself, and they differ in what they demand.
func (e *evaluation) merge(found [][]mistake, v jsonval.Value) (mistake, bool) {
	var demands []string
	merged := mistake{got: v}
	lists := true
	for _, ms := range found {
		if len(ms) != 1 || len(ms[0].path) != len(e.path) || ms[0].says != "" || ms[0].unknown != "" {
			return mistake{}, false
		}
		m := &ms[0]
		merged.types |= m.types
		merged.allowed = append(merged.allowed, m.allowed...)
		lists = lists && (m.types != 0 || m.allowed != nil)
		if d := m.demand(); !slices.Contains(demands, d) {
			demands = append(demands, d)
		}
	}
	switch {
	case lists:
		return merged, true
	case len(demands) < 2:
		return mistake{}, false
	}
	return mistake{want: joinDemands(demands), got: v}, true
}

// joinDemands joins what branches demand. A verb that all have is said once.
func joinDemands(demands []string) string {
	verb, _, _ := strings.Cut(demands[0], " ")
	for _, d := range demands {
		if !strings.HasPrefix(d, verb+" ") {
			return say.Either(demands)
		}
	}
	objects := make([]string, len(demands))
	for i, d := range demands {
		objects[i] = d[len(verb)+1:]
	}
	return verb + " " + say.Either(objects)
}

// closest gives the mistakes of the branch that the value comes closest to:
// whose shallowest mistake is deepest, then with the fewest.
func closest(found [][]mistake, depth int) []mistake {
	var best []mistake
	bestDepth := -1
	for _, ms := range found {
		shallow := 1 << 30
		for i := range ms {
			shallow = min(shallow, len(ms[i].path)-depth)
		}
		if len(ms) > 0 && (shallow > bestDepth || shallow == bestDepth && len(ms) < len(best)) {
			best, bestDepth = ms, shallow
		}
	}
	return best
}

// alternatives names branches: by their title or reference, else by number.
func alternatives(branches []*draft.Schema, which []int) string {
	var all []string
	for _, i := range which {
		name := strconv.Itoa(i + 1)
		if title := branches[i].At.Member("title"); title != nil && title.Kind == jsonval.String {
			name = say.Quote(title.Str)
		} else if ref := branches[i].At.Member("$ref"); ref != nil && ref.Kind == jsonval.String {
			name = say.Quote(ref.Str[strings.LastIndexByte(ref.Str, '/')+1:])
		}
		all = append(all, name)
	}
	return "the alternatives " + strings.Join(all, " and ")
}
