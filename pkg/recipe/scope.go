package recipe

// scope is what the places of a recipe see. The shape of each name is made
// once; what a step gives is known when the step was looked at.
type scope struct {
	params, steps, vars, page *shape
}

func (c *checker) newScope() *scope {
	s := &scope{
		params: schemaShape(c.r.Params.Node, "params", 0),
		steps:  &shape{role: roleSteps, name: "steps", object: true, closed: true},
		vars:   &shape{role: roleVars, name: "vars", object: true, closed: true},
		page:   &shape{role: rolePage, name: "page", object: true, closed: true},
	}
	s.params.role = roleParams
	for _, step := range c.r.Steps {
		s.steps.add(step.ID, unknown())
	}
	for _, d := range c.r.Derive {
		s.vars.add(d.Name, unknown())
	}
	s.page.add("host", &shape{name: "page.host", text: true, certain: true})
	s.page.add("origin", &shape{name: "page.origin", text: true, certain: true})
	return s
}

// ran tells what a step gives.
func (s *scope) ran(step *Step, result *shape) { s.steps.members[step.Index].shape = result }

// context is what a place sees that sees these names.
func (s *scope) context(names ...string) *shape {
	all := &shape{role: roleContext, object: true, closed: true, members: make([]shapeMember, 0, len(names)+1)}
	for _, name := range names {
		seen := unknown()
		switch name {
		case "params":
			seen = s.params
		case "steps":
			seen = s.steps
		case "vars":
			seen = s.vars
		case "page":
			seen = s.page
		case "now":
			seen = &shape{name: "now", text: true, certain: true}
		}
		all.add(name, seen)
	}
	return all
}
