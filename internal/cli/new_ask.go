package cli

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/draft"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/recipe"
)

// draftFromAnswers drafts a recipe of an address, which is a flag or asked.
func (a *app) draftFromAnswers(ctx context.Context, f *newFlags, o draft.Options) (*draft.Draft, error) {
	address, err := f.url, error(nil)
	if address == "" {
		address, err = a.askAddress(ctx, o)
	}
	if err != nil {
		return nil, err
	}
	if fault := addressFault(address); fault != "" {
		return nil, usagef("--url %s", fault)
	}
	if o, err = a.askTask(ctx, o); err != nil {
		return nil, err
	}
	if o.Effect == "" && f.url == "" {
		if changes, err := a.streams.Ask(ctx, "Does it change something on the site?"); err != nil {
			return nil, err
		} else if changes {
			o.Effect = "write"
		}
	}
	r := &draft.Request{Method: "GET", URL: address}
	if o.Effect == "write" {
		r.Method = "POST"
	}
	return a.withEffect(ctx, o, func(o draft.Options) (*draft.Draft, error) { return draft.FromRequest(r, o) })
}

// askAddress asks where the data is; after an answer that is no address, again,
// three times in all.
func (a *app) askAddress(ctx context.Context, o draft.Options) (string, error) {
	for range 3 {
		if !a.streams.CanAsk() {
			break
		}
		address, err := a.streams.Prompt(ctx, "Address of the page or API with the data (https://www."+o.Site()+"/…):")
		if err != nil {
			return "", err
		}
		fault := addressFault(address)
		if address == "" {
			break
		}
		if fault == "" {
			return address, nil
		}
		a.streams.Note("%s", fault)
	}
	return "", usagef("say with --url where the data is, or draft the recipe from a recording with --from-har")
}

// addressFault says what is wrong with an address; "" where nothing is.
func addressFault(address string) string {
	u, err := fetch.ParseURL(address, nil)
	switch {
	case err != nil:
		return err.Error() + "; write it as https://host/path"
	case u.Scheme() != "https" && u.Scheme() != "http" || u.Port() != "":
		return diag.Quote(address, 60) + " is no address of the public web; write it as https://host/path"
	}
	return ""
}

// askTask asks what the recipe does and who the site is, where nobody has said
// so and there is a person to ask. The guess stands in brackets, and an answer
// that cannot be is asked for again.
func (a *app) askTask(ctx context.Context, o draft.Options) (draft.Options, error) {
	if !a.streams.CanAsk() {
		return o, nil
	}
	anything := func(string) string { return "" }
	for _, q := range []struct {
		value    *string
		question string
		guess    string
		fault    func(answer string) string
	}{
		{&o.Name, "Name of the site?", o.SiteName(), anything},
		{&o.Task, "What does the recipe do, in one line?", o.TaskText(), taskFault},
		{&o.Description, "What comes back, and what is left out?", "by what is read", anything},
	} {
		for *q.value == "" {
			answer, err := a.streams.Prompt(ctx, q.question+" ["+diag.Escape(q.guess)+"]")
			if err != nil {
				return o, err
			}
			if answer == "" {
				break
			}
			if fault := q.fault(answer); fault != "" {
				a.streams.Note("%s", fault)
				continue
			}
			*q.value = answer
		}
	}
	return o, nil
}

// taskFault says what is wrong with a task that a person wrote; "" where
// nothing is.
func taskFault(task string) string {
	if n := utf8.RuneCountInString(task); n < recipe.MinTask || n > recipe.MaxTask {
		return fmt.Sprintf("that has %d characters; write %d to %d", n, recipe.MinTask, recipe.MaxTask)
	}
	return ""
}

// withEffect makes a draft; where it is not clear whether the request changes
// something, it asks.
func (a *app) withEffect(ctx context.Context, o draft.Options, make func(draft.Options) (*draft.Draft, error)) (*draft.Draft, error) {
	d, err := make(o)
	var fault *draft.Error
	if !errors.As(err, &fault) {
		return d, err
	}
	if fault.Effect && a.streams.CanAsk() {
		changes, err := a.streams.Ask(ctx, diag.Escape(fault.Message)+". Does it change something?")
		if err != nil {
			return nil, err
		}
		if o.Effect = "read"; changes {
			o.Effect = "write"
		}
		return a.withEffect(ctx, o, make)
	}
	return nil, usagef("%s", fault.Error())
}
