package dom

import (
	"math/rand/v2"
	"strings"
)

// plainSoup makes a page of the tags that html.Parse and Chromium read alike.
func plainSoup(seed uint64) string {
	return soup(seed, `a a b i font nobr p p div span table table tr td th tbody thead caption col colgroup select option
		optgroup button input li ul ol dd dt dl h1 h2 svg math mi mo desc title foreignObject script style iframe noscript object marquee applet ruby rb rt rtc rp body br hr img image base link meta xmp noembed x-a
		details main address keygen menuitem path`,
		[]string{"x", " ", "y z", "\n", "&amp;", "&lt", "é", "<!--c-->"},
		[]string{` id=a`, ` class="x y"`, ` type="hidden"`, ` color="red"`, ` xlink:href=u`, ` viewbox="v"`, ` selected`})
}

// wildSoup makes a page of anything.
func wildSoup(seed uint64) string {
	return soup(seed, `a b font p div table tr td col colgroup select option form input li template template svg math mi
		foreignObject annotation-xml script style textarea plaintext html head frameset frame search selectedcontent button`,
		[]string{"x", " ", "\x00", "&#0;", "<![CDATA[q<b>]]>", "<?pi?>", "<!doctype html>", "</>", "<"},
		[]string{` a=1 a=2`, ` selected`, ` encoding=text/html`, ` definitionurl=q`, ` =`})
}

// soup makes a page of tags and texts at random, nested in every wrong way.
func soup(seed uint64, names string, texts, attrs []string) string {
	r := rand.New(rand.NewPCG(seed, 1))
	tags := strings.Fields(names)
	var b strings.Builder
	if r.IntN(2) == 0 {
		b.WriteString("<!doctype html>")
	}
	for range 3 + r.IntN(40) {
		switch n := r.IntN(10); {
		case n < 5:
			b.WriteString("<" + tags[r.IntN(len(tags))])
			for r.IntN(4) == 0 {
				a := attrs[r.IntN(len(attrs))]
				if !strings.HasSuffix(b.String(), a) {
					b.WriteString(a)
				}
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
