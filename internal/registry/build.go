package registry

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/recipe"
)

// File is one version of a recipe that is to be published.
type File struct {
	Name    string // of the file, for messages
	Current bool   // its name has no version
	Text    []byte

	entry Recipe
}

// NewFile makes the file of a recipe that has no errors.
func NewFile(r *recipe.Recipe, current bool) File {
	return File{r.Source.Name, current, r.Source.Text, Recipe{
		ID:            r.ID,
		Version:       r.Version,
		Hash:          Hash(r.Source.Text),
		Effect:        r.Effect,
		RequiresLogin: r.RequiresLogin,
		Capabilities:  nonNil(r.Capabilities()),
		Origins:       nonNil(r.Origins()),
	}}
}

func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// Registry is an index and the texts that it lists.
type Registry struct {
	Index *Index
	texts map[string][]byte // by hash
}

// Build makes a registry. It gives all that is wrong, one sentence each.
func Build(files []File) (*Registry, []error) {
	reg := &Registry{&Index{Format: format, Recipes: []Recipe{}}, map[string][]byte{}}
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b File) int {
		return cmp.Or(strings.Compare(a.entry.ID, b.entry.ID), cmp.Compare(a.entry.Version, b.entry.Version), strings.Compare(a.Name, b.Name))
	})
	var faults []error
	folded := map[string]string{} // ids by how they read without regard to case
	for len(files) > 0 {
		id := files[0].entry.ID
		n := slices.IndexFunc(files, func(f File) bool { return f.entry.ID != id })
		if n < 0 {
			n = len(files)
		}
		group := files[:n]
		files = files[n:]
		if err := checkID(id); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", diag.Escape(group[0].Name), err))
			continue
		}
		if other, ok := folded[strings.ToLower(id)]; ok {
			faults = append(faults, fmt.Errorf("%s: the ids %s and %s differ in case alone", diag.Escape(group[0].Name), id, other))
			continue
		}
		folded[strings.ToLower(id)] = id
		entry, err := merge(group)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		for _, f := range group {
			reg.texts[f.entry.Hash] = f.Text
		}
		reg.Index.Recipes = append(reg.Index.Recipes, entry)
	}
	return reg, faults
}

// merge makes one entry of all versions of a recipe, which are ascending.
func merge(group []File) (Recipe, error) {
	var current *File
	var versions []Version
	for i := range group {
		f := &group[i]
		if f.Current {
			if current != nil {
				return Recipe{}, fmt.Errorf("%s and %s are both the recipe %s", diag.Escape(current.Name), diag.Escape(f.Name), f.entry.ID)
			}
			current = f
		}
		v := Version{f.entry.Version, f.entry.Hash, f.entry.Capabilities}
		switch last := len(versions) - 1; {
		case last < 0 || versions[last].Version != v.Version:
			versions = append(versions, v)
		case versions[last].Hash != v.Hash:
			return Recipe{}, fmt.Errorf("%s and %s are both version %d of %s, and differ", diag.Escape(group[i-1].Name), diag.Escape(f.Name), v.Version, f.entry.ID)
		}
	}
	switch {
	case current == nil:
		return Recipe{}, fmt.Errorf("%s is an older version, but the current one is missing", diag.Escape(group[0].Name))
	case versions[len(versions)-1].Version > current.entry.Version:
		return Recipe{}, fmt.Errorf("%s is version %d, but a version %d stands beside it", diag.Escape(current.Name), current.entry.Version, versions[len(versions)-1].Version)
	}
	for i, v := range versions {
		if v.Version != i+1 {
			return Recipe{}, fmt.Errorf("%s is version %d, but version %d is missing", diag.Escape(current.Name), current.entry.Version, i+1)
		}
	}
	entry := current.entry
	entry.Versions = versions
	return entry, nil
}

// checkID refuses an id that could not be the name of a file everywhere. It is
// `<site-id>/<slug>` in lower case.
func checkID(id string) error {
	site, slug, ok := strings.Cut(id, "/")
	if !ok || !validName(site, true) || !validName(slug, false) {
		return fmt.Errorf("%s is no id of a recipe", diag.Quote(id, 100))
	}
	if device := recipe.DeviceName(id); device != "" {
		return fmt.Errorf("%s: Windows cannot have a file named %s", id, diag.Quote(device, 70))
	}
	return nil
}

// validName reports whether a name is of lower-case letters, digits, and
// hyphens inside it; a site has dots too.
func validName(name string, site bool) bool {
	before := byte('.')
	for _, c := range []byte(name) {
		switch {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		case c == '-' && before != '.':
		case c == '.' && site && before != '.' && before != '-':
		default:
			return false
		}
		before = c
	}
	return before != '.' && before != '-' && len(name) <= 253
}

// Compare holds an index to an earlier one. It gives what an update must not
// do, one sentence each, and the ids that are gone.
func Compare(earlier, later *Index) (faults []error, gone []string) {
	for i := range earlier.Recipes {
		was := &earlier.Recipes[i]
		is := later.find(was.ID)
		if is == nil {
			gone = append(gone, was.ID)
			continue
		}
		if is.Version < was.Version {
			faults = append(faults, fmt.Errorf("%s: version %d was published, and this is version %d", was.ID, was.Version, is.Version))
		}
		for k, v := range was.Versions {
			if k < len(is.Versions) && is.Versions[k].Hash != v.Hash {
				faults = append(faults, fmt.Errorf("%s: version %d was published with other bytes (SHA-256 %s); give the change a new version", was.ID, v.Version, v.Hash))
			}
		}
	}
	return faults, gone
}
