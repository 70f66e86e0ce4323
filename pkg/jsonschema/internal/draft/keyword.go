// Package draft reads a schema of draft 2020-12 from its file: the keywords as
// rules, the references bound, and what is wrong with it as findings.
package draft

import "github.com/wield-run/wield/pkg/jsonval"

// shape is what the value of a keyword must look like.
type shape uint8

const (
	unknownKeyword shape = iota
	anyValue             // const, default
	textValue            // a string
	boolValue
	numberValue
	countValue  // an integer of 0 or more
	schemaValue // a schema
	schemaList  // a list of schemas, not empty
	schemaMap   // an object of schemas
	nameList    // a list of different strings
	nameListMap // an object of such lists
	valueList   // any list
	typeValue   // a type or a list of types
	boolMap     // $vocabulary
)

// keyword is what the draft says of a keyword.
type keyword struct {
	shape shape
	// of says which types of values it is about; 0 for any.
	of Types
}

const (
	forNumbers = 1 << jsonval.Number
	forStrings = 1 << jsonval.String
	forArrays  = 1 << jsonval.Array
	forObjects = 1 << jsonval.Object
)

// keywordOf gives what the draft says of a name.
func keywordOf(name string) keyword {
	switch name {
	case "$schema", "$id", "$ref", "$dynamicRef", "$anchor", "$dynamicAnchor", "$comment",
		"title", "description", "format", "contentEncoding", "contentMediaType":
		return keyword{shape: textValue}
	case "$defs", "definitions":
		return keyword{shape: schemaMap}
	case "$vocabulary":
		return keyword{shape: boolMap}
	case "type":
		return keyword{shape: typeValue}
	case "const", "default":
		return keyword{shape: anyValue}
	case "enum", "examples":
		return keyword{shape: valueList}
	case "deprecated", "readOnly", "writeOnly":
		return keyword{shape: boolValue}
	case "allOf", "anyOf", "oneOf":
		return keyword{shape: schemaList}
	case "not", "if", "then", "else":
		return keyword{shape: schemaValue}
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return keyword{numberValue, forNumbers}
	case "minLength", "maxLength":
		return keyword{countValue, forStrings}
	case "pattern":
		return keyword{textValue, forStrings}
	case "contentSchema":
		return keyword{schemaValue, forStrings}
	case "minItems", "maxItems", "minContains", "maxContains":
		return keyword{countValue, forArrays}
	case "uniqueItems":
		return keyword{boolValue, forArrays}
	case "prefixItems":
		return keyword{schemaList, forArrays}
	case "items", "contains", "unevaluatedItems":
		return keyword{schemaValue, forArrays}
	case "minProperties", "maxProperties":
		return keyword{countValue, forObjects}
	case "required":
		return keyword{nameList, forObjects}
	case "dependentRequired":
		return keyword{nameListMap, forObjects}
	case "properties", "patternProperties", "dependentSchemas":
		return keyword{schemaMap, forObjects}
	case "additionalProperties", "propertyNames", "unevaluatedProperties":
		return keyword{schemaValue, forObjects}
	}
	return keyword{}
}

// keywordNames are the names that a misspelt one may mean.
func keywordNames() []string {
	return []string{"type", "properties", "required", "additionalProperties", "items", "enum", "const", "default", "description",
		"title", "examples", "format", "pattern", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum",
		"exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains",
		"prefixItems", "minProperties", "maxProperties", "patternProperties", "propertyNames", "dependentRequired",
		"dependentSchemas", "unevaluatedProperties", "unevaluatedItems", "allOf", "anyOf", "oneOf", "not", "if", "then", "else",
		"deprecated", "readOnly", "writeOnly", "contentEncoding", "contentMediaType", "contentSchema", "$ref", "$defs", "$id",
		"$schema", "$anchor", "$comment", "$dynamicRef", "$dynamicAnchor", "$vocabulary"}
}

// foreignKeyword tells what to write instead of a keyword of another draft or
// of OpenAPI; "" where the name is none.
func foreignKeyword(name string) string {
	switch name {
	case "dependencies":
		return "draft 2020-12 has `dependentRequired` for lists of names and `dependentSchemas` for schemas"
	case "additionalItems":
		return "draft 2020-12 has `prefixItems` for the first items, and `items` for those behind them"
	case "id":
		return "write `$id`"
	case "nullable":
		return "write `\"type\": [\"string\", \"null\"]`"
	case "example":
		return "write `\"examples\": [ … ]`"
	case "$recursiveRef", "$recursiveAnchor":
		return "draft 2020-12 has `$dynamicRef` and `$dynamicAnchor`"
	case "divisibleBy":
		return "write `multipleOf`"
	case "extends":
		return "write `allOf`"
	case "disallow":
		return "write `not`"
	case "optional":
		return "list the members that must be there in `required`"
	}
	return ""
}

// typeNamed gives a type by its name.
func typeNamed(name string) (Types, bool) {
	switch name {
	case "null":
		return 1 << jsonval.Null, true
	case "boolean":
		return 1 << jsonval.Bool, true
	case "number":
		return 1 << jsonval.Number, true
	case "integer":
		return integers, true
	case "string":
		return 1 << jsonval.String, true
	case "array":
		return 1 << jsonval.Array, true
	case "object":
		return 1 << jsonval.Object, true
	}
	return 0, false
}

// typeMeant gives the type that a wrong name means, or "".
func typeMeant(name string) string {
	switch name {
	case "int", "int32", "int64", "long":
		return "integer"
	case "float", "double", "decimal":
		return "number"
	case "bool":
		return "boolean"
	case "dict", "map", "struct", "hash":
		return "object"
	case "list", "tuple":
		return "array"
	case "str", "text", "date", "datetime", "url", "uri":
		return "string"
	case "none", "nil", "undefined":
		return "null"
	}
	return ""
}
