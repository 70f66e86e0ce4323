package draft

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/wield-run/wield/pkg/redact"
)

// maxName is how long the name of a param, a variable or a member may be.
const maxName = 40

// snake writes a name as recipes do: priceTo, "Price to" and price-to are
// price_to. It gives "" where nothing of a name is left.
func snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			upper := unicode.IsUpper(r)
			if upper && i > 0 && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) && !endsWithGap(&b) {
				b.WriteByte('_')
			}
			b.WriteRune(unicode.ToLower(r))
		case !endsWithGap(&b):
			b.WriteByte('_')
		}
		if b.Len() >= maxName {
			break
		}
	}
	s := strings.Trim(b.String(), "_")
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return ""
	}
	switch s { // what JavaScript's objects have, and what a recipe's context has
	case "constructor", "prototype", "proto", "to_string", "value_of":
		return s + "_value"
	}
	return s
}

func endsWithGap(b *strings.Builder) bool {
	return b.Len() == 0 || strings.HasSuffix(b.String(), "_")
}

// unique gives a name that is not taken yet, and takes it.
func unique(taken map[string]bool, name, otherwise string) string {
	if name == "" {
		name = otherwise
	}
	free := name
	for n := 2; taken[free]; n++ {
		suffix := "_" + strconv.Itoa(n)
		free = name[:min(len(name), maxName-len(suffix))] + suffix
	}
	taken[free] = true
	return free
}

// singular is a guess at the name of one of a list: items are of an item.
func singular(name string) string {
	switch {
	case strings.HasSuffix(name, "ies") && len(name) > 4:
		return name[:len(name)-3] + "y"
	case strings.HasSuffix(name, "ss"), strings.HasSuffix(name, "us"), len(name) < 4:
		return name
	}
	return strings.TrimSuffix(name, "s")
}

// tracking reports whether a member of a query only tells how the visitor came.
func tracking(name string) bool {
	name = strings.ToLower(name)
	if strings.HasPrefix(name, "utm_") || strings.HasPrefix(name, "_ga") || strings.HasPrefix(name, "_hs") || strings.HasPrefix(name, "pk_") || strings.HasPrefix(name, "mtm_") {
		return true
	}
	return slices.Contains([]string{
		"gclid", "gclsrc", "dclid", "gbraid", "wbraid", "fbclid", "msclkid", "yclid", "twclid", "ttclid", "li_fat_id", "igshid", "epik",
		"mc_cid", "mc_eid", "_gl", "srsltid", "ref_src", "vero_id", "oly_enc_id", "oly_anon_id", "wickedid", "rb_clickid", "s_cid", "mkt_tok",
	}, name)
}

// buster reports whether a member only keeps answers out of caches.
func buster(name, value string) bool {
	switch strings.ToLower(name) {
	case "_", "cb", "cachebuster", "cachebust", "nocache", "rnd", "rand", "random":
		return true
	case "t", "_t", "ts", "time", "timestamp", "_ts":
		return len(value) >= 10 && digits(value)
	}
	return false
}

// trace reports whether a name says that its value only follows a request
// through the site's servers.
func trace(name string) bool {
	words := strings.Join(redact.Words(name), " ")
	for _, w := range []string{"request id", "correlation id", "trace id", "transaction id", "visitor id", "client id", "device id", "session id", "ga cid"} {
		if strings.Contains(words, w) {
			return true
		}
	}
	return false
}

// credential reports whether a member's name says that it is one, or its value
// looks so.
func credential(name, value string) bool {
	words := redact.Words(name)
	if redact.TokenName(name) || slices.Contains(words, "session") {
		return true
	}
	switch strings.Join(words, " ") {
	case "key", "apikey", "app key", "appid", "app id", "sig", "signature", "hash", "hmac", "subscription key":
		return random(value)
	}
	return slices.Contains(words, "token") && random(value) || strings.HasPrefix(value, "eyJ") && strings.Count(value, ".") == 2
}

// random reports whether a text looks as if nobody had chosen it: 12 characters
// and more, letters and digits mixed.
func random(s string) bool {
	var letters, figures int
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			figures++
		case unicode.IsLetter(r):
			letters++
		case r == ' ' || r == '/' || r == ':':
			return false
		}
	}
	return len(s) >= 12 && letters >= 2 && figures >= 3
}

// paidFor reports whether a name says that somebody paid for a place.
func paidFor(name string) bool {
	for _, w := range redact.Words(name) {
		switch w {
		case "sponsored", "ad", "ads", "advert", "advertisement", "advertising", "promoted", "anzeige", "gesponsert":
			return true
		}
	}
	return false
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// role is what a value of a request is for, as far as its name tells.
type role uint8

const (
	filter    role = iota // what comes back
	search                // words that are looked for
	pageFrom              // the number of a page
	offset                // how many results to pass over
	limit                 // how many results
	technical             // nothing that a user would change
)

// roleOf tells a role from a name.
func roleOf(name string) role {
	words := redact.Words(name)
	flat := strings.ToLower(strings.Join(words, ""))
	switch flat {
	case "q", "query", "search", "searchterm", "searchquery", "searchtext", "searchphrase", "searchstring", "searchword", "term", "terms",
		"text", "keyword", "keywords", "kw", "k", "w", "wd", "s", "suche", "suchbegriff", "suchwort", "recherche", "buscar", "phrase", "needle", "fulltext", "userquery", "querytext", "freetext":
		return search
	case "page", "p", "pg", "pagenumber", "pageno", "pageindex", "currentpage", "seite", "pagenum":
		return pageFrom
	case "offset", "skip", "start", "from", "startindex", "begin":
		return offset
	case "limit", "size", "pagesize", "perpage", "rows", "count", "first", "take", "hitsperpage", "maxresults", "itemsperpage", "resultsperpage", "top", "num", "amount", "pagelimit":
		return limit
	case "format", "fmt", "output", "alt", "v", "version", "ver", "apiversion", "lang", "language", "locale", "hl", "gl", "country", "region", "market",
		"currency", "fields", "field", "include", "includes", "expand", "select", "embed", "view", "source", "src", "client", "platform", "device", "app",
		"channel", "site", "store", "storeid", "shop", "index", "indexname", "operationname", "sort", "order", "orderby", "sortby", "sorting", "dir",
		"direction", "callback", "jsonp", "ajax", "facets", "attributestoretrieve", "typo", "extensions", "variables", "method", "action", "id_type", "env", "mode":
		return technical
	}
	return filter
}
