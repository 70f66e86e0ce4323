package files

import (
	"bytes"
	"strings"
)

// siteSchema begins the schema of every site recipe, of whatever version.
const siteSchema = "https://wield.run/schema/recipe/"

// looksLikeRecipe tells whether a text's top level has a `schema` of site
// recipes, or a `schemaVersion`. It does not parse: a recipe with a syntax
// error is still one.
func looksLikeRecipe(text []byte) bool {
	if !bytes.Contains(text, []byte(`"schema`)) {
		return false
	}
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			if depth == 0 && text[i] == '[' {
				return false
			}
			depth++
		case '}', ']':
			depth--
		case '"':
			word, end := stringAt(text, i)
			if depth == 1 {
				value, isName := valueAfter(text[end:])
				if isName && word == "schemaVersion" ||
					isName && word == "schema" && strings.HasPrefix(value, siteSchema) {
					return true
				}
			}
			i = end - 1
		}
	}
	return false
}

// stringAt gives the string that begins at i, and where the text goes on. Of
// the escapes only that of the slash is undone.
func stringAt(text []byte, i int) (word string, end int) {
	for j := i + 1; j < len(text); j++ {
		switch text[j] {
		case '\\':
			j++
		case '"':
			return strings.ReplaceAll(string(text[i+1:j]), `\/`, `/`), j + 1
		}
	}
	return "", len(text)
}

// valueAfter tells whether a colon follows, and gives the string behind it, if
// there is one.
func valueAfter(text []byte) (value string, isName bool) {
	const space = " \t\r\n"
	text, isName = bytes.CutPrefix(bytes.TrimLeft(text, space), []byte(":"))
	if text = bytes.TrimLeft(text, space); isName && len(text) > 0 && text[0] == '"' {
		value, _ = stringAt(text, 0)
	}
	return value, isName
}
