package fetch

import (
	"strings"
	"testing"
)

func htmlPage(status int, body string, fields ...Field) *Response {
	return &Response{Status: status, Body: []byte(body),
		Header: append(Header{{"content-type", "text/html; charset=utf-8"}}, fields...)}
}

// article is what an ordinary page has around whatever is tested.
const article = `<!doctype html><html><head><title>Fahrrad kaufen</title>%HEAD%</head>
<body><h1>Fahrrad kaufen</h1><p>Please enable JavaScript to see prices.</p>%BODY%</body></html>`

func ordinary(head, body string) *Response {
	return htmlPage(200, strings.NewReplacer("%HEAD%", head, "%BODY%", body).Replace(article))
}

func TestOrdinaryPagesAreNoChallenge(t *testing.T) {
	for name, resp := range map[string]*Response{
		"plain":                  ordinary("", ""),
		"reCAPTCHA":              ordinary(`<script src="https://www.google.com/recaptcha/api.js?render=6Lc"></script>`, `<div class="g-recaptcha" data-sitekey="6Lc"></div><script>grecaptcha.ready(f)</script>`),
		"hCaptcha":               ordinary(`<script src="https://js.hcaptcha.com/1/api.js"></script>`, `<div class="h-captcha"></div>`),
		"Turnstile":              ordinary(`<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async></script>`, `<form><div id="turnstile-wrapper"><div class="cf-turnstile"></div></div><input name="cf-turnstile-response"></form>`),
		"Cloudflare JS beacon":   ordinary("", `<script>(function(){window['__CF$cv$params']={r:'8f'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js';})();</script>`),
		"Cloudflare analytics":   ordinary("", `<script defer src="https://static.cloudflareinsights.com/beacon.min.js"></script>`),
		"Cloudflare e-mail":      ordinary("", `<a href="/cdn-cgi/l/email-protection" class="__cf_email__">[email&#160;protected]</a>`),
		"PerimeterX script":      ordinary(`<script>window._pxAppId='PX123';</script>`, ""),
		"Kasada script":          ordinary(`<script>KPSDK.configure([{domain:'x'}])</script>`, ""),
		"Imperva script":         ordinary(`<script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script>`, ""),
		"DataDome script":        ordinary(`<script src="https://js.datadome.co/tags.js"></script>`, ""),
		"AWS WAF script":         ordinary(`<script src="https://de52.edge.sdk.awswaf.com/de52/526c/challenge.js" defer></script>`, strings.Repeat("<p>Ein Satz über Fahrräder.</p>", 400)),
		"prose":                  ordinary("", `<p>Just a moment... we check captcha vendors such as DDoS-Guard. Access denied is what they say.</p>`),
		"long, with a sign":      ordinary(`<script>window._cf_chl_opt={}</script>`, strings.Repeat("<p>Ein langer Text.</p>", 4000)),
		"Cloudflare 522":         htmlPage(522, `<title>shop.example | 522: Connection timed out</title><div id="cf-error-details"><span class="cf-error-code">522</span></div>`, Field{"server", "cloudflare"}),
		"Cloudflare 1016":        htmlPage(530, `<title>Origin DNS error</title><span class="cf-error-code">1016</span>`),
		"Akamai, site is down":   htmlPage(503, `<TITLE>Error</TITLE>An error occurred while processing your request.<p>Reference&#32;&#35;97&#46;1d351ab8&#46;1557333295&#46;a4e16ab`, Field{"server", "AkamaiGHost"}),
		"Imperva before it":      htmlPage(200, "<title>Shop</title>", Field{"x-iinfo", "8-1-2"}, Field{"x-cdn", "Imperva"}),
		"DataDome before it":     htmlPage(200, "<title>Shop</title>", Field{"x-datadome", "protected"}, Field{"set-cookie", "datadome=abc"}),
		"Cloudflare before it":   htmlPage(200, "<title>Shop</title>", Field{"server", "cloudflare"}, Field{"cf-ray", "8f-FRA"}, Field{"cf-mitigated", ""}),
		"empty":                  htmlPage(200, ""),
		"a JSON error":           {Status: 500, Header: Header{{"content-type", "application/json"}}, Body: []byte(`{"error":"_cf_chl_opt captcha-delivery.com"}`)},
		"JSON as HTML":           htmlPage(200, ` {"html":"<div id=px-captcha>"}`),
		"a script":               {Status: 200, Header: Header{{"content-type", "text/javascript"}}, Body: []byte(`// px-captcha`)},
		"a listed 403":           {Status: 403, Header: Header{{"content-type", "application/json"}}, Body: []byte(`{"error":"no such user"}`)},
		"a listed 429 as a page": htmlPage(429, "<title>Slow down</title>"),
	} {
		if c := DetectChallenge(resp, Expected{Status: true}); c != nil {
			t.Errorf("%s: is called %s", name, c)
		}
	}
}

func TestChallenges(t *testing.T) {
	page := func(body string) *Response { return htmlPage(200, body) }
	for name, c := range map[string]struct {
		resp *Response
		want Expected
		said string
	}{
		"Cloudflare's header":          {htmlPage(200, "<title>Shop</title>", Field{"CF-Mitigated", "Challenge"}), Expected{Status: true}, `a Cloudflare check (the header "cf-mitigated: Challenge")`},
		"Cloudflare's header on JSON":  {&Response{Status: 403, Header: Header{{"content-type", "application/json"}, {"cf-mitigated", "challenge"}}, Body: []byte("{}")}, Expected{Status: true, JSON: true}, `a Cloudflare check (the header "cf-mitigated: challenge")`},
		"AWS, 202":                     {htmlPage(202, "", Field{"x-amzn-waf-action", "challenge"}), Expected{}, `an AWS WAF check (the header "x-amzn-waf-action: challenge")`},
		"AWS, 405":                     {htmlPage(405, "", Field{"x-amzn-waf-action", "captcha"}), Expected{}, `an AWS WAF check (the header "x-amzn-waf-action: captcha")`},
		"Vercel's header":              {htmlPage(429, "", Field{"x-vercel-mitigated", "challenge"}), Expected{Status: true}, `a Vercel check (the header "x-vercel-mitigated: challenge")`},
		"DataDome's header":            {htmlPage(401, "", Field{"x-dd-b", "1"}), Expected{Status: true}, `a DataDome check (the header "x-dd-b: 1")`},
		"403":                          {htmlPage(403, "<title>Forbidden</title>"), Expected{}, "a bot check (status 403, which is not expected)"},
		"403 as JSON":                  {&Response{Status: 403, Header: Header{{"content-type", "application/json"}}, Body: []byte(`{"error":"forbidden"}`)}, Expected{JSON: true}, "a bot check (status 403, which is not expected)"},
		"429":                          {htmlPage(429, ""), Expected{}, "a bot check (status 429, which is not expected)"},
		"403 behind Akamai":            {htmlPage(403, "<h1>Access Denied</h1>", Field{"server", "AkamaiGHost"}), Expected{}, "an Akamai check (status 403, which is not expected)"},
		"403 of DataDome":              {htmlPage(403, "", Field{"x-datadome", "blocked"}), Expected{}, "a DataDome check (status 403, which is not expected)"},
		"403 with a page of Wordfence": {htmlPage(403, "<p>Generated by Wordfence at Mon</p>"), Expected{}, "a Wordfence check (status 403, which is not expected)"},
		"LinkedIn":                     {htmlPage(999, ""), Expected{}, "a LinkedIn check (status 999)"},
		"a large page for JSON":        {page("<!doctype html><script>window._cf_chl_opt={cvId:'3'}</script>" + strings.Repeat(" ", 120_000)), Expected{Status: true, JSON: true}, `a Cloudflare check (the page holds "_cf_chl_opt")`},
		"a page without a type":        {&Response{Status: 200, Body: []byte("\ufeff <html>captcha-delivery.com")}, Expected{Status: true}, `a DataDome check (the page holds "captcha-delivery.com")`},
		"a page that claims to be JSON": {&Response{Status: 200, Header: Header{{"content-type", "application/json"}}, Body: []byte("<html><div id=px-captcha>")}, Expected{Status: true, JSON: true},
			`a PerimeterX check (the page holds "px-captcha")`},
	} {
		got := DetectChallenge(c.resp, c.want)
		if got == nil {
			t.Errorf("%s: no challenge is seen", name)
		} else if got.String() != c.said {
			t.Errorf("%s: said %s, want %s", name, got, c.said)
		}
	}
}

func TestStrongMarkers(t *testing.T) {
	for body, vendor := range map[string]string{
		`<title>Just a moment...</title><p>Checking your browser`:                                          "Cloudflare",
		`<title> Attention Required! | Cloudflare </title>`:                                                "Cloudflare",
		`<script>window._cf_chl_opt={}</script>`:                                                           "Cloudflare",
		`<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=8f"></script>`:           "Cloudflare",
		`<form action="/?__cf_chl_f_tk=abc">`:                                                              "Cloudflare",
		`<div id="cf-challenge-running">`:                                                                  "Cloudflare",
		`<div class="cf-browser-verification cf-im-under-attack">`:                                         "Cloudflare",
		`<span class="cf-error-code">1020</span>`:                                                          "Cloudflare",
		`<script data-cfasync src="https://ct.captcha-delivery.com/c.js"></script>`:                        "DataDome",
		`<script src="https://captcha.px-cdn.net/PX1/captcha.js"></script>`:                                "PerimeterX",
		`<div id="px-captcha"></div>`:                                                                      "PerimeterX",
		`<img src="https://client.perimeterx.net/x"><a href="/whywasiblocked">`:                            "PerimeterX",
		`<TITLE>Access to This Page Has Been Blocked</TITLE>`:                                              "PerimeterX",
		`<H1>Access Denied</H1>You don't have permission. Reference #18.2d351ab8.1557333295.a4e16ab`:       "Akamai",
		`<H1>Access Denied</H1>Reference&#32;&#35;18&#46;2d351ab8&#46;1557333295&#46;a4e16ab`:              "Akamai",
		`<title>Pardon Our Interruption</title>`:                                                           "Akamai",
		`<p>Incapsula incident ID: 123-456</p>`:                                                            "Imperva",
		`<iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=9&xinfo=8-1"></iframe>`:               "Imperva",
		`<form id="distilCaptchaForm">`:                                                                    "Imperva",
		`<script>KPSDK.scriptStart=KPSDK.now()</script>`:                                                   "Kasada",
		`<script src="https://1a2b.edge.sdk.awswaf.com/1a2b/challenge.js"></script>`:                       "AWS WAF",
		`<script>window.gokuProps={"key":"A"}</script><script src="https://x.token.awswaf.com/"></script>`: "AWS WAF",
		`<script>csm-captcha-instrumentation</script>`:                                                     "Amazon",
		`<title>Vercel Security Checkpoint</title>`:                                                        "Vercel",
		`<title>Sucuri WebSite Firewall - Access Denied</title>`:                                           "Sucuri",
		`<title>DDoS-Guard</title>`:                                                                        "DDoS-Guard",
		`The requested URL was rejected. Please consult with your administrator.<br>Your support ID is 1`:  "F5",
		`<p>Your current session has been terminated. Access denied (403)`:                                 "Reblaze",
		`<title>Unauthorized Request Blocked</title>`:                                                      "Radware",
		`shop.example is using a security service for protection against online attacks`:                   "StackPath",
		`<p>Your access broke one of the Wordfence advanced blocking rules`:                                "Wordfence",
		`<script id="anubis_challenge" type="application/json">{}</script>`:                                "Anubis",
		`Our systems have detected unusual traffic from your computer network.`:                            "Google",
		`<p>You have been blocked by network security.</p>`:                                                "Reddit",
		`<title>Sina Visitor System</title>`:                                                               "Weibo",
	} {
		got := DetectChallenge(htmlPage(200, body), Expected{Status: true})
		if got == nil || got.Vendor != vendor {
			t.Errorf("%s: got %v, want %s", body, got, vendor)
		}
	}
}

func BenchmarkDetectChallenge(b *testing.B) {
	resp := htmlPage(200, strings.Repeat("<p>Ein Satz über Fahrräder.</p>", 1900))
	b.ReportAllocs()
	b.SetBytes(int64(len(resp.Body)))
	for b.Loop() {
		DetectChallenge(resp, Expected{Status: true})
	}
}
