package jmespath

import "github.com/wield-run/wield/pkg/jsonval"

// Identifier writes a member's name as an expression reads it: as it is where
// it is a plain one, else in double quotes.
func Identifier(name string) string {
	for i, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return string(jsonval.AppendString(nil, name))
		}
	}
	if name == "" {
		return `""`
	}
	return name
}
