package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/internal/verdict"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/paging"
	"github.com/wield-run/wield/pkg/redact"
	"github.com/wield-run/wield/pkg/run"
)

// Limits of what is fetched from a URL.
const (
	defaultPageBytes = 20 << 20
	pageTime         = 60 * time.Second // of one request with its redirects
)

// fetchFlags are the flags of commands that take a URL.
type fetchFlags struct {
	maxBytes  int
	mapOrigin []string
	har       string
	replay    string
}

func (f *fetchFlags) add(flags *pflag.FlagSet) {
	flags.Var(&size{&f.maxBytes}, "max-bytes", "read at most `SIZE` of a page, like 500KB or 50MB (default 20MB), or of a file")
	flags.StringVar(&f.replay, "replay", "", "answer every request from a HAR `FILE` and send nothing")
	flags.StringVar(&f.har, "har", "", "record the traffic to a HAR `FILE`")
	flags.Var(newList(&f.mapOrigin), "map-origin", "send what is meant for the URL's origin elsewhere: `ORIGIN=URL`")
}

// input is where the data of a command comes from.
type input struct {
	name string     // a file, or "-"
	url  *fetch.URL // instead of a name
}

// String names the input in messages and reports.
func (in *input) String() string {
	switch {
	case in.url != nil:
		return in.url.String()
	case in.name == "-":
		return "stdin"
	}
	return in.name
}

// input reads the argument [FILE|-|URL]. Flags that only a URL has a use for
// are refused elsewhere.
func (a *app) input(args []string, flags *pflag.FlagSet, forURL ...string) (*input, error) {
	in := &input{name: "-"}
	switch {
	case len(args) == 0 && a.streams.InIsTerminal():
		return nil, usagef("there is no input; name a file or a URL, or give it on standard input")
	case len(args) > 0:
		in.name = args[0]
	}
	if isURL(in.name) {
		u, err := fetch.ParseURL(in.name, nil)
		if err != nil {
			return nil, usagef("%s is no URL: %s", diag.Quote(in.name, 80), err.Error())
		}
		if u.HasUserinfo() { // which may be a password: it is not shown
			return nil, usagef("the URL of %s carries a user name or a password before an \"@\", and none is sent; leave them out", diag.Escape(u.Host()))
		}
		in.url = u.WithoutFragment()
		return in, nil
	}
	for _, name := range append([]string{"map-origin", "har", "replay"}, forURL...) {
		if flags.Changed(name) {
			return nil, usagef("--%s is for a URL, and %s is none", name, diag.Quote(in.String(), 80))
		}
	}
	return in, nil
}

// isURL tells a URL from the name of a file: by a scheme and two slashes.
func isURL(text string) bool {
	scheme, _, ok := strings.Cut(text, "://")
	return ok && scheme != "" && strings.Trim(strings.ToLower(scheme), "abcdefghijklmnopqrstuvwxyz0123456789+.-") == ""
}

// origin asks for what is at a URL and around it: the fetching half of render
// and derive. It is a paging.Fetcher.
type origin struct {
	session
	client *fetch.Client
	har    string
	now    time.Time
	replay bool

	last *fetch.Response
	took time.Duration // of the last request
}

// openOrigin makes ready for requests to the origin of a URL, and to no other.
func (a *app) openOrigin(ctx context.Context, u *fetch.URL, f *fetchFlags) (*origin, error) {
	if err := checkRecording(f.har, f.replay); err != nil {
		return nil, err
	}
	if err := mayWrite(f.har); err != nil {
		return nil, err
	}
	mappings, err := originMappings(f.mapOrigin, []string{u.Origin()}, "the origin of the URL, "+u.Origin())
	if err != nil {
		return nil, err
	}
	o := &origin{session: session{secrets: querySecrets(u)}, har: f.har, now: time.Now(), replay: f.replay != ""}
	policy := paging.OnOrigin(u, fetch.PublicPolicy(mappings...))
	o.client = &fetch.Client{Policy: policy}
	limit := f.maxBytes
	if limit == 0 {
		limit = defaultPageBytes
	}
	if o.replay {
		o.client.Sender, o.now, err = a.replayFrom(ctx, f.replay, o.now, fetch.ReplayOptions{Redact: o.secrets.Text, MaxBody: limit})
		return o, err
	}
	o.live = fetch.NewLive(fetch.LiveOptions{Policy: policy, UserAgent: a.userAgent(), MaxBody: limit})
	o.client.Sender = o.live
	if o.har != "" {
		o.recorder = fetch.NewRecorder(fetch.RecorderOptions{Version: bareVersion(), Now: o.now, Redact: o.secrets.Text})
		o.client.OnExchange = o.recorder.Add
	}
	return o, nil
}

// querySecrets are the values that a URL's query has under the names of
// credentials.
func querySecrets(u *fetch.URL) *redact.Registry {
	secrets := redact.New()
	for _, p := range fetch.ParseQuery(u.Query()) {
		if redact.TokenName(p.Name) && p.Value != "" && !secrets.Add(p.Value, redact.Options{}) {
			secrets.Add(p.Name+"="+p.Value, redact.Options{})
		}
	}
	return secrets
}

// Do sends one request.
func (o *origin) Do(ctx context.Context, req *fetch.Request) (*fetch.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	begun := time.Now()
	response, err := o.client.Do(ctx, req)
	o.last, o.took = response, time.Since(begun)
	return response, err
}

// end writes the recording, and frees what requests took.
func (o *origin) end() error {
	o.close()
	if o.recorder == nil {
		return nil
	}
	return files.Write(o.har, o.recorder.Bytes(), files.Private)
}

// options are how pages of the origin are asked for. Nothing but JSON is of
// use. Under replay there is no waiting.
func (o *origin) options(f *fetchFlags) paging.Options {
	options := paging.Options{
		Header:   fetch.Header{{Name: "Accept", Value: "application/json, */*;q=0.5"}},
		MaxBytes: max(paging.DefaultMaxBytes, f.maxBytes),
	}
	if o.replay {
		options.Now = func() time.Time { return o.now }
		options.Sleep = func(context.Context, time.Duration) error { return nil }
	}
	return options
}

// judge says how it ends where the first page brought nothing.
func (o *origin) judge(page *paging.Error) *run.Failure {
	f := &run.Failure{Outcome: run.ExpectFailed, Message: o.secrets.Message(page.Message), Hint: page.Hint}
	if page.Page.URL != nil {
		f.Request = "GET " + o.secrets.Text(page.Page.URL.String())
	}
	var cause *fetch.Error
	var syntax *jsonval.SyntaxError
	challenge := o.challenge()
	switch {
	case errors.As(page.Err, &cause):
		f.Outcome = run.OutcomeOf(cause.Reason)
		if cause.Reason == fetch.RedirectBlocked {
			f.Hint = "name the URL that it redirects to, if that is meant"
		}
	case challenge != nil:
		f.Outcome, f.Message = run.SiteChallenge, "the site answered with "+challenge.String()
	case page.Page.Number == 0: // a parameter of the URL
		f.Outcome = run.InvalidParams
	case page.Page.Status == 401:
		f.Outcome = run.LoginRequired
	case page.Page.Status == 429, page.Page.Status == 503:
		f.Outcome = run.NetworkError
	case errors.As(page.Err, &syntax):
		f.Outcome = invalidInput
	}
	return f
}

// challenge tells whether the last response is a bot manager's check, as a run
// would. Status 429 alone is none: paging has waited as the server asked.
func (o *origin) challenge() *fetch.Challenge {
	if o.last == nil {
		return nil
	}
	status := o.last.Status
	return fetch.DetectChallenge(o.last, fetch.Expected{Status: status/100 == 2 || status == 429, JSON: true})
}

// originFailure prints why there is no response, and gives the command's error.
// A URL that is refused was given in the call.
func (a *app) originFailure(f *run.Failure) error {
	var b bytes.Buffer
	verdict.WriteFailure(&b, nil, f, "", a.streams.Err.Style())
	_, _ = a.streams.Err.Write(b.Bytes())
	if f.Outcome == run.OriginBlocked {
		return &failure{kind: usage}
	}
	return failureOf(exitOf(f.Outcome))
}

// size is a flag whose value is a number of bytes.
type size struct{ value *int }

func (s *size) String() string {
	if *s.value == 0 {
		return ""
	}
	return strconv.Itoa(*s.value)
}

// Type is the name of the value in the help.
func (s *size) Type() string { return "size" }

// Set takes a text such as 500KB.
func (s *size) Set(text string) error {
	digits := strings.TrimRight(strings.ToLower(text), "kmgib ")
	unit := map[string]int{"": 1, "b": 1, "k": 1 << 10, "kb": 1 << 10, "kib": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "mib": 1 << 20, "g": 1 << 30, "gb": 1 << 30, "gib": 1 << 30}
	factor := unit[strings.TrimSpace(strings.ToLower(text[len(digits):]))]
	n, err := strconv.ParseUint(digits, 10, 31)
	if err != nil || n == 0 || factor == 0 || int(n) > 64<<30/factor {
		return errors.New("the value is a size such as 500KB or 50MB")
	}
	*s.value = int(n) * factor
	return nil
}

// bytesText is a number of bytes for people.
func bytesText(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f KB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d bytes", n)
}
