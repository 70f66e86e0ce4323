package jmespath

import "github.com/wield-run/wield/pkg/diag"

// suggest tells what may have been meant by an unknown function.
func suggest(name string) string {
	if hint := foreign(name); hint != "" {
		return hint
	}
	best, distance := "", 3
	if len(name) < 4 {
		distance = 2
	}
	if len(name) <= maxQuote {
		for i := range functions {
			if d := editDistance(name, functions[i].Name); d < distance {
				best, distance = functions[i].Name, d
			}
		}
	}
	if best != "" {
		return "did you mean " + diag.Quote(best, maxQuote) + "?"
	}
	return ""
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

// editDistance is how many letters must be added, dropped or replaced.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
