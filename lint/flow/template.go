package flow

import (
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

// templateUses gives what a template reads. at gives the place of a piece of
// its text in the file.
func (f *Flow) templateUses(at func(from, to int) diag.Span, t *template.Template, sc scope) []Use {
	var uses []Use
	for _, ref := range t.References() {
		if ref.Head.Quoted || ref.Head.Root == "" {
			continue
		}
		u := Use{Root: ref.Head.Root, Path: names(ref), Span: at(ref.Head.Span.Start, ref.Head.Span.End), Ref: ref}
		f.labels(&u, sc, append([]string{u.Root}, u.Path...))
		u.Labels = tidy(u.Labels)
		uses = append(uses, u)
	}
	return uses
}

// names are the names of a reference's path behind the root.
func names(ref *template.Reference) []string {
	var path []string
	for _, seg := range ref.Head.Path {
		if !seg.IsIndex {
			path = append(path, seg.Name)
		}
	}
	return path
}

// Region is the part of a URL in which something stands.
type Region uint8

// The regions of a URL.
const (
	Head      Region = iota + 1 // scheme and host, up to the first slash
	Path                        // from the first slash on
	QueryPart                   // from the first "?" on
	Fragment                    // from the first "#" on
)

// URLPart is a literal or a reference of a URL template and where it stands. A
// literal that reaches over several regions is cut into several parts.
type URLPart struct {
	Region Region
	Text   string              // of a literal
	Ref    *template.Reference // nil: a literal
	Span   diag.Span           // in the decoded text of the string (Node.TextSpan); of a reference with its braces
}

// Filter is the name of the last filter of a reference, "" where it has none.
func (p *URLPart) Filter() string {
	if p.Ref == nil || len(p.Ref.Filters) == 0 {
		return ""
	}
	return p.Ref.Filters[len(p.Ref.Filters)-1].Name
}

// URLParts takes a URL template apart. A reference in the head whose last
// filter is `path` stands in the path, and may bring a query too.
func URLParts(t *recipe.Template) []URLPart {
	var all []URLPart
	region := Head
	for i, part := range t.Parts() {
		if part.Ref != nil {
			p := URLPart{Region: region, Ref: part.Ref, Span: part.Span}
			if region == Head && p.Filter() == "path" {
				region, p.Region = Path, Path
			}
			all = append(all, p)
			continue
		}
		all, region = cutURL(all, region, part.Text, part.Span, i == 0)
	}
	return all
}

// cutURL cuts a literal where another region begins.
func cutURL(all []URLPart, region Region, text string, span diag.Span, first bool) ([]URLPart, Region) {
	if span.Len() != len(text) { // written with an escape: {{ '{{' }} is a reference, so there is none
		span.End = span.Start + len(text)
	}
	from := 0
	put := func(to int) {
		if to > from {
			all = append(all, URLPart{Region: region, Text: text[from:to], Span: diag.Span{Start: span.Start + from, End: span.Start + to}})
		}
		from = to
	}
	i := 0
	if first {
		i = schemeEnd(text)
	}
	for ; i < len(text); i++ {
		next := region
		switch c := text[i]; {
		case c == '#' && region < Fragment:
			next = Fragment
		case c == '?' && region < QueryPart:
			next = QueryPart
		case (c == '/' || c == '\\') && region < Path:
			next = Path
		}
		if next != region {
			put(i)
			region = next
		}
	}
	put(len(text))
	return all, region
}

// schemeEnd is where the host begins in the first text of a URL: behind the
// scheme and its slashes; 0 where there is no scheme.
func schemeEnd(text string) int {
	colon := strings.IndexByte(text, ':')
	if colon <= 0 || strings.ContainsAny(text[:colon], "/\\?#") {
		return 0
	}
	i := colon + 1
	for i < len(text) && (text[i] == '/' || text[i] == '\\') {
		i++
	}
	return i
}
