package s13

import "testing"

func TestSum(t *testing.T) {
	var requests, waits sum
	requests.add(term{step: "search", times: 20})
	if got := requests.String(); got != "search 20" {
		t.Errorf("one term: %s", got)
	}
	requests.add(term{step: "details", times: 1})
	if got := requests.String(); got != "search 20 + details 1 = 21" {
		t.Errorf("two terms: %s", got)
	}
	waits.add(term{step: "search", times: 2, ms: 1000})
	waits.add(term{step: "details", times: 20, ms: 500})
	if got := waits.String(); got != "search 2 × 1000 ms + details 20 × 500 ms = 12000" {
		t.Errorf("a wait: %s", got)
	}
}
