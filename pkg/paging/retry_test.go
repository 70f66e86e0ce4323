package paging

import (
	"context"
	"testing"
	"time"
)

// Retry-After is waited for once, up to ten seconds.
func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	refused := func(status int, after string) answer {
		return answer{status: status, headers: map[string]string{"Retry-After": after}, body: "{}"}
	}
	for _, tt := range []struct {
		name    string
		answers []answer
		waited  time.Duration
		items   string
		warned  string
	}{
		{"seconds", []answer{refused(429, "3"), {body: `{"items":[2]}`}}, 3 * time.Second, "[1,2]", ""},
		{"a date", []answer{refused(503, "Sun, 01 Mar 2026 12:00:07 GMT"), {body: `{"items":[2]}`}}, 7 * time.Second, "[1,2]", ""},
		{"a date that is over", []answer{refused(503, "Sun, 01 Mar 2026 11:00:00 GMT"), {body: `{"items":[2]}`}}, 0, "[1,2]", ""},
		{"once only", []answer{refused(429, "1"), refused(429, "1"), {body: `{"items":[2]}`}}, time.Second, "[1]", "rate-limited"},
		{"ten seconds", []answer{refused(429, "10"), {body: `{"items":[2]}`}}, 10 * time.Second, "[1,2]", ""},
		{"too long", []answer{refused(429, "11"), {body: `{"items":[2]}`}}, 0, "[1]", "rate-limited"},
		{"a date too far", []answer{refused(503, "Sun, 01 Mar 2026 12:01:00 GMT"), {body: `{"items":[2]}`}}, 0, "[1]", "page-failed"},
		{"not given", []answer{{status: 429}, {body: `{"items":[2]}`}}, 0, "[1]", "rate-limited"},
		{"nonsense", []answer{refused(503, "soon"), {body: `{"items":[2]}`}}, 0, "[1]", "page-failed"},
		{"another status", []answer{refused(500, "1"), {body: `{"items":[2]}`}}, 0, "[1]", "page-failed"},
		{"overflow", []answer{refused(429, "99999999999999999999"), {body: `{"items":[2]}`}}, 0, "[1]", "rate-limited"},
	} {
		s := newSite(map[string]answer{"/i": {body: `{"items":[1],"next":"a"}`}})
		s.pages[canonical("/i?c=a")] = tt.answers
		var slept time.Duration
		result, _, err := follow(t, s, "/i", `{"type":"cursor","next":"$.next","cursorParam":"c"}`, "", Options{
			Now:   func() time.Time { return now },
			Sleep: func(_ context.Context, d time.Duration) error { slept += d; return nil },
		})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if slept != tt.waited || ids(result) != tt.items || said(result) != tt.warned || result.Pages[1].Waited != tt.waited {
			t.Errorf("%s: slept %v, items %s, warned %q", tt.name, slept, ids(result), said(result))
		}
	}
}

// The first page may be waited for as well.
func TestRetryAfterOfFirstPage(t *testing.T) {
	s := newSite(nil)
	s.pages[canonical("/i")] = []answer{{status: 429, headers: map[string]string{"Retry-After": "1"}}, {body: `{"items":[1]}`}}
	result, _, err := follow(t, s, "/i", `{"type":"none"}`, "", Options{})
	if err != nil || ids(result) != "[1]" {
		t.Error(err)
	}
}
