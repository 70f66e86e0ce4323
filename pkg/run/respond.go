package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// respond judges a response in the format's order: login_required_if, bot
// check, status, parsing, assert; and then extracts.
func (x *runner) respond(ctx context.Context, s *recipe.Step, req *fetch.Request, response *fetch.Response, entry *StepReport) (jsonval.Value, *Failure) {
	body := readBody(s, response)
	f := x.judge(ctx, s, response, body)
	var extracted jsonval.Value
	if f == nil && s.Extract != nil {
		extracted, f = x.extract(ctx, s, body, entry)
	}
	if f != nil {
		f.Request = req.Method + " " + req.URL.String()
		if len(response.Redirects) > 0 {
			f.Final = response.URL.String()
		}
		return jsonval.Value{}, f
	}
	for _, w := range body.Warnings() {
		x.warn("%s: %s", s.ID, sentence(w))
	}
	return extracted, nil
}

func sentence(w extract.Warning) string {
	text := w.Message
	if w.Var != "" && !strings.Contains(text, w.Var) {
		text = w.Var + ": " + text
	}
	if w.Hint != "" {
		text += " (" + w.Hint + ")"
	}
	return text
}

// readBody says how the body of a response is read.
func readBody(s *recipe.Step, response *fetch.Response) *extract.Body {
	contentType, _ := response.Header.Get("content-type")
	parse, _ := extract.ParseMode(s.Parse)
	expect, _ := extract.ParseMode(s.Expect.ContentType)
	return extract.Read(extract.Source{Data: response.Body, ContentType: contentType, Status: response.Status,
		Parse: parse, Expect: expect, WantJSON: s.Extract != nil && len(s.Extract.JSON) > 0})
}

// judge holds a response to what the step expects.
func (x *runner) judge(ctx context.Context, s *recipe.Step, response *fetch.Response, body *extract.Body) *Failure {
	e := &s.Expect
	if f := x.loginRequired(ctx, e.Login, response, body); f != nil {
		return f
	}
	listed := slices.Contains(e.Status, response.Status)
	if c := fetch.DetectChallenge(response, fetch.Expected{Status: listed, JSON: body.ExpectsJSON()}); c != nil {
		return &Failure{Outcome: SiteChallenge, Message: "the site answered with " + c.String(),
			Hint: "such a site works only in the browser's session", Expected: "data", Got: x.preview(response, body)}
	}
	if !listed {
		return &Failure{Outcome: ExpectFailed, Place: placeOf(e.Node, "status", s.Node),
			Message:  fmt.Sprintf("the status is %d", response.Status),
			Expected: "status " + joinInts(e.Status), Got: x.preview(response, body)}
	}
	if err := body.Load(); err != nil {
		f := &Failure{Outcome: ExpectFailed, Message: err.Error(), Expected: body.Mode().String(), Got: x.preview(response, body)}
		var failed *extract.Error
		if errors.As(err, &failed) {
			f.Message, f.Hint = failed.Message, failed.Hint
		}
		return f
	}
	if e.Assert == nil {
		return nil
	}
	v, f := x.eval(ctx, e.Assert, responseDocument(response, body.Value()), ExpectFailed, "`expect.assert`")
	if f != nil || jmespath.Truthy(v) {
		return f
	}
	return &Failure{Outcome: ExpectFailed, Place: &e.Assert.Node.Span,
		Message:  fmt.Sprintf("the assertion `%s` does not hold: it gives %s", e.Assert.String(), x.show(v)),
		Expected: "a truthy value", Got: x.preview(response, body)}
}

// loginRequired tests login_required_if: all that it gives must match.
func (x *runner) loginRequired(ctx context.Context, l *recipe.LoginIf, response *fetch.Response, body *extract.Body) *Failure {
	if l == nil || l.Status != nil && !slices.Contains(l.Status, response.Status) {
		return nil
	}
	why := fmt.Sprintf("status %d", response.Status)
	if l.Assert != nil {
		v, f := x.eval(ctx, l.Assert, responseDocument(response, body.LoginValue()), ExpectFailed, "`login_required_if.assert`")
		if f != nil {
			return f
		}
		if !jmespath.Truthy(v) {
			return nil
		}
		why = "`" + l.Assert.String() + "` holds"
	}
	return &Failure{Outcome: LoginRequired, Message: "the site asks for a login: " + why, Got: x.preview(response, body),
		Hint: "log in on the site; a runner without a browser takes what the session holds by --var, or a recording by --replay"}
}

// responseDocument is what asserts see.
func responseDocument(response *fetch.Response, body jsonval.Value) jsonval.Value {
	var b jsonval.Builder
	return b.Set("body", body).Set("status", jsonval.IntValue(response.Status)).Value()
}

// preview shows what came: status, type, and the front of the body.
func (x *runner) preview(response *fetch.Response, body *extract.Body) string {
	contentType, ok := response.Header.Get("content-type")
	if !ok {
		contentType = "no content-type"
	}
	// What is cut must be redacted first: a part of a secret is not found.
	text := strings.Join(strings.Fields(x.o.Secrets.Text(body.Text())), " ")
	if text == "" {
		text = "an empty body"
	}
	return fmt.Sprintf("status %d, %s: %s", response.Status, diag.Escape(contentType), diag.Escape(diag.Cut(text, 200)))
}

func joinInts(list []int) string {
	var parts []string
	for _, n := range list {
		parts = append(parts, fmt.Sprint(n))
	}
	return strings.Join(parts, " or ")
}

// placeOf gives the place of a member, or of the node that would hold it.
func placeOf(n *jsonval.Node, member string, otherwise *jsonval.Node) *diag.Span {
	if m := n.Member(member); m != nil {
		return &m.Span
	}
	if n == nil {
		n = otherwise
	}
	span := diag.Span{Start: n.Span.Start, End: n.Span.Start + 1}
	return &span
}

// extract reads the variables of a step from the body.
func (x *runner) extract(ctx context.Context, s *recipe.Step, body *extract.Body, entry *StepReport) (jsonval.Value, *Failure) {
	result, err := extract.Run(ctx, body, s.Extract, extract.Limits{})
	if err != nil {
		return jsonval.Value{}, x.extractFailure(ctx, s, err)
	}
	for _, d := range result.Dropped {
		entry.Dropped += d.Count
		x.warn("%s: %s matched %d elements, %d were kept", s.ID, d.Var, d.Count+d.Max, d.Max)
	}
	for _, w := range result.Warnings {
		x.warn("%s: %s", s.ID, sentence(w))
	}
	x.noteTokens(s, result.Values)
	return result.Values, nil
}

func (x *runner) extractFailure(ctx context.Context, s *recipe.Step, err error) *Failure {
	if ctx.Err() != nil {
		return x.stopped(ctx)
	}
	f := &Failure{Outcome: ExtractFailed, Message: err.Error()}
	var failed *extract.Error
	if !errors.As(err, &failed) {
		return f
	}
	f.Message, f.Hint = failed.Message, failed.Hint
	if failed.Reason == extract.BudgetExceeded {
		f.Outcome = LimitExceeded
	}
	if failed.Reason.OfBody() {
		f.Outcome = ExpectFailed
	}
	n := s.VarNode(failed.Var)
	if n == nil {
		return f
	}
	if path := n.Member("path"); path != nil {
		n = path
	}
	f.Place = &n.Span
	var expression *jmespath.Error
	if errors.As(err, &expression) && n.Kind == jsonval.String && n.Str == failed.Source {
		span := n.TextSpan(expression.Span.Start, expression.Span.End)
		f.Place = &span
	}
	return f
}
