package jmespath

import "github.com/wield-run/wield/pkg/diag"

// suggest tells what may have been meant by an unknown function.
func suggest(name string) string {
	if hint := foreign(name); hint != "" {
		return hint
	}
	names := make([]string, len(functions))
	for i := range functions {
		names[i] = functions[i].Name
	}
	return diag.DidYouMean(diag.Cut(name, maxQuote), names)
}

// foreign tells how JMESPath does what functions of other languages do.
func foreign(name string) string {
	switch name {
	case "len", "size", "count":
		return "write length(…)"
	case "to_lower", "tolower", "toLowerCase", "lowercase", "downcase":
		return "write lower(…)"
	case "to_upper", "toupper", "toUpperCase", "uppercase", "upcase":
		return "write upper(…)"
	case "substr", "substring", "slice":
		return "slice the text: text[0:5]"
	case "concat":
		return "write join('', [a, b])"
	case "filter", "where", "select":
		return "write list[?condition]"
	case "flatten", "flat":
		return "write list[]"
	case "first", "head":
		return "write list[0]"
	case "last":
		return "write list[-1]"
	case "int", "float", "number", "parse_int", "parseInt", "parseFloat":
		return "write to_number(…)"
	case "str", "string", "toString", "to_json", "stringify":
		return "write to_string(…)"
	case "round":
		return "write floor(x + `0.5`)"
	case "index_of", "indexOf", "find":
		return "write find_first(text, part)"
	case "unique", "uniq", "distinct":
		return "write keys(group_by(list, &name)) for the different names"
	case "entries", "to_entries":
		return "write items(…)"
	case "from_entries":
		return "write from_items(…)"
	case "if", "iff":
		return "write condition ? yes : no"
	case "coalesce", "default":
		return "write not_null(a, b)"
	case "match", "regex", "test":
		return "JMESPath has no regular expressions: use contains, starts_with or ends_with"
	}
	return ""
}
