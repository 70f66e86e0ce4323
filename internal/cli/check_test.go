package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/diag/codes"
)

// A file that cannot be looked at hides none of the others, and is told of.
func TestUnreadableFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	dir := filepath.Join("recipes", "example.de")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, size := range map[string]int64{"a.json": files.MaxSize + 1, "b.json": 2, "c.json": files.MaxSize + 1} {
		file, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteString("{}"); err != nil {
			t.Fatal(err)
		}
		if err := file.Truncate(size); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
	code, out, errs := try(t.Context(), "", "wield-dev", "validate", "--format", "concise")
	if code != 2 || !strings.HasPrefix(out, "recipes/example.de/b.json:1:1: error F13 ") {
		t.Errorf("exits %d, %s", code, out)
	}
	const tooLong = "there is more to read than the 16 MiB that are allowed\n"
	if want := "1 error in 1 file\nwield-dev: recipes/example.de/a.json: " + tooLong + "wield-dev: recipes/example.de/c.json: " + tooLong; errs != want {
		t.Errorf("got  %s\nwant %s", errs, want)
	}
	if _, _, errs := try(t.Context(), "", "wield-dev", "validate", "recipes/example.de/a.json"); errs != "wield-dev: recipes/example.de/a.json: "+tooLong {
		t.Errorf("a file alone: %s", errs)
	}
}

// A bug in a rule is reported once, with the place where it happened.
func TestPanicWhileLooking(t *testing.T) {
	for _, jobs := range []int{1, 4} {
		streams, _, errs := terminal.Buffers("")
		a := &app{program: "wield-dev", streams: streams}
		root := newRoot(a)
		root.AddCommand(&cobra.Command{Use: "boom", RunE: func(cmd *cobra.Command, _ []string) error {
			in := &inspection{jobs: jobs}
			return in.each(cmd.Context(), 20, func(i int) {
				var list []int
				_ = list[i]
			})
		}})
		root.SetArgs([]string{"boom"})
		code := execute(t.Context(), a, root)
		text := errs.String()
		if code != 2 || strings.Count(text, "internal error") != 1 || !strings.Contains(text, "index out of range") ||
			!strings.Contains(text, "TestPanicWhileLooking") || !strings.Contains(text, "(check_test.go:") {
			t.Errorf("with %d jobs: %d, %s", jobs, code, text)
		}
	}
}

func TestValidationIsInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.json", []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if code, out, errs := try(ctx, "", "wield-dev", "validate", "a.json"); code != 130 || out != "" || errs != "wield-dev: interrupted\n" {
		t.Errorf("%d, %q, %q", code, out, errs)
	}
}

// Errors of the safety rules cannot be left out of what the registry asks.
func TestSafetyErrorsStay(t *testing.T) {
	for _, c := range []struct {
		program string
		want    string
	}{
		{"wield-dev", ""},
		{"wield-build", "S7/url"},
	} {
		streams, _, _ := terminal.Buffers("")
		a := &app{program: c.program, streams: streams}
		f := &filter{ignored: []string{"S", "T"}, off: func(string, string) bool { return true }, fixed: a.staysReported}
		left := f.apply([]*diag.Diagnostic{
			{Code: "S7/url"}, {Code: "S7/url", Severity: diag.Warning}, {Code: "T1"}, {Code: "T2", Severity: diag.Warning},
		})
		var got []string
		for _, d := range left {
			got = append(got, d.Code)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s reports %q, want %q", c.program, got, c.want)
		}
	}
}

func TestCodeListed(t *testing.T) {
	for _, c := range []struct {
		list, code string
		want       bool
	}{
		{"", "T2", false},
		{"T2", "T2", true},
		{"T2", "T20", false},
		{"T20", "T2", false},
		{"T", "T2", true},
		{"F,T", "T2", true},
		{"S7", "S7/url", true},
		{"S7/url", "S7/url", true},
		{"S7/url", "S7/host", false},
		{"S", "S7/url", true},
	} {
		if got := codeListed(strings.FieldsFunc(c.list, func(r rune) bool { return r == ',' }), c.code); got != c.want {
			t.Errorf("%q lists %s: %v", c.list, c.code, got)
		}
	}
}

// A table fits the terminal, however narrow it is.
func TestTableIsCut(t *testing.T) {
	all := []codes.Page{
		{Code: "T2", Name: "filter-scope", Severity: "warning", Summary: "Inside a filter a bare name means the element, not the context."},
		{Code: "F6", Name: "wrong-place", Severity: "error or warning", Summary: "Short."},
	}
	for _, c := range []struct {
		width int
		want  string
	}{
		{0, "T2  filter-scope  warning  Inside a filter a bare name means the element, not the context.\n\nF6  wrong-place   either   Short.\n"},
		{60, "T2  filter-scope  warning  Inside a filter a bare name mean…\n\nF6  wrong-place   either   Short.\n"},
		{10, "T2  filter-scope  warning  Inside a filter a b…\n\nF6  wrong-place   either   Short.\n"},
	} {
		var b bytes.Buffer
		renderTable(&b, all, terminal.Style{}, c.width)
		if b.String() != c.want {
			t.Errorf("%d columns\n%s", c.width, b.String())
		}
	}
}
