package redact

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// secrets are tokens as sites make them: n of them, of 20 to 400 characters.
func secrets(n int) []string {
	all := make([]string, n)
	for i := range all {
		var b strings.Builder
		for b.Len() < 20+i*37%380 {
			sum := sha256.Sum256(fmt.Append(nil, i, b.Len()))
			b.WriteString(base64.RawURLEncoding.EncodeToString(sum[:15]))
		}
		all[i] = b.String()
	}
	return all
}

const (
	jsonPiece = `{"id":"8f2c-11","title":"Fahrrad, 28 Zoll \"Trek\"","price":{"amount":299.5,"currency":"EUR"},"url":"https:\/\/www.example.de\/item\/8f2c?ref=list%20top"},` + "\n"
	htmlPiece = `<li class="tile" data-item="{&quot;id&quot;:42,&quot;name&quot;:&quot;B&uuml;rste&quot;}"><a href="/item/42?from=search&amp;pos=3">Bürste &amp; Kamm</a></li>` + "\n"
)

func BenchmarkText(b *testing.B) {
	const size = 5 << 20
	texts := map[string]string{
		"plain": strings.Repeat("the quick brown fox jumps over the lazy dog, 0123456789. ", size/57),
		"json":  strings.Repeat(jsonPiece, size/len(jsonPiece)),
		"html":  strings.Repeat(htmlPiece, size/len(htmlPiece)),
	}
	for _, n := range []int{1, 50} {
		r := New()
		for _, s := range secrets(n) {
			r.Add(s, Options{})
		}
		for _, name := range []string{"plain", "json", "html"} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(texts[name])))
				for b.Loop() {
					r.Text(texts[name])
				}
			})
		}
	}
}

func BenchmarkOutput(b *testing.B) {
	r := New()
	for _, s := range secrets(5) {
		r.Add(s, Options{})
	}
	v, err := jsonval.ParseString("[" + strings.TrimSuffix(strings.Repeat(jsonPiece, 1000), ",\n") + "]")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		r.Output(v)
	}
}

func BenchmarkAdd(b *testing.B) {
	all := secrets(50)
	b.ReportAllocs()
	for b.Loop() {
		r := New()
		for _, s := range all {
			r.Add(s, Options{})
		}
	}
}
