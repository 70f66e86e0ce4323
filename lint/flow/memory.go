package flow

import "github.com/wield-run/wield/internal/chunk"

// memory is what the flow of one recipe is made of: many small values that are
// kept together.
type memory struct {
	sinks  []Sink // that are not used yet
	uses   chunk.Chunk[Use]
	labels chunk.Chunk[Label]
	names  chunk.Chunk[string]

	spare *evaluation // that no expression is followed with
}

// How many values are made at once: a few, or where it is known that many more
// will be needed, at most so many.
const (
	atOnce    = 16
	maxAtOnce = 200
)

// sink gives a Sink to be filled.
func (m *memory) sink() *Sink {
	if len(m.sinks) == 0 {
		m.sinks = make([]Sink, atOnce)
	}
	s := &m.sinks[0]
	m.sinks = m.sinks[1:]
	return s
}

// scratch gives values as a chunk does, which are given back all at once.
type scratch[T any] struct {
	all  []T
	used int
}

func (s *scratch[T]) take(n int) []T {
	if s.used+n > len(s.all) {
		s.all, s.used = make([]T, max(n, 2*len(s.all), atOnce)), 0
	}
	s.used += n
	return s.all[s.used-n : s.used : s.used]
}

// reset takes all values back.
func (s *scratch[T]) reset() {
	clear(s.all[:s.used])
	s.used = 0
}
