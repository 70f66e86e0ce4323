package draft

import (
	"context"
	"testing"
	"time"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// Whatever a recording holds: there is a draft that is valid, or a sentence.
func FuzzDraft(f *testing.F) {
	f.Add("https://www.example.de/api/x?q=a&p=1&utm_source=b", "application/json", "", listing, "Kettle")
	f.Add("https://api.example.de/graphql", "application/json", graphQL, edges, "Rad")
	f.Add("https://www.example.de/a/1001-x", "text/html", "", `<ul class=l><li class=e data-j='{"a":{"b":1}}'><a href=/x>Kettle</a><li class=e><a href=/y>Cup</a></ul><script>var a={"b":[{"c":"Kettle"}]}</script>`, "Kettle")
	f.Add("https://www.example.de/{{ x }}/%7B%7B", "text/html", "a=1&a=2&b[]={{", `<h1>{{</h1><p itemprop="a b">x</p>`, "")
	f.Add("https://a{{/x", "application/json", "", `[{"a":1}]`, "")
	f.Add("https://example.de/api/x?q=a&p=1&p", "application/json", "", `{"results":[{"title":"Kettle"}]}`, "Kettle")
	f.Add("http:0", "a\x84{{\x80\x00", "$\x84", `{"a":[{"title":"000"}]}`, "Ke")
	f.Add("http://user@x:80/", "multipart/form-data; boundary=x", "--x", `[[{"a\"b":1},{"__proto__":{"é":[1]}}]]`, "1")
	f.Fuzz(func(t *testing.T, url, mime, sent, came, find string) {
		if len(came) > 20_000 || len(sent) > 5_000 {
			return
		}
		quoted := func(s string) string { return string(jsonval.AppendString(nil, jsonval.ToUTF8(s))) }
		method, body := "GET", ""
		if sent != "" {
			method, body = "POST", `,"postData":{"mimeType":`+quoted(mime)+`,"text":`+quoted(sent)+`}`
		}
		text := `{"log":{"entries":[{"request":{"method":"` + method + `","url":` + quoted(url) + body + `},"response":{"status":200,"headers":[{"name":"content-type","value":` + quoted(mime) + `}],"content":{"text":` + quoted(came) + `}}}]}}`
		har, err := fetch.LoadHAR([]byte(text))
		if err != nil {
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		o := Options{ID: "example.de/find-things", Find: find, Effect: "read"}
		ranked, err := Rank(ctx, har, o)
		if err != nil {
			t.Fatal(err)
		}
		for i := range ranked {
			d, err := FromRecording(ctx, har, &ranked[i], o)
			if err != nil {
				if err.Error() == "" {
					t.Error("an error without a message")
				}
				continue
			}
			valid(t, d.Recipe)
			if _, err := fetch.LoadHAR(d.HAR); err != nil {
				t.Errorf("the recording: %v", err)
			}
		}
		for _, r := range har.Recorded() {
			if d, err := FromRequest(requestOf(&r), o); err == nil {
				valid(t, d.Recipe)
			}
		}
	})
}

func valid(t *testing.T, v jsonval.Value) {
	t.Helper()
	source := jsonval.AppendSource(nil, v)
	_, found := recipe.Load("draft.json", source)
	for _, d := range found {
		if d.Severity == diag.Error {
			t.Fatalf("%s: %s\n%s", d.Code, d.Message, source)
		}
	}
}
