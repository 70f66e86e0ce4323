package decode

import (
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/extract/internal/js"
	"github.com/wield-run/wield/pkg/jsonval"
)

// reactRouterStream reads the stream that React Router 7 and Remix write into
// a page in pieces, streamController.enqueue("…"). Its first line is a flat
// list whose values name each other by index; a later line P<n>:… delivers the
// value of promise n, E<n>:… its failure (null).
func reactRouterStream(texts []string) (Result, error) {
	stream, err := enqueued(texts)
	if err != nil {
		return Result{}, err
	}
	s := &routerStream{table: &table{graph: &graph{}}, promises: map[int]int{}}
	root := 0
	for i, line := range strings.Split(stream, "\n") {
		switch {
		case i == 0:
			root, err = s.line(line)
		case line == "":
		case line[0] == 'P' || line[0] == 'E':
			err = s.deliver(line)
		default:
			err = fail("line %d of the stream is neither P<n>:… nor E<n>:…", i+1)
		}
		if err != nil {
			return Result{}, err
		}
	}
	s.slots = make([]slot, len(s.values))
	return s.result(s.at(root))
}

// enqueued joins the pieces of the stream.
func enqueued(texts []string) (string, *Error) {
	var pieces []string
	for i, src := range texts {
		if !strings.Contains(src, "streamController") {
			continue
		}
		s := js.NewScanner(src, 0)
		words := [2]string{}
		open := false
		for t := s.Next(); t.Kind != js.End; t = s.Next() {
			switch {
			case t.Kind == js.Word:
				words[0], words[1] = words[1], s.Text(t)
				open = false
			case t.Kind == js.String && open:
				piece, err := js.Unquote(s.Text(t))
				if err != nil {
					return "", &Error{Text: i, Offset: t.Start + err.Offset, Message: err.Message}
				}
				pieces = append(pieces, piece)
				open = false
			default:
				open = words == [2]string{"streamController", "enqueue"} && s.Text(t) == "("
			}
		}
	}
	if pieces == nil {
		e := fail(`no matched script has streamController.enqueue("…")`)
		e.Hint = `the stream stands in several scripts: let the selector match them all, as "script" does`
		return "", e
	}
	return jsonval.Concat(pieces...), nil
}

type routerStream struct {
	*table
	values   []jsonval.Value
	promises map[int]int // by the number of the promise: the index of its value
}

// line adds the values of a line and gives the index of its first.
func (s *routerStream) line(line string) (int, *Error) {
	v, err := parse(line, 0, 0, len(line))
	if err != nil {
		return 0, fail("a line of the stream is %s", err.Message)
	}
	if n, ok := index(v); ok {
		return n, nil
	}
	if v.Len() == 0 || v.Kind() != jsonval.Array {
		return 0, fail("a line of the stream is no list but %s", excerpt(v))
	}
	s.values = append(s.values, v.Items()...)
	return len(s.values) - v.Len(), nil
}

func (s *routerStream) deliver(line string) *Error {
	colon := strings.IndexByte(line, ':')
	n, err := strconv.Atoi(line[1:max(1, colon)])
	if err != nil {
		return fail("a line of the stream has no number: %s", diag.Quote(line, 40))
	}
	at, failed := s.line(line[colon+1:])
	if failed != nil {
		return failed
	}
	if line[0] == 'E' {
		at = routerNull
	}
	s.promises[n] = at
	return nil
}

// The names of values that JSON does not have: -1 a hole, -2 NaN, -3 and -6
// the infinities, -4 minus zero, -5 null, -7 undefined.
const (
	routerNull     = -5
	routerZero     = -4
	routerSmallest = -7
)

func (s *routerStream) at(i int) part {
	switch {
	case i == routerZero:
		return scalar(jsonval.NumberValue(0))
	case i < routerSmallest:
		return s.stop("the stream names its values by index, and %d is none", i)
	case i < 0:
		return part{size: 1}
	}
	s.count(1)
	return s.table.at(i, s.value)
}

func (s *routerStream) ref(v jsonval.Value) part {
	i, ok := index(v)
	if !ok {
		return s.stop("the stream names its values by index, and %s is none", excerpt(v))
	}
	return s.at(i)
}

func (s *routerStream) value(i int) part {
	switch v := s.values[i]; v.Kind() {
	case jsonval.Object:
		return s.members(v)
	case jsonval.Array:
		if v.At(0).Kind() == jsonval.String {
			return s.typed(i, v)
		}
		return s.array(each(v.Items(), s.ref))
	default:
		return scalar(v)
	}
}

// members reads {"_12": 7}: the member is named by value 12.
func (s *routerStream) members(v jsonval.Value) part {
	keys := make([]string, v.Len())
	items := make([]part, v.Len())
	for i, m := range v.Members() {
		keys[i] = m.Key
		if n, err := strconv.Atoi(strings.TrimPrefix(m.Key, "_")); err == nil && strings.HasPrefix(m.Key, "_") && n >= 0 && n < len(s.values) {
			if name := s.values[n]; name.Kind() == jsonval.String {
				keys[i] = name.Str()
			}
		}
		items[i] = s.ref(m.Value)
	}
	return s.object(keys, items)
}

func (s *routerStream) typed(i int, v jsonval.Value) part {
	args := v.Items()[1:]
	first := v.At(1)
	switch v.At(0).Str() {
	case "D":
		if first.Kind() == jsonval.Number {
			return scalar(js.Date(first.Float()))
		}
		return plain(first)
	case "U", "B", "R", "Y":
		return plain(first)
	case "S":
		return s.array(each(args, s.ref))
	case "M":
		return s.pairs(each(args, s.ref))
	case "N":
		return s.members(first)
	case "E":
		return s.object([]string{"name", "message"}, []part{plain(v.At(2)), plain(first)})
	case "Z":
		return s.ref(first)
	case "P":
		n, ok := index(first)
		if !ok {
			return s.lost()
		}
		at, ok := s.promises[n]
		if !ok || at == i {
			return s.lost()
		}
		return s.at(at)
	case "ErrorResponse":
		items := each(args, s.ref)
		keys := []string{"data", "status", "statusText"}
		return s.object(keys[:min(len(items), 3)], items[:min(len(items), 3)])
	case "SanitizedError":
		items := each(args, s.ref)
		keys := []string{"name", "message"}
		return s.object(keys[:min(len(items), 2)], items[:min(len(items), 2)])
	}
	// Wrappers of the router and of the app stand for what they hold.
	switch len(args) {
	case 0:
		return part{size: 1}
	case 1:
		return s.ref(first)
	}
	return s.array(each(args, s.ref))
}
