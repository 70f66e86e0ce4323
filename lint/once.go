package lint

import (
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/fields"
	"github.com/wield-run/wield/lint/internal/schemas"
	"github.com/wield-run/wield/lint/parts"
	"github.com/wield-run/wield/lint/zone"
	"github.com/wield-run/wield/pkg/recipe"
)

// once is what several rules look at: each is computed when it is first asked
// for, once per file. Nil stands for what nobody has asked for, except where
// it costs as much to find nothing.
type once struct {
	flow           *flow.Flow
	zone           *zone.Zone
	unusual        []parts.Text
	walked         bool // for the unusual texts
	requests       []*recipe.Step
	fields         map[*recipe.Step][]fields.Field
	params, output []schemas.Part
}

// Flow says what influences what.
func (p *Pass) Flow() *flow.Flow {
	if p.once.flow == nil {
		p.once.flow = flow.New(p.Recipe)
	}
	return p.once.flow
}

// Zone is the zone of the recipe's site.
func (p *Pass) Zone() zone.Zone {
	if p.once.zone == nil {
		z := zone.Of(p.Recipe)
		p.once.zone = &z
	}
	return *p.once.zone
}

// Unusual lists the texts of the file, names of members included, that are not
// of printable ASCII alone, in the file's order. It is not to be changed, nor
// are the other lists.
func (p *Pass) Unusual() []parts.Text {
	if !p.once.walked {
		p.once.unusual, p.once.walked = parts.Unusual(p.Root()), true
	}
	return p.once.unusual
}

// Requests lists the steps that send a request, the login_check first.
func (p *Pass) Requests() []*recipe.Step {
	if p.once.requests == nil {
		p.once.requests = parts.Requests(p.Recipe)
	}
	return p.once.requests
}

// Fields gives what the request of a step sends as names and texts.
func (p *Pass) Fields(s *recipe.Step) []fields.Field {
	all, known := p.once.fields[s]
	if known {
		return all
	}
	if p.once.fields == nil {
		p.once.fields = make(map[*recipe.Step][]fields.Field, len(p.Requests()))
	}
	all = fields.Of(p.Flow().Of(s))
	p.once.fields[s] = all
	return all
}

// ParamParts lists the schema of the params and all schemas inside of it, in
// the file's order.
func (p *Pass) ParamParts() []schemas.Part {
	if p.once.params == nil {
		p.once.params = schemas.Parts(p.Recipe.Params.Node)
	}
	return p.once.params
}

// OutputParts lists the schema of the output and all schemas inside of it, in
// the file's order.
func (p *Pass) OutputParts() []schemas.Part {
	if p.once.output == nil {
		p.once.output = schemas.Parts(p.Recipe.Output.Schema.Node)
	}
	return p.once.output
}
