package derive

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
	"github.com/wield-run/wield/pkg/markdown/format"
)

// pair is a member of an object, its value as JSON text. Written this way,
// members keep their order, whatever their names.
type pair struct{ name, value string }

func quote(s string) string { return string(jsonval.AppendString(nil, s)) }

// object writes members, one a line, or all on one line.
func object(indent string, members []pair, oneLine bool) string {
	if len(members) == 0 {
		return "{}"
	}
	var b strings.Builder
	b.WriteByte('{')
	for i, m := range members {
		switch {
		case i > 0 && oneLine:
			b.WriteString(", ")
		case i > 0:
			b.WriteByte(',')
		case oneLine:
			b.WriteByte(' ')
		}
		if !oneLine {
			b.WriteString("\n" + indent + "  ")
		}
		b.WriteString(quote(m.name) + ": " + m.value)
	}
	if oneLine {
		b.WriteString(" }")
	} else {
		b.WriteString("\n" + indent + "}")
	}
	return b.String()
}

// write gives the draft as a JSON text.
func write(d *Draft, c *candidate, fields []field, paging paging) []byte {
	members := []pair{
		{"schemaVersion", strconv.Itoa(markdown.SchemaVersion)},
		{"name", quote(title(c))},
		{"select", quote(c.Select)},
		{"mode", quote(c.Mode.String())},
	}
	var columns, record []pair
	heading := ""
	labels, keys := map[string]bool{}, map[string]bool{}
	for i := range fields {
		f := &fields[i]
		if heading == "" && titleLike(f.name()) {
			heading = f.path
		}
		columns = append(columns, pair{unique(labels, f.label(), f.path), spec(c, f)})
		if f.path != "." {
			record = append(record, pair{unique(keys, f.key(), f.path), quote(f.path)})
		}
	}
	members = append(members, pair{"fields", object("  ", columns, false)})
	if c.Mode == markdown.Documents && heading != "" && !strings.Contains(heading, "}}") {
		members = append(members, pair{"title", quote("{{" + heading + "}}")})
	}
	if len(record) > 0 {
		members = append(members, pair{"record", object("  ", record, false)})
	}
	if paging.kind != markdown.NoPages {
		members = append(members, pair{"pagination", object("  ", append([]pair{{"type", quote(paging.kind.String())}}, paging.members...), true)})
	}
	var notes bytes.Buffer
	for i, note := range d.Notes() {
		if i > 0 {
			notes.WriteString(",")
		}
		notes.WriteString("\n    " + quote(note))
	}
	members = append(members, pair{"notes", "[" + notes.String() + "\n  ]"})
	return []byte(object("", members, false) + "\n")
}

// title is the recipe's name: what the list is called.
func title(c *candidate) string {
	for i := len(c.path) - 1; i >= 0; i-- {
		name := c.path[i]
		if likely(name) || in(name, "edges", "nodes", "hits", "value", "values", "embedded", "list", "rows", "response", "result", "item", "record") {
			continue
		}
		if l := label(name); l != "" {
			return diag.Cut(l, maxNameLen)
		}
	}
	switch {
	case c.Mode == markdown.Document:
		return sampleName
	case len(c.path) > 0 && label(lastName(c.path)) != "":
		return label(lastName(c.path))
	}
	return "Items"
}

// shown are the names without that of what only wraps the fields.
func (f *field) shown() []string {
	if len(f.names) == 2 && (f.inside || in(f.names[0], "attributes", "properties", "source", "fields", "node")) {
		return f.names[1:]
	}
	return f.names
}

func (f *field) label() string {
	names := f.shown()
	switch {
	case f.path == ".":
		return "Value"
	case strings.HasPrefix(f.path, "[") && len(f.names) == 1 && f.names[0] == f.path:
		return "Column " + strings.Trim(f.path, "[]")
	}
	if l := label(names...); l != "" {
		return diag.Cut(l, maxNameLen)
	}
	return f.path
}

// key is the field's name in the records.
func (f *field) key() string {
	names := f.shown()
	if f.names[0] == f.path && strings.HasPrefix(f.path, "[") {
		return "column" + strings.Trim(f.path, "[]")
	}
	return strings.Join(names, "_")
}

// unique gives a name that is not taken yet: the wanted one, else the path.
func unique(taken map[string]bool, name, path string) string {
	for n := 2; taken[name]; n++ {
		name = path
		if taken[name] {
			name = path + " " + strconv.Itoa(n)
		}
	}
	taken[name] = true
	return name
}

// spec is a field's path, with its format where it has one.
func spec(c *candidate, f *field) string {
	members := []pair{{"path", quote(f.path)}}
	if f.format != format.Text {
		members = append(members, pair{"format", quote(f.format.String())})
	}
	if f.long && c.Mode != markdown.Table {
		members = append(members, pair{"maxChars", strconv.Itoa(documentChars)})
	}
	if len(members) == 1 {
		return members[0].value
	}
	return object("", members, true)
}
