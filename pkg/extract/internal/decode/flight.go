package decode

import (
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/extract/internal/js"
	"github.com/wield-run/wield/pkg/jsonval"
)

// nextFlight reads the stream that Next's app router writes into a page in
// pieces, self.__next_f.push([1,"…"]): React's rows of server components. The
// value is
//
//	root      row 0, with every reference to another row resolved
//	elements  all elements in document order, each on its own; its
//	          props.children only where they are text
//	rows      all rows by their hexadecimal id
//
// An element is {type, key, props}. The type of a client component is the name
// under which its module exports it.
func nextFlight(texts []string) (Result, error) {
	stream, err := pushed(texts)
	if err != nil {
		return Result{}, err
	}
	f := &flight{graph: &graph{}, rows: map[string]*row{}, done: map[string]*slot{}, found: map[string]*raw{}}
	if err := f.read(stream); err != nil {
		return Result{}, err
	}
	root := part{size: 1}
	if f.rows["0"] != nil {
		root = f.row("0")
	}
	rows := make([]part, len(f.ids))
	for i, id := range f.ids {
		rows[i] = f.row(id)
	}
	return f.result(f.object([]string{"root", "elements", "rows"},
		[]part{root, f.array(f.elements), f.object(f.ids, rows)}))
}

// pushed joins the pieces of the stream. [1,"text"] is text and [3,"base64"]
// bytes; [0] and [2,…] hold nothing of it.
func pushed(texts []string) (string, *Error) {
	var b strings.Builder
	found := false
	for i, src := range texts {
		if !strings.Contains(src, "__next_f") {
			continue
		}
		s := js.NewScanner(src, 0)
		named, push := false, false
		for t := s.Next(); t.Kind != js.End; t = s.Next() {
			switch word := s.Text(t); {
			case word == "__next_f":
				named, push = true, false
			case word == "push":
				push = named
			case word == ";":
				named, push = false, false
			case word == "(" && push:
				start, stop, err := s.Balanced()
				if err != nil {
					return "", &Error{Text: i, Offset: err.Offset, Message: "a piece of the stream is cut off: " + err.Message}
				}
				piece, failed := parse(src, i, start, stop)
				if failed != nil {
					return "", failed
				}
				found = true
				switch kind, _ := index(piece.At(0)); kind {
				case 1:
					b.WriteString(piece.At(1).Str())
				case 3:
					bytes, _ := base64Bytes(piece.At(1).Str())
					b.Write(bytes)
				}
				named, push = false, false
			default:
				push = false
			}
		}
	}
	if !found {
		e := fail(`no matched script has self.__next_f.push([1,"…"])`)
		e.Hint = `the stream stands in several scripts: let the selector match them all, as "script" does`
		return "", e
	}
	return b.String(), nil
}

// row is one row of the stream.
type row struct {
	raw    jsonval.Value // a model: JSON with references in it
	part   part          // where fixed: all of the value
	fixed  bool
	stream bool // more rows of the same id are its items
	items  []*row
}

type flight struct {
	*graph
	rows     map[string]*row
	ids      []string // in order
	done     map[string]*slot
	found    map[string]*raw
	elements []part
	quiet    int // inside of a reference into a row, whose elements are listed there
}

// read splits the stream into rows: a hexadecimal id, a colon, a letter that
// says what follows (none: a model), and either a length and so many bytes, or
// all to the end of the line.
func (f *flight) read(stream string) *Error {
	for i := 0; i < len(stream); {
		colon := strings.IndexByte(stream[i:], ':')
		if colon < 0 {
			break // a rest that was cut off
		}
		id := strings.TrimLeft(stream[i:i+colon], "\n")
		i += colon + 1
		tag := byte(0)
		if i < len(stream) && rowTag(stream[i]) {
			tag = stream[i]
			i++
		}
		stop, next := len(stream), len(stream)
		if rowHasLength(tag) {
			comma := strings.IndexByte(stream[i:], ',')
			n, err := strconv.ParseUint(stream[i:max(i, i+comma)], 16, 31)
			if comma < 0 || err != nil {
				return fail("row %s of the stream has no length", diag.Quote(id, 20))
			}
			i += comma + 1
			if i+int(n) <= len(stream) {
				stop, next = i+int(n), i+int(n)
			} else {
				f.warnings = append(f.warnings, "the stream ends inside of a text")
			}
		} else if n := strings.IndexByte(stream[i:], '\n'); n >= 0 {
			stop, next = i+n, i+n+1
		}
		if err := f.add(id, tag, stream[i:stop]); err != nil {
			return err
		}
		i = next
	}
	return nil
}

func rowTag(c byte) bool {
	return c >= 'A' && c <= 'Z' || c == '#' || c == 'r' || c == 'x' || rowHasLength(c)
}

// rowHasLength: texts and typed arrays.
func rowHasLength(c byte) bool { return c != 0 && strings.IndexByte("TAOoUSsLlGgMmVb", c) >= 0 }

func (f *flight) add(id string, tag byte, body string) *Error {
	r := &row{}
	switch tag {
	case 0:
		v, err := jsonval.ParseString(body)
		if err != nil {
			if strings.TrimSpace(body) == "" {
				return nil
			}
			return fail("row %s of the stream is not JSON: %v", diag.Quote(id, 20), err)
		}
		r.raw = v
	case 'T':
		r.fixed, r.part = true, text(body)
	case 'I':
		v, err := jsonval.ParseString(body)
		if err != nil {
			return fail("row %s of the stream is not JSON: %v", diag.Quote(id, 20), err)
		}
		r.fixed, r.part = true, f.imported(v)
	case 'E', 'P': // a failure: null
		r.fixed, r.part = true, part{size: 1}
	case 'R', 'r', 'X', 'x':
		r.stream = true
	case 'C':
		if open := f.rows[id]; open != nil {
			open.stream = false
		}
		return nil
	default:
		if !rowHasLength(tag) { // hints and what only development has
			return nil
		}
		r.fixed, r.part = true, numbers(f.graph, elements(flightArray(tag), []byte(body)))
	}
	if open := f.rows[id]; open != nil {
		if open.stream {
			open.items = append(open.items, r)
			f.count(1)
		}
		return nil // the first row of an id counts
	}
	if r.stream {
		r.items = []*row{}
	}
	f.rows[id] = r
	f.ids = append(f.ids, id)
	return nil
}

func flightArray(tag byte) string {
	switch tag {
	case 'O':
		return "Int8Array"
	case 'S':
		return "Int16Array"
	case 's':
		return "Uint16Array"
	case 'L':
		return "Int32Array"
	case 'l':
		return "Uint32Array"
	case 'G':
		return "Float32Array"
	case 'g':
		return "Float64Array"
	case 'M':
		return "BigInt64Array"
	case 'm':
		return "BigUint64Array"
	}
	return "Uint8Array"
}

// imported reads the row of a client component: [module, chunks, name] or,
// earlier, {"id":…,"chunks":…,"name":…}.
func (f *flight) imported(v jsonval.Value) part {
	module, name := v.At(0), v.At(2)
	if v.Kind() == jsonval.Object {
		module, name = v.Field("id"), v.Field("name")
	}
	return f.object([]string{"module", "name"}, []part{plain(module), plain(name)})
}
