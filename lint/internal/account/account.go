// Package account finds in a text what names a beneficiary or a person: e-mail
// addresses, phone numbers, bank accounts, cards, crypto addresses, URLs.
package account

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind says what was found.
type Kind uint8

// The kinds of matches.
const (
	Email  Kind = iota + 1 // Host: its domain
	Phone                  // with a "+" and the country's code (E.164)
	IBAN                   // with right check digits and the country's length
	Card                   // with a right check digit and a network's prefix
	Crypto                 // Bitcoin and its like, Ethereum, Monero
	URL                    // absolute; Host: its host
)

// String names the kind with its article.
func (k Kind) String() string {
	switch k {
	case Email:
		return "an e-mail address"
	case Phone:
		return "a phone number"
	case IBAN:
		return "a bank account"
	case Card:
		return "a card number"
	case Crypto:
		return "a crypto address"
	}
	return "a URL"
}

// Match is one thing that was found.
type Match struct {
	Kind       Kind
	Start, End int    // in bytes of the text
	Text       string // as it stands in the text
	Host       string // of Email and URL, in lower case
}

// Find gives what stands in a text, in its order. A part of a match is no
// match of its own.
func Find(text string) []Match {
	var all []Match
	for i := 0; i < len(text); i++ {
		var m *Match
		switch c := text[i]; {
		case c == '@':
			m = email(text, i, 1)
		case strings.HasPrefix(text[i:], wideAt):
			m = email(text, i, len(wideAt))
		case c == '+':
			m = phone(text, i)
		case c == ':':
			m = url(text, i)
		case c == '/' && strings.HasPrefix(text[i:], "//"):
			m = relative(text, i)
		case alnum(c) && (i == 0 || !alnum(text[i-1])):
			m = number(text, i)
		}
		if m != nil {
			m.Text = text[m.Start:m.End]
			all = append(all, *m)
		}
	}
	slices.SortStableFunc(all, func(a, b Match) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	end := 0
	return slices.DeleteFunc(all, func(m Match) bool {
		if m.Start < end {
			return true
		}
		end = m.End
		return false
	})
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
func alnum(c byte) bool { return digit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// wideAt is the "@" of East Asian keyboards, which servers take for the other.
const wideAt = "＠"

// email reads an address around its "@", which has so many bytes.
func email(text string, at, size int) *Match {
	start := at
	for start > 0 && (alnum(text[start-1]) || strings.IndexByte(".!#$%&'*+/=?^_`{|}~-", text[start-1]) >= 0 || text[start-1] >= utf8.RuneSelf) {
		start--
	}
	for start < at && !alnum(text[start]) && text[start] < utf8.RuneSelf {
		start++
	}
	from := at + size
	end := from
	for end < len(text) && (alnum(text[end]) || text[end] == '-' || text[end] == '.' || text[end] >= utf8.RuneSelf) {
		end++
	}
	domain := strings.TrimRight(text[from:end], ".-")
	if start == at || !name(domain) {
		return nil
	}
	return &Match{Kind: Email, Start: start, End: from + len(domain), Host: strings.ToLower(domain)}
}

// name reports whether a text may be the name of a host: at least two labels,
// the last of letters.
func name(host string) bool {
	dot := strings.LastIndexByte(host, '.')
	if dot <= 0 || len(host)-dot < 3 || host[0] == '.' || strings.Contains(host, "..") {
		return false
	}
	last := host[dot+1:]
	for _, r := range last {
		if !unicode.IsLetter(r) && !strings.HasPrefix(strings.ToLower(last), "xn--") {
			return false
		}
	}
	return true
}

// phone reads a number behind its "+".
func phone(text string, plus int) *Match {
	if plus > 0 && alnum(text[plus-1]) {
		return nil
	}
	var room [maxDigits]byte
	digits, end := digits(room[:0], text, plus+1, " -./()")
	if len(digits) < 8 || len(digits) > 15 || digits[0] == '0' {
		return nil
	}
	return &Match{Kind: Phone, Start: plus, End: end}
}

// maxDigits is how many digits are read: more than any number has.
const maxDigits = 41

// digits adds to all the digits of a text, with at most two separators between
// each two, and gives the end of the last one.
func digits(all []byte, text string, from int, separators string) (digits []byte, end int) {
	end = from
	gaps := 0
	for i := from; i < len(text) && len(all) < maxDigits; i++ {
		if digit(text[i]) {
			all = append(all, text[i])
			end, gaps = i+1, 0
			continue
		}
		gap := gapAt(text[i:], separators)
		if gap == 0 || gaps == 2 {
			break
		}
		gaps++
		i += gap - 1
	}
	return all, end
}

// maxURL is how much is read of a URL.
const maxURL = 2000

// url reads an absolute URL around the ":" behind its scheme.
func url(text string, colon int) *Match {
	start := colon
	for start > 0 && (alnum(text[start-1]) || text[start-1] == '+' || text[start-1] == '-') {
		start--
	}
	scheme := strings.ToLower(text[start:colon])
	from := colon + 1
	for from < len(text) && (text[from] == '/' || text[from] == '\\') {
		from++
	}
	web := scheme == "http" || scheme == "https" || scheme == "ws" || scheme == "wss" || scheme == "ftp"
	if scheme == "" || !web && from-colon < 3 || from == len(text) {
		return nil
	}
	end := from
	for end < len(text) && end < from+maxURL && text[end] > ' ' && strings.IndexByte("\"<>`'", text[end]) < 0 {
		end++
	}
	host := text[from:end]
	if i := strings.IndexAny(host, `/?#\`); i >= 0 {
		host = host[:i]
	}
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.Contains(host, "]") {
		host = host[:i]
	}
	if host == "" {
		return nil
	}
	return &Match{Kind: URL, Start: start, End: end, Host: strings.ToLower(host)}
}

// relative reads a URL without a scheme, at its two slashes: //host/path.
func relative(text string, at int) *Match {
	if at > 0 && text[at-1] > ' ' && strings.IndexByte("\"'=", text[at-1]) < 0 {
		return nil // inside of a URL or a path
	}
	m := url("https:"+text[at:min(len(text), at+maxURL)], len("https"))
	if m == nil || !name(m.Host) {
		return nil
	}
	m.Start, m.End = at, at+m.End-len("https:")
	return m
}

// number reads what begins with a letter or digit and is no part of a word.
func number(text string, from int) *Match {
	if m := iban(text, from); m != nil {
		return m
	}
	if m := crypto(text, from); m != nil {
		return m
	}
	return card(text, from)
}
