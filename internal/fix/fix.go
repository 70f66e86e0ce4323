// Package fix applies the edits that findings propose, and shows what they
// change.
package fix

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/wield-run/wield/pkg/diag"
)

// Apply makes the edits of all safe fixes of one text, and tells which
// findings were mended. Two fixes that touch the same place are not both made:
// the one that begins first is, and the other may be found and mended anew
// afterwards. A fix is made whole or not at all. The text itself is not
// changed.
func Apply(text []byte, found []*diag.Diagnostic) (mended []byte, done []*diag.Diagnostic) {
	var candidates []*diag.Diagnostic
	for _, d := range found {
		if d.Fix != nil && d.Fix.Safe && len(d.Fix.Edits) > 0 && fits(d.Fix.Edits, len(text)) {
			candidates = append(candidates, d)
		}
	}
	slices.SortStableFunc(candidates, func(a, b *diag.Diagnostic) int {
		return cmp.Compare(start(a.Fix.Edits), start(b.Fix.Edits))
	})
	var edits []diag.Edit // in order, none touching another
	for _, d := range candidates {
		if merged, ok := merge(edits, d.Fix.Edits); ok {
			edits = merged
			done = append(done, d)
		}
	}
	at := 0
	for _, e := range edits {
		mended = append(mended, text[at:e.Span.Start]...)
		mended = append(mended, e.Text...)
		at = e.Span.End
	}
	return append(mended, text[at:]...), done
}

// fits tells whether edits lie within a text.
func fits(edits []diag.Edit, length int) bool {
	return !slices.ContainsFunc(edits, func(e diag.Edit) bool {
		return e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > length
	})
}

func start(edits []diag.Edit) int {
	first := edits[0].Span.Start
	for _, e := range edits {
		first = min(first, e.Span.Start)
	}
	return first
}

// merge adds edits to ordered ones, unless two of them touch.
func merge(ordered, more []diag.Edit) ([]diag.Edit, bool) {
	all := slices.Concat(ordered, more)
	slices.SortStableFunc(all, func(a, b diag.Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	for i := 1; i < len(all); i++ {
		before, e := all[i-1].Span, all[i].Span
		if e.Start < before.End || e.Start == before.Start {
			return nil, false // which of two at one place comes first, nobody said
		}
	}
	return all, true
}

// Diff shows in the unified form what became of a file, or gives "" where
// nothing did. Control and invisible characters of the file are shown as
// escapes, and no line can be a workflow command of GitHub's.
func Diff(name string, before, after []byte) string {
	name = diag.Escape(name)
	text := diff.Diff(name, before, name, after)
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "diff ") {
			continue // the file's name stands in the two lines that follow
		}
		body := strings.TrimSuffix(line, "\n")
		end := line[len(body):]
		if strings.HasSuffix(body, "\r") { // a line break of another system
			body, end = body[:len(body)-1], "\r"+end
		}
		body = diag.EscapeLines(body)
		if bare := strings.TrimLeft(body, " \t"); strings.HasPrefix(bare, "::") {
			body = body[:len(body)-len(bare)] + `\x3a` + bare[1:]
		}
		b.WriteString(body + end)
	}
	return b.String()
}
