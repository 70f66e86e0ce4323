package selector

import (
	"bufio"
	"encoding/json"
	"fmt"
	"github.com/wield-run/wield/pkg/dom"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

func gen(seed uint64) *generator {
	return &generator{r: rand.New(rand.NewPCG(seed, 3)),
		tags:    strings.Fields("* a div li p tr td template script option select input button svg h2 ul dd dt body html span form fieldset legend label textarea optgroup optgroup i b article table tbody linearGradient font main section"),
		classes: strings.Fields("tile product price x main Main foo NAV a b page menu-item review md\\:flex lead dup PRODUCT"),
		ids:     strings.Fields("grid main dup Foo FOO f lg n dl reviews"),
		attrs:   []string{"[href]", "[type=hidden]", "[type=TEXT]", "[data-x]", "[data-x=yes i]", "[class~=product]", "[href^='/']", "[lang|=en]", "[*|href]", "[|id]", "[disabled]", "[checked]", "[title*='2']", "[data-sku$='-1']", "[data-sku='']", "[x^='']", "[rel~=nofollow]", "[viewBox]", "[name=r]", "[id]", "[class]", "[multiple]"}}
}
func TestOut(t *testing.T) {
	docs := map[string]*dom.Document{}
	texts := map[string]string{}
	for _, n := range []string{"shop", "article", "quirks", "form", "weird"} {
		b, _ := os.ReadFile("/work/shared/conformance/html/docs/" + n + ".html")
		texts[n] = string(b)
		d, _ := dom.Parse(string(b))
		docs[n] = d
	}
	if f := os.Getenv("EXTRA"); f != "" {
		for i := range 12 {
			h := formSoup(rand.New(rand.NewPCG(uint64(i), uint64(len(f)))))
			n := fmt.Sprint("form", i)
			texts[n] = h
			d, _ := dom.Parse(h)
			docs[n] = d
		}
	}
	out, _ := os.Create("/tmp/domsel/sels.jsonl")
	w := bufio.NewWriter(out)
	put := func(v any) { j, _ := json.Marshal(v); w.Write(j); w.WriteByte('\n') }
	put(texts)
	seed := uint64(len(os.Getenv("SEED")) + 1)
	g := gen(seed)
	n := 6000
	for i := 0; i < n; i++ {
		var s string
		if os.Getenv("EXTRA") != "" {
			s = g.pick([]string{"", "*", "input", "option", "button", "form *"}) + g.pick(strings.Fields(":enabled :disabled :checked :default :indeterminate :required :optional :read-only :read-write :placeholder-shown :defined :open :dir(ltr) :dir(rtl) :lang(de) :lang(en) :link"))
			if i > 300 {
				break
			}
		} else {
			s = g.list()
		}
		if g.r.IntN(12) == 0 {
			k := g.r.IntN(len(s) + 1)
			s = s[:k] + g.pick([]string{" ", ",", ">", "(", ")", "[", "]", ":", "::", ".", "#", "*", "\\", "'", "/**/", "|", "&", "1", "-", "n", "+"}) + s[k:]
		}
		c, d := Compile(s)
		if d != nil {
			put(map[string]any{"sel": s, "err": d.Code + " " + d.Message})
			continue
		}
		res := map[string]string{}
		for name, doc := range docs {
			nodes, err := c.All(doc.Root(), nil)
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for _, x := range nodes {
				ids = append(ids, fmt.Sprint(x.Row()))
			}
			res[name] = strings.Join(ids, ",")
		}
		put(map[string]any{"sel": s, "res": res})
	}
	w.Flush()
	out.Close()
}
func formSoup(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("<!doctype html>")
	pick := func(l ...string) string { return l[r.IntN(len(l))] }
	for range 120 {
		switch r.IntN(14) {
		case 0:
			b.WriteString("<form id=f" + fmt.Sprint(r.IntN(3)) + ">")
		case 1:
			b.WriteString("</form>")
		case 2:
			b.WriteString("<fieldset" + pick("", " disabled") + ">")
		case 3:
			b.WriteString("</fieldset>")
		case 4:
			b.WriteString("<legend>")
			if r.IntN(2) == 0 {
				b.WriteString("x<input></legend>")
			}
		case 5, 6, 7:
			b.WriteString("<input type=" + pick("radio", "radio", "checkbox", "text", "hidden", "submit", "image", "button", "number", "tel", "email", "range", "color", "file", "date", "search", "Reset") + pick("", " name=r", " name=q", " name=''") + pick("", " checked") + pick("", "", " disabled") + pick("", "", " required") + pick("", "", " readonly") + pick("", " placeholder=p", " placeholder") + pick("", "", " value=v", " value=1", " value", " value='\u05d0'") + pick("", "", "", " form=f1", " form=zz") + pick("", "", "", " dir=auto", " dir=rtl") + ">")
		case 8:
			b.WriteString("<select" + pick("", " multiple", " size=3", " disabled", " required") + ">")
			for range r.IntN(5) {
				b.WriteString(pick("<option>", "<option selected>", "<option disabled>", "<optgroup>", "<optgroup disabled>", "</optgroup>", "<hr>", "<div>") + "o")
			}
			b.WriteString("</select>")
		case 9:
			b.WriteString("<button" + pick("", " type=button", " type=reset", " type=zz", " disabled") + pick("", "", " form=f2") + ">b</button>")
		case 10:
			b.WriteString("<textarea" + pick("", " placeholder=x", " disabled", " readonly", " required") + ">" + pick("", "\n", "t") + "</textarea>")
		case 11:
			b.WriteString("<div" + pick("", " contenteditable", " contenteditable=false", " contenteditable=TRUE", " contenteditable=zz", " dir=auto", " dir=rtl", " dir=LTR", " lang=de", " lang", " lang=de-AT", " dir=zz") + ">" + pick("", "a", "\u05d0", "1", "<bdi>\u05d0</bdi>", "<bdi>a</bdi>", "<script>\u05d0</script>x"))
		case 12:
			b.WriteString("</div>")
		case 13:
			b.WriteString(pick("<progress></progress>", "<progress value=1></progress>", "<details open>", "<dialog open>", "<option>z</option>", "<object disabled></object>", "<output></output>", "<a href>", "<area href=x>", "<x-y>", "<p is=x>", "<bdi>", "</bdi>", "<meter></meter>", "<table>", "<tr><td>", "</table>", "<optgroup disabled>", "<datalist><option>"))
		}
	}
	return b.String()
}
