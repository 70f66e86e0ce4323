package codes

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// read gives the pages of the file systems, sorted.
func read(sources []fs.FS) ([]Page, error) {
	var pages []Page
	var faults []error
	for _, source := range sources {
		err := fs.WalkDir(source, ".", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".md") {
				return err
			}
			text, err := fs.ReadFile(source, path)
			if err != nil {
				return err
			}
			page, err := Parse(string(text))
			if err != nil {
				faults = append(faults, fmt.Errorf("%s: %w", path, err))
				return nil
			}
			pages = append(pages, page)
			return nil
		})
		faults = append(faults, err)
	}
	return sorted(pages, faults)
}

// sorted puts pages in their order, and adds a fault for each code that has
// two.
func sorted(pages []Page, faults []error) ([]Page, error) {
	slices.SortFunc(pages, func(a, b Page) int { return compare(a.Code, b.Code) })
	for i := 1; i < len(pages); i++ {
		if pages[i].Code == pages[i-1].Code {
			faults = append(faults, fmt.Errorf("%s has two pages", pages[i].Code))
		}
	}
	return pages, errors.Join(faults...)
}

// Parse reads the head of a page.
func Parse(text string) (Page, error) {
	p := Page{Text: text}
	title, rest, _ := strings.Cut(text, "\n")
	words := strings.Fields(title)
	if len(words) != 3 || words[0] != "#" {
		return p, errors.New("the first line is not `# CODE name`")
	}
	p.Code, p.Name = words[1], words[2]
	if family, number := split(p.Code); family == "" || number == 0 || Rule(p.Code) != p.Code {
		return p, fmt.Errorf("%s is no code", p.Code)
	}
	paragraph, _, _ := strings.Cut(strings.TrimLeft(rest, "\n"), "\n\n")
	paragraph = strings.Join(strings.Fields(paragraph), " ")
	severity, sentence, _ := strings.Cut(paragraph, ". ")
	switch severity {
	case "Error", "Warning", "Error or warning":
		p.Severity = strings.ToLower(severity)
	default:
		return p, errors.New("the second paragraph does not begin with the severity: `Error.`, `Warning.` or `Error or warning.`")
	}
	if p.Summary = sentence; sentence == "" {
		return p, errors.New("no sentence follows the severity")
	}
	return p, nil
}

// Rule gives a code without its sub-check: S7 of S7/url.
func Rule(code string) string {
	rule, _, _ := strings.Cut(code, "/")
	return rule
}

// Family gives the letters of a code: T of T2, S of S7/url.
func Family(code string) string {
	family, _ := split(Rule(code))
	return family
}

// split takes a code apart. What is no code has the number 0.
func split(code string) (family string, number int) {
	end := 0
	for end < len(code) && code[end] >= 'A' && code[end] <= 'Z' {
		end++
	}
	number, err := strconv.Atoi(code[end:])
	if err != nil {
		return code[:end], 0
	}
	return code[:end], number
}

// families is the order in which the families are listed: as a file is read.
const families = "JFRMQTUCXPSK"

func compare(a, b string) int {
	familyA, numberA := split(a)
	familyB, numberB := split(b)
	return cmp.Or(
		cmp.Compare(strings.Index(families, familyA), strings.Index(families, familyB)),
		strings.Compare(familyA, familyB),
		cmp.Compare(numberA, numberB),
	)
}
