package syntax

import "strings"

// Test is what a pseudo-class asks of an element.
type Test uint8

const (
	TestUnknown Test = iota
	TestNever        // valid and never true of an element of a parsed document
	TestRefused      // valid in a browser, refused here
	TestRoot
	TestScope
	TestEmpty
	TestFirstChild
	TestLastChild
	TestOnlyChild
	TestFirstOfType
	TestLastOfType
	TestOnlyOfType
	TestLink
	TestEnabled
	TestDisabled
	TestChecked
	TestDefault
	TestIndeterminate
	TestRequired
	TestOptional
	TestReadOnly
	TestReadWrite
	TestPlaceholderShown
	TestDefined
	TestOpen

	// With an argument.
	TestIs
	TestWhere
	TestAny
	TestNot
	TestHas
	TestNthChild
	TestNthLastChild
	TestNthOfType
	TestNthLastOfType
	TestLang
	TestDir
	TestCompound // :host(x): a compound, and never true
	TestIdent    // :state(x): a name, and never true
	TestIdents   // a list of names, and never true
)

// pseudoClass gives what a pseudo-class without argument tests.
func pseudoClass(name string) Test {
	switch name {
	case "root":
		return TestRoot
	case "scope":
		return TestScope
	case "empty":
		return TestEmpty
	case "first-child":
		return TestFirstChild
	case "last-child":
		return TestLastChild
	case "only-child":
		return TestOnlyChild
	case "first-of-type":
		return TestFirstOfType
	case "last-of-type":
		return TestLastOfType
	case "only-of-type":
		return TestOnlyOfType
	case "link", "any-link", "-webkit-any-link":
		return TestLink
	case "enabled":
		return TestEnabled
	case "disabled":
		return TestDisabled
	case "checked":
		return TestChecked
	case "default":
		return TestDefault
	case "indeterminate":
		return TestIndeterminate
	case "required":
		return TestRequired
	case "optional":
		return TestOptional
	case "read-only":
		return TestReadOnly
	case "read-write":
		return TestReadWrite
	case "placeholder-shown":
		return TestPlaceholderShown
	case "defined":
		return TestDefined
	case "open":
		return TestOpen
	case "valid", "invalid", "in-range", "out-of-range":
		return TestRefused
	case "active", "active-view-transition", "autofill", "-webkit-autofill", "corner-present", "current", "decrement",
		"double-button", "-webkit-drag", "end", "focus", "focus-visible", "focus-within", "fullscreen",
		"-webkit-full-screen", "-webkit-full-screen-ancestor", "-webkit-full-page-media", "future", "horizontal", "host",
		"hover", "increment", "interest-source", "interest-target", "modal", "navigation-source", "no-button", "past", "picture-in-picture",
		"popover-open", "single-button", "start", "target", "target-after", "target-before", "target-current",
		"user-invalid", "user-valid", "vertical", "visited", "window-inactive", "xr-overlay":
		return TestNever
	}
	return TestUnknown
}

// pseudoFunction gives what a pseudo-class with an argument tests.
func pseudoFunction(name string) Test {
	switch name {
	case "is":
		return TestIs
	case "where":
		return TestWhere
	case "-webkit-any":
		return TestAny
	case "not":
		return TestNot
	case "has":
		return TestHas
	case "nth-child":
		return TestNthChild
	case "nth-last-child":
		return TestNthLastChild
	case "nth-of-type":
		return TestNthOfType
	case "nth-last-of-type":
		return TestNthLastOfType
	case "lang":
		return TestLang
	case "dir":
		return TestDir
	case "host", "host-context":
		return TestCompound
	case "state":
		return TestIdent
	case "active-view-transition-type":
		return TestIdents
	}
	return TestUnknown
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
		"grammar-error", "view-transition", "picker-icon", "search-text", "interest-hint", "interest-button", "checkmark":
		return noMore, true
	case "selection":
		return selectionState, true
	case "details-content", "permission-icon", "select-listbox":
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
	if strings.HasPrefix(name, "-webkit-") && pseudoClass(name) == TestUnknown {
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
	pickerArgument // select
	scrollArgument // a direction, or *
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
		return pickerArgument, anything, true
	case "highlight":
		return nameArgument, noMore, true
	case "scroll-button":
		return scrollArgument, buttonState, true
	case "view-transition-group", "view-transition-image-pair", "view-transition-new", "view-transition-old",
		"view-transition-group-children":
		return transitionArgument, transitionState, true
	}
	return 0, nothing, false
}

// allowsClass reports whether a pseudo-class may stand behind a pseudo-element.
func (f follow) allowsClass(name string, t Test) bool {
	switch t {
	case TestIs, TestWhere, TestNot:
		return f != slotted && f != columnBox
	}
	switch f {
	case nothing:
		return true
	case anything:
		switch t {
		case TestRoot, TestScope, TestEmpty, TestFirstChild, TestLastChild, TestOnlyChild, TestFirstOfType, TestLastOfType,
			TestOnlyOfType, TestAny, TestHas, TestNthChild, TestNthLastChild, TestNthOfType, TestNthLastOfType, TestCompound:
			return false
		}
		switch name {
		case "host", "corner-present", "current", "double-button", "end", "horizontal", "no-button", "single-button", "start", "vertical":
			return false
		}
		return true
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
		switch name {
		case "target-before", "target-current", "target-after":
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
		case "before", "after", "marker", "placeholder", "backdrop", "details-content", "file-selector-button", "checkmark",
			"interest-button", "permission-icon", "picker", "picker-icon", "select-listbox", "view-transition",
			"view-transition-group", "view-transition-group-children", "view-transition-image-pair", "view-transition-new",
			"view-transition-old":
			return true
		}
	}
	return false
}
