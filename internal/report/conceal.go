package report

import (
	"bytes"
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

// A finding may be about a text that must not be spread (diag.Diagnostic,
// Secrets). Whatever else is found on the same line would show it in its
// frame, and a finding of another rule may quote it. So it is hidden in all
// that is printed about its file.

// mask is what must not be shown of one file.
type mask struct {
	source  *diag.Source // with stars in its place, each byte one; nil where the text is not known
	secrets []string
	runs    map[string]bool // all pieces of the secrets of runLength bytes
}

// runLength is how many bytes of a secret in a row are too many to be shown.
const runLength = 12

// leastSecret is how long a secret must be to be looked for elsewhere than at
// its finding. Shorter ones would be found in every second word.
const leastSecret = 6

const stars = "********"

// concealed gives the report without what must not be shown.
func (r *Report) concealed() *Report {
	if r.masks != nil || !slices.ContainsFunc(r.Diagnostics, hasSecrets) {
		return r
	}
	of := map[string][]*diag.Diagnostic{}
	for _, d := range r.Diagnostics {
		if hasSecrets(d) {
			of[d.File] = append(of[d.File], d)
		}
	}
	shown := *r
	shown.masks = map[string]*mask{}
	for file, found := range of {
		shown.masks[file] = newMask(r.source(file), found)
	}
	shown.Diagnostics = make([]*diag.Diagnostic, len(r.Diagnostics))
	for i, d := range r.Diagnostics {
		shown.Diagnostics[i] = d
		if m := shown.masks[d.File]; m != nil {
			shown.Diagnostics[i] = m.finding(d)
		}
	}
	return &shown
}

// shown is the text of a file as it may be shown. Places are told by source.
func (r *Report) shown(file string) *diag.Source {
	if m := r.masks[file]; m != nil {
		return m.source
	}
	return r.source(file)
}

// Conceal gives the text of a file without what must not be shown, by what was
// found in it.
func Conceal(text []byte, found []*diag.Diagnostic) []byte {
	if !slices.ContainsFunc(found, hasSecrets) {
		return text
	}
	return newMask(diag.NewSource("", text), slices.DeleteFunc(slices.Clone(found), func(d *diag.Diagnostic) bool { return !hasSecrets(d) })).source.Text
}

func hasSecrets(d *diag.Diagnostic) bool { return len(d.Secrets) > 0 }

func newMask(source *diag.Source, found []*diag.Diagnostic) *mask {
	m := &mask{runs: map[string]bool{}}
	for _, d := range found {
		for _, secret := range d.Secrets {
			if len(secret) < leastSecret || slices.Contains(m.secrets, secret) {
				continue
			}
			m.secrets = append(m.secrets, secret)
			for i := 0; i+runLength <= len(secret); i++ {
				m.runs[secret[i:i+runLength]] = true
			}
		}
	}
	if source == nil {
		return m
	}
	text := bytes.Clone(source.Text)
	for _, d := range found {
		hide(text, d.Span.Start, d.Span.End)
	}
	for _, secret := range m.secrets {
		for from := 0; ; {
			i := bytes.Index(text[from:], []byte(secret))
			if i < 0 {
				break
			}
			hide(text, from+i, from+i+len(secret))
			from += i + len(secret)
		}
	}
	m.source = diag.NewSource(source.Name, text)
	return m
}

// hide puts stars over a piece of a text, but for the quotation marks around
// it and line breaks.
func hide(text []byte, from, to int) {
	from, to = max(from, 0), min(to, len(text))
	if to-from > 1 && text[from] == '"' && text[to-1] == '"' {
		from, to = from+1, to-1
	}
	for i := from; i < to; i++ {
		if text[i] != '\n' && text[i] != '\r' {
			text[i] = '*'
		}
	}
}

// finding gives a finding of the file without what must not be shown. A fix
// that would write it is left out.
func (m *mask) finding(d *diag.Diagnostic) *diag.Diagnostic {
	shown := *d
	shown.Message, shown.Hint, shown.Pointer = m.text(d.Message), m.text(d.Hint), m.text(d.Pointer)
	shown.Related = slices.Clone(d.Related)
	for i := range shown.Related {
		shown.Related[i].Message = m.text(shown.Related[i].Message)
	}
	if d.Fix != nil && slices.ContainsFunc(d.Fix.Edits, func(e diag.Edit) bool { return m.text(e.Text) != e.Text }) {
		shown.Fix = nil
	}
	return &shown
}

// text hides the secrets in a text: all of one, a long piece of one, and the
// beginning of one that was cut.
func (m *mask) text(s string) string {
	for _, secret := range m.secrets {
		s = strings.ReplaceAll(s, secret, stars)
	}
	var b strings.Builder
	from := 0 // what is before it has been written
	for i := 0; i < len(s); {
		if i+runLength > len(s) || !m.runs[s[i:i+runLength]] {
			i++
			continue
		}
		end := i + runLength
		for end < len(s) && m.runs[s[end-runLength+1:end+1]] {
			end++
		}
		b.WriteString(s[from:i] + stars)
		i, from = end, end
	}
	b.WriteString(s[from:])
	s = b.String()
	const cut = "…"
	for at := strings.Index(s, cut); at >= 0; {
		for _, secret := range m.secrets {
			if n := overlap(s[:at], secret); n > leastCut {
				s, at = s[:at-n]+stars+s[at:], at-n+len(stars)
			}
		}
		next := strings.Index(s[at+len(cut):], cut)
		if next < 0 {
			break
		}
		at += len(cut) + next
	}
	return s
}

// leastCut is how much of a secret's beginning may be shown, as the message
// about it does.
const leastCut = 4

// overlap is how long the beginning of a secret is in which a text ends.
func overlap(text, secret string) int {
	for n := min(len(text), len(secret)); n > 0; n-- {
		if strings.HasSuffix(text, secret[:n]) {
			return n
		}
	}
	return 0
}
