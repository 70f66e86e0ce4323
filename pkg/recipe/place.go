package recipe

import (
	"bytes"
	"path"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// FileName is what the name of a recipe file says.
type FileName struct {
	Slug    string
	Version int // of <slug>.v<N>.json; 0: the current version
}

// ParseFileName reads the name of a recipe file, without folders.
func ParseFileName(base string) FileName {
	slug := strings.TrimSuffix(base, ".json")
	if i := strings.LastIndex(slug, ".v"); i >= 0 {
		if n, err := strconv.Atoi(slug[i+2:]); err == nil && n > 0 && strconv.Itoa(n) == slug[i+2:] {
			return FileName{slug[:i], n}
		}
	}
	return FileName{Slug: slug}
}

// Older is another version of a recipe that stands beside it.
type Older struct {
	Name    string
	Version int // as its name says
	Text    []byte
}

// CheckPlace holds a recipe to the place of its file, judged by the last three
// parts of the absolute path with slashes: recipes/<site-id>/<slug>.json, or
// <slug>.v<N>.json for an older version. Outside of a folder recipes/ there is
// one warning. What it finds never stops a run.
func CheckPlace(r *Recipe, place string) []*diag.Diagnostic {
	if r.Root == nil || place == "" {
		return nil
	}
	c := newChecker(r)
	dir, base := path.Dir(place), path.Base(place)
	folder, site := path.Base(path.Dir(dir)), path.Base(dir)
	name := ParseFileName(base)
	id := r.Root.Member("id")
	switch {
	case folder != "recipes":
		d := c.Span(codePlace, r.Root, diag.Span{Start: r.Root.Span.Start, End: r.Root.Span.Start + 1},
			"a recipe is published from recipes/<site-id>/<slug>.json", "the file stands outside of a folder recipes/<site-id>/")
		d.Severity = diag.Warning
	case id != nil && id.Kind == jsonval.String && r.ID != site+"/"+name.Slug && isSlug(slugOf(r.ID)):
		hint := "move the file to recipes/" + r.ID + ".json"
		if isSiteID(site) && isSlug(name.Slug) && len(name.Slug) <= maxSlug {
			hint = "write `" + site + "/" + name.Slug + "`, or " + hint
		}
		c.At(codePlace, id, hint,
			"`id` is %s, but the file is %s", diag.Quote(r.ID, 80), diag.Quote("recipes/"+site+"/"+base, 100))
	}
	if device := DeviceName(r.ID); device != "" && id != nil && id.Kind == jsonval.String {
		c.At(codePlace, id, "choose another name", "`id` is %s, but Windows cannot have a file named %s", diag.Quote(r.ID, 80), diag.Quote(device, 70))
	}
	if v := r.Root.Member("version"); name.Version > 0 && v != nil && r.Version > 0 && r.Version != name.Version {
		c.At(codeVersion, v, "write "+strconv.Itoa(name.Version), "`version` is %d, but the file's name says %d", r.Version, name.Version)
	}
	return c.Sorted(r.Source.Name)
}

// DeviceName gives the part of an id that Windows takes for the name of a
// device, whatever stands behind its first dot, so that nobody there could have
// its file: "con", "aux.de". "" means that there is none.
func DeviceName(id string) string {
	for name := range strings.SplitSeq(id, "/") {
		stem, _, _ := strings.Cut(name, ".")
		switch stem = strings.ToLower(stem); stem {
		case "con", "prn", "aux", "nul":
			return name
		}
		port, ok := strings.CutPrefix(stem, "com")
		if !ok {
			port, ok = strings.CutPrefix(stem, "lpt")
		}
		if ok && len(port) == 1 && '0' <= port[0] && port[0] <= '9' {
			return name
		}
	}
	return ""
}

func slugOf(id string) string {
	_, slug, _ := strings.Cut(id, "/")
	return slug
}

// CheckVersions holds the current file of a recipe to the older versions
// beside it.
func CheckVersions(r *Recipe, older []Older) []*diag.Diagnostic {
	if r.Root == nil || r.Version == 0 {
		return nil
	}
	c := newChecker(r)
	v := r.Root.Member("version")
	for _, o := range older {
		switch {
		case o.Version > r.Version:
			c.At(codeVersion, v, "raise `version`, or remove that file", "`version` is %d, but %s stands beside it", r.Version, o.Name)
		case o.Version == r.Version && !bytes.Equal(o.Text, r.Source.Text):
			c.At(codeVersion, v, "raise `version`, or make the two the same again", "%s is version %d too, and differs from this file", o.Name, r.Version)
		}
	}
	return c.Sorted(r.Source.Name)
}
