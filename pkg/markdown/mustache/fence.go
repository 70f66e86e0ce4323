package mustache

import "strings"

// checkFences reports tags behind the fence that opens a block of code: what
// they print would not be text, and could end the block's first line.
func checkFences(l *lexer) {
	var open fence
	var line strings.Builder
	var tag *token // the first of the line
	end := func() {
		f, ok := fenceOf(line.String())
		switch {
		case open.length > 0:
			if ok && f.mark == open.mark && f.length >= open.length && f.info == "" {
				open = fence{}
			}
		case ok && tag != nil: // which stands behind the fence: before it there are marks alone
			l.fail(tag.span.Start, tag.span.End, "write the language itself, as in ```` ```json ````, or a line break before the tag",
				"a tag cannot stand behind the fence of a code block")
			open = f
		case ok:
			open = f
		}
		line.Reset()
		tag = nil
	}
	for i := range l.tokens {
		t := &l.tokens[i]
		if t.sort != literalToken {
			if tag == nil {
				tag = t
			}
			line.WriteString(placeholder)
			continue
		}
		for piece := range strings.Lines(t.text) {
			line.WriteString(strings.TrimSuffix(piece, "\n"))
			if strings.HasSuffix(piece, "\n") {
				end()
			}
		}
	}
	end()
}

// placeholder stands for a tag in a line.
const placeholder = "\x00"

// fence is what opens or closes a block of code.
type fence struct {
	mark   byte
	length int
	info   string
}

// fenceOf reads a line as a fence.
func fenceOf(line string) (fence, bool) {
	at := strings.IndexAny(line, "`~")
	if at < 0 {
		return fence{}, false
	}
	f := fence{mark: line[at]}
	for at+f.length < len(line) && line[at+f.length] == f.mark {
		f.length++
	}
	f.info = strings.TrimSpace(line[at+f.length:])
	_, ok := container(line[:at])
	return f, ok && f.length >= 3 && !strings.Contains(f.info, "`")
}

// container reads what stands before a fence: the marks of quotes and list
// items. rest is what the further lines of the block begin with.
func container(before string) (rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(before); {
		digits := len(before[i:]) - len(strings.TrimLeft(before[i:], "0123456789"))
		end := i + digits // of a list item's mark
		switch c := before[min(end, len(before)-1)]; {
		case digits == 0 && (c == ' ' || c == '>'):
			b.WriteByte(c)
			i++
			continue
		case digits == 0 && strings.IndexByte("-*+", c) < 0,
			digits > 0 && strings.IndexByte(".)", c) < 0,
			!strings.HasPrefix(before[min(end+1, len(before)):], " "):
			return "", false
		}
		b.WriteString(strings.Repeat(" ", end+1-i))
		i = end + 1
	}
	return b.String(), true
}

// behindContainer takes from a line what it begins with as one of a block
// behind rest.
func behindContainer(line, rest string) string {
	for i := 0; i < len(rest); i++ {
		switch {
		case line != "" && line[0] == rest[i]:
			line = line[1:]
		case rest[i] == '>':
			return line
		}
	}
	return line
}
