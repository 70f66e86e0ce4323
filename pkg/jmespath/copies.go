package jmespath

// The size of a result as JSON is not bounded by what is allocated for it, as
// it may hold the same part of the data many times over: "map(&$, list)" holds
// the document once for each item. A result is measured only where that can
// be, since measuring takes as long as a simple evaluation.

const (
	// many is a number of copies that has no useful bound.
	many = 1 << 16
	// fewCopies and fewLevels are up to where a result needs no measuring: it
	// is at most so many times as large, and so many levels deeper, than the
	// data.
	fewCopies = 4
	fewLevels = 100
	// shortText is how long a constant may be to count for nothing.
	shortText = 16
)

// needsMeasure reports whether the results of an expression must be measured.
func needsMeasure(root *Node) bool {
	return root.Depth() > fewLevels || copies(root, false) > fewCopies
}

// copies is an upper bound of how often one part of the data, or of what the
// expression makes, can stand in the value of a node. Within a loop, the node
// is evaluated for each element of something.
func copies(n *Node, loop bool) int {
	switch n.Kind {
	case KindRoot:
		if loop {
			return many
		}
		return 1
	case KindVariable:
		return many
	case KindLiteral, KindRawString:
		if loop && n.Span.Len() > shortText {
			return many
		}
		return 1
	case KindNot, KindComparator, KindArithmetic, KindUnary:
		return 1
	case KindSubexpression, KindPipe:
		return times(copies(n.Children[0], loop), copies(n.Children[1], loop))
	case KindListProjection, KindSliceProjection, KindFlattenProjection, KindValueProjection, KindFilterProjection:
		return times(copies(n.Children[0], loop), copies(n.last(), true))
	case KindMultiSelectList, KindMultiSelectHash:
		return together(n.Children, loop)
	case KindHashEntry:
		if loop && n.NameSpan.Len() > shortText {
			return many
		}
		return copies(n.Children[0], loop)
	case KindAnd, KindOr:
		return max(copies(n.Children[0], loop), copies(n.Children[1], loop))
	case KindTernary:
		return max(copies(n.Children[1], loop), copies(n.Children[2], loop))
	case KindLet:
		return copies(n.last(), loop)
	case KindFunction:
		if n.Name == "map" {
			return times(copies(n.Children[0], true), copies(n.Children[1], loop))
		}
		return together(n.Children, loop)
	case KindExpressionRef:
		return copies(n.Children[0], true)
	case KindIndex:
		return copies(n.Children[0], loop)
	}
	return 1 // KindField, KindCurrent
}

func times(a, b int) int { return min(many, a*b) }

// together is the sum of the copies of several nodes, where fields of the same
// object with different names count once.
func together(nodes []*Node, loop bool) int {
	sum, same := 0, 0
	for i, n := range nodes {
		field := firstField(n)
		if field == nil || i > 64 {
			sum = min(many, sum+copies(n, loop))
			continue
		}
		count := 1
		for _, other := range nodes[:i] {
			if f := firstField(other); f != nil && f.Name == field.Name {
				count++
			}
		}
		same = max(same, count)
	}
	return min(many, max(1, sum+same))
}

// firstField is the field that a simple path begins with.
func firstField(n *Node) *Node {
	if n.Kind == KindHashEntry && n.NameSpan.Len() <= shortText {
		n = n.Children[0]
	}
	for n.simple && (n.Kind == KindSubexpression || n.Kind == KindIndex) {
		n = n.Children[0]
	}
	if n.Kind == KindField {
		return n
	}
	return nil
}
