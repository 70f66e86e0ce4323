// Package charset decodes HTML pages as the HTML standard says: by the byte
// order mark, else the header's charset, else a <meta> in the first 1,024
// bytes, else as UTF-8. Nothing is guessed from the text.
package charset

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Source says what named the encoding.
type Source string

// The sources, in their order of weight.
const (
	BOM     Source = "the byte order mark"
	Header  Source = "the header"
	Meta    Source = "a <meta> element"
	Default Source = "nothing declares one"
)

// UTF8 is the name that Decode gives for UTF-8.
const UTF8 = "utf-8"

// Decode gives the text of a page without its byte order mark, and the name of
// the encoding in lower case, as the Encoding standard has it. Bytes that the
// encoding does not know become U+FFFD.
func Decode(page []byte, contentType string) (text, name string, from Source) {
	name, from = determine(page, contentType)
	if name == UTF8 {
		return jsonval.DecodeUTF8(page), name, from
	}
	enc, err := htmlindex.Get(name)
	if err != nil { // cannot be: determine gives only names that it looked up
		return jsonval.DecodeUTF8(page), UTF8, Default
	}
	switch name {
	case "utf-16le":
		enc = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case "utf-16be":
		enc = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	case "gbk": // is decoded as what extends it
		enc = simplifiedchinese.GB18030
	case "iso-8859-8-i": // differs in the direction of lines only
		enc = charmap.ISO8859_8
	}
	if from == BOM {
		page = page[2:]
	}
	return decode(enc, page), name, from
}

func decode(enc encoding.Encoding, page []byte) string {
	if table, ok := enc.(*charmap.Charmap); ok {
		return decodeTable(table, page)
	}
	// x/text decoders write U+FFFD for what they cannot read; an error would
	// be one of theirs, and then what was read so far counts.
	text, _ := enc.NewDecoder().Bytes(page)
	return string(text)
}

// decodeTable decodes an encoding of one byte for each character. Where its
// table has nothing for a byte of 80 to 9F the Encoding standard has the control
// character of that number.
func decodeTable(table *charmap.Charmap, page []byte) string {
	var b strings.Builder
	b.Grow(len(page))
	for _, c := range page {
		r := table.DecodeByte(c)
		if r == utf8.RuneError && c >= 0x80 && c < 0xa0 {
			r = rune(c)
		}
		b.WriteRune(r)
	}
	return b.String()
}

func determine(page []byte, contentType string) (name string, from Source) {
	switch s := string(page[:min(len(page), 3)]); {
	case s == "\xef\xbb\xbf":
		return UTF8, BOM
	case strings.HasPrefix(s, "\xfe\xff"):
		return "utf-16be", BOM
	case strings.HasPrefix(s, "\xff\xfe"):
		return "utf-16le", BOM
	}
	if name := lookup(Param(contentType, "charset")); name != "" {
		return name, Header
	}
	if name := prescan(page[:min(len(page), 1024)]); name != "" {
		return name, Meta
	}
	return UTF8, Default
}

// lookup gives the encoding of a label, or "".
func lookup(label string) string {
	if label == "" {
		return ""
	}
	enc, err := htmlindex.Get(label)
	if err != nil {
		return ""
	}
	name, err := htmlindex.Name(enc)
	if err != nil {
		return ""
	}
	return name
}

// Type gives the type of a Content-Type header, "text/html", in lower case and
// without parameters; "" where there is none.
func Type(contentType string) string {
	t, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(strings.Trim(t, " \t\r\n"))
}

// Param gives a parameter of a Content-Type header, read as browsers do: the
// first of a name counts, what is malformed is passed over.
func Param(contentType, name string) string {
	_, rest, _ := strings.Cut(contentType, ";")
	for rest != "" {
		rest = strings.TrimLeft(rest, " \t\r\n")
		end := strings.IndexAny(rest, ";=")
		if end < 0 {
			return ""
		}
		key := strings.ToLower(rest[:end])
		if rest[end] == ';' {
			rest = rest[end+1:]
			continue
		}
		var value string
		if rest = rest[end+1:]; strings.HasPrefix(rest, `"`) {
			value, rest = quoted(rest[1:])
			_, rest, _ = strings.Cut(rest, ";")
		} else {
			value, rest, _ = strings.Cut(rest, ";")
			value = strings.TrimRight(value, " \t\r\n")
		}
		if key == name && value != "" {
			return value
		}
	}
	return ""
}

// quoted reads a quoted string whose opening quote is gone.
func quoted(s string) (value, rest string) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), ""
}
