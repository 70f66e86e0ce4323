package cortex

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// page is some 1.8 KB of Markdown, other words for each number.
func page(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## Product %d\n\n| Name | Price |\n| --- | ---: |\n", i)
	for row := range 40 {
		fmt.Fprintf(&b, "| word%d thing%d red shoe | %d.50 |\n", (i*7+row)%997, row, i+row)
	}
	return b.String()
}

// filled is a store of as many pages.
func filled(b *testing.B, pages int) *Store {
	s := create(b, filepath.Join(b.TempDir(), "cortex.db"))
	r := Render{Recipe: "r", Source: "https://example.de/", Time: noon(), Documents: true}
	for i := range pages {
		r.Pages = append(r.Pages, Page{Markdown: page(i)})
	}
	put(b, s, r)
	return s
}

// A render opens the store, keeps one page and closes it.
func BenchmarkIndexOne(b *testing.B) {
	path := filepath.Join(b.TempDir(), "cortex.db")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s, err := Create(b.Context(), path)
		if err != nil {
			b.Fatal(err)
		}
		put(b, s, one("r", fmt.Sprint("https://example.de/", i), "Title", page(i)))
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkIndexThousand(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		filled(b, 1000)
	}
}

func BenchmarkOpen(b *testing.B) {
	path := filled(b, 1000).path
	b.ReportAllocs()
	for b.Loop() {
		s, err := Open(b.Context(), path)
		if err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}

func BenchmarkSearch(b *testing.B) {
	s := filled(b, 1000)
	for _, query := range []string{"word123", "red shoe", `"thing7 red" -word5`} {
		b.Run(query, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				search(b, s, query, 10)
			}
		})
	}
}
