package s01

import (
	"fmt"
	"strings"

	"golang.org/x/net/idna"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/lookalike"
	"github.com/wield-run/wield/pkg/diag"
)

// idn looks at the labels of a host that stand for other characters.
func idn(p *lint.Pass, e entry) {
	at := len(e.node.Str) - len(e.host)
	for label := range strings.SplitSeq(e.host, ".") {
		if strings.HasPrefix(label, "xn--") {
			idnLabel(p, e, label, e.node.TextSpan(at, at+len(label)))
		}
		at += len(label) + 1
	}
}

func idnLabel(p *lint.Pass, e entry, label string, span diag.Span) {
	f := lint.Finding{Check: "idn", Node: e.node, Span: span}
	decoded, ok := decode(label)
	switch {
	case !ok:
		f.Name = "idn-broken"
		f.Message = fmt.Sprintf("the label %s of %s stands for no name", diag.Quote(label, 63), diag.Quote(e.host, 80))
		f.Hint = "write the label as a browser's address bar copies it"
	case !lookalike.HighlyRestrictive(decoded):
		f.Name = "idn-mixed"
		f.Message = fmt.Sprintf("the label %s is %s (%s), which mixes scripts or uses a rare one: %s", diag.Quote(label, 63),
			diag.Quote(decoded, 63), codePoints(decoded), strings.Join(lookalike.Scripts(decoded), ", "))
		f.Hint = "a name that people can tell from others is of one script"
	case lookalike.ASCII(lookalike.Skeleton(decoded)):
		f.Name = "idn-lookalike"
		f.Message = fmt.Sprintf("the label %s is %s (%s), which looks like %s", diag.Quote(label, 63), diag.Quote(decoded, 63),
			codePoints(decoded), diag.Quote(lookalike.Skeleton(decoded), 63))
		f.Hint = "such a name passes for another site's and cannot be published"
	default:
		f.Name, f.Severity = "idn-label", diag.Warning
		f.Message = fmt.Sprintf("the label %s is %s (%s)", diag.Quote(label, 63), diag.Quote(decoded, 63), codePoints(decoded))
		f.Hint = "nothing is to be done where this is the site's name; a reviewer looks at it"
	}
	p.Report(f)
}

// decode gives the characters of an xn-- label, where it is the one spelling
// of them (UTS 46, non-transitional).
func decode(label string) (string, bool) {
	profile := idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(true),
		idna.BidiRule(), idna.CheckJoiners(true), idna.CheckHyphens(true), idna.VerifyDNSLength(true))
	decoded, err := profile.ToUnicode(label)
	if err != nil || lookalike.ASCII(decoded) {
		return "", false
	}
	back, err := profile.ToASCII(decoded)
	return decoded, err == nil && back == label
}

// codePoints names the characters that are not ASCII.
func codePoints(s string) string {
	var all []string
	for _, r := range s {
		if r >= 0x80 {
			all = append(all, fmt.Sprintf("U+%04X", r))
		}
	}
	if len(all) > 8 {
		all = append(all[:8], "…")
	}
	return strings.Join(all, " ")
}
