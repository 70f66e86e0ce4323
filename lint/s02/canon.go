package s02

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/recipe"
)

// fault is one thing that is wrong with the spelling of a URL.
type fault struct {
	span diag.Span // in the decoded text
	why  string
	hint string
}

// canon checks that a URL is spelled as a browser spells it, so that nobody
// reads it in another way. It reports the first fault.
func canon(p *lint.Pass, u *recipe.Template, all []flow.URLPart) {
	f := characters(all)
	if f == nil {
		f = segments(all)
	}
	if f == nil {
		f = serialised(u, all)
	}
	if f == nil {
		return
	}
	p.Report(lint.Finding{Check: "canon", Name: "unusual-spelling", Node: u.Node, Span: u.Node.TextSpan(f.span.Start, f.span.End),
		Message: fmt.Sprintf("the URL %s %s", diag.Quote(u.Source(), 120), f.why), Hint: f.hint})
}

// characters looks at each character behind the host.
func characters(all []flow.URLPart) *fault {
	for k := range all {
		part := &all[k]
		if part.Ref != nil {
			if part.Ref.Head.Quoted {
				return &fault{part.Span, "holds text inside of a template", "write the text itself"}
			}
			continue
		}
		for i, r := range part.Text {
			if ordinary(r) {
				continue
			}
			at := diag.Span{Start: part.Span.Start + i, End: part.Span.Start + i + len(string(r))}
			switch {
			case r == '#':
				return &fault{at, "has a fragment, which is never sent", "remove it, with what follows"}
			case r == '\\':
				return &fault{at, "holds `\\`, which a browser reads as `/`", "write `/`"}
			case r <= ' ' || r >= 0x7f || strings.ContainsRune("\"'<>^`{}|", r):
				run := part.Text[i : i+runLength(part.Text[i:])]
				at.End = at.Start + len(run)
				return &fault{at, "holds " + diag.Quote(run, 40) + ", which is written percent-encoded in a URL", "write `" + diag.Cut(percent(run), 120) + "`"}
			case r == '%' && !escape(part.Text[i:]):
				return &fault{at, "holds a `%` that two hexadecimal digits do not follow", "write `%25` for the character itself"}
			}
		}
	}
	return nil
}

// ordinary tells the characters of which nearly every URL is made.
func ordinary(r rune) bool {
	return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9' || r == '/' || r == '-' || r == '_' || r == '.' || r == '=' || r == '&' || r == '?'
}

// runLength is how many bytes of a text, from its beginning, are to be
// percent-encoded.
func runLength(s string) int {
	for i, r := range s {
		if r > ' ' && r < 0x7f && !strings.ContainsRune("\"'<>^`{}|\\#", r) {
			return i
		}
	}
	return len(s)
}

func percent(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}

func escape(s string) bool {
	return len(s) >= 3 && isHex(s[1]) && isHex(s[2])
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// piece is a byte of the path, or a template.
type piece struct {
	c        byte
	template bool
	at       diag.Span
}

// segments looks at the path as segments between slashes.
func segments(all []flow.URLPart) *fault {
	if !slices.ContainsFunc(all, suspect) {
		return nil
	}
	var path []piece
	for _, part := range all {
		if part.Region != flow.Path {
			continue
		}
		if part.Ref != nil {
			if part.Filter() == "path" && len(path) == 0 {
				path = append(path, piece{c: '/', at: part.Span})
			}
			path = append(path, piece{template: true, at: part.Span})
			continue
		}
		for i := 0; i < len(part.Text); i++ {
			start := part.Span.Start + i
			path = append(path, piece{c: part.Text[i], at: diag.Span{Start: start, End: start + 1}})
		}
	}
	for i := 0; i < len(path); {
		end := i + 1
		for end < len(path) && path[end].c != '/' {
			end++
		}
		if f := segment(path[i+1:end], end < len(path), path[i].at); f != nil {
			return f
		}
		i = end
	}
	return nil
}

// suspect reports whether a part of a path has what could be wrong with one.
func suspect(part flow.URLPart) bool {
	return part.Region == flow.Path &&
		(strings.IndexByte(part.Text, '%') >= 0 || strings.IndexByte(part.Text, '.') >= 0 || strings.Contains(part.Text, "//"))
}

// segment looks at one segment. more: a slash follows it.
func segment(s []piece, more bool, slash diag.Span) *fault {
	if len(s) == 0 {
		if more {
			return &fault{diag.Span{Start: slash.Start, End: slash.End + 1}, "has `//` in its path", "write one `/`"}
		}
		return nil
	}
	whole := diag.Span{Start: s[0].at.Start, End: s[len(s)-1].at.End}
	var text []byte
	templates := 0
	for _, piece := range s {
		if piece.template {
			templates++
			continue
		}
		text = append(text, piece.c)
	}
	lower := strings.ToLower(string(text))
	for _, coded := range []string{"%2e", "%2f", "%5c", "%00"} {
		if strings.Contains(lower, coded) {
			return &fault{whole, "hides a character of the path as `" + coded + "`", "write a path without it"}
		}
	}
	if strings.Trim(lower, ".") == "" && len(text) > 0 && (templates == 0 && len(text) <= 2 || templates > 0 && !s[0].template) {
		return &fault{whole, "has a segment of dots, which a browser takes out of the path", "write the path that is meant"}
	}
	return nil
}

// serialised checks that a browser writes the URL as it stands, an X in the
// place of each template.
func serialised(u *recipe.Template, all []flow.URLPart) *fault {
	// What was let through so far is written by every browser as it stands
	// behind a host in small letters (see TestCanonIsWhatBrowsersWrite).
	if plainHost(&all[0]) {
		return nil
	}
	const origin = "https://relative.example"
	text := ""
	for i, part := range all {
		switch {
		case part.Region == flow.Head && part.Ref == nil && part.Text != "https://":
			text = part.Text
		case part.Region == flow.Head:
			text = origin
		case text == "" && i == 0:
			text = origin
			fallthrough
		default:
			switch {
			case part.Ref == nil:
				text += part.Text
			case part.Filter() == "path" && part.Region == flow.Path && !strings.Contains(text[len("https://"):], "/"):
				text += "/X"
			default:
				text += "X"
			}
		}
	}
	whole := diag.Span{Start: 0, End: len(u.Source())}
	parsed, err := fetch.ParseURL(text, nil)
	switch {
	case err != nil:
		return &fault{whole, "cannot be read as a URL", "write it as a browser's address bar shows it"}
	case parsed.HasUserinfo(), parsed.Port() != "":
		return &fault{whole, "carries a user name or a port", "write the declared origin alone"}
	case parsed.String() != text:
		return &fault{whole, "is written by a browser as " + diag.Quote(strings.TrimPrefix(parsed.String(), origin), 120) + " (an X stands for a template)", "write it so"}
	}
	return nil
}

// plainHost reports whether a URL begins with a host in small letters, or with
// one that the page gives.
func plainHost(first *flow.URLPart) bool {
	if first.Region != flow.Head || first.Ref != nil || first.Text == "https://" {
		return true
	}
	host := strings.TrimPrefix(first.Text, "https://")
	return strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789.-") == "" && !strings.HasSuffix(host, ".")
}
