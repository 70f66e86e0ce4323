package run

import (
	"context"
	"time"

	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/redact"
)

// The limits of a run.
const (
	MaxRequests = 40               // redirect hops and the login_check included
	MaxTime     = 60 * time.Second // without the time in which a question waits
	maxRequest  = 1 << 20          // bytes of a request's URL, headers and body
	maxOutput   = 5 << 20          // bytes of the output as JSON
)

// Options are what a run needs besides the recipe.
type Options struct {
	Params  *jsonval.Value    // nil: verify.example_params
	Vars    map[string]string // values for auth.derive, by name
	Now     time.Time         // the run's start as the recipe sees it
	Sender  fetch.Sender      // live, or a replay
	Policy  *fetch.Policy     // where requests may go
	Secrets *redact.Registry  // gets every secret; what is recorded from the run must go through it

	LocaleHost string // one of site.locale_hosts: sets page.host
	Replay     bool   // nothing is asked, nothing is waited for
	DryRun     bool   // nothing is sent that the recipe marks as a write, nor anything of a read recipe
	NoChecks   bool   // verify.checks are left out

	// Ask decides on the first request that is neither a GET nor marked as a
	// write. It is called at most once; nil means no.
	Ask func(ctx context.Context, planned []Planned) (bool, error)

	// OnExchange hears of each request that went out. It may be nil.
	OnExchange func(*fetch.Exchange)

	maxTime time.Duration // for tests; 0: MaxTime
}

// Planned is a request as it would be sent.
type Planned struct {
	Step   string
	Method string
	URL    string
	Header fetch.Header
	Body   string // redacted; "" where there is none
}
