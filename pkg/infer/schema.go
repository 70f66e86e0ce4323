package infer

import (
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
)

// schema writes down what the samples have in common.
func (s *shape) schema(depth int) jsonval.Value {
	var b jsonval.Builder
	types := s.types()
	switch len(types) {
	case 0:
		return b.Value()
	case 1:
		b.Set("type", types[0])
	default:
		b.Set("type", jsonval.ArrayValue(types))
	}
	if s.seen[jsonval.String] > 0 {
		s.text.schema(&b)
	}
	if s.seen[jsonval.Array] > 0 {
		b.Set("maxItems", jsonval.IntValue(roomy(s.longest, 100)))
		if s.items != nil && depth < maxDepth {
			b.Set("items", s.items.schema(depth+1))
		}
	}
	if s.seen[jsonval.Object] > 0 && depth < maxDepth {
		s.properties(&b, depth)
	}
	return b.Value()
}

// types are the types of the samples, null last; none where all are null, or
// where one of them is of no type.
func (s *shape) types() []jsonval.Value {
	var types []jsonval.Value
	if s.huge {
		return nil
	}
	for _, kind := range []jsonval.Kind{jsonval.Bool, jsonval.Number, jsonval.String, jsonval.Array, jsonval.Object} {
		name := kind.String()
		if kind == jsonval.Number && !s.float {
			name = "integer"
		}
		if s.seen[kind] > 0 {
			types = append(types, jsonval.StringValue(name))
		}
	}
	if s.seen[jsonval.Null] > 0 && len(types) > 0 {
		types = append(types, jsonval.StringValue("null"))
	}
	return types
}

func (s *shape) properties(b *jsonval.Builder, depth int) {
	if len(s.members) > maxMembers {
		s.unname()
	}
	if s.values != nil {
		b.Set("additionalProperties", s.values.schema(depth+1))
		return
	}
	var properties jsonval.Builder
	var required []jsonval.Value
	for _, m := range s.members {
		properties.Set(m.name, m.schema(depth+1))
		if m.count == s.seen[jsonval.Object] {
			required = append(required, jsonval.StringValue(m.name))
		}
	}
	b.Set("properties", properties.Value())
	if len(required) > 0 {
		b.Set("required", jsonval.ArrayValue(required))
	}
	b.Set("additionalProperties", jsonval.BoolValue(false))
}

// roomy gives a round limit of at least twice what was seen.
func roomy(seen, least int) int {
	limit := least
	for limit < 2*seen {
		switch {
		case strings.HasPrefix(jsonval.FormatNumber(float64(limit)), "2"):
			limit = limit / 2 * 5
		default:
			limit *= 2
		}
	}
	return limit
}

// Measure reports whether a member's name says that its numbers are measured
// or paid, so that those which are whole are so by chance.
func Measure(name string) bool {
	name = strings.ToLower(name)
	for _, word := range []string{
		"amount", "average", "avg", "betrag", "cost", "distance", "gewicht", "height", "lat", "latitude", "length", "lng", "lon",
		"longitude", "percent", "preis", "price", "prix", "rate", "rating", "ratio", "score", "temperature", "weight", "width",
	} {
		rest, ok := strings.CutPrefix(name, word)
		if ok && (rest == "" || rest[0] == '_' || rest == "s" || rest == "value") || strings.HasSuffix(name, "_"+word) || len(word) > 4 && strings.HasSuffix(name, word) {
			return true
		}
	}
	return false
}
