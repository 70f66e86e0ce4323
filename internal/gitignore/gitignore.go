// Package gitignore matches paths against patterns as git's .gitignore files
// have them. It reads no files.
package gitignore

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Patterns are the patterns of one file, in its order.
type Patterns struct {
	list []pattern
}

// pattern is one line of a file.
type pattern struct {
	negated  bool // "!": what matches is taken back
	dirOnly  bool // a slash at the end: folders only
	anchored bool // a slash elsewhere: from the file's own folder, else at any depth
	glob     string
}

// Parse reads the text of a .gitignore file. No text is wrong: git passes over
// a line that it cannot read, and so does this.
func Parse(text []byte) Patterns {
	var p Patterns
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	for line := range strings.SplitSeq(string(text), "\n") {
		if one, ok := parseLine(strings.TrimSuffix(line, "\r")); ok {
			p.list = append(p.list, one)
		}
	}
	return p
}

func parseLine(line string) (p pattern, ok bool) {
	line = trimSpaces(line)
	if line == "" || line[0] == '#' {
		return p, false
	}
	if line[0] == '!' {
		p.negated = true
		line = line[1:]
	}
	if strings.HasSuffix(line, "/") {
		p.dirOnly = true
		line = line[:len(line)-1]
	}
	p.anchored = strings.Contains(line, "/")
	p.glob = strings.TrimPrefix(line, "/")
	return p, p.glob != ""
}

// trimSpaces drops the spaces at the end of a line, but not one that is
// escaped by a backslash.
func trimSpaces(line string) string {
	end := len(line)
	for end > 0 && line[end-1] == ' ' {
		backslashes := 0
		for i := end - 2; i >= 0 && line[i] == '\\'; i-- {
			backslashes++
		}
		if backslashes%2 == 1 {
			break
		}
		end--
	}
	return line[:end]
}

// Decide looks for the last pattern that matches a path, which is relative to
// the folder of the patterns, with slashes. It tells whether there is one, and
// whether the path is ignored by it.
func (p Patterns) Decide(path string, isDir bool) (ignored, decided bool) {
	base := path[strings.LastIndexByte(path, '/')+1:]
	for i := len(p.list) - 1; i >= 0; i-- {
		one := &p.list[i]
		if one.dirOnly && !isDir {
			continue
		}
		subject := base
		if one.anchored {
			subject = path
		}
		if match(one.glob, subject) {
			return !one.negated, true
		}
	}
	return false, false
}

// Match tells whether a path or a folder above it is ignored by these patterns
// alone.
func (p Patterns) Match(path string, isDir bool) bool {
	for i := range len(path) {
		if path[i] == '/' {
			if ignored, _ := p.Decide(path[:i], true); ignored {
				return true
			}
		}
	}
	ignored, _ := p.Decide(path, isDir)
	return ignored
}

// match is git's wildmatch with slashes that only ** crosses. Its work is
// bounded by the product of both lengths, since only the last star, and the
// last double star before it, are ever tried anew.
func match(glob, s string) bool {
	type retry struct{ glob, s string }
	var star, deep retry // where to go on when the rest does not match
	haveStar, haveDeep := false, false
	start := true // glob stands at its beginning or behind a slash
	for {
		if glob != "" && glob[0] == '*' {
			rest := strings.TrimLeft(glob, "*")
			stars := len(glob) - len(rest) // more than two are as two
			switch {
			case start && stars > 1 && rest == "":
				return s != ""
			case start && stars > 1 && rest[0] == '/':
				glob = rest[1:]
				deep, haveDeep, haveStar = retry{glob, s}, true, false
			default:
				glob, start = rest, false
				star, haveStar = retry{glob, s}, true
			}
			continue
		}
		if glob == "" && s == "" {
			return true
		}
		if rest, size, ok := matchOne(glob, s); ok {
			start = glob[0] == '/'
			glob, s = rest, s[size:]
			continue
		}
		switch {
		case haveStar && star.s != "" && star.s[0] != '/':
			_, size := utf8.DecodeRuneInString(star.s)
			star.s = star.s[size:]
			glob, s, start = star.glob, star.s, false
		case haveDeep && strings.IndexByte(deep.s, '/') >= 0:
			deep.s = deep.s[strings.IndexByte(deep.s, '/')+1:]
			glob, s, start, haveStar = deep.glob, deep.s, true, false
		default:
			return false
		}
	}
}

// matchOne matches one unit of a pattern other than a star (a character, ?, a
// class) with one character, and gives the rest of the pattern and the
// character's size.
func matchOne(glob, s string) (rest string, size int, ok bool) {
	if glob == "" || s == "" {
		return "", 0, false
	}
	r, size := utf8.DecodeRuneInString(s)
	switch glob[0] {
	case '?':
		return glob[1:], size, s[0] != '/'
	case '[':
		rest, ok := matchClass(glob[1:], r)
		return rest, size, ok && r != '/'
	case '\\':
		if len(glob) == 1 {
			return "", 0, false // a backslash at the end matches nothing
		}
		glob = glob[1:]
	}
	p, n := utf8.DecodeRuneInString(glob)
	return glob[n:], size, p == r && glob[:n] == s[:size]
}

// matchClass matches a class, whose text begins behind its bracket. A class
// that is not closed matches nothing.
func matchClass(glob string, r rune) (rest string, ok bool) {
	negated := false
	if glob != "" && (glob[0] == '!' || glob[0] == '^') {
		negated, glob = true, glob[1:]
	}
	found := false
	for first := true; ; first = false {
		if glob == "" {
			return "", false
		}
		if glob[0] == ']' && !first {
			return glob[1:], found != negated
		}
		if name, after, ok := strings.Cut(strings.TrimPrefix(glob, "[:"), ":]"); ok && strings.HasPrefix(glob, "[:") {
			found = found || inNamedClass(name, r)
			glob = after
			continue
		}
		var low, high rune
		low, glob = classRune(glob)
		high = low
		if len(glob) > 1 && glob[0] == '-' && glob[1] != ']' {
			high, glob = classRune(glob[1:])
		}
		found = found || low <= r && r <= high
	}
}

func classRune(glob string) (rune, string) {
	if glob[0] == '\\' && len(glob) > 1 {
		glob = glob[1:]
	}
	r, n := utf8.DecodeRuneInString(glob)
	return r, glob[n:]
}

// inNamedClass knows the POSIX classes, of ASCII.
func inNamedClass(name string, r rune) bool {
	lower, upper, digit := 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9'
	switch name {
	case "alpha":
		return lower || upper
	case "alnum":
		return lower || upper || digit
	case "digit":
		return digit
	case "lower":
		return lower
	case "upper":
		return upper
	case "xdigit":
		return digit || 'a' <= r && r <= 'f' || 'A' <= r && r <= 'F'
	case "space":
		return r == ' ' || '\t' <= r && r <= '\r'
	case "blank":
		return r == ' ' || r == '\t'
	case "cntrl":
		return r < 0x20 || r == 0x7f
	case "print":
		return 0x20 <= r && r < 0x7f
	case "graph":
		return 0x20 < r && r < 0x7f
	case "punct":
		return 0x20 < r && r < 0x7f && !lower && !upper && !digit
	}
	return false
}
