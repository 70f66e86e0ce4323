package jsonschema

import (
	"hash/maphash"

	"github.com/wield-run/wield/pkg/jsonval"
)

// repeat finds two equal items of an array: the first one that stands a second
// time, and where it did before.
func repeat(items []jsonval.Value) (first, second int, found bool) {
	if len(items) < 16 {
		for j := range items {
			for i := range j {
				if jsonval.Equal(items[i], items[j]) {
					return i, j, true
				}
			}
		}
		return 0, 0, false
	}
	seed := maphash.MakeSeed()
	seen := make(map[uint64][]int, len(items))
	for j := range items {
		h := hash(seed, items[j])
		for _, i := range seen[h] {
			if jsonval.Equal(items[i], items[j]) {
				return i, j, true
			}
		}
		seen[h] = append(seen[h], j)
	}
	return 0, 0, false
}

// hash is the same for equal values: the order of members does not count.
func hash(seed maphash.Seed, v jsonval.Value) uint64 {
	switch v.Kind() {
	case jsonval.String:
		return maphash.String(seed, v.Str())
	case jsonval.Number:
		return maphash.Comparable(seed, v.Float()+0) // -0 is 0
	case jsonval.Array:
		h := uint64(7)
		for _, item := range v.Items() {
			h = h*31 + hash(seed, item)
		}
		return h
	case jsonval.Object:
		h := uint64(11)
		for _, m := range v.Members() {
			h += maphash.String(seed, m.Key) ^ hash(seed, m.Value)*37
		}
		return h
	}
	if v.Bool() {
		return 3
	}
	return uint64(v.Kind())
}
