package run

import (
	"context"

	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/redact"
)

// masking says which texts of secrets are shown as redact.Mark.
type masking uint8

const (
	unmasked  masking = iota
	maskShort         // those that are too short to be searched for
	maskAll
)

// of masks a value that is a secret.
func (m masking) of(v jsonval.Value) jsonval.Value {
	return jsonval.MapStrings(v, func(s string) jsonval.Value {
		if s != "" && (m == maskAll || m == maskShort && isShort(s)) {
			s = redact.Mark
		}
		return jsonval.StringValue(s)
	})
}

// where masks what of a value was made of secrets: in its place another value,
// which was made in the same way of masked secrets, is not the same.
func (m masking) where(v, veiled jsonval.Value) jsonval.Value {
	if v.Kind() != veiled.Kind() || v.Len() != veiled.Len() {
		return m.of(v)
	}
	switch v.Kind() {
	case jsonval.Array:
		items := make([]jsonval.Value, v.Len())
		for i, item := range v.Items() {
			items[i] = m.where(item, veiled.At(i))
		}
		return jsonval.ArrayValue(items)
	case jsonval.Object:
		members := make([]jsonval.Member, v.Len())
		for i, member := range v.Members() {
			members[i] = jsonval.Member{Key: member.Key, Value: m.where(member.Value, veiled.Field(member.Key))}
		}
		return jsonval.ObjectValue(members)
	}
	if jsonval.Equal(v, veiled) {
		return v
	}
	return m.of(v)
}

// veil gives the items of a foreach with marks for all that was made of
// secrets, and keeps them where there are any.
func (x *runner) veil(ctx context.Context, s *recipe.Step, scope *scope, items []jsonval.Value) []jsonval.Value {
	if len(x.credentials) == 0 && x.vars.Len() == 0 {
		return items
	}
	hidden := *scope
	hidden.mask = maskAll
	again, err := s.Foreach.In.Eval(ctx, hidden.document(), jmespath.Limits{})
	var masked []jsonval.Value // of another length, it masks all
	if err == nil {
		masked = again.Items()
	}
	all := jsonval.ArrayValue(items)
	veiled := maskAll.where(all, jsonval.ArrayValue(masked[:min(len(masked), s.Foreach.Max)]))
	if jsonval.Equal(all, veiled) {
		return items
	}
	x.veiled[s.Index] = veiled.Items()
	return veiled.Items()
}

// maskedSteps masks the credentials among what the steps extracted.
func (x *runner) maskedSteps(steps jsonval.Value, m masking) jsonval.Value {
	var b jsonval.Builder
	for _, step := range steps.Members() {
		b.Set(step.Key, x.maskedStep(x.r.Step(step.Key), step.Value, m))
	}
	return b.Value()
}

// maskedStep masks what one step extracted; a list, what it did for each item.
func (x *runner) maskedStep(s *recipe.Step, v jsonval.Value, m masking) jsonval.Value {
	switch v.Kind() {
	case jsonval.Array:
		all := make([]jsonval.Value, v.Len())
		for i, one := range v.Items() {
			all[i] = x.maskedExtract(s, one, i, m)
		}
		return jsonval.ArrayValue(all)
	case jsonval.Object:
		return x.maskedExtract(s, v, 0, m)
	}
	return v
}

// maskedExtract masks what one response gave, with the item that it was asked
// for.
func (x *runner) maskedExtract(s *recipe.Step, v jsonval.Value, i int, m masking) jsonval.Value {
	var b jsonval.Builder
	for _, member := range v.Members() {
		switch {
		case x.isCredential(s.ID, member.Key):
			member.Value = m.of(member.Value)
		case x.hasSecretItems(s) && member.Key == s.Foreach.As:
			member.Value = m.where(member.Value, x.veiled[s.Index][i])
		}
		b.Set(member.Key, member.Value)
	}
	return b.Value()
}

// hasSecretItems reports whether a step ran for items that were made of
// secrets.
func (x *runner) hasSecretItems(s *recipe.Step) bool { return x.veiled[s.Index] != nil }
