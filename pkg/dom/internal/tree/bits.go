package tree

import "golang.org/x/net/html/atom"

// Bits say what the parsing rules need to know of an element, so that walking
// the stack of open elements reads one number for each.
type Bits uint32

const (
	IsText Bits = 1 << iota
	IsSVG
	IsMathML
	onStack  // among the open elements
	inActive // among the active formatting elements

	isSpecial   // of the "special" category
	endsScope   // a boundary for "has an element in scope"
	endsList    // also one in list item scope
	endsButton  // also one in button scope
	endsTable   // the boundary in table scope
	impliedEnd  // its end tag may be implied
	impliedEnd2 // or is when a template closes ("thoroughly")
	fosters     // content in it that is no table's is fostered
	isTable
	IsTemplate
	isTableBody
	isHTML
	isHeading
	isCell
	isRow
	htmlInside // an HTML integration point
	mathText   // a MathML text integration point
)

// htmlBits gives the Bits of an HTML element.
func htmlBits(n Name) Bits {
	switch atom.Atom(n) {
	case atom.P:
		return isSpecial | impliedEnd | impliedEnd2
	case atom.Li, atom.Dd, atom.Dt:
		return isSpecial | impliedEnd | impliedEnd2
	case atom.Optgroup, atom.Option, atom.Rb, atom.Rp, atom.Rt, atom.Rtc:
		return impliedEnd | impliedEnd2
	case atom.Div, atom.Address, atom.Area, atom.Article, atom.Aside, atom.Base, atom.Basefont, atom.Bgsound,
		atom.Blockquote, atom.Body, atom.Br, atom.Center, atom.Col, atom.Details, atom.Dir, atom.Dl,
		atom.Embed, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.Frame, atom.Frameset,
		atom.Head, atom.Header, atom.Hgroup, atom.Hr, atom.Iframe, atom.Img, atom.Input, atom.Keygen, atom.Link,
		atom.Listing, atom.Main, atom.Menu, atom.Meta, atom.Nav, atom.Noembed, atom.Noframes, atom.Noscript,
		atom.Param, atom.Plaintext, atom.Pre, atom.Script, atom.Section, atom.Source, atom.Style,
		atom.Summary, atom.Textarea, atom.Title, atom.Track, atom.Wbr, atom.Xmp:
		return isSpecial
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return isSpecial | isHeading
	case atom.Ol, atom.Ul:
		return isSpecial | endsList
	case atom.Button:
		return isSpecial | endsButton
	case atom.Applet, atom.Marquee, atom.Object, atom.Select:
		return isSpecial | endsScope
	case atom.Html:
		return isSpecial | endsScope | endsTable | isHTML
	case atom.Template:
		return isSpecial | endsScope | endsTable | IsTemplate
	case atom.Table:
		return isSpecial | endsScope | endsTable | isTable | fosters
	case atom.Caption:
		return isSpecial | endsScope | impliedEnd2
	case atom.Colgroup:
		return isSpecial | impliedEnd2
	case atom.Tbody, atom.Tfoot, atom.Thead:
		return isSpecial | impliedEnd2 | fosters | isTableBody
	case atom.Tr:
		return isSpecial | impliedEnd2 | fosters | isRow
	case atom.Td, atom.Th:
		return isSpecial | endsScope | impliedEnd2 | isCell
	}
	return 0
}

// svgBits gives the Bits of an SVG element.
func svgBits(n Name) Bits {
	switch atom.Atom(n) {
	case atom.Foreignobject, atom.Desc, atom.Title:
		return IsSVG | isSpecial | endsScope | htmlInside
	}
	return IsSVG
}

// mathBits gives the Bits of a MathML element; whether an annotation-xml has
// HTML inside depends on its encoding.
func mathBits(n Name) Bits {
	switch atom.Atom(n) {
	case atom.Mi, atom.Mo, atom.Mn, atom.Ms, atom.Mtext:
		return IsMathML | isSpecial | endsScope | mathText
	case atom.AnnotationXml:
		return IsMathML | isSpecial | endsScope
	}
	return IsMathML
}
