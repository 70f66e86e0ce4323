package derive

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
)

// paging is the drafted pagination.
type paging struct {
	kind    markdown.PageType
	members []pair // of `pagination`, behind its type
	why     string
}

// place is an object in which paging may be told of, and its path.
type place struct {
	value jsonval.Value
	path  []string
}

// findPaging looks for the ways in which a response tells of its next page,
// the surest first.
func findPaging(sample jsonval.Value, c *candidate, source Source) paging {
	if c.Mode == markdown.Document {
		return paging{}
	}
	if source.LinkNext {
		return paging{kind: markdown.Link, why: "The Link header names the next page."}
	}
	places := placesOfPaging(sample, c)
	more := findMore(places)
	for _, find := range []func([]place, Source) (paging, bool){nextLink, nextCursor} {
		if p, ok := find(places, source); ok {
			if more != "" {
				p.members = append(p.members, pair{"hasMore", quote(more)})
			}
			return p
		}
	}
	if p, ok := offsets(places, source, c); ok {
		if more != "" {
			p.members = append(p.members, pair{"hasMore", quote(more)})
		}
		return p
	}
	if p, ok := pageNumbers(places, source, c); ok {
		if more != "" {
			p.members = append(p.members, pair{"hasMore", quote(more)})
		}
		return p
	}
	if more != "" {
		return paging{why: "There are more pages (" + diag.Escape(more) + "), but nothing in the response says how to ask for them."}
	}
	return paging{}
}

// placesOfPaging are the objects on the way to the list, and those in them
// whose name says that they tell of pages.
func placesOfPaging(sample jsonval.Value, c *candidate) []place {
	var all []place
	at := place{value: sample}
	for i := 0; ; i++ {
		if at.value.Kind() == jsonval.Object {
			all = append(all, at)
			for _, m := range at.value.Members() {
				if m.Value.Kind() == jsonval.Object && in(m.Key, "links", "meta", "paging", "pagination", "pageinfo", "page", "pages", "responsemetadata", "info", "cursors", "cursor") && readable(m.Key) {
					below := place{m.Value, append(slices.Clone(at.path), m.Key)}
					all = append(all, below)
					if inner := below.value.Field("cursors"); inner.Kind() == jsonval.Object {
						all = append(all, place{inner, append(slices.Clone(below.path), "cursors")})
					}
				}
			}
		}
		if i >= len(c.path) {
			return all
		}
		at = place{at.value.Field(c.path[i]), append(slices.Clone(at.path), c.path[i])}
	}
}

// each calls f with each readable member of the places until it is true.
func each(places []place, f func(name string, v jsonval.Value, path []string) bool) bool {
	for _, p := range places {
		for _, m := range p.value.Members() {
			if readable(m.Key) && f(m.Key, m.Value, append(slices.Clone(p.path), m.Key)) {
				return true
			}
		}
	}
	return false
}

func findMore(places []place) string {
	more := ""
	each(places, func(name string, v jsonval.Value, path []string) bool {
		if v.Kind() == jsonval.Bool && in(name, "hasmore", "more", "hasnextpage", "hasnext", "morepages", "hasmorepages", "ismore", "moreresults") {
			more = rooted(path)
		}
		return more != ""
	})
	return more
}

// nextLink finds the URL of the next page. One that is null, as on the last
// page, counts where its name leaves no doubt.
func nextLink(places []place, _ Source) (paging, bool) {
	var found []string
	each(places, func(name string, v jsonval.Value, path []string) bool {
		if !in(name, "next", "nexturl", "nextlink", "nextpage", "nextpageurl", "nexthref", "odatanextlink") {
			return false
		}
		if href := v.Field("href"); v.Kind() == jsonval.Object && looksLikeURL(href) {
			found = append(path, "href")
			return true
		}
		sure := in(name, "nexturl", "nextlink", "nextpageurl", "odatanextlink") || hasSibling(places, path, "previous", "prev")
		if looksLikeURL(v) || v.IsNull() && sure {
			found = path
		}
		return found != nil
	})
	if found == nil {
		return paging{}, false
	}
	path := rooted(found)
	return paging{kind: markdown.Link, members: []pair{{"nextUrl", quote(path)}}, why: diag.Escape(path) + " is the URL of the next page."}, true
}

// hasSibling reports that the object of a member has another of these names.
func hasSibling(places []place, path []string, names ...string) bool {
	for _, p := range places {
		if slices.Equal(p.path, path[:len(path)-1]) {
			for _, m := range p.value.Members() {
				if in(m.Key, names...) {
					return true
				}
			}
		}
	}
	return false
}

func looksLikeURL(v jsonval.Value) bool {
	s := v.Str()
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "/") || strings.HasPrefix(s, "?")
}

// nextCursor finds the token of the next page.
func nextCursor(places []place, source Source) (paging, bool) {
	var found []string
	param := ""
	each(places, func(name string, v jsonval.Value, path []string) bool {
		if v.Kind() != jsonval.String && v.Kind() != jsonval.Number && !v.IsNull() {
			return false
		}
		switch {
		case in(name, "nextcursor", "cursornext"):
			param = "cursor"
		case in(name, "endcursor", "after"):
			param = "after"
		case in(name, "nextpagetoken", "nexttoken", "nextpageid"):
			param = tokenParam(name)
		case in(name, "continuation", "continuationtoken", "scrollid", "bookmark"):
			param = name
		case in(name, "nextpage", "next") && v.Kind() == jsonval.Number:
			param = "page"
		case in(name, "next", "cursor") && v.Kind() == jsonval.String:
			param = "cursor"
		default:
			return false
		}
		found = path
		return true
	})
	if found == nil {
		return paging{}, false
	}
	for _, q := range source.Query {
		if in(q.Name, "cursor", "after", "pagetoken", "nexttoken", "continuation", "continuationtoken", "scrollid", "bookmark", "startingafter", "token") {
			param = q.Name
		}
	}
	path := rooted(found)
	return paging{kind: markdown.Cursor, members: []pair{{"next", quote(path)}, {"cursorParam", quote(param)}},
		why: diag.Escape(path) + " is the cursor of the next page; that it is sent as `" + diag.Escape(param) + "` is a guess."}, true
}

// tokenParam is the parameter that takes a token: pageToken for nextPageToken.
func tokenParam(name string) string {
	if rest, ok := strings.CutPrefix(name, "next_"); ok {
		return rest
	}
	if rest, ok := strings.CutPrefix(name, "next"); ok && rest != "" {
		return strings.ToLower(rest[:1]) + rest[1:]
	}
	return name
}

// number finds a parameter of the URL or, by the same names, a number in the
// response.
func number(places []place, source Source, names ...string) (name, value string) {
	for _, q := range source.Query {
		if in(q.Name, names...) {
			return q.Name, q.Value
		}
	}
	each(places, func(member string, v jsonval.Value, _ []string) bool {
		if v.Kind() == jsonval.Number && in(member, names...) {
			name, value = member, v.Source()
		}
		return name != ""
	})
	return name, value
}

// limit finds the parameter that sets the size of a page, and the size.
func limit(places []place, source Source, c *candidate) (name string, size int) {
	name, value := number(places, source, "limit", "take", "perpage", "pagesize", "maxresults", "rows", "size", "first", "count")
	if in(name, "count") { // more often the number of all
		name = ""
		for _, q := range source.Query {
			if in(q.Name, "count") {
				name, value = q.Name, q.Value
			}
		}
	}
	size, err := strconv.Atoi(value)
	if err != nil || size < 1 || size > 100000 {
		if size = c.Items; size < 1 {
			size = defaultPageLen
		}
	}
	return name, size
}

func offsets(places []place, source Source, c *candidate) (paging, bool) {
	param, _ := number(places, source, "offset", "skip", "startat", "startindex", "start", "from")
	if param == "" {
		return paging{}, false
	}
	p := paging{kind: markdown.Offset, members: []pair{{"offsetParam", quote(param)}}, why: "Pages are found by `" + diag.Escape(param) + "`."}
	if name, size := limit(places, source, c); name != "" {
		p.members = append(p.members, pair{"limitParam", quote(name)}, pair{"pageSize", strconv.Itoa(size)})
	}
	return p, true
}

func pageNumbers(places []place, source Source, c *candidate) (paging, bool) {
	param, value := number(places, source, "page", "pagenumber", "currentpage", "pageindex", "p")
	if param == "" {
		return paging{}, false
	}
	why := "Pages are found by `" + diag.Escape(param) + "`."
	if in(param, "currentpage") {
		param = "page"
		why = "Pages have numbers; that these are sent as `page` is a guess."
	}
	p := paging{kind: markdown.PageNumber, members: []pair{{"pageParam", quote(param)}}, why: why}
	if value == "0" {
		p.members = append(p.members, pair{"startPage", "0"})
	}
	if name, size := limit(places, source, c); name != "" {
		p.members = append(p.members, pair{"limitParam", quote(name)}, pair{"pageSize", strconv.Itoa(size)})
	}
	return p, true
}
