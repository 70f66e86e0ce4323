package cli

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/mutate"
	"github.com/wield-run/wield/pkg/jsonval"
)

// canary is a secret with every character that some encoding changes.
const canary = `T+/=&"<é-0123456789`

// spellings are the forms in which programs pass a text on.
func spellings() map[string]string {
	percent := regexp.MustCompile("%[0-9A-F]{2}")
	lower := func(escaped string) string { return percent.ReplaceAllStringFunc(escaped, strings.ToLower) }
	forms := map[string]string{
		"raw":            canary,
		"form":           url.QueryEscape(canary),
		"form, lower":    lower(url.QueryEscape(canary)),
		"percent":        strings.ReplaceAll(url.QueryEscape(canary), "+", "%20"),
		"percent, lower": lower(strings.ReplaceAll(url.QueryEscape(canary), "+", "%20")),
		"html":           html.EscapeString(canary),
		"hex":            hex.EncodeToString([]byte(canary)),
		"hex, upper":     strings.ToUpper(hex.EncodeToString([]byte(canary))),
	}
	quoted, _ := json.Marshal(canary) // which writes < as an escape
	forms["json"] = strings.Trim(string(quoted), `"`)
	for offset := range 3 {
		padded := []byte(strings.Repeat("x", offset) + canary)
		for name, encoding := range map[string]*base64.Encoding{"base64": base64.StdEncoding, "base64url": base64.URLEncoding, "base64raw": base64.RawStdEncoding, "base64rawurl": base64.RawURLEncoding} {
			forms[fmt.Sprintf("%s at %d", name, offset)] = encoding.EncodeToString(padded)
		}
	}
	return forms
}

// telltales are what must not stand in anything that is written: the forms,
// and of base64 the part that does not depend on what stands around.
func telltales() map[string]string {
	all := map[string]string{}
	for name, form := range spellings() {
		if strings.HasPrefix(name, "base64") {
			form = form[4 : len(form)-5]
		}
		all[name] = form
	}
	return all
}

// echoSite sends back all that it gets, in every form.
func echoSite(t *testing.T) *httptest.Server {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch r.URL.Path {
		case "/redirect":
			http.Redirect(w, r, "https://evil.example/?t="+url.QueryEscape(canary), http.StatusFound)
			return
		case "/page":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, "<!doctype html><p>%s<p title=%q>x", html.EscapeString(canary), html.EscapeString(canary))
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Echo", url.QueryEscape(canary))
		w.Header().Set("Set-Cookie", "session="+url.QueryEscape(canary))
		answer := map[string]any{"query": r.URL.RawQuery, "header": r.Header, "body": string(body), "path": r.URL.EscapedPath(), "forms": spellings(), "honest": "the word session stays"}
		json.NewEncoder(w).Encode(answer)
	}))
	t.Cleanup(server.Close)
	return server
}

// secretRecipe sends a derived value in every place of a request.
func secretRecipe(t *testing.T, dir, changes string) string {
	t.Helper()
	text, err := os.ReadFile("../../recipes/example.de/search-items.json")
	if err != nil {
		t.Fatal(err)
	}
	base, err := jsonval.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	v, err := mutate.Apply(base, `
auth = {"derive":[{"name":"tok","from":"local_storage","key":"app.token"}]}
requires_login = true
steps[0] = {"id":"search","read_only_post":true,"request":{"method":"POST","url":"https://api.example.de/x/{{ vars.tok | encode }}","query":{"t":"{{ vars.tok }}","b":"{{ vars.tok | base64 }}","p":"a-{{ vars.tok }}"},"headers":{"X-App":"Bearer {{ vars.tok }}"},"json":{"t":"{{ vars.tok }}","deep":["x{{ vars.tok }}y"]}},"extract":{"json":{"items":"[@]","total":"honest"}}}
output.value = "{items: steps.search.items, total: steps.search.total}"
verify.checks = ["output"]
`+changes)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "r.json")
	if err := os.WriteFile(file, jsonval.AppendIndent(nil, v, "  "), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// A secret reaches nothing that is written: not the output, the trace, the
// report, the recording, a curl command, nor any message.
func TestSecretsAreNotWritten(t *testing.T) {
	site := echoSite(t)
	tests := []struct {
		name, changes string
		flags         []string
		code          int
	}{
		{"a good run", "", nil, 0},
		{"a failing assert", `steps[0].expect = {"assert":"body.no"}`, nil, 1},
		{"an assert that cannot be evaluated", `steps[0].expect = {"assert":"body.query + body.body"}`, nil, 1},
		{"a wrong status", `steps[0].expect = {"status":[404]}`, nil, 1},
		{"a failing extract", `steps[0].extract.json.items = "query + body"`, nil, 1},
		{"an output that does not fit", `output.schema = {"type":"object","properties":{"items":{"type":"string"}}}`, nil, 1},
		{"a failing check", `verify.checks = ["output.items == 'x'"]`, nil, 1},
		{"a redirect off the origins", `steps[0].request.url = "https://api.example.de/redirect"`, nil, 1},
		{"a page where JSON was expected", `steps[0].request.url = "https://api.example.de/page"`, nil, 1},
		{"a text that is not JSON", "steps[0].request.url = \"https://api.example.de/page\"\nsteps[0].parse = \"json\"", nil, 1},
		{"a URL that is refused", `steps[0].request.url = "https://api.example.de/{{ vars.tok }}"`, nil, 1},
		{"a question that nobody can answer", "", []string{"no-post"}, 2},
		{"a header that cannot be sent", `steps[0].request.headers.X-App = "a\nb {{ vars.tok }}"`, nil, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			file := secretRecipe(t, dir, tt.changes)
			args := []string{"run", file, "--var", "tok=" + canary, "--map-origin", "https://api.example.de=" + site.URL,
				"--trace", "--curl", "--report", filepath.Join(dir, "report.json"), "--har", filepath.Join(dir, "run.har")}
			if len(tt.flags) == 0 {
				args = append(args, "--allow-post")
			}
			code, stdout, stderr := invoke(t, "wield-dev", args...)
			if code != tt.code {
				t.Errorf("exit %d\n%s", code, stderr)
			}
			written := map[string]string{"stdout": stdout, "stderr": stderr}
			for _, name := range []string{"report.json", "run.har"} {
				text, err := os.ReadFile(filepath.Join(dir, name))
				if err != nil {
					t.Fatal(err)
				}
				written[name] = string(text)
			}
			for where, text := range written {
				for form, tale := range telltales() {
					if strings.Contains(text, tale) {
						t.Errorf("%s holds the secret as %s: %q", where, form, tale)
					}
				}
				if strings.Contains(strings.ToLower(text), "set-cookie") {
					t.Errorf("%s holds a cookie", where)
				}
			}
			if tt.name == "a good run" && (!strings.Contains(stdout, "[redacted]") || !strings.Contains(stdout, "the word session stays")) {
				t.Errorf("stdout %s", stdout)
			}
		})
	}
}

// A secret that is too short to be searched for is left out where a template
// put it.
func TestShortSecretsAreWithheld(t *testing.T) {
	const short = "zq9w1"
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"honest":"x"}`)
	}))
	defer site.Close()
	for _, changes := range []string{"", `steps[0].expect = {"status":[404]}`, `steps[0].request.url = "https://api.example.de.{{ vars.tok }}/x"`} {
		dir := t.TempDir()
		file := secretRecipe(t, dir, changes)
		_, stdout, stderr := invoke(t, "wield-dev", "run", file, "--var", "tok="+short, "--allow-post", "--trace", "--curl",
			"--map-origin", "https://api.example.de="+site.URL, "--report", filepath.Join(dir, "report.json"), "--har", filepath.Join(dir, "run.har"))
		written := map[string]string{"stdout": stdout, "stderr": stderr}
		for _, name := range []string{"report.json", "run.har"} {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			written[name] = string(text)
		}
		for where, text := range written {
			if strings.Contains(text, short) {
				t.Errorf("%q: %s holds the secret: %s", changes, where, text)
			}
		}
		if changes == "" && !strings.Contains(stderr, "https://api.example.de/x/[redacted]?t=[redacted]&") {
			t.Errorf("stderr %s", stderr)
		}
	}
}

// The report of a bug in the program does not show what was being worked on.
func TestCrashShowsNoSecret(t *testing.T) {
	for _, value := range []any{canary, fmt.Errorf("%s", canary), &failure{message: canary}, []byte(canary)} {
		var b bytes.Buffer
		reportPanic(&b, "wield-dev", value)
		for form, tale := range telltales() {
			if strings.Contains(b.String(), tale) {
				t.Errorf("%s in %s", form, b.String())
			}
		}
	}
}

// A recording with secrets replays: it is compared in its redacted form.
func TestReplayWithSecrets(t *testing.T) {
	site := echoSite(t)
	dir := t.TempDir()
	file := secretRecipe(t, dir, "")
	har := filepath.Join(dir, "run.har")
	code, live, stderr := invoke(t, "wield-dev", "run", file, "--var", "tok="+canary, "--allow-post",
		"--map-origin", "https://api.example.de="+site.URL, "--har", har)
	if code != 0 {
		t.Fatal(stderr)
	}
	info, err := os.Stat(har)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", info, err)
	}
	site.Close()
	code, replayed, stderr := invoke(t, "wield-dev", "run", file, "--var", "tok="+canary, "--replay", har)
	if code != 0 {
		t.Fatal(stderr)
	}
	if live != replayed {
		t.Errorf("live\n%s\nreplayed\n%s", live, replayed)
	}
}
