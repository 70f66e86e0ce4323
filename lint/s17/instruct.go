package s17

import (
	"encoding/hex"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// instruction reports a text that tells a model what to do; it is clean where
// there is none.
func (c *checker) instruction(n *jsonval.Node, text string, span diag.Span, has signs) (clean bool) {
	if name, found, ok := c.finder.Find(text); ok {
		c.report("instruct", name, n, span, "the text speaks to the model: "+diag.Quote(found, 80), "say what the recipe does, in the third person")
		return false
	}
	if has.any(coded) {
		if plain := decoded(text); plain != text {
			if name, found, ok := c.finder.Find(plain); ok {
				c.report("instruct", name, n, span, "the text speaks to the model: "+diag.Quote(found, 80), "say what the recipe does, in the third person")
				return false
			}
		}
	}
	if has.any(colon) {
		if found := dialogue(text); found != "" {
			c.report("instruct", "dialogue", n, span, "the text plays a conversation with the model: "+diag.Quote(found, 80), "say what the recipe does, in the third person")
			return false
		}
	}
	if has.any(wide) {
		if found := otherScripts(text); found != "" {
			c.report("instruct", "ignore-instructions", n, span, "the text speaks to the model: "+diag.Quote(found, 80), "say what the recipe does, in the third person")
			return false
		}
	}
	if has.any(pathSign) {
		if path := secretFile(text); path != "" {
			c.report("instruct", "secret-file", n, span, "the text names a file that holds secrets: "+diag.Quote(path, 40), "remove it")
			return false
		}
	}
	if spaced(text) {
		c.report("instruct", "spaced-letters", n, span, "the text sets letters apart, so that words are hidden: "+diag.Quote(text, 80), "write words")
		return false
	}
	return true
}

// decoded gives a text with the letters that are written by references of HTML or
// by percent signs, and with words whose parts a hyphen joins: ig-nore.
func decoded(text string) string {
	if i := strings.IndexByte(text, '&'); i >= 0 && strings.IndexByte(text[i:], ';') > 0 {
		text = html.UnescapeString(text)
	}
	if strings.IndexByte(text, '%') < 0 && !hyphened(text) {
		return text
	}
	b := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if c, err := hex.DecodeString(text[i+1 : i+3]); err == nil {
				b = append(b, c[0])
				i += 2
				continue
			}
		}
		if !cut(text, i) {
			b = append(b, text[i])
		}
	}
	return string(b)
}

// hyphened reports whether a hyphen parts a word in a text.
func hyphened(text string) bool {
	for i := range len(text) {
		if cut(text, i) {
			return true
		}
	}
	return false
}

// cut reports whether a hyphen between two small letters stands at a place.
func cut(text string, i int) bool {
	letter := func(c byte) bool { return c >= 'a' && c <= 'z' || c >= utf8.RuneSelf }
	return text[i] == '-' && i > 0 && i+1 < len(text) && (letter(text[i-1]) || letter(text[i-1]|0x20)) && letter(text[i+1])
}

// dialogue gives a text in which a model and a person speak in turn, each with
// a label at the beginning of a sentence: "Assistant: … User: …".
func dialogue(text string) string {
	model, person := false, false
	for sentence := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".!?\n。！？", r) }) {
		label, _, ok := strings.Cut(sentence, ":")
		if !ok {
			continue
		}
		switch strings.ToLower(strings.TrimSpace(label)) {
		case "assistant", "ai", "assistent", "asistente", "アシスタント":
			model = true
		case "user", "human", "system", "nutzer", "benutzer", "mensch", "utilisateur", "humain", "usuario", "ユーザー":
			person = true
		}
	}
	if model && person {
		return text
	}
	return ""
}

// otherPhrases are pairs of words, or stems of words, of scripts that phrases.txt
// does not know: they set no spaces, or their letters are taken for Latin ones
// there. They say: ignore instructions, and do not tell the user.
func otherPhrases() [][2][]string {
	return [][2][]string{
		{{"無視", "无视", "忽略", "忽視", "忽视"}, {"指示", "指令", "命令", "プロンプト", "提示词", "提示詞"}},
		{{"ユーザー", "利用者"}, {"言わない", "知らせない", "伝えない", "教えない"}},
		{{"不要", "别", "勿"}, {"告诉用户", "告訴用戶", "告知用户", "告知用戶"}},
		{{"무시"}, {"지시", "명령", "프롬프트"}},
		{{"игнорируй", "забудь"}, {"инструкци", "указани"}},
	}
}

// otherScripts gives a sentence that has both words of such a pair, "" where
// there is none.
func otherScripts(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r >= '\u0400' }) {
		return ""
	}
	has := func(sentence string, words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(sentence, w) })
	}
	for sentence := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune("。．.!?！？\n", r) }) {
		for _, pair := range otherPhrases() {
			if has(sentence, pair[0]) && has(sentence, pair[1]) {
				return sentence
			}
		}
	}
	return ""
}

// secretFiles are names of such files, in small letters. mayName knows what they
// begin with.
func secretFiles() []string {
	return []string{"~/.", ".ssh/", "id_rsa", "id_ed25519", "/etc/passwd", "/etc/shadow", ".aws/credentials", ".npmrc", ".netrc", ".pypirc",
		".git-credentials", "wallet.dat", "mcp.json", "claude_desktop_config", ".kube/config", ".docker/config.json", "/proc/self/environ"}
}

// secretFile gives the name of a file that holds secrets on people's machines.
func secretFile(text string) string {
	if !mayName(text) {
		return ""
	}
	lower := strings.ToLower(text)
	for _, name := range secretFiles() {
		if strings.Contains(lower, name) {
			return name
		}
	}
	for i := strings.Index(lower, ".env"); i >= 0; {
		before := i == 0 || strings.IndexByte(" \t\n\"'`(/\\", lower[i-1]) >= 0
		behind := i+4 == len(lower) || strings.IndexByte(" \t\n\"'`),.;:!?", lower[i+4]) >= 0
		if before && behind {
			return ".env"
		}
		next := strings.Index(lower[i+4:], ".env")
		if next < 0 {
			break
		}
		i += 4 + next
	}
	return ""
}

// mayName reports whether a text has what the name of such a file has: a sign of
// a path with what stands behind it there. Nearly none has.
func mayName(text string) bool {
	for i := 0; i+2 < len(text); i++ {
		switch a, b := text[i+1]|0x20, text[i+2]|0x20; text[i] {
		case '~':
			if a == '/' {
				return true
			}
		case '/':
			if a == 'e' && b == 't' || a == 'p' && b == 'r' {
				return true
			}
		case '_':
			if a == 'r' && b == 's' || a == 'e' && b == 'd' || a == 'd' && b == 'e' {
				return true
			}
		case '.':
			if text[i+1] >= utf8.RuneSelf { // there is a Kelvin sign, whose small letter is k
				return true
			}
			switch string([]byte{a, b}) {
			case "ss", "aw", "np", "ne", "py", "gi", "da", "js", "ku", "do", "en":
				return true
			}
		}
	}
	return false
}

// apart is how many single letters in a row are no list any more.
const apart = 12

// separates tells the signs that stand between letters that are set apart.
func separates(c byte) bool {
	return c == ' ' || c == '.' || c == '-' || c == '_' || c == '*' || c == ','
}

// alone reports whether a single letter stands between two signs somewhere. Of a
// text that is not ASCII nothing is said.
func alone(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] >= utf8.RuneSelf || i+2 < len(text) && separates(text[i]) && !separates(text[i+1]) && separates(text[i+2]) {
			return true
		}
	}
	return false
}

// spaced reports whether a text sets its letters apart.
func spaced(text string) bool {
	if len(text) < 2*apart-1 {
		return false
	}
	if !alone(text) {
		return false
	}
	row, length := 0, 0
	for _, r := range text {
		if r < utf8.RuneSelf && separates(byte(r)) {
			if length == 1 {
				row++
			} else if length > 1 {
				row = 0
			}
			length = 0
			if row >= apart {
				return true
			}
			continue
		}
		length++
		if r >= '0' && r <= '9' {
			length++ // digits in a row are numbers
		}
	}
	return length == 1 && row+1 >= apart
}
