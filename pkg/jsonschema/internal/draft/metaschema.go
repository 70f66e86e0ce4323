package draft

import (
	"sync"

	"github.com/wield-run/wield/pkg/jsonval"
)

// metaschemaNode gives the draft's metaschema, the only document outside of a
// schema that it may refer to.
func metaschemaNode(uri string) (*jsonval.Node, bool) {
	if uri != draft {
		return nil, false
	}
	return metaschemaTree(), true
}

var metaschemaTree = sync.OnceValue(func() *jsonval.Node {
	tree, faults := jsonval.ParseTree([]byte(metaschemaText))
	if len(faults) > 0 {
		panic(faults[0])
	}
	return tree
})

// metaschemaText says what the draft's metaschema says, its vocabularies in
// one document.
const metaschemaText = `{
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"$id": "https://json-schema.org/draft/2020-12/schema",
	"$dynamicAnchor": "meta",
	"type": ["object", "boolean"],
	"properties": {
		"$id": {"type": "string", "format": "uri-reference", "pattern": "^[^#]*#?$"},
		"$schema": {"type": "string", "format": "uri"},
		"$ref": {"type": "string", "format": "uri-reference"},
		"$dynamicRef": {"type": "string", "format": "uri-reference"},
		"$anchor": {"$ref": "#/$defs/anchor"},
		"$dynamicAnchor": {"$ref": "#/$defs/anchor"},
		"$vocabulary": {"type": "object", "propertyNames": {"type": "string", "format": "uri"}, "additionalProperties": {"type": "boolean"}},
		"$comment": {"type": "string"},
		"$defs": {"$ref": "#/$defs/schemas"},
		"definitions": {"$ref": "#/$defs/schemas"},
		"dependencies": {"type": "object", "additionalProperties": {"anyOf": [{"$dynamicRef": "#meta"}, {"$ref": "#/$defs/names"}]}},
		"prefixItems": {"$ref": "#/$defs/list"},
		"items": {"$dynamicRef": "#meta"},
		"contains": {"$dynamicRef": "#meta"},
		"additionalProperties": {"$dynamicRef": "#meta"},
		"properties": {"$ref": "#/$defs/schemas"},
		"patternProperties": {"$ref": "#/$defs/schemas", "propertyNames": {"format": "regex"}},
		"dependentSchemas": {"$ref": "#/$defs/schemas"},
		"propertyNames": {"$dynamicRef": "#meta"},
		"if": {"$dynamicRef": "#meta"},
		"then": {"$dynamicRef": "#meta"},
		"else": {"$dynamicRef": "#meta"},
		"allOf": {"$ref": "#/$defs/list"},
		"anyOf": {"$ref": "#/$defs/list"},
		"oneOf": {"$ref": "#/$defs/list"},
		"not": {"$dynamicRef": "#meta"},
		"unevaluatedItems": {"$dynamicRef": "#meta"},
		"unevaluatedProperties": {"$dynamicRef": "#meta"},
		"type": {"anyOf": [
			{"$ref": "#/$defs/type"},
			{"type": "array", "items": {"$ref": "#/$defs/type"}, "minItems": 1, "uniqueItems": true}
		]},
		"const": true,
		"enum": {"type": "array"},
		"multipleOf": {"type": "number", "exclusiveMinimum": 0},
		"maximum": {"type": "number"},
		"exclusiveMaximum": {"type": "number"},
		"minimum": {"type": "number"},
		"exclusiveMinimum": {"type": "number"},
		"maxLength": {"$ref": "#/$defs/count"},
		"minLength": {"$ref": "#/$defs/count"},
		"pattern": {"type": "string", "format": "regex"},
		"maxItems": {"$ref": "#/$defs/count"},
		"minItems": {"$ref": "#/$defs/count"},
		"uniqueItems": {"type": "boolean"},
		"maxContains": {"$ref": "#/$defs/count"},
		"minContains": {"$ref": "#/$defs/count"},
		"maxProperties": {"$ref": "#/$defs/count"},
		"minProperties": {"$ref": "#/$defs/count"},
		"required": {"$ref": "#/$defs/names"},
		"dependentRequired": {"type": "object", "additionalProperties": {"$ref": "#/$defs/names"}},
		"title": {"type": "string"},
		"description": {"type": "string"},
		"default": true,
		"deprecated": {"type": "boolean"},
		"readOnly": {"type": "boolean"},
		"writeOnly": {"type": "boolean"},
		"examples": {"type": "array"},
		"format": {"type": "string"},
		"contentEncoding": {"type": "string"},
		"contentMediaType": {"type": "string"},
		"contentSchema": {"$dynamicRef": "#meta"}
	},
	"$defs": {
		"anchor": {"type": "string", "pattern": "^[A-Za-z_][-A-Za-z0-9._]*$"},
		"schemas": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}},
		"list": {"type": "array", "minItems": 1, "items": {"$dynamicRef": "#meta"}},
		"names": {"type": "array", "items": {"type": "string"}, "uniqueItems": true},
		"count": {"type": "integer", "minimum": 0},
		"type": {"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]}
	}
}`
