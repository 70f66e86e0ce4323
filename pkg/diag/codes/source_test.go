package codes_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/diag/codes"
)

// Every code that a package can give has a page, and so examples that are run;
// no page explains what nothing gives.
func TestEveryCodeHasAPage(t *testing.T) {
	known := codes.NewSet(codes.Files()).Codes()
	given := codesInSource(t, "../../../pkg")
	for code, places := range given {
		if !slices.Contains(known, code) {
			t.Errorf("%s has no page in pkg/diag/codes; it is given by %s", code, places[0])
		}
	}
	for _, code := range known {
		if given[code] == nil {
			t.Errorf("%s has a page, and nothing gives it", code)
		}
	}
}

// codesInSource finds the strings that are codes in what is not a test.
func codesInSource(t *testing.T, root string) map[string][]string {
	t.Helper()
	code := regexp.MustCompile(`^[JFRMQTCXPKUW][0-9]+$`)
	given := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				if s, err := strconv.Unquote(literal.Value); err == nil && code.MatchString(s) {
					at := files.Position(literal.Pos())
					given[s] = append(given[s], filepath.ToSlash(at.Filename)+":"+strconv.Itoa(at.Line))
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(given) < 30 {
		t.Fatalf("only %d codes were found", len(given))
	}
	return given
}
