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
		return x.isCredential(names[0], names[1])
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

// noteSecret registers what a reference made of a secret.
func (x *runner) noteSecret(p template.Piece) {
	if p.Text != "" && x.isSecret(p.Part.Ref) {
		x.addSecret(p.Text, secretOptions(x, p.Part.Ref))
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

// masked puts a mark for each text in a value that is too short to be searched
// for.
func masked(v jsonval.Value) jsonval.Value {
	return jsonval.MapStrings(v, func(s string) jsonval.Value {
		if s != "" && isShort(s) {
			s = redact.Mark
		}
		return jsonval.StringValue(s)
	})
}

// maskedSteps masks the credentials among what the steps extracted.
func (x *runner) maskedSteps(steps jsonval.Value) jsonval.Value {
	var b jsonval.Builder
	for _, step := range steps.Members() {
		b.Set(step.Key, x.maskedStep(step.Key, step.Value))
	}
	return b.Value()
}

// maskedStep masks what one step extracted; a list, what it did for each item.
func (x *runner) maskedStep(id string, v jsonval.Value) jsonval.Value {
	switch v.Kind() {
	case jsonval.Array:
		all := make([]jsonval.Value, v.Len())
		for i, item := range v.Items() {
			all[i] = x.maskedStep(id, item)
		}
		return jsonval.ArrayValue(all)
	case jsonval.Object:
		var b jsonval.Builder
		for _, m := range v.Members() {
			if x.isCredential(id, m.Key) {
				m.Value = masked(m.Value)
			}
			b.Set(m.Key, m.Value)
		}
		return b.Value()
	}
	return v
}

// withhold keeps the secrets of a request that are too short to be searched
// for out of all that is written: the request is rendered once more with marks
// in their places, and shown so. Where that fails, nothing of it is shown.
func (x *runner) withhold(step string, r *recipe.Request, s *scope, req *fetch.Request) {
	hidden := *s
	hidden.masked = true
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
