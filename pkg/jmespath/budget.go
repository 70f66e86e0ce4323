package jmespath

import (
	"fmt"
	"math"

	"github.com/wield-run/wield/pkg/jsonval"
)

// checkEvery is how many steps pass between two looks at the context.
const checkEvery = 4096

// What values take in memory, in bytes.
const (
	sizeValue   = 40
	sizeMember  = 56
	sizeObject  = 64 // the body of an array or object
	sizeOperand = 48
	sizeSortKey = 40
)

// look is called when ev.left falls below ev.check.
func (ev *evaluator) look(n *Node) *Error {
	if ev.left < 0 {
		return ev.overBudget(n, fmt.Sprintf("the evaluation takes more than %d steps", ev.limits.Steps))
	}
	ev.check = max(0, ev.left-checkEvery)
	if err := ev.ctx.Err(); err != nil {
		return &Error{Reason: ReasonCancelled, Span: n.Span, Message: "the evaluation was cancelled: " + err.Error(), cause: err}
	}
	return nil
}

// work takes steps for what a function does inside.
func (ev *evaluator) work(n *Node, steps int) *Error {
	if ev.left -= steps; ev.left < ev.check {
		return ev.look(n)
	}
	return nil
}

// scan takes steps for reading texts of so many bytes.
func (ev *evaluator) scan(n *Node, bytes int) *Error { return ev.work(n, bytes/32) }

// allocate takes bytes from the memory that is left, before they are used.
func (ev *evaluator) allocate(n *Node, bytes int) *Error {
	if bytes > ev.memory {
		return ev.overBudget(n, fmt.Sprintf("the evaluation takes more than %d bytes of memory", ev.limits.Memory))
	}
	ev.memory -= bytes
	return nil
}

// text takes memory for a text of so many bytes.
func (ev *evaluator) text(n *Node, size int64) *Error {
	if size > int64(ev.limits.String) {
		return ev.overBudget(n, fmt.Sprintf("the text would be longer than %d bytes", ev.limits.String))
	}
	if err := ev.scan(n, int(size)); err != nil {
		return err
	}
	return ev.allocate(n, int(size))
}

func (ev *evaluator) overBudget(n *Node, message string) *Error {
	return failf(ReasonBudget, n, "narrow the data down first, with a filter or a slice", "%s", message)
}

func (ev *evaluator) tooDeep(n *Node) *Error {
	return failf(ReasonBudget, n, "", "the evaluation nests deeper than %d levels", ev.limits.Depth)
}

// newItems makes room for the items of an array.
func (ev *evaluator) newItems(n *Node, count int) ([]jsonval.Value, *Error) {
	if err := ev.allocate(n, sizeObject+count*sizeValue); err != nil {
		return nil, err
	}
	return make([]jsonval.Value, count), nil
}

// Members of small objects share blocks, so that a list of objects takes few
// allocations. The largest block is small enough that an object which outlives
// the others keeps little of them. Blocks double from a size of which all
// multiples here fill Go's size classes well.
const (
	firstBlock = 9
	lastBlock  = 72
)

// newMembers makes room for the members of an object.
func (ev *evaluator) newMembers(n *Node, count int) ([]jsonval.Member, *Error) {
	if err := ev.allocate(n, sizeObject+count*sizeMember); err != nil {
		return nil, err
	}
	if count > len(ev.memberBlock) {
		if count >= lastBlock/4 || ev.blockSize == 0 { // the first object may be the only one
			ev.blockSize = max(ev.blockSize, firstBlock)
			return make([]jsonval.Member, count), nil
		}
		ev.memberBlock = make([]jsonval.Member, max(count, ev.blockSize))
		ev.blockSize = min(2*ev.blockSize, lastBlock)
	}
	members := ev.memberBlock[:count:count]
	ev.memberBlock = ev.memberBlock[count:]
	return members, nil
}

// checkResult refuses a result that would be too large or too deep as JSON.
func (ev *evaluator) checkResult(n *Node, v jsonval.Value) *Error {
	left := measure(v, ev.limits.Result, ev.limits.Depth, false)
	switch {
	case left == tooDeep:
		return failf(ReasonBudget, n, "", "the result nests deeper than %d levels", ev.limits.Depth)
	case left < 0:
		return ev.overBudget(n, fmt.Sprintf("the result would be larger than %d bytes", ev.limits.Result))
	}
	return nil
}

// tooDeep is what measure gives for a value that nests too deep.
const tooDeep = math.MinInt

// measure takes the size of a value as JSON from a number of bytes, and gives
// what is left; less than 0 where it is larger. Numbers count as their longest
// form. With exact, the escapes in texts count too, so that the real size is
// never larger.
func measure(v jsonval.Value, left, depth int, exact bool) int {
	switch v.Kind() {
	case jsonval.String:
		return left - textSize(v.Str(), exact)
	case jsonval.Number:
		if exact {
			return left - 24
		}
		return left - 8
	case jsonval.Array:
		if depth--; depth < 0 {
			return tooDeep
		}
		left -= 2
		for _, item := range v.Items() {
			if left = measure(item, left-1, depth, exact); left < 0 {
				return left
			}
		}
		return left
	case jsonval.Object:
		if depth--; depth < 0 {
			return tooDeep
		}
		left -= 2
		members := v.Members()
		for i := range members {
			left -= textSize(members[i].Key, exact) + 2
			if left = measure(members[i].Value, left, depth, exact); left < 0 {
				return left
			}
		}
		return left
	}
	return left - 5
}

func textSize(s string, exact bool) int {
	size := len(s) + 2
	if exact {
		for i := 0; i < len(s); i++ {
			switch c := s[i]; {
			case c < 0x20:
				size += 5
			case c == '"' || c == '\\':
				size++
			case c == 0xed:
				size += 3 // perhaps a lone surrogate
			}
		}
	}
	return size
}
