// Package redact keeps the secrets of a run and takes them out of whatever the
// tools write.
//
// A secret is found in every form in which programs pass text on: as it is,
// percent-encoded, with JSON's or HTML's escapes, as hexadecimal digits, as
// base64 at any offset, and in mixtures of these. It is replaced by Mark.
//
// Redaction works on whole records before they are written: a secret that is
// cut in two by a buffer is not found in either half.
package redact

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Mark stands where a secret stood.
const Mark = "[redacted]"

// MinLength is how many characters a value must have to be searched for: a
// shorter one would be found in honest text all the time.
const MinLength = 8

// Registry is the set of secrets of one run. It may be used by any number of
// goroutines. The zero Registry is empty and ready for use; a nil one knows no
// secrets and takes none.
type Registry struct {
	mu     sync.RWMutex
	index  index
	known  map[string]bool // values that were added
	public grams           // of the public texts

	withheld []withheld // longest first
}

// Options say how a value is searched for.
type Options struct {
	// Unless are texts that hold nothing secret: the recipe file, the
	// params. A value that stands in one of them is not searched for, and
	// parts of it that stand there are left alone. It is meant for values
	// read from a page's address or elements, which often are no secrets.
	Unless []string
}

// New makes a registry. What stands in the public texts (the recipe file) is
// not taken for a part of a secret; a secret that stands there whole still is
// one.
func New(public ...string) *Registry {
	r := &Registry{}
	for _, text := range public {
		r.public.add(text)
	}
	return r
}

// Add registers a secret, WTF-8 as jsonval has it, and reports whether it will be searched for. Where it
// reports false (the value has fewer than MinLength characters, or stands in
// one of opts.Unless), it is for the caller to leave the value out wherever it
// writes one, or to add it with its surroundings ("pin=1234").
//
// What filters and templates make of a secret is a secret of its own.
func (r *Registry) Add(value string, opts Options) bool {
	if r == nil || utf8.RuneCountInString(jsonval.ToUTF8(strings.TrimSpace(value))) < MinLength {
		return false
	}
	for _, text := range opts.Unless {
		if strings.Contains(text, value) || strings.Contains(text, quoted(value)) {
			return false
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known[value] {
		return true
	}
	if r.known == nil {
		r.known = map[string]bool{}
	}
	r.known[value] = true
	public := []*grams{&r.public}
	for _, text := range opts.Unless {
		g := new(grams)
		g.add(text)
		public = append(public, g)
	}
	r.index.add(value, public)
	if m := mangled(value); m != value {
		r.index.add(m, public)
	}
	return true
}

// mangled is a value whose bytes were read as Latin-1, as those of a header
// field are.
func mangled(value string) string {
	var b strings.Builder
	for _, c := range []byte(value) {
		b.WriteRune(rune(c))
	}
	return b.String()
}

// quoted is a value as a JSON text holds it, without the quotes.
func quoted(value string) string {
	b := jsonval.AppendString(nil, value)
	return string(b[1 : len(b)-1])
}

// Text redacts a record that is no output: a message, a trace, a part of a
// HAR or of a report, the text of a crash. Whole secrets are taken out, and
// runs of 12 and more characters of one. The text may be any bytes; what is
// UTF-8 stays UTF-8.
func (r *Registry) Text(s string) string {
	return r.replace(r.withhold(s), true)
}

// Value is Text for every string and number in a value, names of members
// included.
func (r *Registry) Value(v jsonval.Value) jsonval.Value {
	out, _ := r.value(v, true)
	return out
}

// Output redacts the output of a run: whole secrets are taken out, and nothing
// else is touched.
func (r *Registry) Output(v jsonval.Value) jsonval.Value {
	out, _ := r.value(v, false)
	return out
}

// Empty reports whether no secret is searched for.
func (r *Registry) Empty() bool {
	if r == nil {
		return true
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.index.keys == 0
}

// replace puts Mark where secrets stand.
func (r *Registry) replace(s string, runs bool) string {
	if r == nil || len(s) < MinLength {
		return s
	}
	r.mu.RLock()
	spans := r.index.find(s, runs)
	r.mu.RUnlock()
	if len(spans) == 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	at := 0
	for _, span := range merge(spans) {
		b.WriteString(s[at:span.from])
		b.WriteString(Mark)
		at = span.to
	}
	b.WriteString(s[at:])
	return b.String()
}

// value redacts a value. It gives the same value where nothing was found.
// Values nest no deeper than the parser and the evaluator let them.
func (r *Registry) value(v jsonval.Value, runs bool) (out jsonval.Value, changed bool) {
	switch v.Kind() {
	case jsonval.String:
		s := v.Str()
		if redacted := r.replace(s, runs); redacted != s {
			return jsonval.StringValue(redacted), true
		}
	case jsonval.Number:
		for _, s := range []string{v.Source(), jsonval.FormatNumber(v.Float())} {
			if redacted := r.replace(s, runs); redacted != s {
				return jsonval.StringValue(redacted), true
			}
		}
	case jsonval.Array:
		items := v.Items()
		var copied []jsonval.Value
		for i, item := range items {
			redacted, changed := r.value(item, runs)
			if changed && copied == nil {
				copied = append([]jsonval.Value(nil), items...)
			}
			if changed {
				copied[i] = redacted
			}
		}
		if copied != nil {
			return jsonval.ArrayValue(copied), true
		}
	case jsonval.Object:
		members := v.Members()
		var copied []jsonval.Member
		for i, m := range members {
			key := r.replace(m.Key, runs)
			redacted, changed := r.value(m.Value, runs)
			changed = changed || key != m.Key
			if changed && copied == nil {
				copied = append([]jsonval.Member(nil), members...)
			}
			if changed {
				copied[i] = jsonval.Member{Key: key, Value: redacted}
			}
		}
		if copied != nil {
			return jsonval.ObjectValue(copied), true
		}
	}
	return v, false
}
