package fetch

import (
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
)

// redactBody redacts the text of a body. JSON stays JSON: a secret number
// becomes a string.
func redactBody(body string, hide func(string) string) string {
	redacted, trimmed := hide(body), strings.TrimLeft(body, "\ufeff \t\r\n")
	if redacted == body || !strings.HasPrefix(trimmed, "{") && !strings.HasPrefix(trimmed, "[") {
		return redacted
	}
	if _, err := jsonval.ParseString(redacted); err == nil {
		return redacted
	}
	v, err := jsonval.ParseString(body)
	if err != nil {
		return redacted
	}
	return string(jsonval.AppendSource(nil, redactValue(v, hide)))
}

// redactValue redacts every string and number of a value.
func redactValue(v jsonval.Value, hide func(string) string) jsonval.Value {
	switch v.Kind() {
	case jsonval.String:
		return harText(hide(v.Str()))
	case jsonval.Number:
		if s := v.Source(); hide(s) != s {
			return harText(hide(s))
		}
	case jsonval.Array:
		items := make([]jsonval.Value, v.Len())
		for i, item := range v.Items() {
			items[i] = redactValue(item, hide)
		}
		return jsonval.ArrayValue(items)
	case jsonval.Object:
		members := make([]jsonval.Member, v.Len())
		for i, m := range v.Members() {
			members[i] = jsonval.Member{Key: hide(m.Key), Value: redactValue(m.Value, hide)}
		}
		return jsonval.ObjectValue(members)
	}
	return v
}
