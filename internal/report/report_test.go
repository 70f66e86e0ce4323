package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
)

const (
	nice = "recipes/example.de/search-items.json"
	// Each of these has made some reporter lie.
	evilFile    = "a%0A::error::x.json"
	evilMessage = "]]> <b> & \"q\" \x1b[31m \u202e \x00\r\n::set-output name=x::y\n::stop-commands::t \xff \u2028 100%"
)

func find(source *diag.Source, text string) diag.Span {
	at := bytes.Index(source.Text, []byte(text))
	return diag.Span{Start: at, End: at + len(text)}
}

// sample has a warning with a fix, a hostile error, and a file without
// findings.
func sample() *Report {
	good := diag.NewSource(nice, []byte("{\n  \"ü\": { \"json\": { \"items\": \"results[?price <= params.max_price]\" } }\n}\n"))
	evil := diag.NewSource(evilFile, []byte("::error::\x1b]8;;\u202e{\r\n"))
	return &Report{
		Program: "wield-dev", Version: "v1.0.0", MaxWarnings: NoLimit,
		Files: []string{evilFile, "empty.json", nice},
		Diagnostics: []*diag.Diagnostic{
			{
				Code: "S7/url", Name: "secret-in-url", Severity: diag.Error, File: evilFile,
				Span: diag.Span{Start: 0, End: 9}, Message: evilMessage, Hint: "click [here](https://evil.example)",
				Related: []diag.Related{{File: nice, Span: find(good, "results"), Message: "over\nthere"}},
			},
			{
				Code: "T2", Name: "filter-scope", Severity: diag.Warning, File: nice,
				Span: find(good, "params.max_price"), Pointer: "/steps/0/extract/json/items",
				Message: "inside [? … ] `params` is a member of the element",
				Hint:    "bind it first: let $max = params.max_price in results[?price <= $max]",
				Fix: &diag.Fix{Title: "bind it", Safe: true, Edits: []diag.Edit{
					{Span: find(good, "params.max_price"), Text: "$max"},
					{Span: diag.Span{Start: find(good, "results").Start, End: find(good, "results").Start}, Text: "let $max = params.max_price in "},
				}},
			},
		},
		Source: func(file string) *diag.Source {
			switch file {
			case nice:
				return good
			case evilFile:
				return evil
			}
			return nil
		},
		Page: func(code string) (Page, bool) {
			return Page{"Filters see the element", "## What it finds\n"}, code == "T2"
		},
	}
}

func write(t *testing.T, name string, r *Report) string {
	t.Helper()
	for _, f := range Formats() {
		if f.Name == name {
			text, err := f.Bytes(r)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
	}
	t.Fatalf("no format %s", name)
	return ""
}

func wantText(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

const escapedMessage = `]]> <b> & "q" \u{1B}[31m \u{202E} \u{0}\r\n::set-output name=x::y\n::stop-commands::t \xff \u{2028} 100%`

func TestText(t *testing.T) {
	wantText(t, write(t, "text", sample()), `a%0A::error::x.json:1:1: error S7/url secret-in-url: `+escapedMessage+`
    1 | ::error::\u{1B}]8;;\u{202E}{
      | ^^^^^^^^^
   = see: recipes/example.de/search-items.json:2:30: over\nthere
   = hint: click [here](https://evil.example)
   = more: wield-dev explain S7

recipes/example.de/search-items.json:2:48: warning T2 filter-scope: inside [? … ] `+"`params`"+` is a member of the element
    2 |   "ü": { "json": { "items": "results[?price <= params.max_price]" } }
      |                                                ^^^^^^^^^^^^^^^^
   = hint: bind it first: let $max = params.max_price in results[?price <= $max]
   = more: wield-dev explain T2
`)
}

func TestTextOfAnUnsafeFix(t *testing.T) {
	r := sample()
	r.Diagnostics = r.Diagnostics[1:]
	r.Diagnostics[0].Fix.Safe = false
	if got := write(t, "text", r); !strings.Contains(got, "\n   = fix: bind it (not evidently what is meant, so --fix leaves it to you)\n") {
		t.Errorf("got\n%s", got)
	}
}

func TestConcise(t *testing.T) {
	wantText(t, write(t, "concise", sample()), `a%0A::error::x.json:1:1: error S7/url secret-in-url: `+escapedMessage+`
recipes/example.de/search-items.json:2:48: warning T2 filter-scope: inside [? … ] `+"`params`"+` is a member of the element
`)
}

// A file name must not make a line of text a workflow command.
func TestTextDoesNotBeginACommand(t *testing.T) {
	r := sample()
	r.Diagnostics[0].File = "::stop-commands::x"
	for _, format := range []string{"text", "concise"} {
		if got := write(t, format, r); !strings.HasPrefix(got, "./::stop-commands::x:1:1: error") {
			t.Errorf("%s\n%s", format, got)
		}
	}
}

func TestColour(t *testing.T) {
	streams, out, _ := terminal.Buffers("")
	streams.SetColor(terminal.ColorAlways)
	if err := Formats()[0].Write(streams.Out, sample(), streams.Out.Style()); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if !strings.Contains(text, "\x1b[31;1merror\x1b[0;22m S7/url") && !strings.Contains(text, "\x1b[31;1merror\x1b[0m S7/url") {
		t.Errorf("%q", text)
	}
	if strings.Contains(text, "\x1b]8") || strings.Contains(text, "\x1b[31m ") {
		t.Errorf("foreign escapes came through: %q", text)
	}
}

func TestJSON(t *testing.T) {
	got := write(t, "json", sample())
	wantText(t, got, `{
  "version": 1,
  "files": 3,
  "diagnostics": [
    {
      "code": "S7/url",
      "name": "secret-in-url",
      "severity": "error",
      "file": "a%0A::error::x.json",
      "line": 1,
      "column": 1,
      "end_line": 1,
      "end_column": 10,
      "pointer": "",
      "message": "]]> <b> & \"q\" \u001b[31m \u202e \u0000\r\n::set-output name=x::y\n::stop-commands::t \ufffd \u2028 100%",
      "hint": "click [here](https://evil.example)",
      "fix": null
    },
    {
      "code": "T2",
      "name": "filter-scope",
      "severity": "warning",
      "file": "recipes/example.de/search-items.json",
      "line": 2,
      "column": 48,
      "end_line": 2,
      "end_column": 64,
      "pointer": "/steps/0/extract/json/items",
      "message": "inside [? … ] `+"`params`"+` is a member of the element",
      "hint": "bind it first: let $max = params.max_price in results[?price <= $max]",
      "fix": {
        "title": "bind it",
        "safe": true,
        "edits": [
          {
            "start": 50,
            "end": 66,
            "text": "$max"
          },
          {
            "start": 32,
            "end": 32,
            "text": "let $max = params.max_price in "
          }
        ]
      }
    }
  ],
  "summary": {
    "errors": 1,
    "warnings": 1,
    "fixable": 1
  }
}
`)
	// The escapes change how it looks, not what it says.
	var back jsonReport
	if err := json.Unmarshal([]byte(got), &back); err != nil {
		t.Fatal(err)
	}
	if want := strings.ToValidUTF8(evilMessage, "\ufffd"); back.Diagnostics[0].Message != want {
		t.Errorf("got %q", back.Diagnostics[0].Message)
	}
}

func TestNothingFound(t *testing.T) {
	r := &Report{Program: "wield-dev", Version: "v1", Files: []string{"a.json"}, MaxWarnings: NoLimit}
	for format, want := range map[string]string{
		"text": "", "concise": "", "github": "",
		"json": "{\n  \"version\": 1,\n  \"files\": 1,\n  \"diagnostics\": [],\n  \"summary\": {\n    \"errors\": 0,\n    \"warnings\": 0,\n    \"fixable\": 0\n  }\n}\n",
		"junit": `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="wield-dev" tests="1" failures="0">
  <testsuite name="a.json" tests="1" failures="0">
    <testcase name="no errors" classname="a.json"></testcase>
  </testsuite>
</testsuites>
`,
	} {
		wantText(t, write(t, format, r), want)
	}
	validSARIF(t, write(t, "sarif", r))
}

func TestGitHub(t *testing.T) {
	wantText(t, write(t, "github", sample()), `::error file=a%250A%3A%3Aerror%3A%3Ax.json,line=1,endLine=1,col=1,endColumn=10,title=S7/url secret-in-url::`+
		strings.ReplaceAll(escapedMessage, "%", "%25")+`%0Ahint: click [here](https://evil.example)
::warning file=recipes/example.de/search-items.json,line=2,endLine=2,col=48,endColumn=64,title=T2 filter-scope::inside [? … ] `+"`params`"+` is a member of the element%0Ahint: bind it first: let $max = params.max_price in results[?price <= $max]
`)
}

func TestGitHubOverSeveralLines(t *testing.T) {
	r := sample()
	r.Diagnostics = r.Diagnostics[1:]
	r.Diagnostics[0].Span = diag.Span{Start: 0, End: 60}
	if got := write(t, "github", r); !strings.HasPrefix(got, "::warning file=recipes/example.de/search-items.json,line=1,endLine=2,title=") {
		t.Errorf("got %s", got)
	}
}

func TestJUnit(t *testing.T) {
	r := sample()
	r.MaxWarnings = 0
	got := write(t, "junit", r)
	var back junitSuites
	decoder := xml.NewDecoder(strings.NewReader(got))
	decoder.Strict = true
	if err := decoder.Decode(&back); err != nil {
		t.Fatalf("%v\n%s", err, got)
	}
	if token, err := decoder.Token(); err != nil || string(token.(xml.CharData)) != "\n" {
		t.Errorf("after the end: %v, %v", token, err)
	}
	if token, err := decoder.Token(); !errors.Is(err, io.EOF) {
		t.Errorf("after the end: %v, %v", token, err)
	}
	if back.Tests != 4 || back.Failures != 2 || len(back.Suites) != 4 {
		t.Fatalf("got\n%s", got)
	}
	evil := back.Suites[0]
	if evil.Name != evilFile || len(evil.Cases) != 1 || evil.Cases[0].Name != "S7/url secret-in-url at 1:1" {
		t.Errorf("got %+v", evil)
	}
	if f := evil.Cases[0].Failure; f == nil || f.Message != escapedMessage || f.Type != "S7/url" ||
		!strings.Contains(f.Text, `    1 | ::error::\u{1B}]8;;\u{202E}{`) {
		t.Errorf("got %+v", f)
	}
	if empty := back.Suites[1]; empty.Name != "empty.json" || empty.Cases[0].Failure != nil {
		t.Errorf("got %+v", empty)
	}
	if warned := back.Suites[2]; warned.Failures != 0 || !strings.Contains(warned.Out, "warning T2 filter-scope") {
		t.Errorf("got %+v", warned)
	}
	if over := back.Suites[3]; over.Cases[0].Name != "max-warnings" || over.Cases[0].Failure == nil {
		t.Errorf("got %+v", over)
	}
}

func TestTargets(t *testing.T) {
	for _, c := range []struct{ values, want string }{
		{"", "text"},
		{"json", "json"},
		{"sarif=out.sarif", "text sarif=out.sarif"},
		{"sarif=a=b json junit=c", "sarif=a=b json junit=c"},
		{"jsno", "unknown format \"jsno\"; did you mean `json`?"},
		{"yaml", `unknown format "yaml"; known here: text, concise, json, sarif, github, junit`},
		{"json=", "the format json= names no file"},
		{"json text", "only one format can go to standard output; write the other as text=FILE"},
	} {
		targets, err := Targets(strings.Fields(c.values))
		var got []string
		for _, target := range targets {
			one := target.Format.Name
			if target.File != "" {
				one += "=" + target.File
			}
			got = append(got, one)
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q\ngot  %s\nwant %s", c.values, got, c.want)
		}
	}
}

func TestSummary(t *testing.T) {
	e, w := &diag.Diagnostic{}, &diag.Diagnostic{Severity: diag.Warning, Fix: &diag.Fix{Safe: true}}
	for _, c := range []struct {
		files       int
		diagnostics []*diag.Diagnostic
		max         int
		want        string
	}{
		{1, nil, NoLimit, "no findings in 1 file"},
		{0, nil, 0, "no findings in 0 files"},
		{2, []*diag.Diagnostic{e}, NoLimit, "1 error in 2 files"},
		{2, []*diag.Diagnostic{e, e, w}, NoLimit, "2 errors and 1 warning in 2 files; --fix mends 1 of them"},
		{2, []*diag.Diagnostic{w, w}, 1, "2 warnings in 2 files; --fix mends 2 of them; at most 1 may be"},
		{2, []*diag.Diagnostic{w, w}, 2, "2 warnings in 2 files; --fix mends 2 of them"},
	} {
		r := &Report{Files: make([]string, c.files), Diagnostics: c.diagnostics, MaxWarnings: c.max}
		if got := r.Summary(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// Whatever the text, every format is well-formed and holds no control.
func FuzzFormats(f *testing.F) {
	f.Add(evilMessage, evilFile, "{}", 0, 1)
	f.Add("\ufffe\uffff\U000e0041", "\xff", "\x00\r", 1, 1)
	f.Add("\uf2be\u00a0\u200d\ufe0f", ":", "0", 1, 1)
	f.Fuzz(func(t *testing.T, message, file, text string, from, to int) {
		if from < 0 || to < from || to > len(text) {
			return
		}
		source := diag.NewSource(file, []byte(text))
		r := &Report{Files: []string{file}, MaxWarnings: NoLimit, Source: func(string) *diag.Source { return source }}
		for _, severity := range []diag.Severity{diag.Error, diag.Warning} {
			r.Diagnostics = append(r.Diagnostics, &diag.Diagnostic{
				Code: message, Name: message, Severity: severity, File: file, Span: diag.Span{Start: from, End: to},
				Pointer: message, Message: message, Hint: message,
				Related: []diag.Related{{Message: message}}, Fix: &diag.Fix{Title: message},
			})
		}
		for _, format := range Formats() {
			out := write(t, format.Name, r)
			for _, c := range out {
				if c != '\n' && diag.Invisible(c) {
					t.Errorf("%s has %q", format.Name, c)
				}
			}
			switch format.Name {
			case "json", "sarif":
				if !json.Valid([]byte(out)) {
					t.Errorf("%s is not JSON", format.Name)
				}
			case "junit":
				if err := xml.Unmarshal([]byte(out), new(junitSuites)); err != nil {
					t.Errorf("%v\n%s", err, out)
				}
			default:
				for line := range strings.Lines(out) {
					own := strings.HasPrefix(line, "::error file=") || strings.HasPrefix(line, "::warning file=")
					if strings.HasPrefix(line, "::") && (format.Name != "github" || !own) {
						t.Errorf("%s: a line is %q", format.Name, line)
					}
				}
			}
		}
	})
}
