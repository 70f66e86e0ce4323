package markdown

import (
	"math"
	"slices"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/jsonpath"
	"github.com/wield-run/wield/pkg/typed"
)

// pageMembers are the members of `pagination` that a type uses, besides
// `type` and `maxPages`; those that it needs come first.
func pageMembers(t PageType) (needs, takes []string) {
	switch t {
	case Offset:
		return []string{"offsetParam"}, []string{"limitParam", "pageSize", "hasMore"}
	case Cursor:
		return []string{"next", "cursorParam"}, []string{"hasMore"}
	case Link:
		return nil, []string{"nextUrl", "hasMore"}
	case PageNumber:
		return []string{"pageParam"}, []string{"startPage", "limitParam", "pageSize", "hasMore"}
	}
	return nil, nil
}

// pagination reads how pages are followed.
func (c *checker) pagination(n *jsonval.Node) {
	p := &c.r.Pagination
	name := func(to *string, name string) typed.Member {
		return typed.Optional(name, func(n *jsonval.Node) { *to = c.words(n, "`"+name+"`") })
	}
	path := func(to **jsonpath.Path, name string) typed.Member {
		return typed.Optional(name, func(n *jsonval.Node) { *to = c.onePath(n, "`"+name+"`") })
	}
	number := func(to *int, name string, low, high int) typed.Member {
		return typed.Optional(name, func(n *jsonval.Node) {
			if value := c.integer(n, "`"+name+"`", low, high); value >= low && n.Kind == jsonval.Number {
				*to = value
			}
		})
	}
	known := false
	before := len(c.Found)
	ok := c.Object(n, "`pagination`",
		typed.Required("type", func(n *jsonval.Node) {
			kind := c.OneOf(n, codeValue, "`type`", "none", "offset", "cursor", "link", "page")
			p.Type, known = PageType(max(0, kind)), kind >= 0
		}),
		number(&p.MaxPages, "maxPages", 1, HardMaxPages),
		name(&p.OffsetParam, "offsetParam"),
		name(&p.PageParam, "pageParam"),
		number(&p.StartPage, "startPage", 0, math.MaxInt32),
		name(&p.LimitParam, "limitParam"),
		number(&p.PageSize, "pageSize", 1, math.MaxInt32),
		name(&p.CursorParam, "cursorParam"),
		path(&p.Next, "next"),
		path(&p.NextURL, "nextUrl"),
		path(&p.HasMore, "hasMore"),
	)
	if !ok || !known || len(c.Found) > before {
		return // a misspelt member would be reported as missing as well
	}
	c.pageMembers(n)
}

// pageMembers checks that the members are those of the type.
func (c *checker) pageMembers(n *jsonval.Node) {
	t := c.r.Pagination.Type
	needs, takes := pageMembers(t)
	if n.Member("limitParam") != nil && slices.Contains(takes, "pageSize") {
		needs = append(needs, "pageSize")
	}
	for _, name := range needs {
		if n.Member(name) == nil {
			hint := "add `\"" + name + "\": …`"
			message := "paging by `" + t.String() + "` needs the member `" + name + "`"
			if name == "pageSize" {
				message = "`limitParam` needs the member `pageSize`, the number that it sends"
			}
			c.Lacks(n, hint, "%s", message)
		}
	}
	for _, child := range n.Children {
		if child.Key == "type" || child.Key == "maxPages" || slices.Contains(needs, child.Key) || slices.Contains(takes, child.Key) {
			continue
		}
		c.unused(child, "leave it out, or choose another `type`", "paging by `%s` does not use `%s`", t.String(), child.Key)
	}
}
