package run

import (
	"context"
	"testing"

	"github.com/wield-run/wield/pkg/fetch"
)

// BenchmarkRun is what a run costs besides its requests: params, rendering,
// reading, extraction, output, schema and checks of the printed example.
func BenchmarkRun(b *testing.B) {
	r := example(b, "")
	site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
	o := options(r, site)
	b.ReportAllocs()
	for b.Loop() {
		site.sent = site.sent[:0]
		if report := Run(context.Background(), r, o); report.Outcome != OK {
			b.Fatal(report.Failure)
		}
	}
}
