package recipe

// scope is what the places of a recipe see. The shape of each name is made
// once; what a step gives is known when the step was looked at.
type scope struct {
	*shapes
	params, steps, vars, page, now *shape
}

func (c *checker) newScope() *scope {
	s := &scope{
		shapes: &c.shapes,
		params: c.shapes.schema(c.r.Params.Node, "params", 0),
		steps:  c.object(shape{role: roleSteps, name: "steps", closed: true}, len(c.r.Steps)),
		vars:   c.object(shape{role: roleVars, name: "vars", closed: true}, len(c.r.Derive)),
		page:   c.object(shape{role: rolePage, name: "page", closed: true}, 2),
		now:    c.shape(shape{name: "now", text: true, certain: true}),
	}
	s.params.role = roleParams
	for _, step := range c.r.Steps {
		s.steps.add(step.ID, unknown())
	}
	for _, d := range c.r.Derive {
		s.vars.add(d.Name, unknown())
	}
	s.page.add("host", c.shape(shape{name: "page.host", text: true, certain: true}))
	s.page.add("origin", c.shape(shape{name: "page.origin", text: true, certain: true}))
	return s
}

// ran tells what a step gives.
func (s *scope) ran(step *Step, result *shape) { s.steps.members[step.Index].shape = result }

// context is what a place sees that sees these names.
func (s *scope) context(names ...string) *shape {
	all := s.object(shape{role: roleContext, closed: true}, len(names)+1)
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
			seen = s.now
		}
		all.add(name, seen)
	}
	return all
}
