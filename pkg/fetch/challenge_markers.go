package fetch

// The signs of bot managers. Those that decide stood on none of 1,799 pages
// that sites had served to a reader; what does stand on such pages (CAPTCHA
// widgets, Cloudflare's beacon, the managers' scripts and cookies) is left out.

// challengeHeaders are sent with a challenge or a block and with nothing else.
func challengeHeaders() []headerMarker {
	return []headerMarker{
		{"Cloudflare", "cf-mitigated", []string{"challenge"}},
		{"AWS WAF", "x-amzn-waf-action", []string{"challenge", "captcha"}},
		{"Vercel", "x-vercel-mitigated", []string{"challenge", "deny"}},
		{"DataDome", "x-dd-b", []string{"1", "2"}},
		{"Kasada", "x-kasada-challenge", nil},
		{"Sucuri", "x-sucuri-block", nil},
	}
}

// vendorHeaders name who stands before a site. They come with good pages as
// well, and only say whose refusal a 403 or 429 is.
func vendorHeaders() []headerMarker {
	return []headerMarker{
		{"DataDome", "x-datadome", []string{"!protected"}},
		{"DataDome", "x-datadome-cid", nil},
		{"PerimeterX", "x-px-authorization", nil},
		{"Imperva", "x-iinfo", nil},
		{"Imperva", "x-cdn", []string{"incapsula", "imperva"}},
		{"Kasada", "x-kasada", nil},
		{"Kasada", "x-kpsdk-ct", nil},
		{"Sucuri", "x-sucuri-id", nil},
		{"Sucuri", "server", []string{"sucuri/cloudproxy"}},
		{"Radware", "x-sl-compstate", nil},
		{"Reblaze", "server", []string{"reblaze secure web gateway"}},
		{"Wordfence", "server", []string{"wf-waf"}},
		{"DDoS-Guard", "server", []string{"ddos-guard"}},
		{"Akamai", "server", []string{"akamaighost"}},
		{"Akamai", "akamai-cache-status", []string{"error*"}},
		{"Akamai", "x-akamai-session-info", nil},
		{"CloudFront", "x-cache", []string{"error from cloudfront"}},
		{"Cloudflare", "server", []string{"cloudflare"}},
	}
}

// titleMarkers begin the title of a page. Elsewhere than in the title some of
// them are prose.
func titleMarkers() []struct{ vendor, text string } {
	return []struct{ vendor, text string }{
		{"Cloudflare", "just a moment..."},
		{"Cloudflare", "attention required! | cloudflare"},
		{"PerimeterX", "access to this page has been blocked"},
		{"Vercel", "vercel security checkpoint"},
		{"DDoS-Guard", "ddos-guard"},
		{"Radware", "unauthorized request blocked"},
		{"Weibo", "sina visitor system"},
	}
}

// bodyMarkers stand anywhere on a page.
func bodyMarkers() []bodyMarker {
	// The pages of a challenge itself are a few kilobytes long; some of its
	// parts are also built into ordinary pages, which are longer.
	const short = 8 << 10
	return []bodyMarker{
		{vendor: "Cloudflare", texts: []string{"_cf_chl_opt"}},
		// Without "orchestrate" it is the beacon of ordinary pages.
		{vendor: "Cloudflare", texts: []string{"/cdn-cgi/challenge-platform/", "orchestrate"}, apart: 40},
		{vendor: "Cloudflare", texts: []string{"__cf_chl_f_tk="}},
		{vendor: "Cloudflare", texts: []string{"__cf_chl_managed_tk__"}},
		{vendor: "Cloudflare", texts: []string{`id="cf-challenge-running"`}},
		{vendor: "Cloudflare", texts: []string{"cf-browser-verification"}},
		{vendor: "Cloudflare", texts: []string{"cf-im-under-attack"}},
		// With other codes it is the site or its set-up that fails.
		{vendor: "Cloudflare", texts: []string{"cf-error-code", ">1010<"}, apart: 2},
		{vendor: "Cloudflare", texts: []string{"cf-error-code", ">1012<"}, apart: 2},
		{vendor: "Cloudflare", texts: []string{"cf-error-code", ">1015<"}, apart: 2},
		{vendor: "Cloudflare", texts: []string{"cf-error-code", ">1020<"}, apart: 2},

		{vendor: "DataDome", texts: []string{"captcha-delivery.com"}},

		{vendor: "PerimeterX", texts: []string{"captcha.px-cdn.net"}},
		{vendor: "PerimeterX", texts: []string{"px-captcha"}},
		{vendor: "PerimeterX", texts: []string{"client.perimeterx.", "whywasiblocked"}},
		{vendor: "PerimeterX", texts: []string{"whywasiblocked", "client.perimeterx."}},
		{vendor: "PerimeterX", texts: []string{"denied because we believe you are using automation tools"}},

		// The page of any Akamai error has a reference; only a refusal says this.
		{vendor: "Akamai", texts: []string{"access denied", "reference #18."}},
		{vendor: "Akamai", texts: []string{"access denied", "reference&#32;&#35;18&#46;"}},
		{vendor: "Akamai", texts: []string{"pardon our interruption"}},

		{vendor: "Imperva", texts: []string{"incapsula incident id"}},
		{vendor: "Imperva", texts: []string{"powered by incapsula"}},
		// In a script element it belongs to an ordinary page.
		{vendor: "Imperva", texts: []string{"<iframe", "_incapsula_resource"}, apart: 200, below: short},
		{vendor: "Imperva", texts: []string{"distilcaptchaform"}},
		{vendor: "Imperva", texts: []string{"distilcallbackguard"}},
		{vendor: "Imperva", texts: []string{"cdn.distilnetworks.com/images/anomaly.detected.png"}},

		{vendor: "Kasada", texts: []string{"kpsdk.scriptstart"}},

		{vendor: "AWS WAF", texts: []string{"gokuprops", "awswaf"}},
		{vendor: "AWS WAF", texts: []string{"awswaf", "gokuprops"}},
		{vendor: "AWS WAF", texts: []string{"awswaf.com"}, below: short},
		{vendor: "Amazon", texts: []string{"csm-captcha-instrumentation"}},

		{vendor: "Vercel", texts: []string{"/.well-known/vercel/security/"}},

		{vendor: "Sucuri", texts: []string{"sucuri website firewall", "access denied"}},
		{vendor: "Sucuri", texts: []string{"access denied", "sucuri website firewall"}},
		{vendor: "Sucuri", texts: []string{"cdn.sucuri.net/sucuri-firewall-block.css"}},
		{vendor: "Sucuri", texts: []string{"cloudproxy@sucuri.net"}},
		{vendor: "Sucuri", texts: []string{"sucuri_cloudproxy_js"}},

		{vendor: "DDoS-Guard", texts: []string{`id="link-ddg"`}},

		{vendor: "F5", texts: []string{"the requested url was rejected. please consult with your administrator."}},

		{vendor: "Reblaze", texts: []string{"current session has been terminated", "access denied ("}},
		{vendor: "Reblaze", texts: []string{"access denied (", "current session has been terminated"}},

		{vendor: "Radware", texts: []string{"cloudwebsec.radware.com"}},

		{vendor: "StackPath", texts: []string{"is using a security service for protection against online attacks"}},

		{vendor: "Wordfence", texts: []string{"generated by wordfence"}},
		{vendor: "Wordfence", texts: []string{"broke one of the wordfence"}},

		{vendor: "Anubis", texts: []string{`id="anubis_challenge"`}},
		{vendor: "Anubis", texts: []string{"/.within.website/x/cmd/anubis/"}},

		{vendor: "Google", texts: []string{"unusual traffic from your computer network"}},
		{vendor: "Google", texts: []string{"error 429 (too many requests)!!1"}},
		{vendor: "Google", texts: []string{"you have sent too many requests to us"}},

		{vendor: "Reddit", texts: []string{"blocked by network security"}},
	}
}
