package recipe

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/selector"
)

// placed is a selector and where it stands.
type placed struct {
	node     *jsonval.Node
	selector *selector.Selector
}

// generatedNames finds selectors that name a class, an attribute or an id which
// a build tool or a library made (U1).
func (c *checker) generatedNames() {
	for _, s := range c.selectors {
		c.generatedIn(s.node, s.selector.List())
	}
}

func (c *checker) generatedIn(n *jsonval.Node, list []*selector.Complex) {
	for _, complex := range list {
		for _, compound := range complex.Compounds {
			for _, simple := range compound.Simples {
				if what := generatedBy(simple); what != "" {
					c.warning(codeGenerated, "generated-class", n, n.TextSpan(simple.Span.Start, simple.Span.End),
						"select by an `id`, a `data-*` attribute, a `role` or an `aria-*` attribute: [data-testid=\"…\"]",
						"%s, and changes with the site's next build", what)
				}
				c.generatedIn(n, simple.Args)
			}
		}
	}
}

// generatedBy says what a simple selector names that was generated, or "".
func generatedBy(s *selector.Simple) string {
	switch s.Kind {
	case selector.Class:
		if GeneratedClass(s.Value) {
			return "the class " + diag.Quote(s.Value, 40) + " looks made by a build tool"
		}
	case selector.ID:
		if strings.ContainsAny(s.Value, ":«") && generatedPatterns().id.MatchString(s.Value) {
			return "the id " + diag.Quote(s.Value, 40) + " looks counted up by a library"
		}
	case selector.Attribute:
		if (strings.HasPrefix(s.Name, "data-v-") || strings.HasPrefix(s.Name, "data-astro-") || strings.HasPrefix(s.Name, "_ng")) && generatedPatterns().attribute.MatchString(s.Name) {
			return "the attribute " + diag.Quote(s.Name, 40) + " marks the scope of a style"
		}
		if s.Name != "class" {
			return ""
		}
		classes := strings.Fields(s.Value)
		if i := slices.IndexFunc(classes, GeneratedClass); i >= 0 {
			return "the class " + diag.Quote(classes[i], 40) + " looks made by a build tool"
		}
	}
	return ""
}

// generatedPatterns are names whose form tells the tool: classes of StyleX,
// JSS, Gatsby's CSS modules and Angular, the scopes of Vue, Angular and Astro,
// the ids of React.
var generatedPatterns = sync.OnceValue(func() *struct{ class, attribute, id *regexp.Regexp } {
	return &struct{ class, attribute, id *regexp.Regexp }{
		class:     regexp.MustCompile(`^(x\d[a-z][a-z0-9]{3,5}|[\w-]+-\d+-\d+-\d+|makeStyles-\w+-\d+|[\w-]+-module--[\w-]+--[\w-]{5}|ng-tns-c\d+(-\d+)?)$`),
		attribute: regexp.MustCompile(`^(data-v-[0-9a-f]{6,8}|_ng(content|host)-[a-z0-9-]+|data-astro-cid-[a-z0-9]+)$`),
		id:        regexp.MustCompile(`[:«][rR][0-9a-z]{1,3}[:»]`),
	}
})

// GeneratedClass tells the class names of CSS-in-JS libraries, CSS modules and
// obfuscating builds.
func GeneratedClass(name string) bool {
	for _, prefix := range []string{"css-", "sc-", "jsx-", "jss", "emotion-", "svelte-", "astro-", "styled__", "r-"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && hashLike(strings.SplitN(rest, "-", 2)[0], prefix == "jss" || prefix == "jsx-") {
			return true
		}
	}
	if rest, ok := strings.CutPrefix(name, "_"); ok && !strings.HasPrefix(rest, "_") && hashLike(rest, false) {
		return true
	}
	// Button_root__3xY9z: a CSS module
	if i := strings.LastIndex(name, "__"); i > 0 && len(name)-i-2 >= 5 && len(name)-i-2 <= 8 && hashLike(name[i+2:], false) {
		return true
	}
	// _title_1a2b3_12: one of Vite's
	if strings.HasPrefix(name, "_") {
		if parts := strings.Split(name, "_"); len(parts) > 3 && len(parts[len(parts)-2]) == 5 && hashLike(parts[len(parts)-2], false) {
			return true
		}
	}
	// Nearly no class has what all of the patterns have.
	return (strings.ContainsAny(name, "0123456789") || strings.Contains(name, "-module--")) && generatedPatterns().class.MatchString(name)
}

// hashLike reports whether a text looks like a hash: letters and digits mixed,
// or upper case inside.
func hashLike(s string, digitsOnly bool) bool {
	digits, letters, upper := 0, 0, 0
	for i, r := range s {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r >= 'A' && r <= 'Z':
			letters++
			if i > 0 {
				upper++
			}
		case r >= 'a' && r <= 'z':
			letters++
		default:
			return false
		}
	}
	if digitsOnly {
		return digits > 0 && letters == 0
	}
	return len(s) >= 4 && (digits > 0 && letters > 0 || upper > 1 && letters-upper > 1)
}
