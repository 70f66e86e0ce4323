package cli

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/draft"
	"github.com/wield-run/wield/pkg/draft/curl"
	"github.com/wield-run/wield/pkg/fetch"
)

// draftFromHAR drafts a recipe from a recording.
func (a *app) draftFromHAR(ctx context.Context, f *newFlags, o draft.Options) (*draft.Draft, error) {
	text, err := files.ReadInput(ctx, f.fromHAR, a.streams.In, fetch.MaxHAR)
	if err != nil {
		return nil, err
	}
	har, err := fetch.LoadHAR(text)
	if err != nil {
		return nil, usagef("%s: %s", diag.Escape(f.fromHAR), noHAR(err))
	}
	if err := usable(f.fromHAR, har); err != nil {
		return nil, err
	}
	if o.Find == "" && f.pick == 0 && a.streams.CanAsk() {
		if o.Find, err = a.streams.Prompt(ctx, "A text of the data that you want, as the page shows it (nothing: list all):"); err != nil {
			return nil, err
		}
	}
	ranked, err := draft.Rank(ctx, har, o)
	if err != nil {
		return nil, err
	}
	c, err := a.choose(ctx, f, o.Find, har, ranked)
	if err != nil {
		return nil, err
	}
	if o, err = a.askTask(ctx, o); err != nil {
		return nil, err
	}
	return a.withEffect(ctx, o, func(o draft.Options) (*draft.Draft, error) { return draft.FromRecording(ctx, har, c, o) })
}

// noHAR says why a file is no recording, and what to do.
func noHAR(err error) string {
	var fault *fetch.HARError
	if errors.As(err, &fault) && fault.Hint != "" {
		return fault.Message + "; " + fault.Hint
	}
	return err.Error()
}

// usable refuses a recording that no recipe can be drafted from.
func usable(name string, har *fetch.HAR) error {
	all := har.Recorded()
	lost, answers := 0, 0
	for i := range all {
		switch r := &all[i]; {
		case r.Lost != "":
			lost++
		case len(r.Content) > 0:
			answers++
		}
	}
	switch {
	case len(all) == 0:
		return usagef("%s holds no request; open the developer tools before you load the page, then save", diag.Escape(name))
	case answers == 0 && lost > 0:
		return usagef(`%s holds no bodies of responses; export it again, the developer tools call it "Save all as HAR with content"`, diag.Escape(name))
	case answers == 0:
		return usagef("no response in %s has a body, so there is no data to find", diag.Escape(name))
	}
	return nil
}

// choose takes one of the candidates: the one that is named, the best where a
// text tells which, or the one that a person names.
func (a *app) choose(ctx context.Context, f *newFlags, find string, har *fetch.HAR, ranked []draft.Candidate) (*draft.Candidate, error) {
	switch {
	case len(ranked) == 0 && find != "":
		return nil, usagef("no response in %s holds %s; copy the text from the page as it stands there, or take a shorter piece of it", diag.Escape(f.fromHAR), diag.Quote(find, 60))
	case len(ranked) == 0:
		return nil, usagef("no response in %s holds data that a recipe reads", diag.Escape(f.fromHAR))
	case f.pick > len(ranked):
		a.printCandidates(ranked)
		return nil, usagef("--pick %d: the requests to choose from are 1 to %d", f.pick, len(ranked))
	case f.pick > 0:
		return &ranked[f.pick-1], nil
	case find != "" && len(ranked) == 1 && ranked[0].Holds:
		a.noteChoice(&ranked[0])
		return &ranked[0], nil
	case a.streams.CanAsk():
		return a.askWhich(ctx, ranked)
	case find != "" && ranked[0].Holds:
		a.noteChoice(&ranked[0])
		if !a.streams.Quiet {
			a.printCandidates(ranked)
		}
		return &ranked[0], nil
	}
	a.printCandidates(ranked)
	if find != "" {
		return nil, usagef("%s holds %s only where no recipe reads it; say which request with --pick N", diag.Escape(f.fromHAR), diag.Quote(find, 60))
	}
	return nil, usagef("say which request, with --find TEXT for a text of its data, or --pick N")
}

// noteChoice says which request becomes the step.
func (a *app) noteChoice(c *draft.Candidate) {
	a.streams.Note("note: drafted from %s; %s", c.Name(), c.Shape)
}

// maxListed is how many candidates are shown.
const maxListed = 12

// printCandidates lists requests: number, score, what was asked, what came,
// and why.
func (a *app) printCandidates(ranked []draft.Candidate) {
	var b strings.Builder
	style := a.streams.Err.Style()
	for i := range ranked[:min(len(ranked), maxListed)] {
		c := &ranked[i]
		b.WriteString(pad(strconv.Itoa(i+1), 3) + pad(strconv.Itoa(c.Score), 5) + "  " + style.Strong(c.Name()) + "\n")
		b.WriteString(strings.Repeat(" ", 10))
		if c.Shape != "" {
			b.WriteString(c.Shape + "; ")
		}
		b.WriteString(strings.Join(c.Why, ", ") + "\n")
	}
	if more := len(ranked) - maxListed; more > 0 {
		b.WriteString(strings.Repeat(" ", 10) + "and " + strconv.Itoa(more) + " more\n")
	}
	// A stream of errors that cannot be written to leaves nobody to tell.
	_, _ = a.streams.Err.Write([]byte(b.String()))
}

func pad(s string, width int) string { return strings.Repeat(" ", max(0, width-len(s))) + s }

// askWhich asks a person for the number of a candidate.
func (a *app) askWhich(ctx context.Context, ranked []draft.Candidate) (*draft.Candidate, error) {
	a.printCandidates(ranked)
	for range 3 {
		answer, err := a.streams.Prompt(ctx, "Which one? [1]")
		if err != nil {
			return nil, err
		}
		if answer == "" {
			return &ranked[0], nil
		}
		if n, err := strconv.Atoi(answer); err == nil && n >= 1 && n <= len(ranked) {
			return &ranked[n-1], nil
		}
		a.streams.Note("write a number from 1 to %d", len(ranked))
	}
	return nil, usagef("no request was chosen")
}

// draftFromCurl drafts a recipe from a curl command.
func (a *app) draftFromCurl(ctx context.Context, f *newFlags, o draft.Options) (*draft.Draft, error) {
	if f.fromCurl == "-" && a.streams.InIsTerminal() {
		a.streams.Note("paste the curl command, then press Ctrl-D on an empty line")
	}
	text, err := files.ReadInput(ctx, f.fromCurl, a.streams.In, curl.MaxSize)
	if err != nil {
		return nil, err
	}
	r, err := curl.Parse(string(text))
	if err != nil {
		return nil, usagef("%s: %s", inputName(f.fromCurl), err.Error())
	}
	if o, err = a.askTask(ctx, o); err != nil {
		return nil, err
	}
	return a.withEffect(ctx, o, func(o draft.Options) (*draft.Draft, error) { return draft.FromRequest(r, o) })
}

func inputName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return diag.Escape(name)
}
