// Package mutate makes a variant of a JSON document from lines of changes. It
// is how tests and the pages of the rules write their examples: a base, and
// what is different.
//
//	steps[0].request.method = "POST"
//	steps[0].request.query removed
//	steps[0].when → renamed whne
package mutate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Apply gives the document with the changes, one a line; empty lines are
// passed over. Objects on the way to a new member are made where they are
// missing; an index one past the end of an array appends.
func Apply(base jsonval.Value, changes string) (jsonval.Value, error) {
	for _, line := range strings.Split(changes, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		var err error
		if base, err = one(base, line); err != nil {
			return base, fmt.Errorf("%s: %w", line, err)
		}
	}
	return base, nil
}

func one(base jsonval.Value, line string) (jsonval.Value, error) {
	if path, ok := strings.CutSuffix(line, " removed"); ok {
		return change(base, split(path), func(jsonval.Value) (string, jsonval.Value, bool) { return "", jsonval.Value{}, false })
	}
	if path, name, ok := strings.Cut(line, " → renamed "); ok {
		return change(base, split(path), func(old jsonval.Value) (string, jsonval.Value, bool) { return name, old, true })
	}
	path, text, ok := strings.Cut(line, " = ")
	if !ok {
		return base, fmt.Errorf("a change is `path = JSON`, `path removed` or `path → renamed name`")
	}
	v, err := jsonval.ParseString(text)
	if err != nil {
		return base, err
	}
	return change(base, split(path), func(jsonval.Value) (string, jsonval.Value, bool) { return "", v, true })
}

// split reads a path: names after dots, indexes in brackets.
func split(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
}

// change rebuilds the document along a path. to gives the new name ("" keeps
// it) and value; false removes the member.
func change(v jsonval.Value, path []string, to func(old jsonval.Value) (name string, fresh jsonval.Value, keep bool)) (jsonval.Value, error) {
	step := path[0]
	last := len(path) == 1
	if v.Kind() == jsonval.Array {
		i, err := strconv.Atoi(step)
		items := append([]jsonval.Value(nil), v.Items()...)
		if err != nil || i < 0 || i > len(items) || i == len(items) && !last {
			return v, fmt.Errorf("there is no item %s", step)
		}
		if i == len(items) {
			items = append(items, jsonval.Value{})
		}
		if !last {
			items[i], err = change(items[i], path[1:], to)
			return jsonval.ArrayValue(items), err
		}
		_, fresh, keep := to(items[i])
		if !keep {
			return jsonval.ArrayValue(append(items[:i], items[i+1:]...)), nil
		}
		items[i] = fresh
		return jsonval.ArrayValue(items), nil
	}
	if v.Kind() != jsonval.Object && !v.IsNull() {
		return v, fmt.Errorf("%s leads into a %s", step, v.Kind())
	}
	members := append([]jsonval.Member(nil), v.Members()...)
	at := -1
	for i := range members {
		if members[i].Key == step {
			at = i
		}
	}
	if at < 0 {
		members = append(members, jsonval.Member{Key: step})
		at = len(members) - 1
	}
	if !last {
		inner, err := change(members[at].Value, path[1:], to)
		members[at].Value = inner
		return jsonval.ObjectValue(members), err
	}
	name, fresh, keep := to(members[at].Value)
	if !keep {
		return jsonval.ObjectValue(append(members[:at], members[at+1:]...)), nil
	}
	if name != "" {
		members[at].Key = name
	}
	members[at].Value = fresh
	return jsonval.ObjectValue(members), nil
}
