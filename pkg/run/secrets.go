package run

import (
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/redact"
	"github.com/wield-run/wield/pkg/template"
)

// isSecret reports whether a reference reads a derived value or an extracted
// credential.
func (x *runner) isSecret(ref *template.Reference) bool {
	if ref == nil || ref.Head.Quoted {
		return false
	}
	switch ref.Head.Root {
	case "vars":
		return true
	case "steps":
		names := names(ref)
		if len(names) < 2 {
			return false
		}
		step := x.r.Step(names[0])
		return step != nil && step.TokenWhy(names[1]) != ""
	}
	return false
}

// names are the member names of a path, without indexes.
func names(ref *template.Reference) []string {
	var all []string
	for _, seg := range ref.Head.Path {
		if !seg.IsIndex {
			all = append(all, seg.Name)
		}
	}
	return all
}

// noteSecret registers what a reference made of a secret.
func (x *runner) noteSecret(p template.Piece) {
	if p.Text != "" && x.isSecret(p.Part.Ref) {
		x.o.Secrets.Add(p.Text, secretOptions(x, p.Part.Ref))
	}
}

// secretOptions says where a secret is not to be searched for: a value that
// was read from a page's address or elements often is an ordinary word, which
// also stands in the recipe or the params.
func secretOptions(x *runner, ref *template.Reference) redact.Options {
	if ref != nil && ref.Head.Root == "vars" && len(ref.Head.Path) > 0 {
		for _, d := range x.r.Derive {
			if d.Name == ref.Head.Path[0].Name {
				return x.deriveOptions(d)
			}
		}
	}
	return redact.Options{}
}

func (x *runner) deriveOptions(d *recipe.Derive) redact.Options {
	if d.From != "page_url" && d.From != "dom" {
		return redact.Options{}
	}
	return redact.Options{Unless: []string{string(x.r.Source.Text), jsonval.Stringify(x.params)}}
}

// noteTokens registers extracted credentials.
func (x *runner) noteTokens(s *recipe.Step, extracted jsonval.Value) {
	for _, m := range extracted.Members() {
		if s.TokenWhy(m.Key) != "" {
			x.addAll(m.Value)
		}
	}
}

// addAll registers every text in a value.
func (x *runner) addAll(v jsonval.Value) {
	switch v.Kind() {
	case jsonval.String:
		x.o.Secrets.Add(v.Str(), redact.Options{})
	case jsonval.Array:
		for _, item := range v.Items() {
			x.addAll(item)
		}
	case jsonval.Object:
		for _, m := range v.Members() {
			x.addAll(m.Value)
		}
	}
}
