package fetch

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/conformance"
)

// parse gives a URL that a test takes for granted.
func parse(t testing.TB, raw string) *URL {
	t.Helper()
	u, err := ParseURL(raw, nil)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// resolve gives what ParseURL makes of raw, "error" where it refuses.
func resolve(t testing.TB, raw, base string) string {
	t.Helper()
	var against *URL
	if base != "" {
		against = parse(t, base)
	}
	u, err := ParseURL(raw, against)
	if err != nil {
		return "error"
	}
	return u.String()
}

func TestParseURL(t *testing.T) {
	const base = "https://www.example.de/shop/list?q=1#top"
	for _, c := range []struct{ raw, base, want string }{
		{"https://www.example.de", "", "https://www.example.de/"},
		{"HTTPS://WWW.Example.de:443/A", "", "https://www.example.de/A"},
		{"https://www.example.de:0443/", "", "https://www.example.de/"},
		{"http://www.example.de:443/", "", "http://www.example.de:443/"},
		{"  https://www.example.de/a\tb\n", "", "https://www.example.de/ab"},

		// Relative references, and what only looks like one.
		{"item?id=2", base, "https://www.example.de/shop/item?id=2"},
		{"../x", base, "https://www.example.de/x"},
		{"%2e%2E/x", base, "https://www.example.de/x"},
		{"?p=2", base, "https://www.example.de/shop/list?p=2"},
		{"", base, "https://www.example.de/shop/list?q=1"},
		{"#", base, "https://www.example.de/shop/list?q=1#"},
		{"https:item", base, "https://www.example.de/shop/item"},
		{"//evil.example/x", base, "https://evil.example/x"},
		{`/\evil.example/x`, base, "https://evil.example/x"},
		{`\\evil.example\x`, base, "https://evil.example/x"},
		{"///evil.example/x", base, "https://evil.example/x"},
		{"http:evil.example", base, "http://evil.example/"},

		// One host in many spellings.
		{"https://0x7f.1", "", "https://127.0.0.1/"},
		{"https://2130706433", "", "https://127.0.0.1/"},
		{"https://0177.0.0.1", "", "https://127.0.0.1/"},
		{"https://127.0.0.1.", "", "https://127.0.0.1/"},
		{"https://①②⑦。0.0.1", "", "https://127.0.0.1/"},
		{"https://%31%32%37.0.0.1", "", "https://127.0.0.1/"},
		{"https://[::ffff:127.0.0.1]/", "", "https://[::ffff:7f00:1]/"},
		{"https://BÜCHER.example/ü?ü", "", "https://xn--bcher-kva.example/%C3%BC?%C3%BC"},
		{"https://loc%61lhost", "", "https://localhost/"},

		// Signs that no host name has, beside letters beyond ASCII.
		{"https://Img_1.BÜCHER.example/a", "", "https://img_1.xn--bcher-kva.example/a"},
		{"/b?c", "https://img_1.xn--bcher-kva.example/a", "https://img_1.xn--bcher-kva.example/b?c"},
		{"any://a_b/", "https://img_1.xn--bcher-kva.example/a", "any://a_b/"},
		{"https://bü_cher.example:8443", "", "https://xn--b_cher-3ya.example:8443/"},
		{"https://ａ_b.example/", "", "https://a_b.example/"},
		{"https://bü_cher.example%20/", "", "error"},
		{"https://bü_cher.%ff/", "", "error"},
		{"https://bü_cher.1/", "", "error"},
		{"https://bü_cher.0x1./", "", "error"},

		// What is written stays, but for what must be encoded.
		{"https://a.example/%zz?x=%", "", "https://a.example/%zz?x=%"},
		{`https://a.example/"<>` + "`{}|^[]?\"<>'`{}|^[]", "", "https://a.example/%22%3C%3E%60%7B%7D|^[]?%22%3C%3E%27`{}|^[]"},
		{"https://a.example/\xed\xa0\x80", "", "https://a.example/%EF%BF%BD"}, // a lone surrogate

		{"/relative", "", "error"},
		{"https://", "", "error"},
		{"https:///", "", "error"},
		{"https://a.example:65536/", "", "error"},
		{"https://a.example:8x/", "", "error"},
		{"https://256.0.0.1/", "", "error"},
		{"https://1.2.3.4.5/", "", "error"},
		{"https://[::1/", "", "error"},
		{"https://[::1]]/", "", "error"},
		{"https://[[::1]]/", "", "error"},
		{"https://xn--.example/", "", "error"},
		{"https://example.XN--/", "", "error"},
		{"https://a..example./", "", "https://a..example./"},
		{"https://a b.example/", "", "error"},
		{"https://user@/", "", "error"},

		// Signs are no digits: in -127 a careless parser sees 255.255.255.129.
		{"https://-127/", "", "error"},
		{"https://+127/", "", "error"},
		{"https://1.2.3.-4/", "", "error"},
		{"https://1.-2.3.4/", "", "error"},
		{"https://0x-7f.1/", "", "error"},
		{"https://－127/", "", "error"},
		{"https://%2D127/", "", "error"},
		{"//-127/", base, "error"},
		{"https://a-127.example/", "", "https://a-127.example/"},
	} {
		if got := resolve(t, c.raw, c.base); got != c.want {
			t.Errorf("%q against %q: %s, want %s", c.raw, c.base, got, c.want)
		}
	}
}

func TestURLParts(t *testing.T) {
	u := parse(t, "https://Me:pw@[::1]:8443/a/b?x=1&y#z")
	for _, c := range []struct{ name, got, want string }{
		{"String", u.String(), "https://Me:pw@[::1]:8443/a/b?x=1&y#z"},
		{"Scheme", u.Scheme(), "https"},
		{"Hostname", u.Hostname(), "[::1]"},
		{"Port", u.Port(), "8443"},
		{"Host", u.Host(), "[::1]:8443"},
		{"Origin", u.Origin(), "https://[::1]:8443"},
		{"Path", u.Path(), "/a/b"},
		{"Query", u.Query(), "x=1&y"},
		{"PathAndQuery", u.PathAndQuery(), "/a/b?x=1&y"},
		{"Fragment", u.Fragment(), "z"},
		{"WithoutFragment", u.WithoutFragment().String(), "https://Me:pw@[::1]:8443/a/b?x=1&y"},
		{"WithQuery", u.WithQuery("q=2").String(), "https://Me:pw@[::1]:8443/a/b?q=2#z"},
		{"WithQuery empty", u.WithQuery("").String(), "https://Me:pw@[::1]:8443/a/b#z"},
		{"WithQuery on an empty one", parse(t, "https://a.example/?#z").WithQuery("q=2").String(), "https://a.example/?q=2#z"},
		{"Origin of no origin", parse(t, "data:text/plain,hi").Origin(), "null"},
		{"Host of no host", parse(t, "mailto:a@b").Host(), ""},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.name, c.got, c.want)
		}
	}
	if !u.HasUserinfo() || parse(t, "https://a.example/@b").HasUserinfo() {
		t.Error("HasUserinfo does not tell a user name from a path")
	}
}

// What net/http writes as the target of a request.
func TestURLOnTheWire(t *testing.T) {
	for _, c := range []struct{ raw, want string }{
		{"https://a.example", "/"},
		{"https://a.example/a%zz|^/%C3%A9?b c'#d", "/a%zz|^/%C3%A9?b%20c%27"},
		{"https://a.example/a?", "/a"},
		{"https://a.example//b/c", "//b/c"},
		{"https://a.example//b%2Fc?d", "//b%2Fc?d"},
		{"https://a.example//%zz|?d", "https://a.example//%zz|?d"},
	} {
		if got := parse(t, c.raw).wire("https", "a.example").RequestURI(); got != c.want {
			t.Errorf("%s: %s, want %s", c.raw, got, c.want)
		}
	}
}

// A URL that would take long to parse is refused at once.
func TestParseURLBounds(t *testing.T) {
	base := parse(t, "https://a.example/")
	long := strings.Repeat("x", 5000)
	for _, raw := range []string{
		"https://a.example/" + strings.Repeat("x", 64<<10),
		"https://a.example/" + strings.Repeat("/", 5000),
		`https://a.example/` + strings.Repeat(`\`, 5000),
		"https://" + strings.Repeat("@", 5000) + "a.example/",
		"https://" + long + "/",
		" ht\ntps:/\t/" + long + "/",
		"https:" + long,
		"//" + long,
		`/\` + long,
		"\t/\n/" + long + "/x",
	} {
		if _, err := ParseURL(raw, base); err == nil {
			t.Errorf("%q… (%d bytes) is accepted", raw[:20], len(raw))
		}
	}
	for _, raw := range []string{
		"https://a.example/?" + strings.Repeat("/@", 5000),
		"https://a.example/" + long,
		"/" + long,
		"/" + strings.Repeat("@", 5000),
		long + "/x",
		"?" + long,
	} {
		if _, err := ParseURL(raw, base); err != nil {
			t.Errorf("%q… (%d bytes): %v", raw[:20], len(raw), err)
		}
	}
}

func TestConformanceURLs(t *testing.T) {
	t.Run("own", func(t *testing.T) {
		var cases []struct{ Input, Base, Node string }
		conformance.JSON(t, "fetch/url-own-cases.json", &cases)
		for _, c := range cases {
			want := c.Node
			if want == "ERR" {
				want = "error"
			}
			if got := resolve(t, c.Input, c.Base); got != want {
				t.Errorf("%q against %q: %s, want %s", c.Input, c.Base, got, want)
			}
		}
	})
	t.Run("wpt", func(t *testing.T) {
		var cases []struct {
			Input, Node string
			Base        *string
			Expected    string
			Failure     bool
		}
		conformance.JSON(t, "fetch/url-wpt.json", &cases)
		right := 0
		for _, c := range cases {
			base, want := "", c.Expected
			if c.Base != nil {
				base = *c.Base
			}
			if want == "" {
				want = "error"
			}
			switch got := resolve(t, c.Input, base); {
			case got == want:
				right++
			case c.Node == "ok":
				t.Errorf("%q against %q: %s, want %s", c.Input, base, got, want)
			}
		}
		t.Logf("%d of %d", right, len(cases))
		if right < 438 {
			t.Errorf("%d right, Node has 438", right)
		}
	})
}

func TestLongHosts(t *testing.T) {
	for length, ok := range map[int]bool{64: true, 300: true, 1000: true, 1001: false} {
		_, err := ParseURL("https://"+strings.Repeat("w", length)+"/", nil)
		if (err == nil) != ok || err != nil && !strings.Contains(err.Error(), "its host is longer than the name of any host") {
			t.Errorf("%d: %v", length, err)
		}
	}
}

func FuzzParseURL(f *testing.F) {
	for _, raw := range []string{
		"https://www.example.de/a?b#c", `/\evil.example`, "//x", "https://-127/", "https://[::ffff:127.0.0.1]:8/", "?", "#", "../..",
		"https://ü.example/ü?ü#ü", "https://a@b@c/", "data:x", "http:x", "https://0x7f.1", "https://x/%zz", "\xed\xa0\x80",
		"https://" + strings.Repeat("w", 3500) + "M\u031b/", "https://xn--a/", "file:///C:/", "https://a.example//b/../..//",
	} {
		f.Add(raw, true)
		f.Add(raw, false)
	}
	base, err := ParseURL("https://www.example.de/shop/list?q=1#top", nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw string, relative bool) {
		var against *URL
		if relative {
			against = base
		}
		u, err := ParseURL(raw, against)
		if err != nil {
			return
		}
		again, err := ParseURL(u.String(), nil)
		if u.Scheme() == "https" || u.Scheme() == "http" {
			if err != nil || again.String() != u.String() || again.Origin() != u.Origin() {
				t.Fatalf("%q is %s, and that is %v (%v)", raw, u, again, err)
			}
			if u.Hostname() == "" || !strings.HasPrefix(u.Path(), "/") {
				t.Fatalf("%q: host %q, path %q", raw, u.Hostname(), u.Path())
			}
			if !strings.HasPrefix(u.String(), u.Origin()) && !u.HasUserinfo() {
				t.Fatalf("%q is %s of origin %s", raw, u, u.Origin())
			}
		}
		for _, c := range u.String() {
			if c < 0x20 || c >= 0x7f {
				t.Fatalf("%q is %q", raw, u)
			}
		}
	})
}

func BenchmarkParseURL(b *testing.B) {
	base, err := ParseURL("https://www.example.de/shop/list?q=1", nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("absolute", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = ParseURL("https://api.example.de/v2/search?q=fahrrad&size=20", nil)
		}
	})
	b.Run("relative", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = ParseURL("/v2/search?q=fahrrad&size=20", base)
		}
	})
}
