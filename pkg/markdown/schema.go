package markdown

import _ "embed" // for the published schema

//go:embed schema/markdown-recipe-v1.json
var publishedSchema string

// PublishedSchema is the format's JSON Schema, for editors. It stays in what
// draft-07 and 2020-12 read alike. Load does not use it: it finds more, and
// says it better.
func PublishedSchema() string { return publishedSchema }
