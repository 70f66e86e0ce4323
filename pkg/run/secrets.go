package run

import (
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/fetch"
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
		s := x.r.Step(names[0])
		return x.isCredential(names[0], names[1]) || s != nil && x.hasSecretItems(s) && names[1] == s.Foreach.As
	}
	return false
}

// isCredential reports whether an extract of a step counts as a credential.
func (x *runner) isCredential(step, name string) bool {
	return x.credentials[recipe.Extracted{Step: step, Name: name}] != ""
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

// isSecret is that of the runner, and knows what a foreach goes through.
func (s *scope) isSecret(ref *template.Reference) bool {
	if ref != nil && !ref.Head.Quoted && s.alias != "" && ref.Head.Root == s.alias {
		return !jsonval.Equal(s.item, s.veiled)
	}
	return s.x.isSecret(ref)
}

// noteSecret registers what a reference made of a secret.
func (s *scope) noteSecret(p template.Piece) {
	if p.Text != "" && s.isSecret(p.Part.Ref) {
		s.x.addSecret(p.Text, s.secretOptions(p.Part.Ref))
	}
}

// secretOptions says where a secret is not to be searched for: a value that
// was read from a page's address or elements often is an ordinary word, which
// also stands in the recipe or the params. An item of a foreach may be one.
func (s *scope) secretOptions(ref *template.Reference) redact.Options {
	switch {
	case ref.Head.Root == s.alias:
		return s.x.unlessOrdinary()
	case ref.Head.Root == "vars" && len(ref.Head.Path) > 0:
		for _, d := range s.x.r.Derive {
			if d.Name == ref.Head.Path[0].Name {
				return s.x.deriveOptions(d)
			}
		}
	}
	return redact.Options{}
}

func (x *runner) deriveOptions(d *recipe.Derive) redact.Options {
	if d.From != "page_url" && d.From != "dom" {
		return redact.Options{}
	}
	return x.unlessOrdinary()
}

func (x *runner) unlessOrdinary() redact.Options {
	return redact.Options{Unless: []string{string(x.r.Source.Text), jsonval.Stringify(x.params)}}
}

// noteTokens registers extracted credentials.
func (x *runner) noteTokens(s *recipe.Step, extracted jsonval.Value) {
	for _, m := range extracted.Members() {
		if x.isCredential(s.ID, m.Key) {
			x.addAll(m.Value)
		}
	}
}

// addAll registers every text in a value.
func (x *runner) addAll(v jsonval.Value) {
	switch v.Kind() {
	case jsonval.String:
		x.addSecret(v.Str(), redact.Options{})
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

// addSecret registers a secret, and notes where it is too short for that.
func (x *runner) addSecret(text string, o redact.Options) {
	if !x.o.Secrets.Add(text, o) && text != "" && isShort(text) {
		x.short.Store(true)
	}
}

func isShort(text string) bool {
	return utf8.RuneCountInString(strings.TrimSpace(text)) < redact.MinLength
}

// withhold keeps the secrets of a request that are too short to be searched
// for out of all that is written: the request is rendered once more with marks
// in their places, and shown so. Where that fails, nothing of it is shown.
func (x *runner) withhold(step string, r *recipe.Request, s *scope, req *fetch.Request) {
	hidden := *s
	hidden.mask = maskShort
	for _, m := range x.vars.Members() {
		if m.Value.Kind() == jsonval.String && m.Value.Str() != "" && isShort(m.Value.Str()) {
			x.o.Secrets.Withhold(m.Value.Str(), redact.Mark)
		}
	}
	if req == nil {
		return // nothing was rendered
	}
	shown, f := x.renderRequest(step, r, &hidden)
	if f != nil {
		shown = &fetch.Request{URL: x.page.base}
	}
	marks := strings.NewReplacer("%5Bredacted%5D", redact.Mark)
	x.o.Secrets.Withhold(req.URL.String(), marks.Replace(shown.URL.String()))
	if query := req.URL.Query(); query != "" {
		x.o.Secrets.Withhold(query, marks.Replace(shown.URL.Query()))
	}
	for _, h := range req.Header {
		value, _ := shown.Header.Get(h.Name)
		x.o.Secrets.Withhold(h.Value, value)
		x.o.Secrets.Withhold(h.Name+": "+h.Value, h.Name+": "+value)
	}
	if req.Body != nil {
		x.o.Secrets.Withhold(string(req.Body), marks.Replace(string(shown.Body)))
	}
}
