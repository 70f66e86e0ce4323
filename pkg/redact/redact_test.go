package redact

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/jsonval"
)

const canary = `T+/=&"<é-0123456789`

func registry(t *testing.T, values ...string) *Registry {
	t.Helper()
	r := New()
	for _, v := range values {
		if !r.Add(v, Options{}) {
			t.Fatalf("%q is not searched for", v)
		}
	}
	return r
}

// lowerEscapes turns %C3 into %c3.
func lowerEscapes(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], strings.ToLower(string(b[i+1:i+3])))
		}
	}
	return string(b)
}

// goJSON is a value inside a JSON string as encoding/json writes it, < and &
// escaped.
func goJSON(s string) string {
	b, _ := json.Marshal(s)
	return string(b[1 : len(b)-1])
}

// asciiJSON is a value inside a JSON string that is all ASCII, "/" escaped, as
// PHP writes it.
func asciiJSON(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '"' || r == '\\' || r == '/':
			b.WriteString(`\` + string(r))
		case r >= utf8.RuneSelf && r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// numericEntities writes every character that is no letter or digit as &#n;.
func numericEntities(s, format string) string {
	var b strings.Builder
	for _, r := range s {
		if r < utf8.RuneSelf && isAlphanumeric(byte(r)) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, format, r)
		}
	}
	return b.String()
}

func forms(secret string) map[string]string {
	escaped := strings.ReplaceAll(url.QueryEscape(secret), "+", "%20")
	return map[string]string{
		"raw":                        secret,
		"percent":                    escaped,
		"percent, lower case":        lowerEscapes(escaped),
		"form":                       url.QueryEscape(secret),
		"form, lower case":           lowerEscapes(url.QueryEscape(secret)),
		"path":                       url.PathEscape(secret),
		"percent twice":              url.QueryEscape(escaped),
		"JSON":                       quoted(secret),
		"JSON, HTML-safe":            goJSON(secret),
		"JSON, ASCII":                asciiJSON(secret),
		"JSON in JSON":               quoted(quoted(secret)),
		"percent in ASCII JSON":      asciiJSON(escaped),
		"HTML":                       html.EscapeString(secret),
		"HTML, decimal":              numericEntities(secret, "&#%d;"),
		"HTML, hexadecimal":          numericEntities(secret, "&#x%X;"),
		"HTML in JSON":               goJSON(html.EscapeString(secret)),
		"JSON in HTML":               html.EscapeString(goJSON(secret)),
		"hexadecimal":                hex.EncodeToString([]byte(secret)),
		"hexadecimal, upper case":    strings.ToUpper(hex.EncodeToString([]byte(secret))),
		"base64 in a query":          url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(secret))),
		"base64 in HTML-safe JSON":   asciiJSON(base64.StdEncoding.EncodeToString([]byte(secret))),
		"Latin-1":                    latin1Of(secret),
		"percent-encoded Latin-1":    strings.ReplaceAll(escaped, "%C3%A9", "%E9"),
		"as escaped for a terminal":  strings.ReplaceAll(secret, "é", `\u{E9}`),
		"with a JavaScript escape":   strings.ReplaceAll(secret, "<", `\x3C`),
		"percent-encoded in capital": strings.ReplaceAll(escaped, "T", "%54"),
	}
}

func latin1Of(s string) string {
	if latin, ok := latin1(s); ok {
		return latin
	}
	return s
}

func TestEveryForm(t *testing.T) {
	for _, secret := range []string{canary, "abcdefgh", "two words & more", "100%25-\\u0041-&amp;", `C:\new\table`, "p\u00e4ssw\u00f6rter", "тайныйключ", "  padded-value \n"} {
		r := registry(t, secret)
		plain := strings.TrimSpace(secret)
		for name, form := range forms(secret) {
			for _, text := range []string{form, "before " + form + " after", `{"a":"` + form + `","b":1}`, "<p title='" + form + "'>"} {
				got := r.Text(text)
				if !strings.Contains(got, Mark) {
					t.Errorf("%q as %s: %q is left as it is", secret, name, text)
				}
				if strings.Contains(got, plain) || len(form) > 20 && strings.Contains(got, form[2:14]) {
					t.Errorf("%q as %s: %q became %q", secret, name, text, got)
				}
				if out := r.Output(jsonval.StringValue(text)).Str(); !strings.Contains(out, Mark) || strings.Contains(out, plain) {
					t.Errorf("%q as %s in the output: %q became %q", secret, name, text, out)
				}
			}
		}
	}
}

func TestBase64AtEveryOffset(t *testing.T) {
	encodings := map[string]*base64.Encoding{"std": base64.StdEncoding, "raw std": base64.RawStdEncoding, "url": base64.URLEncoding, "raw url": base64.RawURLEncoding}
	for _, secret := range []string{canary, "12345678", "123456789", "1234567890"} {
		r := registry(t, secret)
		for name, e := range encodings {
			for before := range 6 {
				for after := range 6 {
					text := e.EncodeToString([]byte("user:pass"[:before] + secret + "behind"[:after]))
					got := r.Output(jsonval.StringValue(text)).Str()
					kept, _, found := strings.Cut(got, Mark)
					if !found {
						t.Errorf("%q, %s, %d bytes before and %d after: %q is left as it is", secret, name, before, after, text)
						continue
					}
					if len(kept) > before*8/6 {
						t.Errorf("%q, %s, %d bytes before: %q became %q, which keeps bits of the secret", secret, name, before, text, got)
					}
					if _, behind, _ := strings.Cut(got, Mark); after == 0 && behind != "" {
						t.Errorf("%q, %s: %q became %q", secret, name, text, got)
					}
				}
			}
		}
	}
}

func TestText(t *testing.T) {
	r := registry(t, canary, "session-4711-abcdef", "пароль-из-письма")
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "an honest text, 0123456 and session-471", "an honest text, 0123456 and session-471"},
		{"empty", "", ""},
		{"whole", "a session-4711-abcdef b", "a [redacted] b"},
		{"a run of 12", "a session-4711 b session-471", "a [redacted] b session-471"},
		{"a run inside", "x4711-abcdef ssion-4711-a", "x4711-abcdef [redacted]"},
		{"the tail of a cut text", `expected "` + canary[:15] + "…", `expected "[redacted]…`},
		{"a run in hexadecimal", hex.EncodeToString([]byte("x4711-abcdef")) + " " + hex.EncodeToString([]byte("session-4711-")), "78343731312d616263646566 [redacted]"},
		{"characters, not bytes", "пароль-из-", "пароль-из-"},
		{"12 characters", "(пароль-из-пи)", "([redacted])"},
		{"two side by side", canary + canary, Mark},
		{"two kinds", canary + " session-4711-abcdef", Mark + " " + Mark},
		{"broken UTF-8 around", "\xff\xc3" + canary + "\xa9\xed", "\xff\xc3[redacted]\xa9\xed"},
		{"in a URL", "https://api.example.de/v1?k=T%2B%2F%3D%26%22%3C%C3%A9-0123456789&page=2", "https://api.example.de/v1?k=[redacted]&page=2"},
		{"in JSON", `{"k":"T+\/=&\"\u003c\u00e9-0123456789","n":1}`, `{"k":"[redacted]","n":1}`},
	} {
		if got := r.Text(c.text); got != c.want {
			t.Errorf("%s: %q became %q, want %q", c.name, c.text, got, c.want)
		}
		if again := r.Text(c.want); again != c.want {
			t.Errorf("%s: %q changed again, to %q", c.name, c.want, again)
		}
	}
}

// A run of a short text in base64 must not be longer than what is searched for.
func TestRunsInBase64(t *testing.T) {
	r := registry(t, "session-4711-abcdef")
	for from := 0; from+12 <= 19; from++ {
		for before := range 3 {
			text := base64.StdEncoding.EncodeToString([]byte("xyz"[:before] + "session-4711-abcdef"[from:from+12] + "?"))
			if got := r.Text(text); !strings.Contains(got, Mark) {
				t.Errorf("characters %d to %d behind %d bytes: %q is left as it is", from, from+12, before, text)
			}
		}
	}
}

func TestOutputKeepsHonestText(t *testing.T) {
	r := registry(t, "session-4711-abcdef", "87654321")
	v, err := jsonval.ParseString(`{"title":"session-4711-abcde is no secret","n":87654320,"list":["a",null,true,1.50],"b":{"c":"x"}}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := jsonval.Stringify(r.Output(v)); got != jsonval.Stringify(v) {
		t.Errorf("the output became %s", got)
	}
}

func TestValue(t *testing.T) {
	r := registry(t, canary, "87654321")
	in := `{"a":["x",{"b":"(T+/=&\"<é-0123456789)"}],"T+/=&\"<é-0123456789":1,"n":87654321,"m":18765432100,"ok":12}`
	want := `{"a":["x",{"b":"([redacted])"}],"[redacted]":1,"n":"[redacted]","m":"1[redacted]00","ok":12}`
	v, err := jsonval.ParseString(in)
	if err != nil {
		t.Fatal(err)
	}
	if got := jsonval.Stringify(r.Output(v)); got != want {
		t.Errorf("the output is %s, want %s", got, want)
	}
	if got := jsonval.Stringify(r.Value(v)); got != want {
		t.Errorf("the value is %s, want %s", got, want)
	}
	if got := jsonval.Stringify(v); got != in {
		t.Errorf("the input changed to %s", got)
	}
}

func TestShortValuesAreTheCallers(t *testing.T) {
	r := New()
	for _, short := range []string{"", "1234567", "   1234567   ", "éééé", "1234\xed\xa0\x8056"} {
		if r.Add(short, Options{}) {
			t.Errorf("%q is searched for", short)
		}
	}
	if !r.Empty() {
		t.Error("the registry is not empty")
	}
	if !r.Add("pin=1234567", Options{}) || r.Text("/x?pin=1234567&a=1") != "/x?[redacted]&a=1" {
		t.Error("a short value is not found with its surroundings")
	}
}

func TestUnless(t *testing.T) {
	recipe := `{"origin": "https://www.example.de", "note": "a \"quoted\" name"}`
	r := New(recipe)
	for _, value := range []string{"https://www.example.de", `a "quoted" name`} {
		if r.Add(value, Options{Unless: []string{recipe}}) {
			t.Errorf("%q stands in the recipe and is searched for", value)
		}
	}
	page := "https://www.example.de/account/8842-xyz"
	if !r.Add(page, Options{Unless: []string{recipe, "4711"}}) {
		t.Fatal("the page's address is not searched for")
	}
	for text, want := range map[string]string{
		page:                                  Mark,
		"https://www.example.de/search?q=a":   "https://www.example.de/search?q=a",
		"GET https://www.example.de/ab":       "GET https://www.example.de/ab",
		"/account/8842-xyz":                   Mark,
		"https://www.example.de/account/8842": "https://www.example.de[redacted]",
	} {
		if got := r.Text(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// The value that stands in the recipe is a secret none the less where it was
// not read from the page.
func TestSecretInTheRecipe(t *testing.T) {
	r := New(`"headers": {"x-key": "k-0123456789-abcdef"}`)
	r.Add("k-0123456789-abcdef", Options{})
	if got := r.Text("x-key: k-0123456789-abcdef"); got != "x-key: "+Mark {
		t.Errorf("got %q", got)
	}
}

func TestAcrossABuffer(t *testing.T) {
	r := registry(t, canary)
	for at := 4096 - len(canary); at <= 4096; at++ {
		text := strings.Repeat("a", at) + canary + strings.Repeat("b", 4096)
		if got := r.Text(text); got != strings.Repeat("a", at)+Mark+strings.Repeat("b", 4096) {
			t.Fatalf("a secret at %d is not found", at)
		}
	}
}

func TestNilRegistry(t *testing.T) {
	var r *Registry
	if r.Add(canary, Options{}) || !r.Empty() || r.Text("any text") != "any text" || r.Output(jsonval.StringValue("any text")).Str() != "any text" {
		t.Error("a nil registry does not keep a text as it is")
	}
	var zero Registry
	if !zero.Empty() || !zero.Add(canary, Options{}) || zero.Text(canary) != Mark {
		t.Error("the zero registry cannot be used")
	}
}

// The work is linear in the text, also where text and secret are made to match
// nearly everywhere. What is compared naively takes minutes here.
func TestHostileRepetition(t *testing.T) {
	secret := strings.Repeat("a", 30_000) + "b" + strings.Repeat("a", 30_000)
	r := registry(t, secret)
	text := strings.Repeat("a", 2<<20)
	if got := r.Output(jsonval.StringValue(text)).Str(); got != text {
		t.Error("the text changed")
	}
	if got := r.Text(text); got != Mark {
		t.Errorf("a text of one long run became %d bytes", len(got))
	}
	text = strings.Repeat(`\u0061%61&#97;`, 100_000)
	if got := r.Text(text); got != Mark {
		t.Errorf("a text of escapes became %d bytes", len(got))
	}
}

func TestConcurrentUse(t *testing.T) {
	r := New()
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for n := range 50 {
				secret := fmt.Sprintf("secret-%d-%d-xyz", g, n)
				r.Add(secret, Options{})
				if got := r.Text("<" + secret + ">"); got != "<"+Mark+">" {
					t.Errorf("%q is left: %q", secret, got)
				}
			}
		}()
	}
	wg.Wait()
}
