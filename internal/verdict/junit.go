package verdict

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"time"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
)

type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitFailure `xml:"failure"`
		Error   *junitFailure `xml:"error"`
	}
	junitFailure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit makes a test of each recipe. What is the recipe's fault is a
// failure; where nothing could be found out it is an error. Nothing in the
// texts is a control character, so that all of them may stand in XML.
func writeJUnit(b *bytes.Buffer, r *Report) error {
	suite := junitSuite{Name: r.Program + " test", Tests: len(r.Results), Time: seconds(r.Elapsed)}
	for i := range r.Results {
		one := &r.Results[i]
		c := junitCase{Name: diag.Escape(one.ID), Class: r.Program + ".test", File: diag.Escape(one.File), Time: seconds(one.Elapsed)}
		if c.Name == "" {
			c.Name = c.File
		}
		if one.Failure != nil {
			var text bytes.Buffer
			WriteFailure(&text, one.Source, one.Failure, one.Try, terminal.Style{})
			failure := &junitFailure{string(one.Outcome), diag.Escape(one.message()), text.String()}
			if ClassOf(one.Outcome) == RecipeFault {
				c.Failure = failure
				suite.Failures++
			} else {
				c.Error = failure
				suite.Errors++
			}
		}
		suite.Cases = append(suite.Cases, c)
	}
	b.WriteString(xml.Header)
	encoder := xml.NewEncoder(b)
	encoder.Indent("", "  ")
	err := encoder.Encode(struct {
		XMLName xml.Name `xml:"testsuites"`
		Suite   junitSuite
	}{Suite: suite})
	b.WriteByte('\n')
	return err
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
