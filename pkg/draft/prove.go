package draft

import (
	"context"
	"strings"
	"time"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/infer"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/redact"
	"github.com/wield-run/wield/pkg/run"
)

// prove runs the recipe against the recording, and completes it by what it
// gives.
func (p *plan) prove(ctx context.Context, har *fetch.HAR, c *Candidate, all []fetch.Recorded) (*Draft, error) {
	source := jsonval.Append(nil, p.recipe(true))
	r, found := recipe.Load(p.options.ID, source)
	for _, d := range found {
		if d.Severity == diag.Error {
			return nil, &Error{Message: "no recipe can make the request " + c.Name() + ": " + d.Message, Hint: d.Hint}
		}
	}
	start := har.Start()
	if start.IsZero() {
		start = time.Now().Truncate(time.Second)
	}
	secrets := redact.New(string(source))
	for i := range all {
		keep(secrets, &all[i], string(source))
	}
	recorder := fetch.NewRecorder(fetch.RecorderOptions{Version: p.options.Version, Now: start, Redact: secrets.Text, Clock: func() time.Time { return start }})
	result := run.Run(ctx, r, run.Options{
		Now: start, Replay: true, NoChecks: true, Secrets: secrets,
		Sender:     &recording{candidate: c, step: p.asked.step, others: fetch.NewReplay(har, fetch.ReplayOptions{})},
		Policy:     fetch.RecipePolicy(r.Site.Origins, r.Site.LocaleHosts),
		OnExchange: recorder.Add,
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if result.Output == nil || result.Failure != nil {
		message := "the drafted recipe gives nothing"
		if result.Failure != nil {
			message = "the drafted recipe fails on its own recording: " + result.Failure.Message
		}
		return nil, &Error{Message: message, Hint: "choose another request"}
	}
	p.schema = infer.Schema(*result.Output)
	p.checks = infer.Checks(*result.Output)
	if len(p.checks) == 0 {
		p.checks = []string{"type(output." + p.firstMember() + ") != 'null'"}
	}
	return &Draft{Recipe: p.recipe(false), Notes: p.asked.notes, HAR: recorder.Bytes(), Output: *result.Output}, nil
}

func (p *plan) firstMember() string {
	if p.reading.list != "" {
		return "items"
	}
	return p.reading.fields[0].name
}

// keep registers what a request of the recording carried of somebody's
// session.
func keep(secrets *redact.Registry, r *fetch.Recorded, public string) {
	o := redact.Options{Unless: []string{public}}
	for _, c := range r.Cookies {
		secrets.Add(c.Value, o)
	}
	for _, f := range r.Header {
		if f.Name == "authorization" || credential(f.Name, f.Value) {
			secrets.Add(f.Value, o)
			if _, credentials, ok := strings.Cut(f.Value, " "); ok { // behind a scheme, such as Bearer
				secrets.Add(credentials, o)
			}
		}
	}
	pairs := append(fetch.ParseQuery(queryOf(r.URL)), r.Pairs...)
	for _, pair := range pairs {
		if credential(pair.Name, pair.Value) {
			secrets.Add(pair.Value, o)
		}
	}
}

// recording answers the step of a draft by the request that it was made of,
// though the recipe asks for less (no tracking), and anything else by what
// answers it.
type recording struct {
	candidate *Candidate
	step      string
	others    fetch.Sender
	answered  bool
}

// Send answers from the recording.
func (s *recording) Send(ctx context.Context, out *fetch.Outgoing) (*fetch.Incoming, error) {
	if !s.answered && out.Step == s.step {
		s.answered = true
		return s.candidate.Request.Incoming(), nil
	}
	return s.others.Send(ctx, out)
}
