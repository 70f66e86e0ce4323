package template

import "github.com/wield-run/wield/pkg/jsonval"

// defaultFilter takes over for a missing value and for null; "" is a value.
var defaultFilter = Filter{
	Name:   "default",
	Kind:   Fallback,
	Params: []Param{{Name: "value"}},
	apply: func(v jsonval.Value, args []Arg, _ Env) (jsonval.Value, bool, *Error) {
		if v.IsNull() {
			return args[0].Value, true, nil
		}
		return v, true, nil
	},
}
