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
	all := t.Parts()
	count := 0
	for i := range all {
		if reads(all[i].Ref) {
			count++
		}
	}
	if count == 0 {
		return nil
	}
	uses := f.memory.uses.Make(count)[:0]
	for i := range all {
		ref := all[i].Ref
		if !reads(ref) {
			continue
		}
		path := f.names(ref)
		u := Use{Root: path[0], Path: path[1:], Span: at(ref.Head.Span.Start, ref.Head.Span.End), Ref: ref}
		f.labels(&u, sc, path)
		u.finish()
		uses = append(uses, u)
	}
	return uses
}

// reads reports whether a part of a template with this reference reads a value.
func reads(ref *template.Reference) bool {
	return ref != nil && !ref.Head.Quoted && ref.Head.Root != ""
}

// names are the names of a reference's path, the root first.
func (f *Flow) names(ref *template.Reference) []string {
	path := f.memory.names.Make(1 + len(ref.Head.Path))[:1]
	path[0] = ref.Head.Root
	for i := range ref.Head.Path {
		if seg := &ref.Head.Path[i]; !seg.IsIndex {
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
// filter is `path` stands in the path, and may bring a query too. Of a URL that
// is a Sink, its Parts are these.
func URLParts(t *recipe.Template) []URLPart {
	parts := t.Parts()
	all := make([]URLPart, 0, len(parts)+2) // the text that holds the host has the path too
	region := Head
	for i := range parts {
		part := &parts[i]
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
	from, i := 0, 0
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
			all = appendText(all, region, text, from, i, span.Start)
			region, from = next, i
		}
	}
	return appendText(all, region, text, from, len(text), span.Start), region
}

// appendText adds a part of a literal that begins at a place of the template.
func appendText(all []URLPart, region Region, text string, from, to, at int) []URLPart {
	if from == to {
		return all
	}
	return append(all, URLPart{Region: region, Text: text[from:to], Span: diag.Span{Start: at + from, End: at + to}})
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
