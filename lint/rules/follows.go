package rules

import "github.com/wield-run/wield/lint"

// Follows gives the findings of rules that come of another mistake;
// lint.WithoutFollowing drops them beside it.
func Follows() []lint.Follows {
	schema := []string{"P1", "P2"}
	unread := []string{"F1", "F3", "F8", "S18/strict"}
	uses := []string{"F1", "F3", "F4", "F8", "F9", "M1", "M2", "M3", "Q1", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "S12/code", "S18/strict"}
	params := []string{"F3", "F4", "P1", "P2", "P10"}
	steps := []string{"/steps", "/output", "/confirm", "/login_check"}
	site := []string{"/site"}
	return []lint.Follows{
		// An origin that is none cannot be the site's, and no URL goes to it.
		{Rule: "S1/list", Of: []string{"F1", "F3", "F4", "S1/form", "S1/special", "S1/suffix"}, Where: lint.Anywhere, Under: site},
		{Rule: "S1/zone", Of: []string{"S1/form", "S1/special", "S1/suffix"}, Where: lint.Anywhere, Under: []string{"/site/origin"}},
		{Rule: "S2/head", Of: []string{"F1", "F3", "F4", "F8", "S1/form", "S1/list", "S1/special", "S1/suffix", "S18/strict"}, Where: lint.Anywhere, Under: site},
		{Rule: "S16/link", Of: []string{"F1", "F3", "F4", "S1/form", "S1/special", "S1/suffix", "S18/strict"}, Where: lint.Anywhere, Under: site},
		{Rule: "S18/place", Of: []string{"F1", "F3", "S1/form", "S1/special", "S1/suffix"}, Where: lint.Anywhere, Under: append(site, "/id")},

		// A step that could not be read writes, reads and uses nothing.
		{Rule: "S3/effect", Name: "write-without-write", Of: append([]string{"S3/one-flag"}, unread...), Where: lint.Anywhere, Under: []string{"/steps"}},
		{Rule: "S3/one-flag", Name: "undeclared-write", Of: unread, Where: lint.Beside, Under: []string{"/steps"}},
		{Rule: "S11/unused", Of: uses, Where: lint.Anywhere, Under: steps},
		{Rule: "S11/unused", Of: []string{"F1", "S18/strict"}, Where: lint.Anywhere},
		{Rule: "S11/unused", Of: []string{"P10"}, Where: lint.Anywhere, Under: []string{"/params/required"}},
		{Rule: "S14/used", Of: uses, Where: lint.Anywhere, Under: steps},
		{Rule: "S14/login", Of: []string{"F3"}, Where: lint.Near},
		{Rule: "S15/covered", Of: uses, Where: lint.Anywhere, Under: steps},
		{Rule: "S12/code", Of: []string{"S18/strict"}, Where: lint.Near},

		// A number that is none has no size.
		{Rule: "S13/requests", Of: []string{"F3"}},
		{Rule: "S13/size", Of: []string{"F3"}},
		{Rule: "S13/wait", Of: []string{"F3"}},
		{Rule: "S14/dom", Of: []string{"F1", "F3"}},

		// A keyword that cannot be read sets no bound.
		{Rule: "S5/bound", Of: schema},
		{Rule: "S11/bound", Of: append([]string{"S5/bound"}, schema...)}, // whose bound is the smaller one
		{Rule: "S11/closed", Of: append([]string{"F1"}, schema...)},
		{Rule: "S11/describe", Of: schema},
		{Rule: "S12/path", Of: params, Where: lint.Anywhere, Under: []string{"/params"}},
		{Rule: "S12/header", Of: params, Where: lint.Anywhere, Under: []string{"/params"}},
		{Rule: "S15/params", Of: append([]string{"F1", "F3", "P10"}, schema...), Where: lint.Anywhere, Under: []string{"/params"}},
		{Rule: "S16/closed", Of: append([]string{"P10"}, schema...)},
		{Rule: "S16/link", Of: schema},
		{Rule: "S16/typed", Of: schema},
	}
}
