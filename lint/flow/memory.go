package flow

import "github.com/wield-run/wield/internal/chunk"

// memory is what the flow of one recipe is made of: many small values that are
// kept together.
type memory struct {
	sinks  chunk.Chunk[Sink]
	uses   chunk.Chunk[Use]
	labels chunk.Chunk[Label]
	names  chunk.Chunk[string]

	spare *evaluation // that no expression is followed with
}

// scratch gives values as a chunk does, which are given back all at once.
type scratch[T any] struct {
	all  []T
	used int
}

// fewest is how many values are made at once at least.
const fewest = 16

func (s *scratch[T]) take(n int) []T {
	if s.used+n > len(s.all) {
		s.all, s.used = make([]T, max(n, 2*len(s.all), fewest)), 0
	}
	s.used += n
	return s.all[s.used-n : s.used : s.used]
}

// reset takes all values back.
func (s *scratch[T]) reset() {
	clear(s.all[:s.used])
	s.used = 0
}
