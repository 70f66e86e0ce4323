package redact

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// withheld is a record that is shown as another text.
type withheld struct{ text, shown string }

// Withhold keeps a whole record out of what is written: where text is the
// record, or is long enough and stands inside one, shown stands instead. It is
// for records that hold a secret which is too short to be searched for.
func (r *Registry) Withhold(text, shown string) {
	if r == nil || text == shown {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if slices.Contains(r.withheld, withheld{text, shown}) {
		return
	}
	r.withheld = append(r.withheld, withheld{text, shown})
	slices.SortStableFunc(r.withheld, func(a, b withheld) int { return len(b.text) - len(a.text) })
}

// withhold applies Withhold.
func (r *Registry) withhold(s string) string {
	if r == nil {
		return s
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, w := range r.withheld {
		if s == w.text {
			return w.shown
		}
		if len(w.text) >= MinLength {
			s = strings.ReplaceAll(s, w.text, w.shown)
		}
	}
	return s
}

// minTail is how much of a secret must stand before a cut to be taken for it.
const minTail = 3

// Message is Text for a sentence in which values may be cut with an ellipsis:
// what stands of a secret in front of the cut goes too.
func (r *Registry) Message(s string) string {
	s = r.Text(s)
	if r == nil || !strings.Contains(s, "…") {
		return s
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	parts := strings.SplitAfter(s, "…")
	for i, part := range parts {
		if strings.HasSuffix(part, "…") {
			parts[i] = r.cutTail(strings.TrimSuffix(part, "…")) + "…"
		}
	}
	return strings.Join(parts, "")
}

// cutTail replaces the longest front part of a secret at the end of a text.
func (r *Registry) cutTail(s string) string {
	longest := 0
	for secret := range r.known {
		for _, form := range []string{secret, quoted(secret), url.QueryEscape(secret), url.PathEscape(secret)} {
			for n := min(len(form), len(s)); n >= minTail && n > longest; n-- {
				if utf8.RuneCountInString(form[:n]) >= minTail && strings.HasSuffix(s, form[:n]) {
					longest = n
				}
			}
		}
	}
	if longest == 0 {
		return s
	}
	return s[:len(s)-longest] + Mark
}
