package template

import (
	"strconv"
	"strings"

	"github.com/wield-run/wield/internal/chunk"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

const (
	opener = "{{"
	closer = "}}"
)

// Parse reads a template. It reports everything that is wrong, with spans in
// bytes of src: M1 (syntax), M2 (unknown filter), M3 (arguments). The template
// that is returned is never nil and holds what was understood; only one
// without findings can be rendered.
func Parse(src string) (*Template, []*diag.Diagnostic) { return new(Parser).Parse(src) }

// Parser reads the templates of one document, and takes memory for several at
// once. The zero Parser is ready; it is not for several goroutines.
type Parser struct {
	templates  chunk.Chunk[Template]
	parts      chunk.Chunk[Part]
	references chunk.Chunk[Reference]
	segments   chunk.Chunk[Segment]
	calls      chunk.Chunk[Call]
	args       chunk.Chunk[Arg]
}

// Parse is the package's Parse.
func (room *Parser) Parse(src string) (*Template, []*diag.Diagnostic) {
	p := &parser{src: src, room: room}
	var few [8]Part
	parts := few[:0]
	for p.pos < len(src) {
		start := p.pos
		at := strings.Index(src[start:], opener)
		if at < 0 {
			at = len(src) - start
		}
		if at > 0 {
			parts = append(parts, Part{
				Span: diag.Span{Start: start, End: start + at},
				Text: src[start : start+at],
			})
			p.pos += at
			continue
		}
		if ref := p.reference(); ref != nil {
			parts = append(parts, Part{Span: diag.Span{Start: start, End: p.pos}, Ref: ref})
		}
	}
	diag.Sort(p.found)
	t := room.templates.New()
	t.src, t.parts, t.broken = src, room.parts.Copy(parts), len(p.found) > 0
	return t, p.found
}

type parser struct {
	src   string
	pos   int
	found []*diag.Diagnostic
	room  *Parser
}

// reference reads {{ … }} and leaves the position behind it, or, after an
// error, where text that can be understood may go on. It gives nil where not
// even the head was understood.
func (p *parser) reference() *Reference {
	open := p.pos
	p.pos += len(opener)
	p.space()
	if p.take(closer) {
		p.syntax(diag.Span{Start: open, End: p.pos}, "the braces hold nothing",
			"write the path of a value, as in {{ params.query }}; the text {{ itself is written {{ '{{' }}")
		return nil
	}
	head, ok := p.head(open)
	if !ok {
		return nil
	}
	ref := p.room.references.New()
	ref.Head = head
	var few [4]Call
	calls := few[:0]
	for more := true; more; {
		p.space()
		if p.take(closer) {
			break
		}
		if p.peek() != '|' {
			p.unexpected(open, "`|` with a filter, or `}}`")
			break
		}
		p.pos++
		p.space()
		var call Call
		var understood bool
		if understood, more = p.call(&call, open); understood {
			// Where the reference goes wrong right here, that is the finding.
			if next := p.ahead(); next == '|' || next == '}' {
				p.checkArgs(&call)
			}
			calls = append(calls, call)
		}
	}
	ref.Filters = p.room.calls.Copy(calls)
	return ref
}

func (p *parser) head(open int) (Head, bool) {
	start := p.pos
	switch c := p.peek(); {
	case c == '\'' || c == '"':
		text, ok := p.quoted()
		return Head{Span: p.since(start), Quoted: true, Text: text}, ok
	case isNameStart(c):
	default:
		p.unexpected(open, "the path of a value, or a quoted text")
		return Head{}, false
	}
	h := Head{Root: p.name()}
	h.RootSpan = p.since(start)
	var few [8]Segment
	path := few[:0]
	for {
		at := p.pos
		switch p.peek() {
		case '.':
			p.pos++
			if !isNameStart(p.peek()) {
				p.unexpected(open, "a name after the dot")
				return h, false
			}
			path = append(path, Segment{Name: p.name()})
		case '[':
			n, ok := p.index(open)
			if !ok {
				return h, false
			}
			path = append(path, Segment{Index: n, IsIndex: true})
		default:
			h.Span, h.Path = p.since(start), p.room.segments.Copy(path)
			return h, true
		}
		path[len(path)-1].Span = p.since(at)
	}
}

// index reads [n].
func (p *parser) index(open int) (int, bool) {
	p.pos++
	start := p.pos
	for isDigit(p.peek()) {
		p.pos++
	}
	digits := p.src[start:p.pos]
	n, err := strconv.ParseInt(digits, 10, 32)
	switch {
	case digits == "":
		p.unexpected(open, "a number from 0 in the brackets")
		return 0, false
	case err != nil || digits[0] == '0' && len(digits) > 1:
		p.syntax(diag.Span{Start: start, End: p.pos}, "`["+diag.Cut(digits, 20)+"]` is no index",
			"write a number from 0 without leading zeros")
		p.recover()
		return 0, false
	case p.peek() != ']':
		p.unexpected(open, "`]`")
		return 0, false
	}
	p.pos++
	return int(n), true
}

// call reads a filter's name and arguments. Without more the reference cannot
// be read on; it is not understood where not even its name was.
func (p *parser) call(call *Call, open int) (understood, more bool) {
	start := p.pos
	if !isNameStart(p.peek()) {
		p.unexpected(open, "the name of a filter")
		return false, false
	}
	name := p.name()
	*call = Call{Name: name, NameSpan: p.since(start), Span: p.since(start), filter: find(name)}
	if call.filter == nil {
		p.report("M2", "unknown-filter", call.NameSpan, "there is no filter "+shown(name), suggest(name))
	}
	end := p.pos
	p.space()
	if p.peek() != ':' {
		p.pos = end
		return true, true
	}
	p.pos++
	var few [4]Arg
	args := few[:0]
	for {
		p.space()
		arg, ok := p.argument(open)
		if !ok {
			return false, false
		}
		args = append(args, arg)
		call.Span = p.since(start)
		end = p.pos
		p.space()
		if p.peek() != ',' {
			p.pos = end
			call.Args = p.room.args.Copy(args)
			return true, true
		}
		p.pos++
	}
}

func (p *parser) argument(open int) (Arg, bool) {
	start := p.pos
	var v jsonval.Value
	switch c := p.peek(); {
	case c == '\'' || c == '"':
		text, ok := p.quoted()
		if !ok {
			return Arg{}, false
		}
		v = jsonval.StringValue(text)
	case isDigit(c) || c == '-':
		f, ok := p.number()
		if !ok {
			return Arg{}, false
		}
		v = jsonval.NumberValue(f)
	case isNameStart(c):
		switch word := p.name(); word {
		case "true", "false":
			v = jsonval.BoolValue(word == "true")
		case "null":
		default:
			for p.peek() == '.' || isNameStart(p.peek()) || isDigit(p.peek()) {
				p.pos++
			}
			written := p.src[start:p.pos]
			hint := "put text in quotes: '" + diag.Cut(written, 40) + "'"
			if strings.Contains(written, ".") {
				hint = "write the argument out: it cannot be read from the run; text goes in quotes"
			}
			p.syntax(p.since(start), shown(written)+" is no argument: it must be a quoted text, a number, true, false or null", hint)
			p.recover()
			return Arg{}, false
		}
	default:
		p.unexpected(open, "an argument: a quoted text, a number, true, false or null")
		return Arg{}, false
	}
	return Arg{Span: p.since(start), Value: v}, true
}

// unexpected reports that something else stands where want should. Where the
// reference has no }} of its own, that is what is wrong.
func (p *parser) unexpected(open int, want string) {
	rest := p.src[p.pos:]
	end := strings.Index(rest, closer)
	next := strings.Index(rest, opener)
	if end < 0 || next >= 0 && next < end {
		hint := "write }} behind the value; the text {{ itself is written {{ '{{' }}"
		if next < 0 && strings.HasSuffix(strings.TrimRight(rest, " "), "}") {
			hint = "it ends with a single }; write }}"
		}
		p.syntax(diag.Span{Start: open, End: open + len(opener)}, "this {{ is never closed", hint)
		p.pos = len(p.src)
		if next >= 0 {
			p.pos -= len(rest) - next
		}
		return
	}
	size := strings.IndexFunc(rest[:end], func(r rune) bool { return r == ' ' || r == '|' || r == '\n' || r == '\t' })
	if size <= 0 {
		size = end
		if end > 0 && (rest[0] == '|' || rest[0] == ' ') {
			size = 1
		}
	}
	message := "expected " + want + ", not " + shown(rest[:size])
	if size == 0 {
		message, size = "expected "+want+" before }}", len(closer)
	}
	p.syntax(diag.Span{Start: p.pos, End: p.pos + size}, message, p.mend(rest[:end]))
	p.recover()
}

// mend says what to write instead of constructs that templates elsewhere have.
func (p *parser) mend(rest string) string {
	before := p.src[:p.pos]
	switch {
	case strings.HasPrefix(rest, "|") && strings.HasSuffix(before, "|"):
		return "a value to fall back on is a filter: | default:'…'"
	case strings.HasSuffix(before, "[") && strings.HasPrefix(rest, "-"):
		return "count from the front, or take the last element with | last"
	case strings.HasSuffix(before, "["):
		return "write [0] for the first element and .name for a member; pick anything else with JMESPath in the step's extract"
	case strings.HasSuffix(before, ".") && rest != "" && isDigit(rest[0]):
		return "an element of a list is written [" + digits(rest) + "]"
	case rest == "" && strings.HasSuffix(strings.TrimRight(before, " "), "|"):
		return "name a filter, or drop the |"
	case strings.HasPrefix(rest, "{"):
		return "two braces are enough; the text {{ itself is written {{ '{{' }}"
	case strings.HasPrefix(rest, "("):
		return "arguments follow a colon, as in | date:'YYYY-MM-DD'"
	case strings.HasPrefix(rest, "#"), strings.HasPrefix(rest, "/"), strings.HasPrefix(rest, "^"), strings.HasPrefix(rest, "%"):
		return "templates have no blocks; use the step's when or foreach"
	}
	return "a template is a path with filters, as in {{ params.query | trim }}; compute with JMESPath in extract or output"
}

func digits(s string) string {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return s[:n]
}

// recover goes on behind the }} that closes the reference, or before the next
// {{ where it has none.
func (p *parser) recover() {
	rest := p.src[p.pos:]
	end := strings.Index(rest, closer)
	next := strings.Index(rest, opener)
	switch {
	case end >= 0 && (next < 0 || end < next):
		p.pos += end + len(closer)
	case next >= 0:
		p.pos += next
	default:
		p.pos = len(p.src)
	}
}

func (p *parser) syntax(span diag.Span, message, hint string) {
	p.report("M1", "template-syntax", span, message, hint)
}

func (p *parser) report(code, name string, span diag.Span, message, hint string) {
	p.found = append(p.found, &diag.Diagnostic{Code: code, Name: name, Span: span, Message: message, Hint: hint})
}

// shown quotes a piece of the source for a message.
func shown(s string) string {
	return "`" + diag.Escape(diag.Cut(s, 40)) + "`"
}
