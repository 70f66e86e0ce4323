// Package written finds the texts that a template itself brings along: what
// stands between the references, and what stands quoted inside of them. All of
// it is the author's, wherever it hides.
package written

import (
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

// Text is a text that a template brings along.
type Text struct {
	Text string
	Span diag.Span // in the file; of a quoted text with its quotes

	// Filter is the name of the filter that the text is an argument of, ""
	// for any other text.
	Filter string
	Arg    int  // which argument, from 0
	Head   bool // a quoted text in the place of a path
}

// Of lists the texts of a template in their order.
func Of(t *recipe.Template) []Text {
	if t == nil {
		return nil
	}
	var all []Text
	parts := t.Parts()
	for i := range parts {
		part := &parts[i]
		if part.Ref == nil {
			all = append(all, Text{Text: part.Text, Span: t.Node.TextSpan(part.Span.Start, part.Span.End)})
			continue
		}
		all = append(all, OfRef(t, part.Ref)...)
	}
	return all
}

// OfRef lists the texts of one reference of a template.
func OfRef(t *recipe.Template, ref *template.Reference) []Text {
	var all []Text
	if ref.Head.Quoted {
		all = append(all, Text{Text: ref.Head.Text, Span: t.Node.TextSpan(ref.Head.Span.Start, ref.Head.Span.End), Head: true})
	}
	for _, call := range ref.Filters {
		for i, arg := range call.Args {
			if arg.Value.Kind() == jsonval.String {
				all = append(all, Text{Text: arg.Value.Str(), Span: t.Node.TextSpan(arg.Span.Start, arg.Span.End), Filter: call.Name, Arg: i})
			}
		}
	}
	return all
}

// Shown reports whether the text can be part of what the template renders to:
// what `replace` looks for, where `split` cuts and the tokens of `date` are
// not.
func (t *Text) Shown() bool {
	switch t.Filter {
	case "split", "date":
		return false
	case "replace":
		return t.Arg == 1
	}
	return true
}
