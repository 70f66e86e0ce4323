package fetch

import (
	"fmt"
	"mime"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/redact"
)

// rank says how far two requests agree: the higher, the nearer.
type rank uint8

const (
	differsInOrigin rank = iota
	differsInPath
	differsInMethod
	differsInQuery
	differsInBody
)

// difference is the first difference between a request and a recorded one.
type difference struct {
	rank           rank
	count          int    // how much differs at this rank
	where          string // `query parameter "page"`
	sent, recorded string // as a message shows them
}

func (d *difference) nearer(than *difference) bool {
	if d.rank != than.rank {
		return d.rank > than.rank
	}
	return d.count < than.count
}

// compare gives the first difference between a request and a recorded one; nil
// where there is none. With wild, a redacted part matches anything.
func compare(sent, recorded *harRequest, wild bool) *difference {
	sentOrigin, sentPath, sentQuery := splitURL(sent.url)
	origin, path, query := splitURL(recorded.url)
	if sentOrigin != origin {
		return &difference{rank: differsInOrigin, where: "the origin", sent: sentOrigin, recorded: origin}
	}
	if !samePath(sentPath, path, wild) {
		return &difference{rank: differsInPath, count: pathDistance(sentPath, path), where: "the path",
			sent: shown(sentPath), recorded: shown(path)}
	}
	if sent.method != recorded.method {
		return &difference{rank: differsInMethod, where: "the method",
			sent: diag.Escape(sent.method), recorded: diag.Escape(diag.Cut(recorded.method, 20))}
	}
	if sentQuery != query {
		if d := comparePairs("query parameter", ParseQuery(sentQuery), ParseQuery(query), wild); d != nil {
			d.rank = differsInQuery
			return d
		}
	}
	if d := compareBodies(sent, recorded, wild); d != nil {
		d.rank = differsInBody
		return d
	}
	return nil
}

// splitURL takes a serialised URL apart: scheme and host in lower case without
// the scheme's own port, the path from its first slash, the query without "?".
func splitURL(url string) (origin, path, query string) {
	url, _, _ = strings.Cut(url, "#")
	url, query, _ = strings.Cut(url, "?")
	scheme, rest, _ := strings.Cut(url, "://")
	host, path := rest, "/"
	if slash := strings.IndexByte(rest, '/'); slash >= 0 {
		host, path = rest[:slash], rest[slash:]
	}
	scheme, host = strings.ToLower(scheme), strings.ToLower(host)
	switch scheme {
	case "https":
		host = strings.TrimSuffix(host, ":443")
	case "http":
		host = strings.TrimSuffix(host, ":80")
	}
	return scheme + "://" + host, path, query
}

func samePath(a, b string, wild bool) bool {
	if a == b {
		return true
	}
	if both := a + b; strings.IndexByte(both, '%') < 0 && !(wild && strings.Contains(both, redact.Mark)) {
		return false
	}
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	if len(as) != len(bs) {
		return wild && same(a, b, true) // a secret may have held a slash
	}
	for i := range as {
		// A "+" in a path is itself.
		if !same(decodeComponent(strings.ReplaceAll(as[i], "+", "%2B")), decodeComponent(strings.ReplaceAll(bs[i], "+", "%2B")), wild) {
			return false
		}
	}
	return true
}

// pathDistance counts the segments from the first that differs.
func pathDistance(a, b string) int {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(as) && n < len(bs) && as[n] == bs[n] {
		n++
	}
	return len(as) - n + len(bs) - n
}

// same compares two texts. With wild, a redacted part of one matches anything
// in the other.
func same(a, b string, wild bool) bool {
	return a == b || wild && (matches(a, b) || matches(b, a))
}

// matches reports whether a text fits one with redacted parts.
func matches(pattern, text string) bool {
	parts := strings.Split(pattern, redact.Mark)
	if len(parts) == 1 || !strings.HasPrefix(text, parts[0]) {
		return false
	}
	text = text[len(parts[0]):]
	last := len(parts) - 1
	for _, part := range parts[1:last] {
		at := strings.Index(text, part)
		if at < 0 {
			return false
		}
		text = text[at+len(part):]
	}
	return strings.HasSuffix(text, parts[last])
}

// comparePairs compares parameters without regard to the order of names.
func comparePairs(what string, sent, recorded []Pair, wild bool) *difference {
	var first *difference
	count := 0
	compared := map[string]bool{}
	for _, p := range slices.Concat(sent, recorded) {
		if compared[p.Name] {
			continue
		}
		compared[p.Name] = true
		a, b := valuesOf(sent, p.Name), valuesOf(recorded, p.Name)
		for i := range max(len(a), len(b)) {
			if i < len(a) && i < len(b) && same(a[i], b[i], wild) {
				continue
			}
			count++
			if first == nil {
				where := what + " " + diag.Quote(p.Name, 60)
				if i > 0 {
					where += fmt.Sprintf(" (no. %d of this name)", i+1)
				}
				first = &difference{where: where, sent: shownAt(a, i), recorded: shownAt(b, i)}
			}
		}
	}
	if first != nil {
		first.count = count
	}
	return first
}

func valuesOf(pairs []Pair, name string) []string {
	var values []string
	for _, p := range pairs {
		if p.Name == name {
			values = append(values, p.Value)
		}
	}
	return values
}

func shownAt(values []string, i int) string {
	if i < len(values) {
		return shown(values[i])
	}
	return "none"
}

// shown gives a value for a message: plain words as they are, others in
// quotes, those that hold a secret not at all.
func shown(value string) string {
	if strings.Contains(value, redact.Mark) {
		return redact.Mark
	}
	plain := value != "" && len(value) <= 80 && value != "none"
	for i := 0; i < len(value) && plain; i++ {
		c := value[i]
		plain = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("-._/:", c) >= 0
	}
	if plain {
		return value
	}
	return diag.Quote(value, 80)
}

// compareBodies compares what was sent by what the request says it is.
func compareBodies(sent, recorded *harRequest, wild bool) *difference {
	switch {
	case recorded.state == bodyUnknown && sent.state == bodyKnown:
		return nil
	case sent.state != recorded.state:
		text := map[bool]string{true: "one", false: "none"}
		return &difference{where: "a body", sent: text[sent.state == bodyKnown], recorded: text[recorded.state != noBodySent]}
	case sent.body == recorded.body && recorded.pairs == nil:
		return nil
	}
	essence, params, _ := mime.ParseMediaType(sent.mime)
	switch {
	case essence == "application/x-www-form-urlencoded":
		pairs := recorded.pairs
		if pairs == nil {
			pairs = ParseQuery(recorded.body)
		}
		return comparePairs("form field", ParseQuery(sent.body), pairs, wild)
	case essence == "application/json", strings.HasSuffix(essence, "+json"):
		a, err := jsonval.ParseString(sent.body)
		if err != nil {
			break
		}
		b, err := jsonval.ParseString(recorded.body)
		if err != nil {
			break
		}
		return compareJSON(a, b, "", wild)
	case strings.HasPrefix(essence, "multipart/"):
		_, theirs, _ := mime.ParseMediaType(recorded.mime)
		return compareText(withoutBoundary(sent.body, params), withoutBoundary(recorded.body, theirs), wild)
	}
	return compareText(sent.body, recorded.body, wild)
}

// withoutBoundary gives every multipart body the same boundary.
func withoutBoundary(body string, params map[string]string) string {
	if params["boundary"] == "" {
		return body
	}
	return strings.ReplaceAll(body, "--"+params["boundary"], "--boundary")
}

func compareText(sent, recorded string, wild bool) *difference {
	if same(sent, recorded, wild) {
		return nil
	}
	at := 0
	for at < len(sent) && at < len(recorded) && sent[at] == recorded[at] {
		at++
	}
	for at > 0 && (at < len(sent) && !utf8.RuneStart(sent[at]) || at < len(recorded) && !utf8.RuneStart(recorded[at])) {
		at--
	}
	return &difference{count: 1, where: fmt.Sprintf("the body from character %d", utf8.RuneCountInString(sent[:at])+1),
		sent: shown(diag.Cut(sent[at:], 40)), recorded: shown(diag.Cut(recorded[at:], 40))}
}

// compareJSON compares two values without regard to the order of members. The
// values were parsed, so they do not nest too deep.
func compareJSON(sent, recorded jsonval.Value, pointer string, wild bool) *difference {
	if jsonval.Equal(sent, recorded) {
		return nil
	}
	var first *difference
	count := 0
	note := func(d *difference) {
		if d != nil {
			if count++; first == nil {
				first = d
			}
		}
	}
	switch {
	case sent.Kind() == jsonval.Object && recorded.Kind() == jsonval.Object:
		for _, m := range sent.Members() {
			at := pointer + "/" + jsonval.PointerEscape(m.Key)
			if other, ok := recorded.Get(m.Key); ok {
				note(compareJSON(m.Value, other, at, wild))
			} else {
				note(jsonDifference(at, shownJSON(m.Value), "none"))
			}
		}
		for _, m := range recorded.Members() {
			if _, ok := sent.Get(m.Key); !ok {
				note(jsonDifference(pointer+"/"+jsonval.PointerEscape(m.Key), "none", shownJSON(m.Value)))
			}
		}
	case sent.Kind() == jsonval.Array && recorded.Kind() == jsonval.Array:
		for i := range max(sent.Len(), recorded.Len()) {
			at := fmt.Sprintf("%s/%d", pointer, i)
			switch {
			case i >= sent.Len():
				note(jsonDifference(at, "none", shownJSON(recorded.At(i))))
			case i >= recorded.Len():
				note(jsonDifference(at, shownJSON(sent.At(i)), "none"))
			default:
				note(compareJSON(sent.At(i), recorded.At(i), at, wild))
			}
		}
	default:
		a, aok := scalarText(sent)
		b, bok := scalarText(recorded)
		if !(wild && aok && bok && (matches(a, b) || matches(b, a))) {
			note(jsonDifference(pointer, shownJSON(sent), shownJSON(recorded)))
		}
	}
	if first != nil {
		first.count = count
	}
	return first
}

func jsonDifference(pointer, sent, recorded string) *difference {
	where := "the JSON body"
	if pointer != "" {
		where = "JSON body at " + diag.Escape(diag.Cut(pointer, 100))
	}
	return &difference{where: where, sent: sent, recorded: recorded}
}

// scalarText is the text by which a string and a redacted number are compared.
func scalarText(v jsonval.Value) (string, bool) {
	switch v.Kind() {
	case jsonval.String:
		return v.Str(), true
	case jsonval.Number:
		return jsonval.FormatNumber(v.Float()), true
	}
	return "", false
}

func shownJSON(v jsonval.Value) string {
	text := jsonval.Stringify(v)
	if strings.Contains(text, redact.Mark) {
		return redact.Mark
	}
	return diag.Escape(diag.Cut(text, 80))
}

// looksLikeTime reports whether a value has the digits of a date or a
// timestamp.
func looksLikeTime(value string) bool {
	digits := 0
	for i := 0; i < len(value); i++ {
		if value[i] >= '0' && value[i] <= '9' {
			digits++
		}
	}
	return digits >= 8 && digits*2 >= len(value)
}
