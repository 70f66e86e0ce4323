package infer

import (
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/jsonschema/format"
	"github.com/wield-run/wield/pkg/jsonval"
)

// formats are those that are looked for, the narrower first.
func formats() []string { return []string{"date-time", "date", "uri", "email", "uuid"} }

// maxFormatted is the length of the longest text that may have a format, in
// bytes: what is longer is none of them.
const maxFormatted = 2048

// texts are samples of one text.
type texts struct {
	count   int
	longest int    // in code points
	not     uint32 // formats that a sample does not have, by their place in formats
}

func (t *texts) add(s string) {
	t.count++
	t.longest = max(t.longest, utf8.RuneCountInString(s))
	for i, name := range formats() {
		if t.not&(1<<i) == 0 && !has(name, s) {
			t.not |= 1 << i
		}
	}
}

func (t *texts) merge(o *texts) {
	t.count += o.count
	t.longest = max(t.longest, o.longest)
	t.not |= o.not
}

// format is the one that all samples have, "" where there is none.
func (t *texts) format() string {
	for i, name := range formats() {
		if t.count > 0 && t.not&(1<<i) == 0 {
			return name
		}
	}
	return ""
}

func (t *texts) schema(b *jsonval.Builder) {
	name := t.format()
	if name != "" {
		b.Set("format", jsonval.StringValue(name))
	}
	switch name {
	case "date", "uuid":
	case "date-time":
		b.Set("maxLength", jsonval.IntValue(40))
	default:
		b.Set("maxLength", jsonval.IntValue(roomy(t.longest, 100)))
	}
}

// has reports whether a text is of a format, and would be written in no other
// way by chance: of addresses only those of the web count.
func has(name, s string) bool {
	if len(s) > maxFormatted {
		return false
	}
	if name == "uri" && !strings.HasPrefix(s, "https://") && !strings.HasPrefix(s, "http://") {
		return false
	}
	return format.Check(name, s)
}
