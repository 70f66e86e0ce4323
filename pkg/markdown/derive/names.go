package derive

import (
	"slices"
	"strings"
	"unicode"

	"github.com/wield-run/wield/pkg/redact"
)

// words splits a name at case changes and separators, in lower case:
// "createdAt" and "created_at" are created, at.
func words(name string) []string {
	var all []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			all = append(all, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			flush()
			continue
		}
		if i > 0 && unicode.IsUpper(r) && (unicode.IsLower(runes[i-1]) || unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			flush()
		}
		word = append(word, r)
	}
	flush()
	return all
}

// label is a name as people write it: "created_at" is "Created at".
func label(path ...string) string {
	var all []string
	for _, name := range path {
		all = append(all, words(name)...)
	}
	for i, w := range all {
		switch {
		case w == "id" || w == "url" || w == "html" || w == "api" || w == "sku" || w == "isbn" || w == "ip":
			all[i] = strings.ToUpper(w)
		case i == 0:
			r := []rune(w)
			r[0] = unicode.ToUpper(r[0])
			all[i] = string(r)
		}
	}
	return strings.Join(all, " ")
}

// fold is a name without case and separators.
func fold(name string) string { return strings.Join(words(name), "") }

func in(name string, list ...string) bool { return slices.Contains(list, fold(name)) }

// anyWord reports that one of a name's words is in a list.
func anyWord(name string, list ...string) bool {
	for _, w := range words(name) {
		if slices.Contains(list, w) {
			return true
		}
	}
	return false
}

// likely names hold the list, by the format's document.
func likely(name string) bool {
	return in(name, "items", "results", "data", "records")
}

// possible names hold a list often.
func possible(name string) bool {
	return in(name, "list", "rows", "entries", "hits", "docs", "documents", "content", "contents", "value", "values", "members", "features",
		"edges", "nodes", "elements", "objects", "resources", "collection", "matches", "products", "articles", "orders", "users", "posts",
		"events", "issues", "messages", "repositories", "children")
}

// beside names hold lists about the list.
func beside(name string) bool {
	return in(name, "errors", "warnings", "links", "included", "facets", "tags", "filters", "aggregations", "breadcrumbs", "sort", "sorts",
		"related", "suggestions", "columns", "categories", "labels", "keywords", "permissions", "scopes", "debug", "meta")
}

func titleLike(name string) bool {
	return in(name, "title", "name", "fullname", "displayname", "label", "headline", "subject", "heading", "login", "username", "productname", "caption")
}

// telling names are worth a column.
func telling(name string) bool {
	return anyWord(name, "price", "amount", "total", "status", "state", "type", "kind", "category", "brand", "currency", "author", "language", "country", "city") ||
		describing(name)
}

func describing(name string) bool {
	return in(name, "description", "summary", "body", "text", "content", "abstract", "excerpt", "message", "comment", "bio")
}

func dateLike(name string) bool {
	return anyWord(name, "date", "time", "timestamp", "created", "updated", "modified", "published", "expires", "expiry", "started", "ended", "at", "since", "until", "due", "birthday")
}

func imageLike(name string) bool {
	return anyWord(name, "image", "img", "thumbnail", "thumb", "avatar", "photo", "picture", "icon", "logo", "cover", "poster", "banner")
}

// ownID is the identifier of the item itself, foreignID that of another.
func ownID(name string) bool { return in(name, "id", "key", "slug", "sku", "number") }

func foreignID(name string) bool {
	w := words(name)
	return len(w) > 1 && (w[len(w)-1] == "id" || w[len(w)-1] == "ids") || in(name, "uuid", "guid", "uid", "nodeid", "gid")
}

func technical(name string) bool {
	return anyWord(name, "hash", "sha", "sha1", "sha256", "md5", "etag", "checksum", "cursor", "signature", "internal", "revision", "fingerprint", "nonce") || strings.HasPrefix(name, "@") || strings.HasPrefix(name, "__")
}

// codeLike names hold digits that are no quantity.
func codeLike(name string) bool {
	return ownID(name) || foreignID(name) || anyWord(name, "id", "year", "code", "zip", "postcode", "postal", "phone", "fax", "isbn", "ean", "gtin", "version", "port", "iban")
}

// secret reports a field that is never proposed.
func secret(name string) bool {
	return redact.TokenName(name) || anyWord(name, "password", "passwd", "passphrase", "pwd", "secret", "secrets", "credential", "credentials", "pin", "cvv", "cvc", "ssn") ||
		in(name, "apikey", "accesskey", "privatekey", "secretkey", "authkey", "authorization", "auth")
}
