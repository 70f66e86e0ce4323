// Package run runs a site recipe: params, plan, requests, expectations,
// extraction, output, checks. It gives a Report that says what happened,
// whatever happened, with every secret taken out.
package run

import (
	"github.com/wield-run/wield/pkg/diag"
)

// Outcome is how a run ended. The names are the codes of the report.
type Outcome string

// The outcomes.
const (
	OK              Outcome = "ok"
	InvalidRecipe   Outcome = "invalid_recipe"
	InvalidParams   Outcome = "invalid_params"
	Denied          Outcome = "denied"
	LoginRequired   Outcome = "login_required"
	SiteChallenge   Outcome = "site_challenge"
	ExpectFailed    Outcome = "expect_failed"
	ExtractFailed   Outcome = "extract_failed"
	TemplateFailed  Outcome = "template_failed"
	OutputInvalid   Outcome = "output_invalid"
	CheckFailed     Outcome = "check_failed"
	RedirectBlocked Outcome = "redirect_blocked"
	OriginBlocked   Outcome = "origin_blocked"
	LimitExceeded   Outcome = "limit_exceeded"
	ReplayMiss      Outcome = "replay_miss"
	NetworkError    Outcome = "network_error"
	Timeout         Outcome = "timeout"
	// Interrupted is a run that its caller stopped. It is no outcome of the
	// format: nothing is known of the recipe.
	Interrupted Outcome = "interrupted"
)

// Failure is why a run did not end well.
type Failure struct {
	Outcome  Outcome
	Step     string     // the step's id; "" where it was none
	Message  string     // one sentence
	Hint     string     // what to do; may be empty
	Place    *diag.Span // in the recipe file; nil where no place is at fault
	Request  string     // "GET https://…": what was asked; may be empty
	Final    string     // the URL at which a redirected request ended; may be empty
	Expected string     // may be empty
	Got      string     // may be empty
}

// Error is the message.
func (f *Failure) Error() string { return f.Message }
