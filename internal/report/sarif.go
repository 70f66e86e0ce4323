package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
)

const (
	sarifSchema  = "https://json.schemastore.org/sarif-2.1.0.json"
	projectURI   = "https://github.com/wield-run/wield"
	maxResults   = 25000 // what GitHub takes of one run
	maxText      = 2000  // code points of a message
	maxPrintable = 200   // bytes of a span that counts for the fingerprint
)

type object = map[string]any

// writeSARIF prints a SARIF 2.1.0 log. Texts are plain and never Markdown, but
// for the pages of the rules, which are our own.
func writeSARIF(b *bytes.Buffer, r *Report, _ terminal.Style) error {
	s := &sarif{Report: r, index: map[string]int{}, rules: []object{}, seen: map[string]int{}}
	results := []object{}
	for _, d := range r.Diagnostics[:min(len(r.Diagnostics), maxResults)] {
		results = append(results, s.result(d))
	}
	invocation := object{"executionSuccessful": true}
	if left := len(r.Diagnostics) - len(results); left > 0 {
		invocation["toolExecutionNotifications"] = []object{{
			"level":   "warning",
			"message": object{"text": fmt.Sprintf("%d more findings are left out", left)},
		}}
	}
	return encode(b, object{
		"$schema": sarifSchema,
		"version": "2.1.0",
		"runs": []object{{
			"columnKind":  "unicodeCodePoints",
			"invocations": []object{invocation},
			"results":     results,
			"tool": object{"driver": object{
				"name": r.Program, "version": r.Version, "informationUri": projectURI, "rules": s.rules,
			}},
		}},
	})
}

// sarif collects the rules of the results.
type sarif struct {
	*Report
	rules []object
	index map[string]int // of each rule's code
	seen  map[string]int // how often each fingerprint was given
}

func (s *sarif) result(d *diag.Diagnostic) object {
	text := d.Message
	if d.Hint != "" {
		text += "; " + d.Hint
	}
	result := object{
		"ruleId":    d.Code,
		"ruleIndex": s.rule(d),
		"level":     d.Severity.String(),
		"message":   message(text),
		"locations": []object{s.location(d.File, d.Span, d.Pointer)},
		"partialFingerprints": object{
			"wieldFinding/v1": s.fingerprint(d),
		},
	}
	if len(d.Related) > 0 {
		related := []object{}
		for i, other := range d.Related {
			file := other.File
			if file == "" {
				file = d.File
			}
			l := s.location(file, other.Span, "")
			l["id"], l["message"] = i+1, message(other.Message)
			related = append(related, l)
		}
		result["relatedLocations"] = related
	}
	if d.Fix != nil {
		result["fixes"] = []object{s.fix(d)}
	}
	return result
}

// rule gives the index of a finding's rule, which is added when it is new.
func (s *sarif) rule(d *diag.Diagnostic) int {
	if i, ok := s.index[d.Code]; ok {
		return i
	}
	rule := object{
		"id":                   d.Code,
		"name":                 d.Name,
		"shortDescription":     object{"text": d.Name},
		"defaultConfiguration": object{"level": d.Severity.String()},
	}
	if s.Page != nil {
		if page, ok := s.Page(d.Code); ok {
			rule["shortDescription"] = object{"text": page.Title}
			rule["help"] = object{"text": page.Text, "markdown": page.Text}
		}
	}
	s.index[d.Code] = len(s.rules)
	s.rules = append(s.rules, rule)
	return s.index[d.Code]
}

// message is a plain text. A viewer would make a link of brackets that are
// followed by a parenthesis.
func message(text string) object {
	text = diag.Cut(diag.Escape(text), maxText)
	if strings.Contains(text, "](") {
		text = strings.NewReplacer("[", `\[`, "]", `\]`).Replace(text)
	}
	return object{"text": text}
}

func (s *sarif) location(file string, span diag.Span, pointer string) object {
	l := object{"physicalLocation": object{
		"artifactLocation": object{"uri": uri(file)},
		"region":           s.region(file, span),
	}}
	if pointer != "" {
		l["logicalLocations"] = []object{{"fullyQualifiedName": diag.Escape(pointer)}}
	}
	return l
}

func (s *sarif) region(file string, span diag.Span) object {
	from, to := s.place(file, span)
	return object{
		"startLine": from.Line, "startColumn": from.Column,
		"endLine": to.Line, "endColumn": to.Column,
	}
}

func (s *sarif) fix(d *diag.Diagnostic) object {
	replacements := []object{}
	for _, e := range d.Fix.Edits {
		replacements = append(replacements, object{
			"deletedRegion":   s.region(d.File, e.Span),
			"insertedContent": object{"text": e.Text},
		})
	}
	return object{
		"description": message(d.Fix.Title),
		"artifactChanges": []object{{
			"artifactLocation": object{"uri": uri(d.File)},
			"replacements":     replacements,
		}},
	}
}

// fingerprint tells findings apart without their lines, so that one is known
// again after the file has changed elsewhere: by its code, the members that
// lead to it, and the text that it points at. Findings that are alike in all
// of this are counted.
func (s *sarif) fingerprint(d *diag.Diagnostic) string {
	parts := strings.Split(d.Pointer, "/")
	for i, part := range parts {
		if part != "" && strings.Trim(part, "0123456789") == "" {
			parts[i] = "*" // an index changes when a neighbour comes or goes
		}
	}
	members := strings.Join(parts, "/")
	text := ""
	if source := s.shown(d.File); source != nil && d.Span.Len() <= maxPrintable &&
		d.Span.Start >= 0 && d.Span.End <= len(source.Text) {
		text = string(source.Text[d.Span.Start:d.Span.End])
	}
	key := d.File + "\x00" + d.Code + "\x00" + members + "\x00" + text
	s.seen[key]++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%d", d.Code, members, text, s.seen[key]))
	return hex.EncodeToString(sum[:16])
}

// uri is a file's relative reference, percent-encoded.
func uri(file string) string {
	const hexDigits = "0123456789ABCDEF"
	var b strings.Builder
	for _, c := range []byte(uriPath(file)) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hexDigits[c>>4])
			b.WriteByte(hexDigits[c&15])
		}
	}
	return b.String()
}

// uriPath gives a file's path below the working folder, with slashes. Of one
// that stands elsewhere, what leads out is dropped: where that is, is nobody's
// business.
func uriPath(file string) string {
	if filepath.IsAbs(file) {
		if here, err := filepath.Abs("."); err == nil {
			if rel, err := filepath.Rel(here, file); err == nil && filepath.IsLocal(rel) {
				file = rel
			}
		}
	}
	var parts []string
	for part := range strings.SplitSeq(filepath.ToSlash(file), "/") {
		if part != "" && part != "." && part != ".." {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "/")
}
