// Package chunk takes memory for many values of one type at once. It is for
// what is made of many small parts that are kept, or dropped, together: a
// syntax tree, a compiled document.
package chunk

import "unsafe"

// Chunk makes values of one type. The zero Chunk is ready; it is not for
// several goroutines. Who keeps a value keeps those that were made with it.
type Chunk[T any] struct {
	free []T
	took int // at the last time
}

// How many values are taken at once: few at first, as most documents are
// small, then more, up to a size beyond which little is saved and much may be
// left over.
const (
	first = 4
	bytes = 2 << 10
)

// New gives a zero value.
func (c *Chunk[T]) New() *T {
	if len(c.free) == 0 {
		c.take(1)
	}
	v := &c.free[0]
	c.free = c.free[1:]
	return v
}

// Make gives a list of n zero values. What is appended to it goes elsewhere.
func (c *Chunk[T]) Make(n int) []T {
	if len(c.free) < n {
		c.take(n)
	}
	list := c.free[:n:n]
	c.free = c.free[n:]
	return list
}

// Copy gives a copy of a list, nil of an empty one. What is appended to it goes
// elsewhere.
func (c *Chunk[T]) Copy(list []T) []T {
	if len(list) == 0 {
		return nil
	}
	own := c.Make(len(list))
	copy(own, list)
	return own
}

func (c *Chunk[T]) take(least int) {
	var v T
	most := bytes / int(max(1, unsafe.Sizeof(v)))
	c.took = max(first, min(c.took+c.took/2, most))
	c.free = make([]T, max(least, c.took))
}
