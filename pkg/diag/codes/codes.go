// Package codes holds the pages that explain findings, one for each code.
//
// A page is a Markdown file in a fixed form. Its example is run by a test:
//
//	# T2 filter-scope
//
//	Warning. Inside a filter a bare name means the element, not the context.
//
//	What is found, and what is not.
//
//	## Why it matters
//	## Bad
//	## Good
//	## How to mend
//
// The title is the code and the name of its findings. The next paragraph
// begins with the severity; the sentence behind it is the summary. Pages may
// stand anywhere: a Set is made of file systems, and reads them when it is
// first asked.
package codes

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

//go:embed *.md
var own embed.FS

// Files are the pages of all codes but those of the safety rules.
func Files() fs.FS { return own }

// Page explains a code.
type Page struct {
	Code     string // "T2"
	Name     string // "filter-scope"
	Severity string // "error", "warning", or "error or warning"
	Summary  string // one sentence
	Text     string // the whole page, Markdown
}

// Set is the pages of some file systems. It may be used by several
// goroutines.
type Set struct {
	pages func() ([]Page, error)
}

// NewSet makes a set of all Markdown files in the file systems, whatever their
// folders are. Nothing is read yet.
func NewSet(sources ...fs.FS) *Set {
	return &Set{pages: sync.OnceValues(func() ([]Page, error) { return read(sources) })}
}

// With makes a set that has more pages, whose texts are given.
func (s *Set) With(texts ...string) *Set {
	return &Set{pages: sync.OnceValues(func() ([]Page, error) {
		pages, err := s.pages()
		pages = slices.Clone(pages)
		faults := []error{err}
		for _, text := range texts {
			page, err := Parse(text)
			if err != nil {
				first, _, _ := strings.Cut(text, "\n")
				faults = append(faults, fmt.Errorf("%s: %w", first, err))
				continue
			}
			pages = append(pages, page)
		}
		return sorted(pages, faults)
	})}
}

// List gives all pages, sorted by family and number. An error means that a
// page is not in the form of the package's comment, or stands there twice.
func (s *Set) List() ([]Page, error) {
	pages, err := s.pages()
	return slices.Clone(pages), err
}

// Find gives the page of a code. A sub-check such as S7/url is explained on
// the page of its rule.
func (s *Set) Find(code string) (Page, bool) {
	pages, _ := s.pages()
	rule := Rule(code)
	for _, p := range pages {
		if p.Code == rule {
			return p, true
		}
	}
	return Page{}, false
}

// Codes lists the codes.
func (s *Set) Codes() []string {
	pages, _ := s.pages()
	var all []string
	for _, p := range pages {
		all = append(all, p.Code)
	}
	return all
}
