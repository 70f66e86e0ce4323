package cli

import (
	"context"
	"path"
	"sync"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// sketch is a recipe of which only the id and the task are known.
// It is read once, however many recipes stand beside it.
type sketch struct {
	name   string // of the file
	once   sync.Once
	recipe *recipe.Recipe // nil: the file is no recipe
}

// siblings gives sketches of the other recipes in the folder of a file.
func (t *target) siblings() []*recipe.Recipe {
	if t.file.Place == "" {
		return nil
	}
	dir, base := path.Split(t.file.Place)
	at := t.folders.at(dir)
	all := make([]*recipe.Recipe, 0, len(at.current))
	for i := range at.current {
		s := &at.current[i]
		if s.name == base {
			continue
		}
		s.once.Do(func() { s.recipe = t.sketch(s.name) })
		if s.recipe != nil {
			all = append(all, s.recipe)
		}
	}
	return all
}

// sketch reads another file of the folder. One that cannot be read is no
// sibling: it is reported where it is looked at itself.
func (t *target) sketch(name string) *recipe.Recipe {
	file := t.file.Beside(name)
	text, err := file.Read(context.Background())
	if err != nil {
		return nil
	}
	t.folders.keep(file.Place, text)
	r := &recipe.Recipe{Source: &diag.Source{Name: file.Name}}
	r.ID, r.Task = idAndTask(text)
	if r.ID == "" && r.Task == "" {
		return nil // a Markdown recipe, or nothing of ours
	}
	return r
}

// idAndTask reads a recipe as far as these two go: they stand near its
// beginning. What is not text is "".
func idAndTask(text []byte) (id, task string) {
	s := jsonval.NewTextStream(text)
	if s.Object() != nil {
		return "", ""
	}
	for found := 0; found < 2; {
		name, ok, err := s.Key()
		if !ok || err != nil {
			break
		}
		if name != "id" && name != "task" {
			if s.Skip() != nil {
				break
			}
			continue
		}
		v, err := s.Value()
		if err != nil {
			break
		}
		found++
		switch {
		case v.Kind() != jsonval.String:
		case name == "id":
			id = v.Str()
		default:
			task = v.Str()
		}
	}
	return id, task
}
