package main

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// mutant is a source file with one change.
type mutant struct {
	file         string
	line, column int
	what         string // "==" is now "!="
	source       string // the line as it was
	text         []byte // the whole file, changed
}

func compare(a, b mutant) int {
	return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column), cmp.Compare(a.what, b.what))
}

// instead says what stands in for an operator.
func instead(op token.Token) token.Token {
	for _, pair := range [...][2]token.Token{
		{token.EQL, token.NEQ}, {token.LAND, token.LOR}, {token.LSS, token.LEQ}, {token.GTR, token.GEQ},
	} {
		switch op {
		case pair[0]:
			return pair[1]
		case pair[1]:
			return pair[0]
		}
	}
	return token.ILLEGAL
}

// inFolder gives all mutants of a package, tests aside.
func inFolder(folder string) ([]mutant, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	var all []mutant
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		found, err := inFile(file, text)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// inFile gives the mutants of one file: another operator, a condition or a
// result turned round.
func inFile(file string, text []byte) ([]mutant, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var all []mutant
	change := func(from, to token.Pos, with string) {
		begin, end := files.Position(from), files.Position(to)
		was := text[begin.Offset:end.Offset]
		line, _, _ := bytes.Cut(text[begin.Offset-begin.Column+1:], []byte("\n"))
		all = append(all, mutant{
			file: file, line: begin.Line, column: begin.Column,
			what:   string(was) + " is now " + with,
			source: strings.TrimSpace(string(line)),
			text:   bytes.Join([][]byte{text[:begin.Offset], []byte(with), text[end.Offset:]}, nil),
		})
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if other := instead(n.Op); other != token.ILLEGAL {
				change(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), other.String())
			}
		case *ast.IfStmt:
			change(n.Cond.Pos(), n.Cond.End(), "!("+string(text[files.Position(n.Cond.Pos()).Offset:files.Position(n.Cond.End()).Offset])+")")
		case *ast.ReturnStmt:
			for _, result := range n.Results {
				switch name, _ := result.(*ast.Ident); {
				case name == nil:
				case name.Name == "true":
					change(name.Pos(), name.End(), "false")
				case name.Name == "false":
					change(name.Pos(), name.End(), "true")
				}
			}
		}
		return true
	})
	return all, nil
}
