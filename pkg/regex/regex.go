// Package regex is ECMAScript regular expressions as `new RegExp(p, "u")`
// reads them: a syntax checker with places and hints in front of a matcher
// that is bounded in time, memory and input.
package regex

import (
	"errors"
	"fmt"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// The limits of a match.
const (
	// MatchLimit is how long a match may take at least; the engine's clock is
	// coarse, so that it ends within twice that time.
	MatchLimit = 100 * time.Millisecond
	// MaxInput is the longest text that is matched, in bytes.
	MaxInput = 64 << 10
	// maxBacktrack is the number of words that the engine may keep for
	// backtracking (32 MiB).
	maxBacktrack = 4 << 20
)

// Regexp is a checked regular expression. It may be used by many goroutines.
type Regexp struct {
	pattern string
	syntax  *Syntax

	once     sync.Once
	engine   *regexp2.Regexp // made by once, as most patterns of a check match nothing
	unusable error           // why there is no engine
}

// Compile checks a pattern (WTF-8, flag u). The finding (code X1) has its span
// in the bytes of the pattern. The matcher itself is made when first used.
func Compile(pattern string) (*Regexp, *diag.Diagnostic) {
	syntax, fault := Parse(pattern)
	if fault != nil {
		return nil, fault
	}
	return &Regexp{pattern: pattern, syntax: syntax}, nil
}

// String is the pattern as it was given.
func (r *Regexp) String() string { return r.pattern }

// Syntax is the pattern's tree.
func (r *Regexp) Syntax() *Syntax { return r.syntax }

// Groups is the number of capture groups.
func (r *Regexp) Groups() int { return len(r.syntax.Groups) }

func (r *Regexp) compile() (*regexp2.Regexp, error) {
	engine, err := regexp2.Compile(r.syntax.enginePattern(r.pattern), regexp2.ECMAScript|regexp2.Unicode,
		regexp2.OptionMaxBacktrackingStackSize(maxBacktrack))
	if err != nil {
		return nil, &MatchError{Pattern: r.pattern, Reason: Unsupported, Err: err}
	}
	engine.MatchTimeout = MatchLimit
	return engine, nil
}

// Reason says why a text could not be matched.
type Reason uint8

// The reasons of a MatchError.
const (
	TimedOut    Reason = iota // the match took longer than MatchLimit
	TooLong                   // the text is longer than MaxInput
	TooHard                   // the match needs more memory than it may take
	Unsupported               // the engine does not take the pattern
)

// MatchError tells that it is not known whether a text matches. It never
// means that the text does not match.
type MatchError struct {
	Pattern string
	Reason  Reason
	Length  int   // of the text, in bytes
	Err     error // the engine's own error, where there is one
}

// Error is one sentence.
func (e *MatchError) Error() string {
	pattern := diag.Quote(e.Pattern, 60)
	switch e.Reason {
	case TimedOut:
		return fmt.Sprintf("the pattern %s took longer than %d ms on a text of %d bytes", pattern, MatchLimit.Milliseconds(), e.Length)
	case TooHard:
		return fmt.Sprintf("the pattern %s needs too much memory on a text of %d bytes", pattern, e.Length)
	case TooLong:
		return fmt.Sprintf("the pattern %s is not tried on a text of %d bytes; the limit is %d", pattern, e.Length, MaxInput)
	}
	return fmt.Sprintf("the pattern %s cannot be matched: %v", pattern, e.Err)
}

// Unwrap gives the engine's error.
func (e *MatchError) Unwrap() error { return e.Err }

// Match reports whether the pattern matches anywhere in a text (WTF-8). An
// error (*MatchError) means that it is not known.
func (r *Regexp) Match(s string) (bool, error) {
	if len(s) <= MaxInput && len(s)*len(r.pattern) <= maxLinear {
		if ok, known := r.syntax.matchLinear(s); known {
			return ok, nil
		}
	}
	engine, err := r.ready(s)
	if err != nil {
		return false, err
	}
	var ok bool
	if utf8.ValidString(s) {
		ok, err = engine.MatchString(s)
	} else {
		ok, err = engine.MatchRunes(runes(s))
	}
	if err != nil {
		return false, r.fault(s, err)
	}
	return ok, nil
}

// FirstGroup gives the text of the first capture group at the first match. It
// is not ok where nothing matches, the pattern has no group, or the group took
// no part in the match. An error (*MatchError) means that it is not known.
func (r *Regexp) FirstGroup(s string) (text string, ok bool, err error) {
	engine, err := r.ready(s)
	if err != nil {
		return "", false, err
	}
	match, err := engine.FindRunesMatch(runes(s))
	if err != nil {
		return "", false, r.fault(s, err)
	}
	if match == nil || r.Groups() == 0 {
		return "", false, nil
	}
	group := match.GroupByNumber(1)
	if group == nil || len(group.Captures) == 0 {
		return "", false, nil
	}
	var b []byte
	for _, c := range group.Runes() {
		b = jsonval.AppendRune(b, c)
	}
	return string(b), true, nil
}

func (r *Regexp) ready(s string) (*regexp2.Regexp, error) {
	if len(s) > MaxInput {
		return nil, &MatchError{Pattern: r.pattern, Reason: TooLong, Length: len(s)}
	}
	r.once.Do(func() { r.engine, r.unusable = r.compile() })
	return r.engine, r.unusable
}

// fault tells an engine's error: out of memory, or else out of time.
func (r *Regexp) fault(s string, err error) error {
	reason := TimedOut
	if errors.Is(err, regexp2.ErrBacktrackingStackLimit) {
		reason = TooHard
	}
	return &MatchError{Pattern: r.pattern, Reason: reason, Length: len(s), Err: err}
}

// runes decodes WTF-8, lone surrogates as themselves: as code points, which is
// what the flag u sees.
func runes(s string) []rune {
	all := make([]rune, 0, len(s))
	for i := 0; i < len(s); {
		c, size := jsonval.DecodeRune(s[i:])
		all = append(all, c)
		i += size
	}
	return all
}
