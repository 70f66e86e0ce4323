package dom

import (
	"math/rand/v2"
	"strings"
)

// soup makes a page of tags and texts at random, nested in every wrong way.
func soup(r *rand.Rand, tokens int) string {
	tags := strings.Fields(`a a b i font nobr p p div span table table tr td th tbody thead caption col colgroup
		select option optgroup button form input li ul ol dd dt dl h1 h2 template template svg math mi mo desc title
		foreignObject annotation-xml script style textarea pre listing iframe noscript object marquee applet ruby rb rt rtc rp
		html head body frameset frame br hr img image base link meta plaintext xmp noframes noembed x-a search details
		main address mglyph malignmark keygen menuitem path`)
	texts := []string{"x", " ", "y z", "\n", "\x00", "&amp;", "&lt", "é", "<!--c-->", "<![CDATA[q<b>]]>", "]]>", "<?pi?>", "<!doctype html>"}
	attrs := []string{` id=a`, ` class="x y"`, ` type=hidden`, ` color=red`, ` encoding=text/html`, ` xlink:href=u`, ` viewbox=v`, ` selected`, ` size=3`, ` a=1 a=2`, ` definitionurl=q`}
	var b strings.Builder
	if r.IntN(2) == 0 {
		b.WriteString("<!doctype html>")
	}
	for range tokens {
		switch n := r.IntN(10); {
		case n < 5:
			b.WriteByte('<')
			b.WriteString(tags[r.IntN(len(tags))])
			for r.IntN(4) == 0 {
				b.WriteString(attrs[r.IntN(len(attrs))])
			}
			if r.IntN(12) == 0 {
				b.WriteByte('/')
			}
			b.WriteByte('>')
		case n < 8:
			b.WriteString("</" + tags[r.IntN(len(tags))] + ">")
		default:
			b.WriteString(texts[r.IntN(len(texts))])
		}
	}
	return b.String()
}
