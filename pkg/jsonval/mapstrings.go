package jsonval

// MapStrings is a value with another in the place of each of its strings. The
// names of members stay.
func MapStrings(v Value, f func(s string) Value) Value {
	switch v.Kind() {
	case String:
		return f(v.Str())
	case Array:
		items := make([]Value, v.Len())
		for i, item := range v.Items() {
			items[i] = MapStrings(item, f)
		}
		return ArrayValue(items)
	case Object:
		members := make([]Member, v.Len())
		for i, m := range v.Members() {
			members[i] = Member{m.Key, MapStrings(m.Value, f)}
		}
		return ObjectValue(members)
	}
	return v
}
