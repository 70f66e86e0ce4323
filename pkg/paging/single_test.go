package paging

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
)

// A single page is fetched as a first one is.
func TestSingle(t *testing.T) {
	for _, tt := range []struct {
		name    string
		answers []answer
		want    string
		failed  string
	}{
		{"a page", []answer{{body: `{"a":1.50}`, headers: map[string]string{"Link": "<2>; rel=next"}}}, `{"a":1.50} <2>; rel=next`, ""},
		{"after a wait", []answer{{status: 429, headers: map[string]string{"Retry-After": "2"}}, {body: `[]`}}, `[] `, ""},
		{"refused", []answer{{status: 404, body: "{}"}}, "", "page 1 answered with status 404"},
		{"no JSON", []answer{{body: "oops"}}, "", `page 1 is no JSON: unexpected "o": a value is expected (at offset 0) (it begins with "oops")`},
	} {
		s := newSite(nil)
		s.pages[canonical("/i")] = tt.answers
		first, err := fetch.ParseURL(origin+"/i#part", nil)
		if err != nil {
			t.Fatal(err)
		}
		root, header, err := Single(context.Background(), first, &fetch.Client{Sender: s, Policy: OnOrigin(first, fetch.PublicPolicy())},
			Options{Sleep: func(context.Context, time.Duration) error { return nil }})
		if err != nil {
			var failed *Error
			if !errors.As(err, &failed) || failed.Page.Number != 1 || err.Error() != tt.failed {
				t.Errorf("%s: %v", tt.name, err)
			}
			continue
		}
		link, _ := header.Get("Link")
		if got := string(jsonval.AppendSource(nil, root)) + " " + link; got != tt.want || tt.failed != "" {
			t.Errorf("%s: %s", tt.name, got)
		}
	}
}
