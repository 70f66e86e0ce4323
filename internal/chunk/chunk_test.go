package chunk

import (
	"slices"
	"testing"
)

// Values are zero, and none is given twice.
func TestNew(t *testing.T) {
	var c Chunk[int]
	seen := map[*int]bool{}
	for range 200 {
		v := c.New()
		if *v != 0 || seen[v] {
			t.Fatal(*v, seen[v])
		}
		*v, seen[v] = 1, true
	}
}

// A copy shares nothing with the list, nor with the copies beside it.
func TestCopy(t *testing.T) {
	var c Chunk[int]
	list := []int{1, 2}
	one, two := c.Copy(list), c.Copy([]int{3})
	list[0] = 9
	one = append(one, 7)
	long := c.Copy(make([]int, 1000))
	if !slices.Equal(one, []int{1, 2, 7}) || !slices.Equal(two, []int{3}) || len(long) != 1000 || c.Copy(nil) != nil {
		t.Error(one, two, len(long))
	}
}

// Few are taken where few are asked for, and never very many.
func TestHowMany(t *testing.T) {
	allocations := func(values int) float64 {
		return testing.AllocsPerRun(10, func() {
			var c Chunk[[bytes / 32]byte]
			for range values {
				c.New()
			}
		})
	}
	for values, want := range map[int]float64{1: 1, first: 1, first + 1: 2, 4 + 6 + 9: 3, 4 + 6 + 9 + 13 + 19 + 28: 6, 79 + 10*32: 16, 80 + 10*32: 17} {
		if got := allocations(values); got != want {
			t.Errorf("%d values: %v allocations, want %v", values, got, want)
		}
	}
}
