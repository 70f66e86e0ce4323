package account

import (
	"bytes"
	"crypto/sha256"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

// iban reads a bank account: country, check digits, account, with spaces or
// hyphens between.
func iban(text string, from int) *Match {
	var room [34]byte // no country has longer ones
	b := room[:0]
	end := from
	want := 0
	for i := from; i < len(text); i++ {
		c := text[i]
		if gap := gapAt(text[i:], " -"); gap > 0 {
			if len(b) == 0 || i+gap >= len(text) || !alnum(text[i+gap]) {
				break
			}
			i += gap - 1
			continue
		}
		if !alnum(c) {
			break
		}
		if c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		b = append(b, c)
		switch len(b) {
		case 1, 2:
			if digit(c) {
				return nil
			}
		case 3:
			if !digit(c) { // nearly every word ends here
				return nil
			}
		case 4:
			if want = ibanLength(string(b[:2])); want == 0 || !digit(c) {
				return nil
			}
		}
		if len(b) == want {
			end = i + 1
			break
		}
	}
	if want == 0 || len(b) != want || end < len(text) && alnum(text[end]) || !mod97(b) {
		return nil
	}
	return &Match{Kind: IBAN, Start: from, End: end}
}

// gapAt gives the bytes of the sign with which a text begins where it may stand
// between parts of a number: one of the separators, or a space or hyphen of
// Unicode, which servers take for the plain one. 0: it is none.
func gapAt(text, separators string) int {
	if strings.IndexByte(separators, text[0]) >= 0 {
		return 1
	}
	if text[0] < utf8.RuneSelf {
		return 0
	}
	r, size := utf8.DecodeRuneInString(text)
	if unicode.Is(unicode.Zs, r) || unicode.Is(unicode.Pd, r) {
		return size
	}
	return 0
}

// mod97 checks the check digits of ISO 13616.
func mod97(b []byte) bool {
	rest := 0
	for _, c := range append(append([]byte(nil), b[4:]...), b[:4]...) {
		if digit(c) {
			rest = (rest*10 + int(c-'0')) % 97
		} else {
			rest = (rest*100 + int(c-'A') + 10) % 97
		}
	}
	return rest == 1
}

// ibanLength is how long a country's accounts are, 0 where it has none.
func ibanLength(country string) int {
	const lengths = "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28" +
		"HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29" +
		"RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30"
	for i := 0; i < len(lengths); i += 4 {
		if lengths[i:i+2] == country {
			return int(lengths[i+2]-'0')*10 + int(lengths[i+3]-'0')
		}
	}
	return 0
}

// card reads a payment card's number.
func card(text string, from int) *Match {
	if !digit(text[from]) {
		return nil
	}
	var room [maxDigits]byte
	all, end := digits(room[:0], text, from, " -")
	if end < len(text) && alnum(text[end]) || len(all) < minCard || !network(string(all)) || !luhn(all) {
		return nil
	}
	return &Match{Kind: Card, Start: from, End: end}
}

// minCard is how many digits the shortest number of a card has.
const minCard = 13

// network reports whether a number has the beginning and the length of a card
// network's.
func network(n string) bool {
	between := func(low, high string) bool { return len(n) > len(low) && n[:len(low)] >= low && n[:len(high)] <= high }
	switch len(n) {
	case 13, 19:
		return n[0] == '4' || len(n) == 19 && between("62", "62")
	case 14:
		return between("300", "305") || between("36", "36") || between("38", "39")
	case 15:
		return between("34", "34") || between("37", "37")
	case 16:
		return n[0] == '4' || between("51", "55") || between("2221", "2720") || between("3528", "3589") ||
			between("6011", "6011") || between("62", "62") || between("644", "659")
	}
	return false
}

func luhn(n []byte) bool {
	sum := 0
	for i := 0; i < len(n); i++ {
		d := int(n[len(n)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// crypto reads an address of a crypto currency.
func crypto(text string, from int) *Match {
	end := from
	for end < len(text) && alnum(text[end]) {
		end++
	}
	word := text[from:end]
	if len(word) < 25 || len(word) > 106 { // nearly every one
		return nil
	}
	lower := strings.ToLower(word)
	found := false
	switch {
	case strings.HasPrefix(lower, "0x"):
		found = len(word) == 42 && strings.Trim(lower[2:], "0123456789abcdef") == ""
	case strings.HasPrefix(lower, "bc1"), strings.HasPrefix(lower, "ltc1"):
		data := lower[strings.IndexByte(lower, '1')+1:]
		found = (word == lower || word == strings.ToUpper(word)) && strings.Trim(data, "023456789acdefghjklmnpqrstuvwxyz") == "" && len(word) >= 42
	case len(word) == 95 || len(word) == 106:
		found = (word[0] == '4' || word[0] == '8') && strings.Trim(word, base58) == ""
	case len(word) <= 35:
		found = checked(word)
	}
	if !found {
		return nil
	}
	return &Match{Kind: Crypto, Start: from, End: end}
}

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// checked reports whether a word is an address in base 58 with a right
// checksum: Bitcoin, Litecoin, Dogecoin, Tron and others.
func checked(word string) bool {
	n := new(big.Int)
	for i := 0; i < len(word); i++ {
		d := strings.IndexByte(base58, word[i])
		if d < 0 {
			return false
		}
		n.Add(n.Mul(n, big.NewInt(58)), big.NewInt(int64(d)))
	}
	const size = 25 // version, hash of 20 bytes, checksum of 4
	if n.BitLen() > size*8 {
		return false
	}
	all := n.FillBytes(make([]byte, size))
	first := sha256.Sum256(all[:size-4])
	second := sha256.Sum256(first[:])
	return bytes.Equal(second[:4], all[size-4:])
}
