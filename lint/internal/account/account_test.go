package account

import (
	"fmt"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"desk@collector.example.net", "an e-mail address «desk@collector.example.net» collector.example.net"},
		{"mailto:Desk+x@Example.NET?subject=a", "an e-mail address «Desk+x@Example.NET» example.net"},
		{"write to anna@bücher.de.", "an e-mail address «anna@bücher.de» bücher.de"},
		{"@example", ""},
		{"a@b", ""},
		{"v1.2@3.4", ""},
		{"+49 30 1234567", "a phone number «+49 30 1234567»"},
		{"tel:+491512345678", "a phone number «+491512345678»"},
		{"(+1-555) 010-9999 now", "a phone number «+1-555) 010-9999»"},
		{"+12345", ""},
		{"a+491512345678", ""},
		{"+0123456789", ""},
		{"DE89370400440532013000", "a bank account «DE89370400440532013000»"},
		{"de89 3704 0044 0532 0130 00", "a bank account «de89 3704 0044 0532 0130 00»"},
		{"IBAN: GB82-WEST-1234-5698-7654-32.", "a bank account «GB82-WEST-1234-5698-7654-32»"},
		{"DE89\u00a03704\u202f0044\u20130532 0130 00", "a bank account «DE89\u00a03704\u202f0044\u20130532 0130 00»"},
		{"+49\u00a0151\u00a01234567", "a phone number «+49\u00a0151\u00a01234567»"},
		{"DE89\u00a0", ""},
		{"DE89370400440532013001", ""}, // check digits
		{"DE8937040044053201300", ""},  // length
		{"XDE89370400440532013000", ""},
		{"DE893704004405320130001", ""},
		{"4111 1111 1111 1111", "a card number «4111 1111 1111 1111»"},
		{"378282246310005", "a card number «378282246310005»"},
		{"4111111111111112", ""},
		{"1111111111111117", ""}, // no network
		{"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "a crypto address «1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa»"},
		{"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", ""},
		{"bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "a crypto address «bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq»"},
		{"to 0x52908400098527886E0F7030069857D2E4169EE7 please", "a crypto address «0x52908400098527886E0F7030069857D2E4169EE7»"},
		{"0x52908400098527886E0F7030069857D2E4169EE", ""},
		{"TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "a crypto address «TJRabPrwbZy45sbavfcjinPJC18kjpRTv8»"},
		{"https://collector.example.net/p?x=1", "a URL «https://collector.example.net/p?x=1» collector.example.net"},
		{"see HTTPS://user:x@Collector.example.net:8443/p now", "a URL «HTTPS://user:x@Collector.example.net:8443/p» collector.example.net"},
		{`https:\\collector.example.net`, `a URL «https:\\collector.example.net» collector.example.net`},
		{"https:collector.example.net", "a URL «https:collector.example.net» collector.example.net"},
		{"//collector.example.net/p", "a URL «//collector.example.net/p» collector.example.net"},
		{"a //Collector.example.net b", "a URL «//Collector.example.net» collector.example.net"},
		{"a//b.de", ""},
		{"// a comment", ""},
		{"//cdn", ""},
		{"desk＠collector.example.net", "an e-mail address «desk＠collector.example.net» collector.example.net"},
		{"note: see below", ""},
		{"11:42", ""},
		{"app://open/x", "a URL «app://open/x» open"},
		{"ordinary text with words and 12345 numbers", ""},
		{"a@b.de, c@d.de", "an e-mail address «a@b.de» b.de; an e-mail address «c@d.de» d.de"},
		{"", ""},
	} {
		var all []string
		for _, m := range Find(c.text) {
			all = append(all, strings.TrimSpace(fmt.Sprintf("%s «%s» %s", m.Kind, c.text[m.Start:m.End], m.Host)))
		}
		if got := strings.Join(all, "; "); got != c.want {
			t.Errorf("%q\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{"desk@collector.example.net", "+49 30 1234567", "DE89 3704", "4111 1111", "https://a@b", "bc1q", "//a.de", "a＠b.de", "\xff@\xff.de"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, m := range Find(text) {
			if m.Start < end || m.End <= m.Start || text[m.Start:m.End] != m.Text {
				t.Errorf("%q: %+v", text, m)
			}
			end = m.End
		}
	})
}

func BenchmarkFind(b *testing.B) {
	text := strings.Repeat("What comes back, and what is filtered (e.g. sponsored results are dropped). ", 8)
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Find(text)
	}
}
