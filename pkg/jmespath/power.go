package jmespath

// Binding powers. A token binds tighter the higher it is; the rest of a
// projection ends before powerFlatten and everything below it.
const (
	powerNone       = 0
	powerPipe       = 1
	powerTernary    = 2
	powerOr         = 3
	powerAnd        = 4
	powerComparator = 5
	powerSum        = 6
	powerProduct    = 7
	powerFlatten    = 9
	powerProjection = 10 // what binds less ends a projection
	powerStar       = 20
	powerFilter     = 21
	powerDot        = 40
	powerNot        = 45
	powerBracket    = 55
)

// power is how tight a token binds to the operand on its left.
func power(k tokenKind) int {
	switch k {
	case tokenPipe:
		return powerPipe
	case tokenQuestion:
		return powerTernary
	case tokenOr:
		return powerOr
	case tokenAnd:
		return powerAnd
	case tokenEqual, tokenNotEqual, tokenLess, tokenLessEqual, tokenGreater, tokenGreaterEqual:
		return powerComparator
	case tokenPlus, tokenMinus:
		return powerSum
	case tokenStar, tokenTimes, tokenDivide, tokenIntDivide, tokenModulo:
		return powerProduct
	case tokenFlatten:
		return powerFlatten
	case tokenFilter:
		return powerFilter
	case tokenDot:
		return powerDot
	case tokenLeftBracket:
		return powerBracket
	}
	return powerNone
}

func operator(k tokenKind) Op {
	switch k {
	case tokenEqual:
		return OpEqual
	case tokenNotEqual:
		return OpNotEqual
	case tokenLess:
		return OpLess
	case tokenLessEqual:
		return OpLessEqual
	case tokenGreater:
		return OpGreater
	case tokenGreaterEqual:
		return OpGreaterEqual
	case tokenPlus:
		return OpAdd
	case tokenMinus:
		return OpSubtract
	case tokenStar, tokenTimes:
		return OpMultiply
	case tokenDivide:
		return OpDivide
	case tokenIntDivide:
		return OpIntDivide
	case tokenModulo:
		return OpModulo
	}
	return OpNone
}
