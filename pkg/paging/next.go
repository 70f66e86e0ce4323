package paging

import (
	"crypto/sha256"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
)

// start gives the URL of the first page. What the caller's URL says of offset,
// page and cursor counts, and keeps its place.
func (f *follower) start() (*fetch.URL, error) {
	at := f.first.WithoutFragment()
	own := func(name string, otherwise int) (int, error) {
		for _, pair := range fetch.ParseQuery(at.Query()) {
			if pair.Name == name {
				n, err := strconv.Atoi(pair.Value)
				if err != nil {
					return 0, &Error{Message: "the URL's parameter " + diag.Quote(name, 40) + " is no whole number, and pages are counted by it",
						Hint: "leave it out, or write a number"}
				}
				return n, nil
			}
		}
		return otherwise, nil
	}
	var err error
	switch f.p.Type {
	case markdown.Offset:
		f.offset, err = own(f.p.OffsetParam, 0)
		at = f.at(at, f.p.OffsetParam, f.offset)
	case markdown.PageNumber:
		f.number, err = own(f.p.PageParam, f.p.StartPage)
		at = f.at(at, f.p.PageParam, f.number)
	case markdown.Cursor:
		for _, pair := range fetch.ParseQuery(at.Query()) {
			if pair.Name == f.p.CursorParam {
				f.again("c", pair.Value)
			}
		}
	}
	f.again("u", at.String())
	return at, err
}

// at is a URL with the offset or number of a page, and its size where the
// recipe sends one.
func (f *follower) at(u *fetch.URL, name string, n int) *fetch.URL {
	pairs := []fetch.Pair{{Name: name, Value: strconv.Itoa(n)}}
	if f.p.LimitParam != "" {
		pairs = append(pairs, fetch.Pair{Name: f.p.LimitParam, Value: strconv.Itoa(f.p.PageSize)})
	}
	return fetch.SetQuery(u, pairs)
}

// more is what a response says of further pages.
type more uint8

const (
	notSaid more = iota
	someMore
	noMore
)

// hasMore reads the value at the path hasMore, by its type: the word "false"
// is false.
func (f *follower) hasMore(page *Page, root jsonval.Value) more {
	if f.p.HasMore == nil {
		return notSaid
	}
	v, ok, err := f.p.HasMore.Find(root, root)
	if !ok || err != nil {
		return notSaid
	}
	word := ""
	switch v.Kind() {
	case jsonval.Null:
		return noMore
	case jsonval.Bool:
		word = strconv.FormatBool(v.Bool())
	case jsonval.Number:
		word = jsonval.FormatNumber(v.Float())
	case jsonval.String:
		if word = strings.ToLower(strings.TrimSpace(v.Str())); word == "" {
			return noMore
		}
	}
	switch word {
	case "true", "1":
		return someMore
	case "false", "0":
		return noMore
	}
	f.warn("hasmore-type", page.Number, "page %d: the value at %s is neither true nor false, and does not count", page.Number, diag.Quote(f.p.HasMore.String(), 60))
	return notSaid
}

// next decides what follows a page; nil ends paging.
func (f *follower) next(page *Page, body *content) *fetch.URL {
	numbered := f.p.Type == markdown.Offset || f.p.Type == markdown.PageNumber
	if numbered && len(body.items) > 0 && f.again("h", hash(body.items)) {
		f.end(markdown.Loop, true)
		f.warn("repeated-page", page.Number, "page %d is the same as one before it, and was not taken", page.Number)
		return nil
	}
	if page.Number > 1 {
		f.result.Selection.Items = append(f.result.Selection.Items, body.items...)
	}
	said := f.hasMore(page, body.root)
	if said == noMore {
		f.end(markdown.Exhausted, false)
		return nil
	}
	var next *fetch.URL
	switch f.p.Type {
	case markdown.Offset, markdown.PageNumber:
		next = f.nextNumber(page, said)
	case markdown.Cursor:
		next = f.nextCursor(page, body, said)
	case markdown.Link:
		next = f.nextLink(page, body, said)
	}
	switch {
	case next == nil:
	case len(f.result.Selection.Items) >= f.o.MaxItems:
		f.end(markdown.MaxItems, true)
		return nil
	case page.Number >= f.o.MaxPages:
		f.end(markdown.MaxPages, true)
		return nil
	}
	return next
}

// hash tells pages apart by their items.
func hash(items []jsonval.Value) string {
	sum := sha256.Sum256(jsonval.AppendSource(nil, jsonval.ArrayValue(items)))
	return string(sum[:])
}

// none ends paging where a page names no next one.
func (f *follower) none(page *Page, said more) *fetch.URL {
	f.end(markdown.Exhausted, said == someMore)
	if said == someMore {
		f.warn("hasmore-without-next", page.Number, "page %d says that there is more, but not where", page.Number)
	}
	return nil
}

// nextNumber goes on by the size of a page, or by the items that came where
// these are fewer, or to the next number. A short page is the last one, unless
// the response says that there is more.
func (f *follower) nextNumber(page *Page, said more) *fetch.URL {
	if f.pageSize == 0 {
		f.pageSize = page.Items // of the first page
	}
	if said == notSaid && (page.Items < f.pageSize || page.Items == 0) {
		f.end(markdown.Exhausted, false)
		return nil
	}
	name, n := f.p.PageParam, 0
	if f.p.Type == markdown.Offset {
		name = f.p.OffsetParam
		f.offset += min(page.Items, f.pageSize)
		n = f.offset
	} else {
		f.number++
		n = f.number
	}
	next := f.at(f.first.WithoutFragment(), name, n)
	if f.again("u", next.String()) {
		// Nothing came, and yet there is said to be more.
		return f.none(page, said)
	}
	return next
}

// nextCursor reads the cursor of the next page. 0 is one; null, "" and false
// are none.
func (f *follower) nextCursor(page *Page, body *content, said more) *fetch.URL {
	v, ok, _ := f.p.Next.Find(body.root, body.root)
	if !ok || nothing(v) {
		return f.none(page, said)
	}
	cursor := v.Str()
	switch v.Kind() {
	case jsonval.String:
	case jsonval.Number:
		cursor = string(jsonval.AppendSource(nil, v))
	default:
		return f.wrongType(page, f.p.Next.String(), v)
	}
	if f.again("c", cursor) {
		f.end(markdown.Loop, true)
		f.warn("repeated-cursor", page.Number, "page %d names the cursor %s, which was used before", page.Number, diag.Quote(cursor, 60))
		return nil
	}
	return fetch.SetQuery(f.first.WithoutFragment(), []fetch.Pair{{Name: f.p.CursorParam, Value: cursor}})
}

// nothing reports a value that names no page.
func nothing(v jsonval.Value) bool {
	switch v.Kind() {
	case jsonval.Null:
		return true
	case jsonval.Bool:
		return !v.Bool()
	case jsonval.String:
		return v.Str() == ""
	}
	return false
}

// wrongType ends paging at a value that can be no cursor and no URL.
func (f *follower) wrongType(page *Page, path string, v jsonval.Value) *fetch.URL {
	f.end(markdown.PageError, true)
	f.warn("cursor-type", page.Number, "page %d: the value at %s is of the type %s, and no page can be asked for by it", page.Number, diag.Quote(path, 60), v.Kind())
	return nil
}

// nextLink reads the URL of the next page, which must be on the origin of the
// first.
func (f *follower) nextLink(page *Page, body *content, said more) *fetch.URL {
	link := ""
	if f.p.NextURL != nil {
		v, ok, _ := f.p.NextURL.Find(body.root, body.root)
		if !ok || nothing(v) {
			return f.none(page, said)
		}
		if v.Kind() != jsonval.String {
			return f.wrongType(page, f.p.NextURL.String(), v)
		}
		link = v.Str()
	} else {
		header, _ := body.header.Get("Link")
		var ok bool
		if link, ok = NextLink(header); !ok {
			return f.none(page, said)
		}
	}
	next, err := fetch.ParseURL(link, body.url)
	if err != nil {
		return f.blocked(page, "cross-origin", "page %d names no URL as the next page: %s", page.Number, diag.Quote(link, 80))
	}
	switch next = next.WithoutFragment(); {
	case next.HasUserinfo(): // which may be a password: it is not shown
		return f.blocked(page, "cross-origin", "page %d names a URL of %s with a user name or a password before an \"@\" as the next page, and none such is asked for",
			page.Number, diag.Quote(next.Origin(), 80))
	case next.Scheme() != f.first.Scheme() && next.Hostname() == f.first.Hostname():
		return f.blocked(page, "scheme-changed", "page %d names %s as the next page, and pages stay on %s; the service may not know that it is reached by %s",
			page.Number, diag.Quote(next.String(), 80), f.first.Origin(), f.first.Scheme())
	case next.Origin() != f.first.Origin():
		return f.blocked(page, "cross-origin", "page %d names %s as the next page, and pages stay on %s", page.Number, diag.Quote(next.String(), 80), f.first.Origin())
	case f.again("u", next.String()):
		f.end(markdown.Loop, true)
		f.warn("repeated-url", page.Number, "page %d names %s as the next page, which was fetched before", page.Number, diag.Quote(next.PathAndQuery(), 80))
		return nil
	}
	return next
}

func (f *follower) blocked(page *Page, code, format string, args ...any) *fetch.URL {
	f.end(markdown.Blocked, true)
	f.warn(code, page.Number, format, args...)
	return nil
}
