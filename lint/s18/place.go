package s18

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/parts"
	"github.com/wield-run/wield/lint/zone"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// place holds the id to the place of the file:
// recipes/<site-id>/<slug>.json.
func place(p *lint.Pass) {
	for _, d := range p.Found {
		if d.Code == "F5" && (d.Pointer == "/id" || d.Pointer == "/site/id") {
			p.Report(lint.Finding{Check: "place", Name: d.Name, Node: parts.At(p.Root(), d), Span: d.Span, Message: d.Message, Hint: d.Hint, Fix: d.Fix})
			return
		}
	}
	id := p.Root().Member("id")
	if id == nil || id.Kind != jsonval.String {
		return
	}
	if device := recipe.DeviceName(p.Recipe.ID); device != "" {
		p.Errorf("place", "device-name", id, "choose another name", "`id` is %s, but Windows cannot have a file named %s", diag.Quote(p.Recipe.ID, 80), diag.Quote(device, 70))
		return
	}
	if p.Place == "" {
		return
	}
	dir, base := path.Dir(p.Place), path.Base(p.Place)
	name := recipe.ParseFileName(base)
	want := path.Base(dir) + "/" + name.Slug
	switch {
	case path.Base(path.Dir(dir)) != "recipes" || !strings.HasSuffix(base, ".json"):
		p.Report(lint.Finding{Check: "place", Name: "outside-of-recipes", Span: lint.HeadSpan(p.Root()), Message: "the file does not stand in recipes/<site-id>/",
			Hint: "a recipe is published from recipes/" + p.Recipe.ID + ".json"})
	case p.Recipe.ID != want:
		p.Errorf("place", "other-place", id, "write `"+diag.Escape(want)+"`, or move the file to recipes/"+diag.Escape(p.Recipe.ID)+".json",
			"`id` is %s, but the file stands at %s", diag.Quote(p.Recipe.ID, 80), diag.Quote("recipes/"+path.Base(dir)+"/"+base, 100))
	}
}

// site holds site.id to the origin: the registrable domain, or a host between
// it and the origin's.
func site(p *lint.Pass) {
	n := p.Recipe.Site.Node.Member("id")
	host := zone.Host(p.Recipe.Site.Origin)
	id := p.Recipe.Site.ID
	if n == nil || id == "" || host == "" {
		return
	}
	for _, d := range p.Found {
		if d.Code == "F5" && d.Pointer == "/id" {
			return // told by place: the two ids differ
		}
	}
	domain := p.Zone().Domain()
	above := host == id || strings.HasSuffix(host, "."+id)
	inside := domain == "" || id == domain || strings.HasSuffix(id, "."+domain)
	if above && inside {
		return
	}
	hint := "write the site's own domain"
	if domain != "" {
		hint = "write `" + domain + "`"
	}
	p.Errorf("place", "foreign-site", n, hint, "`site.id` is %s, but `site.origin` is a host of %s", diag.Quote(id, 60), diag.Quote(first(domain, host), 60))
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// versions looks at the older versions beside the file: all of them are there,
// each is what its name says, and the current one stands there unchanged or
// not at all.
func versions(p *lint.Pass) {
	r := p.Recipe
	n := p.Root().Member("version")
	if p.Place == "" || n == nil || r.Version < 1 {
		return
	}
	report := func(name, message, hint string) {
		p.Report(lint.Finding{Check: "versions", Name: name, Node: n, Message: message, Hint: hint})
	}
	known := map[int]bool{}
	for i := range p.Older {
		o := &p.Older[i]
		known[o.Version] = true
		file := diag.Quote(path.Base(o.Name), 80)
		errors, _ := diag.Count(o.Found)
		switch {
		case o.Version > r.Version:
			report("newer-version", fmt.Sprintf("`version` is %d, but %s stands beside it", r.Version, file), "raise `version`, or remove that file")
		case o.Version == r.Version && !bytes.Equal(o.Text, p.Source().Text):
			report("changed-version", fmt.Sprintf("%s is version %d too, and differs from this file", file, r.Version), "raise `version`: what was published under a number stays as it is")
		case o.Version == r.Version:
		case o.Recipe.Root == nil || errors > 0:
			report("invalid-version", fmt.Sprintf("the older version %s is not valid%s", file, firstError(o.Found)), "put back the file as it was published")
		case o.Recipe.Version != o.Version:
			report("misnamed-version", fmt.Sprintf("%s says that it is version %d", file, o.Recipe.Version), "put back the file as it was published")
		case o.Recipe.ID != r.ID:
			report("foreign-version", fmt.Sprintf("%s is a version of %s, not of %s", file, diag.Quote(o.Recipe.ID, 80), diag.Quote(r.ID, 80)), "a recipe with another id begins at version 1")
		}
	}
	var missing []string
	for v := 1; v < r.Version && len(missing) < 4; v++ {
		if !known[v] {
			missing = append(missing, fmt.Sprintf("%s.v%d.json", recipe.ParseFileName(path.Base(p.Place)).Slug, v))
		}
	}
	if len(missing) == 4 {
		missing[3] = "…"
	}
	if len(missing) > 0 {
		report("missing-version", fmt.Sprintf("`version` is %d, but there is no %s beside the file", r.Version, diag.Escape(strings.Join(missing, ", "))),
			"keep each older version as <slug>.v<N>.json; a version is one more than the last")
	}
}

func firstError(found []*diag.Diagnostic) string {
	for _, d := range found {
		if d.Severity == diag.Error {
			return ": " + d.Message
		}
	}
	return ""
}

// twins warns of other recipes of the site that a person may take for this
// one: once for their ids and once for their tasks, however many they are.
func twins(p *lint.Pass) {
	r := p.Recipe
	var ids, tasks []*recipe.Recipe
	for _, s := range p.Siblings {
		switch {
		case s.ID == r.ID && s.Task == r.Task:
			// The same recipe in another file: its place is wrong.
		case s.ID != r.ID && alike(s.ID, r.ID):
			ids = append(ids, s)
		case alike(s.Task, r.Task):
			tasks = append(tasks, s)
		}
	}
	if len(ids) > 0 {
		p.Warnf("twin", "twin-id", p.Root().Member("id"), "rename one of them", "the id %s looks like %s of another recipe%s", diag.Quote(r.ID, 80), diag.Quote(ids[0].ID, 80), andMore(ids))
	}
	if len(tasks) > 0 {
		p.Warnf("twin", "twin-task", p.Root().Member("task"), "say what sets them apart", "the recipe %s has the same task%s: %s", diag.Quote(tasks[0].ID, 80), andMore(tasks), diag.Quote(tasks[0].Task, 80))
	}
}

// andMore counts the recipes after the first.
func andMore(all []*recipe.Recipe) string {
	if len(all) == 1 {
		return ""
	}
	return fmt.Sprintf(" (and %d more)", len(all)-1)
}
