package jsonval

import (
	"slices"
	"strconv"
)

// arrayIndex reads a key as JavaScript's "array index": canonical decimal from
// 0 to 4294967294. Such keys come first in an object, ascending.
func arrayIndex(key string) (uint32, bool) {
	if len(key) == 0 || len(key) > 10 || key[0] < '0' || key[0] > '9' {
		return 0, false
	}
	if key[0] == '0' && len(key) > 1 {
		return 0, false
	}
	n, err := strconv.ParseUint(key, 10, 32)
	if err != nil || n == 1<<32-1 {
		return 0, false
	}
	return uint32(n), true
}

// normalize brings members into JavaScript's order and drops repeated keys,
// in place.
func normalize(members []Member) []Member {
	members = dropRepeated(members)
	indexes := false
	for i := range members {
		k := members[i].Key
		if k != "" && k[0] <= '9' && k[0] >= '0' {
			indexes = true
			break
		}
	}
	if indexes {
		slices.SortStableFunc(members, func(a, b Member) int {
			x, xok := arrayIndex(a.Key)
			y, yok := arrayIndex(b.Key)
			switch {
			case xok && yok && x < y:
				return -1
			case xok && yok && x > y:
				return 1
			case xok && !yok:
				return -1
			case yok && !xok:
				return 1
			}
			return 0
		})
	}
	return members
}

// dropRepeated keeps the first place and the last value of each key.
func dropRepeated(members []Member) []Member {
	if len(members) < indexFrom {
		for i := 1; i < len(members); i++ {
			if at := indexOf(members[:i], members[i].Key); at >= 0 {
				return dropWithMap(members)
			}
		}
		return members
	}
	return dropWithMap(members)
}

func indexOf(members []Member, key string) int {
	for i := range members {
		if members[i].Key == key {
			return i
		}
	}
	return -1
}

func dropWithMap(members []Member) []Member {
	seen := make(map[string]int, len(members))
	kept := members[:0]
	for _, m := range members {
		if at, ok := seen[m.Key]; ok {
			kept[at].Value = m.Value
			continue
		}
		seen[m.Key] = len(kept)
		kept = append(kept, m)
	}
	return kept
}

// Builder collects the members of an object. Set keeps the first place and
// the last value of a repeated key. The zero Builder is ready for use.
type Builder struct {
	members []Member
}

// Set adds a member.
func (b *Builder) Set(key string, v Value) *Builder {
	b.members = append(b.members, Member{key, v})
	return b
}

// Len is the number of members set so far, repeated ones included.
func (b *Builder) Len() int { return len(b.members) }

// Value gives the object and empties the builder.
func (b *Builder) Value() Value {
	v := ObjectValue(b.members)
	b.members = nil
	return v
}
