package selector

// test is what a pseudo-class asks of an element.
type test uint8

const (
	testUnknown test = iota
	testNever        // valid and never true of an element of a parsed document
	testRefused      // valid in a browser, refused here
	testRoot
	testScope
	testEmpty
	testFirstChild
	testLastChild
	testOnlyChild
	testFirstOfType
	testLastOfType
	testOnlyOfType
	testLink
	testEnabled
	testDisabled
	testChecked
	testDefault
	testIndeterminate
	testRequired
	testOptional
	testReadOnly
	testReadWrite
	testPlaceholderShown
	testDefined
	testOpen

	// With an argument.
	testIs
	testWhere
	testAny
	testNot
	testHas
	testNthChild
	testNthLastChild
	testNthOfType
	testNthLastOfType
	testLang
	testDir
	testCompound // :host(x): a compound, and never true
	testIdent    // :state(x): a name, and never true
	testIdents   // a list of names, and never true
)

// pseudoClass gives what a pseudo-class without argument tests.
func pseudoClass(name string) test {
	switch name {
	case "root":
		return testRoot
	case "scope":
		return testScope
	case "empty":
		return testEmpty
	case "first-child":
		return testFirstChild
	case "last-child":
		return testLastChild
	case "only-child":
		return testOnlyChild
	case "first-of-type":
		return testFirstOfType
	case "last-of-type":
		return testLastOfType
	case "only-of-type":
		return testOnlyOfType
	case "link", "any-link", "-webkit-any-link":
		return testLink
	case "enabled":
		return testEnabled
	case "disabled":
		return testDisabled
	case "checked":
		return testChecked
	case "default":
		return testDefault
	case "indeterminate":
		return testIndeterminate
	case "required":
		return testRequired
	case "optional":
		return testOptional
	case "read-only":
		return testReadOnly
	case "read-write":
		return testReadWrite
	case "placeholder-shown":
		return testPlaceholderShown
	case "defined":
		return testDefined
	case "open":
		return testOpen
	case "valid", "invalid", "in-range", "out-of-range":
		return testRefused
	case "active", "active-view-transition", "autofill", "-webkit-autofill", "corner-present", "current", "decrement",
		"double-button", "-webkit-drag", "end", "focus", "focus-visible", "focus-within", "fullscreen",
		"-webkit-full-screen", "-webkit-full-screen-ancestor", "-webkit-full-page-media", "future", "horizontal", "host",
		"hover", "increment", "interest-source", "interest-target", "modal", "no-button", "past", "picture-in-picture",
		"popover-open", "single-button", "start", "target", "target-after", "target-before", "target-current",
		"user-invalid", "user-valid", "vertical", "visited", "window-inactive", "xr-overlay":
		return testNever
	}
	return testUnknown
}

// pseudoFunction gives what a pseudo-class with an argument tests.
func pseudoFunction(name string) test {
	switch name {
	case "is":
		return testIs
	case "where":
		return testWhere
	case "-webkit-any":
		return testAny
	case "not":
		return testNot
	case "has":
		return testHas
	case "nth-child":
		return testNthChild
	case "nth-last-child":
		return testNthLastChild
	case "nth-of-type":
		return testNthOfType
	case "nth-last-of-type":
		return testNthLastOfType
	case "lang":
		return testLang
	case "dir":
		return testDir
	case "host", "host-context":
		return testCompound
	case "state":
		return testIdent
	case "active-view-transition-type":
		return testIdents
	}
	return testUnknown
}

// follow says what may stand behind a pseudo-element in its compound.
type follow uint8

const (
	nothing         follow = iota // no pseudo-element stands before
	anything                      // one that behaves as an element does
	noMore                        // nothing but what is always allowed
	generated                     // ::before and ::after
	slotted                       // ::slotted()
	userAction                    // the pointer's and the focus's states
	buttonState                   // those, and whether it is enabled
	markerState                   // those, and whether it is the target
	groupState                    // two of those
	scrollbarState                // the states of a scrollbar's parts
	selectionState                // whether the window is active
	transitionState               // whether it is alone
	columnBox                     // ::column
)

// pseudoElement gives what may follow a pseudo-element without argument.
func pseudoElement(name string) (follow, bool) {
	switch name {
	case "before", "after":
		return generated, true
	case "first-line", "first-letter", "placeholder", "marker", "backdrop", "target-text", "spelling-error",
		"grammar-error", "view-transition", "picker-icon", "search-text", "interest-hint":
		return noMore, true
	case "selection":
		return selectionState, true
	case "details-content":
		return anything, true
	case "file-selector-button", "cue":
		return userAction, true
	case "scroll-marker":
		return markerState, true
	case "scroll-marker-group":
		return groupState, true
	case "column":
		return columnBox, true
	case "-webkit-scrollbar", "-webkit-scrollbar-button", "-webkit-scrollbar-corner", "-webkit-scrollbar-thumb",
		"-webkit-scrollbar-track", "-webkit-scrollbar-track-piece", "-webkit-resizer":
		return scrollbarState, true
	}
	if len(name) >= len("-webkit-") && name[:len("-webkit-")] == "-webkit-" {
		return userAction, true
	}
	return nothing, false
}

// argument is what stands in the parentheses of a pseudo-element.
type argument uint8

const (
	compoundArgument argument = iota
	nameArgument
	namesArgument
	nameOrAnyArgument
	transitionArgument
)

// pseudoElementFunction gives the argument of a pseudo-element, and what may
// follow it.
func pseudoElementFunction(name string) (argument, follow, bool) {
	switch name {
	case "slotted":
		return compoundArgument, slotted, true
	case "cue":
		return compoundArgument, noMore, true
	case "part":
		return namesArgument, anything, true
	case "picker":
		return nameArgument, anything, true
	case "highlight":
		return nameArgument, noMore, true
	case "scroll-button":
		return nameOrAnyArgument, buttonState, true
	case "view-transition-group", "view-transition-image-pair", "view-transition-new", "view-transition-old",
		"view-transition-group-children":
		return transitionArgument, transitionState, true
	}
	return 0, nothing, false
}

// allowsClass reports whether a pseudo-class may stand behind a pseudo-element.
func (f follow) allowsClass(name string, t test) bool {
	switch t {
	case testIs, testWhere, testNot:
		return f != slotted && f != columnBox
	}
	switch f {
	case nothing:
		return true
	case anything:
		switch t {
		case testRoot, testScope, testEmpty, testFirstChild, testLastChild, testOnlyChild, testFirstOfType, testLastOfType,
			testOnlyOfType, testAny, testHas, testNthChild, testNthLastChild, testNthOfType, testNthLastOfType, testCompound:
			return false
		}
		return name != "host"
	case selectionState:
		return name == "window-inactive"
	case transitionState:
		return name == "only-child"
	case groupState:
		return name == "hover" || name == "focus-within"
	case scrollbarState:
		switch name {
		case "hover", "active", "enabled", "disabled", "window-inactive", "horizontal", "vertical", "decrement", "increment",
			"start", "end", "double-button", "single-button", "no-button", "corner-present":
			return true
		}
		return false
	case buttonState:
		if name == "enabled" || name == "disabled" {
			return true
		}
	case markerState:
		if name == "target-current" {
			return true
		}
	case userAction:
	default:
		return false
	}
	switch name {
	case "hover", "active", "focus", "focus-visible", "focus-within":
		return true
	}
	return false
}

// allowsElement reports whether a pseudo-element may stand behind another.
func (f follow) allowsElement(name string) bool {
	switch f {
	case nothing:
		return true
	case anything:
		return name != "part" && name != "slotted"
	case generated:
		return name == "marker"
	case columnBox:
		return name == "scroll-marker"
	case slotted:
		switch name {
		case "before", "after", "marker", "placeholder", "backdrop", "details-content", "file-selector-button":
			return true
		}
	}
	return false
}
