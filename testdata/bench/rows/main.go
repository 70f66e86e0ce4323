// Rows writes a JSON response of about a given size: an object with a long
// array of articles, nine members each, as an API lists them. The same size
// always gives the same bytes.
//
//	go run ./testdata/bench/rows 100 > rows.json
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
)

func main() {
	if len(os.Args) != 2 {
		fail("usage: rows MEGABYTES")
	}
	megabytes, err := strconv.ParseFloat(os.Args[1], 64)
	if err != nil || megabytes <= 0 {
		fail("rows: " + strconv.Quote(os.Args[1]) + " is no number of megabytes")
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	written := 0
	write := func(format string, args ...any) {
		n, err := fmt.Fprintf(out, format, args...)
		if err != nil {
			fail("rows: " + err.Error())
		}
		written += n
	}
	write(`{"items":[`)
	words := []string{"Stadtfahrrad", "Kaffee|mühle", "Zelt_3", "Tisch *klein*", "Lampe <rund>", "日本茶", "Schlafsack", "Wanderstiefel \\ 42"}
	for i := 0; written < int(megabytes*1e6); i++ {
		if i > 0 {
			write(",")
		}
		write("\n"+`{"id":%d,"name":"%s %d","price":%d.%02d,"currency":"EUR","stock":%d,"added":"2026-%02d-%02dT08:30:00+01:00",`+
			`"url":"https://www.example.de/artikel/%d","description":"A long text that no column shows, such as most answers of an API have in every item.\nIt has two lines and number %d.",`+
			`"seller":{"id":%d,"name":"Shop %d","rating":4.%d}}`,
			1000000+i, jsonEscaped(words[i%len(words)]), i, i%900+1, i%100, i%40, i%12+1, i%28+1, i, i, i%5000, i%5000, i%10)
	}
	write("\n]}\n")
	if err := out.Flush(); err != nil {
		fail("rows: " + err.Error())
	}
}

func jsonEscaped(word string) string {
	quoted := strconv.Quote(word)
	return quoted[1 : len(quoted)-1]
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(2)
}
