package jsonschema

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema/internal/draft"
	"github.com/wield-run/wield/pkg/jsonschema/internal/say"
	"github.com/wield-run/wield/pkg/jsonval"
)

// joinMisspelt makes one mistake of a missing member and an unknown one whose
// name is close to it, and tells of other unknown and missing ones what may be
// meant.
func joinMisspelt(mistakes []mistake, root jsonval.Value) []mistake {
	known := knownNames{}
	drop := map[int]bool{}
	for i := range mistakes {
		if m := &mistakes[i]; m.unknown != "" {
			nameUnknown(m, mistakes, drop, known.of(m.schema), root)
		}
	}
	kept := mistakes[:0]
	for i := range mistakes {
		if drop[i] {
			continue
		}
		if m := &mistakes[i]; m.missing != "" && m.hint == "" {
			if near := diag.Nearest(m.missing, strangers(at(root, m.path), known.of(m.schema))); near != "" {
				m.hint = "is " + say.Quote(near) + " meant to be " + say.Quote(m.missing) + "?"
			}
		}
		kept = append(kept, mistakes[i])
	}
	return kept
}

// nameUnknown tells what an unknown member may be meant to be. Where that is a
// missing one, the mistake that tells so is dropped.
func nameUnknown(m *mistake, mistakes []mistake, drop map[int]bool, known []string, root jsonval.Value) {
	holder := m.path[:len(m.path)-1]
	value := at(root, holder)
	var missing, absent []string
	for j := range mistakes {
		if other := &mistakes[j]; other.missing != "" && !drop[j] && slices.Equal(other.path, holder) {
			missing = append(missing, other.missing)
		}
	}
	for _, name := range known {
		if _, given := value.Get(name); !given {
			absent = append(absent, name)
		}
	}
	near := diag.Nearest(m.unknown, missing)
	if near == "" {
		near = diag.Nearest(m.unknown, absent)
	}
	switch {
	case near != "":
		m.hint = "did you mean " + say.Quote(near) + "?"
		for j := range mistakes {
			if other := &mistakes[j]; other.missing == near && slices.Equal(other.path, holder) {
				drop[j] = true
			}
		}
	case len(absent) > 0 && len(absent) <= say.MaxListed:
		quoted := make([]string, len(absent))
		for k, name := range absent {
			quoted[k] = say.Quote(name)
		}
		m.hint = "known are " + strings.Join(quoted, ", ")
	}
}

// knownNames are the members that schemas know by name.
type knownNames map[*draft.Schema][]string

func (k knownNames) of(s *draft.Schema) []string {
	names, ok := k[s]
	if !ok {
		for _, p := range (&Schema{root: s}).Properties() {
			names = append(names, p.Name)
		}
		k[s] = names
	}
	return names
}

// strangers are the members of an object that are not known.
func strangers(object jsonval.Value, known []string) []string {
	var all []string
	for _, m := range object.Members() {
		if len(all) < say.MaxListed && !slices.Contains(known, m.Key) {
			all = append(all, m.Key)
		}
	}
	return all
}

// at goes down a path.
func at(v jsonval.Value, path []Step) jsonval.Value {
	for _, s := range path {
		if s.Index >= 0 {
			v = v.At(s.Index)
		} else {
			v = v.Field(s.Name)
		}
	}
	return v
}
