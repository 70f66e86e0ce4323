package cli

import (
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/run"
)

// maxTried is how long a part of a recipe may be that a suggested command
// repeats, in bytes.
const maxTried = 300

// nextTry gives a command that shows more of why a run failed; "" where none
// would.
func (a *app) nextTry(r *recipe.Recipe, result *run.Report, name string, f *runFlags) string {
	again := a.program + " run " + shellWord(name) + repeatedFlags(f)
	query := " --report - | " + a.program + " query "
	failed := result.Failure
	switch {
	case failed == nil:
	case failed.Outcome == run.CheckFailed && result.Output != nil:
		for _, c := range result.Checks {
			if !c.OK && len(c.Expr) <= maxTried {
				return again + query + shellQuote(c.Expr)
			}
		}
		return again + query + "output"
	case failed.Outcome == run.OutputInvalid && result.Output != nil:
		return again + query + "output"
	case failed.Outcome == run.OutputInvalid, failed.Outcome == run.TemplateFailed:
		return again + query + shellQuote("steps[].{id: id, extract: extract}")
	case failed.Outcome == run.ExtractFailed, failed.Outcome == run.ExpectFailed:
		return a.tryResponse(r, failed, again, f)
	case failed.Outcome == run.ReplayMiss && f.replay != "":
		if f.params == "" && len(f.param) == 0 && f.replay == recordingOf(name) {
			return a.program + " test " + shellWord(name) + " --update"
		}
		live := *f
		live.replay = ""
		return a.program + " run " + shellWord(name) + repeatedFlags(&live) + " --har run.har"
	case failed.Outcome == run.Timeout, failed.Outcome == run.LimitExceeded, failed.Outcome == run.RedirectBlocked:
		if !f.trace {
			return again + " --trace"
		}
	}
	return ""
}

// tryResponse gives a command that shows the response at which a step failed,
// and runs the step's extract over it.
func (a *app) tryResponse(r *recipe.Recipe, failed *run.Failure, again string, f *runFlags) string {
	recording, before := f.replay, ""
	if recording == "" {
		recording = f.har
	}
	if recording == "" {
		recording = "run.har"
		before = again + " --har run.har; "
	}
	_, url, ok := strings.Cut(failed.Request, " ")
	if !ok || len(url) > maxTried {
		return again + " --trace"
	}
	entry := "log.entries[?request.url==`" + jsonval.Stringify(jsonval.StringValue(url)) + "`].response.content.text | [0]"
	try := before + a.program + " query --raw " + shellQuote(entry) + " " + shellWord(recording)
	if step := r.Step(failed.Step); step != nil && failed.Outcome == run.ExtractFailed {
		if node := step.Node.Member("extract"); node != nil {
			if spec := jsonval.Stringify(node.Value()); len(spec) <= maxTried {
				try += " | " + a.program + " extract " + shellQuote(spec)
			}
		}
	}
	return try
}

// repeatedFlags are the flags that a suggested command needs too. A value of
// auth.derive is a secret and not repeated.
func repeatedFlags(f *runFlags) string {
	var b strings.Builder
	add := func(flag, value string) {
		if value != "" {
			b.WriteString(" " + flag + " " + shellWord(value))
		}
	}
	add("--params", f.params)
	for _, p := range f.param {
		add("--param", p)
	}
	add("--replay", f.replay)
	add("--now", f.now)
	add("--locale-host", f.localeHost)
	for _, m := range f.mapOrigin {
		add("--map-origin", m)
	}
	return b.String()
}

// shellWord quotes a text for a POSIX shell where it has to be.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:@=,", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return shellQuote(s)
}
