package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
)

type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
		Out      string      `xml:"system-out,omitempty"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Failure *junitFailure `xml:"failure"`
	}
	junitFailure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit makes a suite of each file and a failed test of each error. A
// file without errors has one test, which passes. Warnings are no failures;
// they are the suite's output, so that the report agrees with the exit code.
func writeJUnit(b *bytes.Buffer, r *Report, _ terminal.Style) error {
	all := junitSuites{Name: r.Program}
	of := map[string][]*diag.Diagnostic{}
	for _, d := range r.Diagnostics {
		of[d.File] = append(of[d.File], d)
	}
	for _, file := range r.Files {
		suite := junitSuite{Name: diag.Escape(file)}
		for _, d := range of[file] {
			text, err := r.alone(d)
			if err != nil {
				return err
			}
			if d.Severity == diag.Warning {
				suite.Out += text
				continue
			}
			from, _ := r.place(d.File, d.Span)
			suite.add(fmt.Sprintf("%s at %d:%d", strings.TrimSpace(d.Code+" "+d.Name), from.Line, from.Column),
				&junitFailure{diag.Escape(d.Code), diag.Escape(d.Message), text})
		}
		if suite.Failures == 0 {
			suite.add("no errors", nil)
		}
		all.add(suite)
	}
	if r.TooManyWarnings() {
		suite := junitSuite{Name: "warnings"}
		suite.add("max-warnings", &junitFailure{"max-warnings", r.Summary(), ""})
		all.add(suite)
	}
	b.WriteString(xml.Header)
	encoder := xml.NewEncoder(b)
	encoder.Indent("", "  ")
	if err := encoder.Encode(all); err != nil {
		return err
	}
	b.WriteByte('\n')
	return nil
}

func (s *junitSuites) add(suite junitSuite) {
	s.Suites = append(s.Suites, suite)
	s.Tests += suite.Tests
	s.Failures += suite.Failures
}

func (s *junitSuite) add(name string, failure *junitFailure) {
	s.Cases = append(s.Cases, junitCase{diag.Escape(name), s.Name, failure})
	s.Tests++
	if failure != nil {
		s.Failures++
	}
}

// alone is the text of one finding. Nothing in it is a control character, so
// that all of it may stand in XML.
func (r *Report) alone(d *diag.Diagnostic) (string, error) {
	var b bytes.Buffer
	one := *r
	one.Diagnostics = []*diag.Diagnostic{d}
	err := writeText(&b, &one, terminal.Style{})
	return b.String(), err
}
