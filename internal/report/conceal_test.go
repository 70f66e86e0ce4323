package report

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
)

// Of a credential in a file no format shows more than the finding about it
// does, whatever else is found on its line.
func TestNothingShowsASecret(t *testing.T) {
	const (
		key  = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
		mail = "anna.sommer@mail-provider.de"
		text = `{"k": "` + key + `", "again": "x ` + key + `",
 "` + key + `": 1, "u": "https://anna:s3cret-word@www.example.de/", "m": "` + mail + `"}`
	)
	source := diag.NewSource("a.json", []byte(text))
	at := func(piece string) diag.Span { return find(source, `"`+piece+`"`) }
	r := &Report{
		Program: "wield-build", Files: []string{"a.json"}, MaxWarnings: NoLimit,
		Source: func(string) *diag.Source { return source },
		Diagnostics: []*diag.Diagnostic{
			{Code: "S10/prefix", Name: "github", File: "a.json", Span: at(key), Pointer: "/k", Message: "the file holds ghp_****", Secrets: []string{key}},
			{Code: "F1", File: "a.json", Span: find(source, `"again"`), Pointer: "/again", Message: "unknown member"},
			{Code: "S9/value", File: "a.json", Span: find(source, "1"), Pointer: "/" + key, Message: "the value " + diag.Quote(key, 20) + " of " + key[10:30] + " and " + key[28:],
				Hint: "not " + key, Related: []diag.Related{{Span: at(key), Message: "first " + key}},
				Fix: &diag.Fix{Title: "write it anew", Safe: true, Edits: []diag.Edit{{Span: at(key), Text: `"` + key + `"`}}}},
			{Code: "S10/prefix", Name: "userinfo", Severity: diag.Warning, File: "a.json", Span: at("https://anna:s3cret-word@www.example.de/"), Pointer: "/u", Message: "the file holds anna****", Secrets: []string{"anna:s3cret-word"}},
			{Code: "S2/head", Severity: diag.Warning, File: "a.json", Span: at("https://anna:s3cret-word@www.example.de/"), Pointer: "/u", Message: `the URL "https://anna:s3cret-word@www.example.de/" is read as www.example.de`},
			{Code: "S10/person", File: "a.json", Span: at(mail), Pointer: "/m", Message: "the file holds anna****", Secrets: []string{mail}},
		},
	}
	for _, f := range Formats() {
		out := write(t, f.Name, r) + r.Review(terminal.Style{}, 0)
		for _, piece := range []string{"0123456789ab", "6789abcdefgh", "GHIJ012345", "s3cret", "sommer", "provider"} {
			if strings.Contains(out, piece) {
				t.Errorf("%s shows %q:\n%s", f.Name, piece, out)
			}
		}
		if !strings.Contains(out, "www.example.de") || !strings.Contains(out, "unknown member") {
			t.Errorf("%s hides what is no secret:\n%s", f.Name, out)
		}
	}
	wantText(t, string(Conceal(source.Text, r.Diagnostics)), strings.NewReplacer(
		key, strings.Repeat("*", len(key)), mail, strings.Repeat("*", len(mail)),
		"https://anna:s3cret-word@www.example.de/", strings.Repeat("*", 40)).Replace(text))
	if r.Diagnostics[2].Fix == nil || r.Diagnostics[2].Hint != "not "+key {
		t.Error("the findings themselves were changed")
	}
	if got := Conceal([]byte("abc"), []*diag.Diagnostic{{Span: diag.Span{Start: 0, End: 3}}}); string(got) != "abc" {
		t.Errorf("without a secret: %q", got)
	}
}

// A short secret hides no words that only hold the same letters.
func TestAShortSecretIsHiddenAtItsPlaceOnly(t *testing.T) {
	source := diag.NewSource("a.json", []byte(`["http://a@b/", "an apple"]`))
	found := []*diag.Diagnostic{{Code: "S10/prefix", File: "a.json", Span: diag.Span{Start: 1, End: 14}, Message: "an apple", Secrets: []string{"a"}}}
	wantText(t, string(Conceal(source.Text, found)), `["***********", "an apple"]`)
	r := &Report{Diagnostics: found, Source: func(string) *diag.Source { return source }}
	if got := write(t, "concise", r); !strings.Contains(got, "an apple") {
		t.Error(got)
	}
}
