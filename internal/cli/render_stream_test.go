package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/terminal"
)

// allRows is a recipe that leaves nothing out.
const allRows = `{"schemaVersion":1,"name":"N","select":"$.items","fields":{"Id":"id","Name":"name"},"limits":{"maxItems":100000000,"maxChars":2000000000}}`

// rows is a JSON response with n items that is made as it is read, and what
// follows it.
type rows struct {
	n, made int
	end     string
	text    []byte
	onRead  func()
}

func (r *rows) Read(p []byte) (int, error) {
	if r.onRead != nil {
		r.onRead()
	}
	for len(r.text) < len(p) && r.made <= r.n {
		switch {
		case r.made == r.n:
			r.text = append(r.text, r.end...)
		case r.made == 0:
			r.text = append(r.text, `{"items":[`...)
		}
		if r.made < r.n {
			if r.made > 0 {
				r.text = append(r.text, ",\n"...)
			}
			r.text = fmt.Appendf(r.text, `{"id":%d,"name":"Stadtfahrrad | %d","more":"a text that no column shows, %d"}`, r.made, r.made, r.made)
		}
		r.made++
	}
	n := copy(p, r.text)
	r.text = r.text[n:]
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// renderFrom runs render over a reader.
func renderFrom(ctx context.Context, in io.Reader, args ...string) (code int, out, errs *bytes.Buffer) {
	out, errs = new(bytes.Buffer), new(bytes.Buffer)
	return start(ctx, "wield-dev", append([]string{"render"}, args...), terminal.Plain(in, out, errs)), out, errs
}

func recipeFile(t testing.TB, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "r.json")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// lines counts lines and forgets them.
type lines struct{ n int }

func (l *lines) Write(p []byte) (int, error) {
	l.n += bytes.Count(p, []byte("\n"))
	return len(p), nil
}

// An array that is larger than memory need not be in memory, nor what is made
// of it, its records included.
func TestRenderStreams(t *testing.T) {
	const n = 400_000 // 36 MB
	var most uint64
	reads := 0
	in := &rows{n: n, end: "\n]}", onRead: func() {
		if reads++; reads%50 == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapInuse)
		}
	}}
	records := filepath.Join(t.TempDir(), "records.json")
	var out lines
	var errs bytes.Buffer
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	if code := start(t.Context(), "wield-dev", []string{"render", recipeFile(t, allRows), "-", "--records", records, "--quiet"}, terminal.Plain(in, &out, &errs)); code != 0 || errs.Len() > 0 {
		t.Fatalf("exits %d: %s", code, &errs)
	}
	if out.n != n+4 {
		t.Errorf("%d lines", out.n)
	}
	if grown := int64(most) - int64(before.HeapInuse); grown > 24<<20 {
		t.Errorf("%d MB of memory", grown>>20)
	}
	info, err := os.Stat(records)
	if err != nil || info.Size() < n*40 {
		t.Errorf("%v, %v", info, err)
	}
}

// What is too long to be held back was printed when a fault is met, what is
// not was not. The fault has its place, as far as the text can be seen again.
func TestRenderMeetsFaultLate(t *testing.T) {
	recipe := recipeFile(t, allRows)
	for _, c := range []struct {
		n       int
		file    bool
		printed bool
		want    string
	}{
		{100, false, false, "stdin:100:79: error not-json: unexpected \"]\": a value is expected\n"},
		{100, true, false, ":100:79: error not-json: unexpected \"]\": a value is expected\n"},
		{50_000, false, true, "wield-dev: stdin is not JSON: byte 4366680: unexpected \"]\": a value is expected\n"},
		{50_000, true, true, ":50000:88: error not-json: unexpected \"]\": a value is expected\n"},
	} {
		in := io.Reader(&rows{n: c.n, end: ",]}"})
		name := "-"
		if c.file {
			name = filepath.Join(t.TempDir(), "rows.json")
			text, err := io.ReadAll(in)
			if err == nil {
				err = os.WriteFile(name, text, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		code, out, errs := renderFrom(t.Context(), in, recipe, name)
		if code != 1 || (out.Len() > 0) != c.printed || !strings.Contains(errs.String(), c.want) {
			t.Errorf("%d rows: exits %d, %d bytes\n%.300s", c.n, code, out.Len(), errs)
		}
		if c.printed && !strings.HasSuffix(out.String(), " |\n") {
			t.Errorf("%d rows: %q", c.n, out.String()[out.Len()-80:])
		}
	}
}

// A recipe that needs the whole response gets it, up to a limit.
func TestRenderNeedsTheWhole(t *testing.T) {
	rooted := recipeFile(t, `{"schemaVersion":1,"name":"N","select":"$.items","fields":{"Id":"id","All":"$.total"}}`)
	code, out, errs := renderFrom(t.Context(), &rows{n: 3, end: `],"total":3}`}, rooted)
	if code != 0 || !strings.HasSuffix(out.String(), "| 2 | 3 |\n") || errs.Len() > 0 {
		t.Errorf("exits %d\n%s%s", code, out, errs)
	}
	code, out, errs = renderFrom(t.Context(), &rows{n: 300, end: `],"total":3}`}, rooted, "--max-bytes", "10KB")
	if code != 2 || out.Len() > 0 || !strings.Contains(errs.String(), "there is more to read than") {
		t.Errorf("exits %d\n%s%s", code, out, errs)
	}
}

func TestRenderIsInterrupted(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		fmt.Fprint(w, `{"items":[{"id":1},`)
		cancel()
	}()
	report := filepath.Join(t.TempDir(), "report.json")
	code, out, errs := renderFrom(ctx, r, recipeFile(t, allRows), "--report", report)
	if code != 130 || out.Len() > 0 || errs.String() != "wield-dev: interrupted\n" {
		t.Errorf("exits %d: %s%s", code, out, errs)
	}
	text, err := os.ReadFile(report)
	if err != nil || !strings.Contains(string(text), `"code": "interrupted"`) {
		t.Errorf("%s, %v", text, err)
	}
}

// An output that cannot be written is not a fault of the recipe.
func TestRenderIntoNothing(t *testing.T) {
	var errs bytes.Buffer
	streams := terminal.Plain(strings.NewReader(`{"items":[]}`), failing{}, &errs)
	if code := start(t.Context(), "wield-dev", []string{"render", recipeFile(t, allRows)}, streams); code != 2 || errs.String() != "wield-dev: the output could not be written: full\n" {
		t.Errorf("exits %d: %s", code, &errs)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"1", 1}, {"500KB", 500 << 10}, {"50MB", 50 << 20}, {"50 mb", 50 << 20}, {"2GiB", 2 << 30}, {"7k", 7 << 10}, {"12b", 12},
		{"", 0}, {"0", 0}, {"-1", 0}, {"MB", 0}, {"1.5MB", 0}, {"5TB", 0}, {"5bb", 0}, {"99999999999", 0}, {"2000000000GB", 0},
	} {
		got := 0
		if err := (&size{&got}).Set(c.text); got != c.want || (err == nil) != (c.want > 0) {
			t.Errorf("%q: %d, %v", c.text, got, err)
		}
	}
}

// A draft from a URL knows of the query and of the Link header, and shows no
// credential.
func TestDeriveFromURL(t *testing.T) {
	const key = "k3y-5f2c9a71e8b64d03"
	s := newService(t, map[string][]reply{
		"/linked?api_key=" + key: {{headers: `Link: </linked?page=2>; rel="next"`, body: `{"items":[{"name":"Tea"},{"name":"Cup"}]}`}},
		"/list?skip=0&limit=2":   {{status: 503, headers: "Retry-After: 0"}, {body: `{"items":[{"name":"Tea"},{"name":"Cup"}],"total":9}`}},
		"/word":                  {{body: `"word"`}},
		"/page":                  {{body: `<html>`}},
	})
	for _, c := range []struct {
		path, want, said string
		code             int
	}{
		{"/linked?api_key=" + key, `"pagination": { "type": "link" }`, "note: $.items was chosen as table", 0},
		{"/list?skip=0&limit=2", `"pagination": { "type": "offset", "offsetParam": "skip", "limitParam": "limit", "pageSize": 2`, "note: $.items was chosen as table", 0},
		{"/word", "", "wield-dev: https://api.example/word: a recipe renders an array or an object, and the sample is a string\n", 1},
		{"/page", "", "invalid_input: page 1 is no JSON: ", 1},
		{"/none", "", "expect_failed: page 1 answered with status 404\n", 1},
	} {
		har := filepath.Join(t.TempDir(), "derive.har")
		url := "https://api.example" + c.path
		code, out, errs := try(t.Context(), "", "wield-dev", "derive", url, "--map-origin", "https://api.example="+s.URL, "--har", har)
		if code != c.code || !strings.Contains(out, c.want) || !strings.Contains(errs, c.said) || strings.Contains(out+errs, key) {
			t.Errorf("%s: exits %d\n%s%s", c.path, code, out, errs)
		}
		if c.want == "" && out != "" {
			t.Errorf("%s: %s", c.path, out)
		}
		again, replayed, _ := try(t.Context(), "", "wield-dev", "derive", url, "--replay", har)
		if again != code || replayed != out {
			t.Errorf("%s: the recording gives %d %s", c.path, again, replayed)
		}
	}
}

// The hints of `render` are one line each, however the names in it are spelt.
func TestRenderEscapesNames(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a\x1b[2Jb")
	if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, errs := try(t.Context(), "", "wield-dev", "render", recipeFile(t, allRows), name)
	if strings.Contains(errs, "\x1b") || !strings.Contains(errs, `\u{1B}[2J`) {
		t.Errorf("%q", errs)
	}
}

// 5 MB to a table, every row.
func BenchmarkRender(b *testing.B) {
	text, err := io.ReadAll(&rows{n: 55_000, end: "]}"})
	if err != nil {
		b.Fatal(err)
	}
	recipe := recipeFile(b, allRows)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var errs bytes.Buffer
		if code := start(b.Context(), "wield-dev", []string{"render", recipe, "-"}, terminal.Plain(bytes.NewReader(text), io.Discard, &errs)); code != 0 {
			b.Fatal(code, &errs)
		}
	}
}
