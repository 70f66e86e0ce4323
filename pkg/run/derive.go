package run

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/redact"
	"github.com/wield-run/wield/pkg/selector"
)

// derive finds the values of auth.derive without a browser: what was supplied
// is final; meta, dom and page_url are read from one cookieless GET of
// site.origin. All are secrets.
func (x *runner) derive(ctx context.Context) *Failure {
	x.vars = x.suppliedVars()
	var vars jsonval.Builder
	for _, m := range x.vars.Members() {
		vars.Set(m.Key, m.Value)
	}
	var tab *derivePage
	for _, d := range x.r.Derive {
		if _, supplied := x.o.Vars[d.Name]; supplied {
			continue
		}
		value, why := jsonval.NullValue(), "a runner without a browser has no "+strings.ReplaceAll(d.From, "_", " ")
		switch d.From {
		case "meta", "dom", "page_url":
			if tab == nil {
				var f *Failure
				if tab, f = x.openDerivePage(ctx); f != nil {
					return f
				}
			}
			var err error
			if value, err = tab.read(ctx, d); err != nil {
				why = err.Error()
			} else {
				why = "the page at " + tab.url.String() + " has none"
			}
		}
		if value.IsNull() {
			if d.Required {
				return &Failure{Outcome: LoginRequired, Place: &d.Node.Span,
					Message: fmt.Sprintf("the derived value %q is missing: %s", d.Name, why),
					Hint:    fmt.Sprintf("supply it with --var %s=…, --vars-file or the environment variable WIELD_VAR_%s", d.Name, strings.ToUpper(d.Name))}
			}
			vars.Set(d.Name, value)
			continue
		}
		x.addDerived(d, value)
		vars.Set(d.Name, value)
	}
	x.vars = vars.Value()
	return nil
}

// suppliedVars gives what the caller supplied, and registers it.
func (x *runner) suppliedVars() jsonval.Value {
	var vars jsonval.Builder
	for _, d := range x.r.Derive {
		if text, ok := x.o.Vars[d.Name]; ok {
			x.addSecret(text, redact.Options{})
			vars.Set(d.Name, jsonval.StringValue(text))
		}
	}
	return vars.Value()
}

func (x *runner) addDerived(d *recipe.Derive, v jsonval.Value) {
	switch v.Kind() {
	case jsonval.String:
		x.addSecret(v.Str(), x.deriveOptions(d))
	case jsonval.Array, jsonval.Object:
		x.addAll(v)
	}
}

// derivePage is the page that stands for the site's tab.
type derivePage struct {
	url  *fetch.URL
	page dom.Node
}

func (x *runner) openDerivePage(ctx context.Context) (*derivePage, *Failure) {
	req := &fetch.Request{Step: "auth", Method: "GET", URL: x.page.base}
	response, f := x.send(ctx, req)
	if f != nil {
		f.Step = "auth"
		return nil, f
	}
	contentType, _ := response.Header.Get("content-type")
	body := extract.Read(extract.Source{Data: response.Body, ContentType: contentType, Status: response.Status, Parse: extract.ModeHTML})
	if c := fetch.DetectChallenge(response, fetch.Expected{Status: response.Status == 200}); c != nil {
		return nil, &Failure{Outcome: SiteChallenge, Step: "auth", Request: "GET " + x.page.base.String(), Message: "the site answered with " + c.String(), Got: x.preview(response, body)}
	}
	root, err := body.Page()
	if err != nil {
		return nil, &Failure{Outcome: ExpectFailed, Step: "auth", Request: "GET " + x.page.base.String(), Message: err.Error()}
	}
	return &derivePage{url: response.URL, page: root}, nil
}

// read gives a derived value; null where the page has none.
func (p *derivePage) read(ctx context.Context, d *recipe.Derive) (jsonval.Value, error) {
	texts, err := p.texts(d)
	if err != nil {
		return jsonval.Value{}, err
	}
	for _, text := range texts {
		v, err := refine(ctx, d, text)
		if err != nil || !v.IsNull() {
			return v, err
		}
	}
	return jsonval.NullValue(), nil
}

// texts gives what the source holds: of dom, the text of each match.
func (p *derivePage) texts(d *recipe.Derive) ([]string, error) {
	if d.From == "page_url" {
		return []string{p.url.String()}, nil
	}
	elements := d.Selector
	if elements == nil {
		elements, _ = selector.Compile("meta") // which is a selector
	}
	found, err := elements.All(p.page, nil)
	if err != nil {
		return nil, err
	}
	if d.Selector == nil { // meta by its name
		found = slices.DeleteFunc(found, func(m dom.Node) bool {
			name, _ := m.Attr("name")
			property, _ := m.Attr("property")
			return name != d.Key && property != d.Key
		})
	}
	attr, byAttr := d.Attr, d.HasAttr
	if d.From == "meta" && !byAttr {
		attr, byAttr = "content", true
	}
	var texts []string
	for _, n := range found {
		if !byAttr {
			texts = append(texts, n.CollapsedText())
		} else if v, ok := n.Attr(attr); ok {
			texts = append(texts, v)
		}
	}
	return texts, nil
}

// refine applies a derive's jmespath (over the text as JSON) and regex (its
// first group); null where one finds nothing.
func refine(ctx context.Context, d *recipe.Derive, text string) (jsonval.Value, error) {
	v := jsonval.StringValue(text)
	if d.JMESPath != nil {
		parsed, err := jsonval.ParseString(text)
		if err != nil {
			return jsonval.NullValue(), nil
		}
		if v, err = d.JMESPath.Eval(ctx, parsed, jmespath.Limits{}); err != nil {
			return jsonval.Value{}, err
		}
	}
	if d.Regex == nil || v.IsNull() {
		return v, nil
	}
	text = v.Str()
	if v.Kind() != jsonval.String {
		text = jsonval.Stringify(v)
	}
	group, ok, err := d.Regex.FirstGroup(text)
	if err != nil || !ok {
		return jsonval.NullValue(), err
	}
	return jsonval.StringValue(group), nil
}

// loginCheck runs the login_check alone: what fails there, but for the network
// and a bot check, is a missing login.
func (x *runner) loginCheck(ctx context.Context) *Failure {
	s := x.r.LoginCheck
	if s == nil {
		return nil
	}
	scope := &scope{x: x, steps: jsonval.ObjectValue(nil), vars: true}
	req, f := x.render(s.ID, &s.Request, scope)
	if f == nil {
		f = x.allow(ctx, s, req)
	}
	if f != nil {
		f.Step = s.ID
		return f
	}
	response, f := x.send(ctx, req)
	if f != nil && f.Outcome == ReplayMiss {
		x.warn("the recording has no answer to login_check, which is passed over")
		return nil
	}
	if f == nil {
		_, f = x.respond(ctx, s, req, response, &StepReport{})
	}
	if f == nil {
		return nil
	}
	f.Step = s.ID
	switch f.Outcome {
	case NetworkError, Timeout, SiteChallenge, Interrupted, LimitExceeded, RedirectBlocked, OriginBlocked:
	case LoginRequired:
	default:
		f.Outcome, f.Message = LoginRequired, "login_check failed, so there is no login: "+f.Message
	}
	return f
}
