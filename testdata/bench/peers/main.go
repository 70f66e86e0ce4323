// Peers measures what a recipe does with an answer, here and in Node with the
// libraries that do the same, on the same data and in one session.
//
//	go run ./testdata/bench/peers testdata/bench/peers/peers.js
//
// NODE_PATH says where the libraries are: ajv, @jmespath-community/jmespath,
// cheerio. What is not installed is passed over with a sentence.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonschema"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/selector"
)

// job is one thing to measure; Node gets it as JSON.
type job struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`  // "parse", "jmespath", "schema", "html"
	Input string `json:"input"` // an expression, a schema, a selector
	Data  string `json:"data"`  // a file
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: peers PROGRAM.js")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(program string) error {
	work, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	jobs, err := prepare(work)
	if err != nil {
		return err
	}
	theirs, err := inNode(program, jobs)
	if err != nil {
		return err
	}
	for _, j := range jobs {
		text, err := os.ReadFile(j.Data)
		if err != nil {
			return err
		}
		once, err := j.prepare(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", j.Name, err)
		}
		ours, err := best(once)
		if err != nil {
			return fmt.Errorf("%s: %w", j.Name, err)
		}
		line := fmt.Sprintf("%-44s %12s", j.Name, round(ours))
		switch other := theirs[j.Name]; {
		case other.Missing != "":
			line += "   " + other.Missing + " is not installed: passed over"
		case other.Nanoseconds > 0:
			peer := time.Duration(other.Nanoseconds)
			line += fmt.Sprintf(" %12s %6.1fx  %s", round(peer), float64(peer)/float64(ours), other.Peer)
		}
		fmt.Println(line)
	}
	return nil
}

func round(d time.Duration) string {
	if d < time.Millisecond {
		return d.Round(10 * time.Nanosecond).String()
	}
	return d.Round(10 * time.Microsecond).String()
}

// best is the shortest of the runs of one second, at least three.
func best(once func() error) (time.Duration, error) {
	shortest := time.Duration(0)
	begun := time.Now()
	for n := 0; n < 3 || time.Since(begun) < time.Second; n++ {
		start := time.Now()
		if err := once(); err != nil {
			return 0, err
		}
		if took := time.Since(start); n == 0 || took < shortest {
			shortest = took
		}
	}
	return shortest, nil
}

// prepare gives what is measured, over data that is read already, unless it is
// the reading that is measured.
func (j *job) prepare(text string) (func() error, error) {
	switch j.Kind {
	case "parse":
		return func() error { _, err := jsonval.ParseString(text); return err }, nil
	case "jmespath":
		data, err := jsonval.ParseString(text)
		if err != nil {
			return nil, err
		}
		e, err := jmespath.Compile(j.Input)
		if err != nil {
			return nil, err
		}
		return func() error { _, err := e.Eval(context.Background(), data, jmespath.Limits{}); return err }, nil
	case "schema":
		data, err := jsonval.ParseString(text)
		if err != nil {
			return nil, err
		}
		schema, err := jsonval.ParseString(j.Input)
		if err != nil {
			return nil, err
		}
		compiled, err := jsonschema.CompileValue(schema)
		if err != nil {
			return nil, err
		}
		return func() error {
			wrong, err := compiled.Validate(data)
			if len(wrong) > 0 {
				return errors.New("the data does not fit its schema")
			}
			return err
		}, nil
	}
	return func() error {
		page, err := dom.Parse(text)
		if err != nil {
			return err
		}
		s, d := selector.Compile(j.Input)
		if d != nil {
			return d
		}
		found, err := s.All(page.Root(), nil)
		for _, n := range found {
			n.CollapsedText()
		}
		return err
	}, nil
}

// figure is what Node says of one job.
type figure struct {
	Name, Peer, Missing string
	Nanoseconds         float64
}

func inNode(program string, jobs []job) (map[string]figure, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		fmt.Println("Node is not installed: only our own figures")
		return nil, nil
	}
	input, err := json.Marshal(jobs)
	if err != nil {
		return nil, err
	}
	command := exec.Command(node, program)
	command.Stdin, command.Stderr = bytes.NewReader(input), os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, err
	}
	var all []figure
	if err := json.Unmarshal(out, &all); err != nil {
		return nil, err
	}
	byName := map[string]figure{}
	for _, f := range all {
		byName[f.Name] = f
	}
	return byName, nil
}

// prepare writes the data, and says what is measured.
func prepare(work string) ([]job, error) {
	files := map[string]string{"items.json": items(1000), "large.json": items(20_000), "page.html": page(5_000)}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(work, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	data, large, html := filepath.Join(work, "items.json"), filepath.Join(work, "large.json"), filepath.Join(work, "page.html")
	return []job{
		{"JSON: parse 3 MB", "parse", "", large},
		{"JMESPath: filter 1,000 items", "jmespath", "results[?price.amount < `300`]", data},
		{"JMESPath: filter, then a hash", "jmespath", "results[?!sponsored].{title: title, price: price.amount}", data},
		{"JMESPath: sort_by a number", "jmespath", "sort_by(results[*], &price.amount)", data},
		{"JMESPath: group_by", "jmespath", "group_by(results, &brand)", data},
		{"JSON Schema: check 1,000 items", "schema", schema, data},
		{"HTML: parse 1 MB, text of 5,000 elements", "html", ".tile > h2", html},
	}, nil
}

func items(n int) string {
	var b strings.Builder
	b.WriteString(`{"total":1000,"results":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"title":"Stadtrad Modell %d mit Korb","price":{"amount":%d.%02d,"currency":"EUR"},"sponsored":%t,"brand":"Marke %d","tags":["rad","t%d"]}`,
			i, i, (i*37)%900+20, i%100, i%5 == 0, i%20, i%9)
	}
	return b.String() + "]}"
}

func page(n int) string {
	var b strings.Builder
	b.WriteString("<!doctype html><title>Shop</title><main>")
	for i := range n {
		fmt.Fprintf(&b, `<div class="tile product" data-sku="SKU-%06d"><h2 class=title><a href="/p/%d">Kettle number %d</a></h2><p>Made of steel &ndash; for <b>%d</b> litres.</p><span class=price>&pound;%d.90</span></div>`,
			i, i, i, i%4, i%90)
	}
	return b.String() + "</main>"
}

const schema = `{"type":"object","required":["total","results"],"additionalProperties":false,"properties":{"total":{"type":"integer"},
"results":{"type":"array","maxItems":2000,"items":{"type":"object","required":["id","title","price"],"additionalProperties":false,"properties":{
"id":{"type":"integer","minimum":0},"title":{"type":"string","minLength":1,"maxLength":200},"sponsored":{"type":"boolean"},"brand":{"type":"string","pattern":"^Marke "},
"price":{"type":"object","required":["amount"],"properties":{"amount":{"type":"number","minimum":0},"currency":{"enum":["EUR","USD"]}}},
"tags":{"type":"array","maxItems":5,"items":{"type":"string","maxLength":20}}}}}}}`
