package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

// setting is one key of a configuration. Both readers give the value, or one
// sentence that says what it has to be.
type setting struct {
	key      string
	fromNode func(*node) (value any, problem string)
	fromText func(string) (value any, problem string) // nil: not from the environment
}

func schema() []setting {
	return []setting{
		{"select", stringsFromNode, stringsFromText},
		{"ignore", nil, nil}, // a table of its own, see checkIgnore
		{"format", stringsFromNode, stringsFromText},
		{"max_warnings", wholeFromNode(0), wholeFromText(0)},
		{"color", colorFromNode, colorFromText},
		{"quiet", boolFromNode, boolFromText},
		{"jobs", wholeFromNode(1), wholeFromText(1)},
		{"cortex_path", textFromNode, func(text string) (any, string) { return text, "" }},
	}
}

func schemaKeys() []string {
	var keys []string
	for _, s := range schema() {
		keys = append(keys, s.key)
	}
	return keys
}

// check reads a configuration strictly: the case of keys counts, and no key is
// passed over.
func check(root *node) (map[string]any, *fault) {
	if root == nil || root.value == nil {
		return nil, nil // an empty file sets nothing
	}
	members, ok := root.value.([]member)
	if !ok {
		return nil, &fault{root.line, "the configuration is a table of settings"}
	}
	if f := checkKeys(members, schemaKeys()); f != nil {
		return nil, f
	}
	settings := map[string]any{}
	for _, m := range members {
		if m.key == "ignore" {
			value, f := checkIgnore(m)
			if f != nil {
				return nil, f
			}
			settings[m.key] = value
			continue
		}
		for _, s := range schema() {
			if s.key != m.key {
				continue
			}
			value, problem := s.fromNode(m.node)
			if problem != "" {
				return nil, &fault{m.line, "`" + m.key + "`: " + problem}
			}
			settings[m.key] = value
		}
	}
	return settings, nil
}

// checkKeys refuses keys that are unknown or there twice.
func checkKeys(members []member, known []string) *fault {
	seen := map[string]bool{}
	for _, m := range members {
		if seen[m.key] {
			return &fault{m.line, fmt.Sprintf("%s is there twice; keep one of them", diag.Quote(m.key, 40))}
		}
		seen[m.key] = true
		if slices.Contains(known, m.key) {
			continue
		}
		return &fault{m.line, fmt.Sprintf("unknown key %s; %s", diag.Quote(m.key, 40), diag.DidYouMean(m.key, known))}
	}
	return nil
}

// checkIgnore reads the list of warnings that are turned off.
func checkIgnore(m member) (any, *fault) {
	items, ok := m.node.value.([]*node)
	if !ok {
		return nil, &fault{m.line, "`ignore` is a list of tables with codes, paths and reason"}
	}
	list := make([]any, 0, len(items))
	for _, item := range items {
		members, ok := item.value.([]member)
		if !ok {
			return nil, &fault{item.line, "each entry of `ignore` is a table with codes, paths and reason"}
		}
		if f := checkKeys(members, []string{"codes", "paths", "reason"}); f != nil {
			return nil, f
		}
		entry := map[string]any{}
		for _, m := range members {
			var problem string
			if m.key == "reason" {
				entry[m.key], problem = textFromNode(m.node)
			} else {
				entry[m.key], problem = stringsFromNode(m.node)
			}
			if problem != "" {
				return nil, &fault{m.line, "`" + m.key + "`: " + problem}
			}
		}
		for _, key := range []string{"codes", "paths", "reason"} {
			if entry[key] == nil {
				return nil, &fault{item.line, fmt.Sprintf("an entry of `ignore` has no %s; say which codes, for which paths, and why", key)}
			}
		}
		list = append(list, entry)
	}
	return list, nil
}

const (
	wantStrings = "the value is a text or a list of texts, none of them empty"
	wantText    = "the value is a text that is not empty"
	wantBool    = "the value is true or false"
	wantColor   = "the value is auto, always or never"
)

func stringsFromNode(n *node) (any, string) {
	if s, ok := n.value.(string); ok && s != "" {
		return []string{s}, ""
	}
	items, ok := n.value.([]*node)
	if !ok || len(items) == 0 {
		return nil, wantStrings
	}
	var list []string
	for _, item := range items {
		s, ok := item.value.(string)
		if !ok || s == "" {
			return nil, wantStrings
		}
		list = append(list, s)
	}
	return list, ""
}

func stringsFromText(text string) (any, string) {
	list := strings.Split(text, ",")
	for i, s := range list {
		if list[i] = strings.TrimSpace(s); list[i] == "" {
			return nil, "the value is a list with commas, such as S7,T1"
		}
	}
	return list, ""
}

func textFromNode(n *node) (any, string) {
	if s, ok := n.value.(string); ok && strings.TrimSpace(s) != "" {
		return s, ""
	}
	return nil, wantText
}

func colorFromNode(n *node) (any, string) {
	s, _ := n.value.(string)
	return colorFromText(s)
}

func colorFromText(s string) (any, string) {
	switch s {
	case "auto", "always", "never":
		return s, ""
	}
	return nil, wantColor
}

func boolFromNode(n *node) (any, string) {
	if b, ok := n.value.(bool); ok {
		return b, ""
	}
	return nil, wantBool
}

func boolFromText(s string) (any, string) {
	switch s {
	case "true", "1":
		return true, ""
	case "false", "0":
		return false, ""
	}
	return nil, wantBool
}

func wantWhole(least int) string { return fmt.Sprintf("the value is a whole number from %d", least) }

func wholeFromNode(least int) func(*node) (any, string) {
	return func(n *node) (any, string) {
		if i, ok := n.value.(int64); ok && i >= int64(least) && i <= 1<<31-1 {
			return int(i), ""
		}
		return nil, wantWhole(least)
	}
}

func wholeFromText(least int) func(string) (any, string) {
	return func(s string) (any, string) {
		if i, err := strconv.ParseInt(s, 10, 32); err == nil && i >= int64(least) {
			return int(i), ""
		}
		return nil, wantWhole(least)
	}
}
