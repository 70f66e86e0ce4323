package s13

import "testing"

func TestSum(t *testing.T) {
	var s sum
	s.add(20, "search 20")
	if got := s.String(); got != "search 20" {
		t.Errorf("one term: %s", got)
	}
	s.add(1, "details 1")
	if got := s.String(); got != "search 20 + details 1 = 21" {
		t.Errorf("two terms: %s", got)
	}
}
