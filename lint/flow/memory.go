package flow

// chunk hands out short slices of long ones: a recipe has many values that
// live equally long, and each alone would cost more to make than to fill.
type chunk[T any] struct{ free []T }

// How many values are made at once: a few, or where it is known that many more
// will be needed, at most so many.
const (
	chunkSize = 16
	maxAtOnce = 200
)

// take gives n values.
func (c *chunk[T]) take(n int) []T {
	if n > len(c.free) {
		c.free = make([]T, max(n, chunkSize))
	}
	some := c.free[:n:n]
	c.free = c.free[n:]
	return some
}

// memory is what the flow of one recipe is made of.
type memory struct {
	sinks  chunk[Sink]
	uses   chunk[Use]
	labels chunk[Label]
	names  chunk[string]

	spare *evaluation // that no expression is followed with
}

// scratch is a chunk whose values are given back all at once.
type scratch[T any] struct {
	all  []T
	used int
}

func (s *scratch[T]) take(n int) []T {
	if s.used+n > len(s.all) {
		s.all, s.used = make([]T, max(n, 2*len(s.all), chunkSize)), 0
	}
	s.used += n
	return s.all[s.used-n : s.used : s.used]
}

// reset takes all values back.
func (s *scratch[T]) reset() {
	clear(s.all[:s.used])
	s.used = 0
}
