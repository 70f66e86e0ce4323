package format

import (
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
)

// moment is a date, or a date with a time, as it is written: its own
// precision, its own offset, no conversion.
type moment struct {
	year, month, day int
	time             bool
	hour, minute     int
	second           int // -1: not given
	fraction         string
	zone             string // "Z", "+02:00", or "" where none is given
}

// appendDate reads what the format `date` reads: ISO 8601, RFC 2822,
// /Date(ms)/, and epoch seconds or milliseconds, told apart by size.
func appendDate(dst []byte, v jsonval.Value) ([]byte, bool) {
	text, ok := scalarText(v)
	if !ok {
		return dst, false
	}
	var m moment
	if v.Kind() == jsonval.Number {
		m, ok = parseEpoch(text)
	} else {
		m, ok = parseDate(strings.Trim(text, " \t\r\n"))
	}
	if !ok {
		return dst, false
	}
	return m.append(dst), true
}

func parseDate(s string) (moment, bool) {
	if m, ok := parseISO(s); ok {
		return m, true
	}
	if m, ok := parseEpoch(s); ok {
		return m, true
	}
	if inside, ok := strings.CutPrefix(s, "/Date("); ok {
		if inside, ok = strings.CutSuffix(inside, ")/"); ok {
			return parseDotNet(inside)
		}
	}
	return parseRFC2822(s)
}

// valid reports whether there is such a day and time. A second of 60 is a
// leap second.
func (m *moment) valid() bool {
	return m.year >= 1 && m.year <= 9999 && m.month >= 1 && m.month <= 12 &&
		m.day >= 1 && m.day <= daysIn(m.year, m.month) &&
		m.hour < 24 && m.minute < 60 && m.second <= 60
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

func (m *moment) append(dst []byte) []byte {
	dst = appendPadded(dst, m.year, 4)
	dst = appendPadded(append(dst, '-'), m.month, 2)
	dst = appendPadded(append(dst, '-'), m.day, 2)
	if !m.time {
		return dst
	}
	dst = appendPadded(append(dst, 'T'), m.hour, 2)
	dst = appendPadded(append(dst, ':'), m.minute, 2)
	if m.second >= 0 {
		dst = appendPadded(append(dst, ':'), m.second, 2)
	}
	if m.fraction != "" {
		dst = append(append(dst, '.'), m.fraction...)
	}
	return append(dst, m.zone...)
}

func appendPadded(dst []byte, n, width int) []byte {
	for unit := pow10(width - 1); unit > 0; unit /= 10 {
		dst = append(dst, byte('0'+n/unit%10))
	}
	return dst
}

func pow10(n int) int {
	p := 1
	for range n {
		p *= 10
	}
	return p
}

// scanner takes a date apart from the left.
type scanner struct{ s string }

// number takes exactly n digits.
func (p *scanner) number(n int) (int, bool) {
	if len(p.s) < n || digits(p.s[:n]) < n {
		return 0, false
	}
	value := 0
	for i := range n {
		value = value*10 + int(p.s[i]-'0')
	}
	p.s = p.s[n:]
	return value, true
}

// byte takes one of a few bytes.
func (p *scanner) byte(any string) bool {
	if p.s == "" || strings.IndexByte(any, p.s[0]) < 0 {
		return false
	}
	p.s = p.s[1:]
	return true
}

// parseISO reads 2026-03-01, and behind it a time with T or a space, seconds
// or not, a fraction or not, an offset or not.
func parseISO(s string) (m moment, ok bool) {
	p := scanner{s}
	var ok1, ok2, ok3 bool
	m.year, ok1 = p.number(4)
	ok1 = ok1 && p.byte("-")
	m.month, ok2 = p.number(2)
	ok2 = ok2 && p.byte("-")
	m.day, ok3 = p.number(2)
	if !ok1 || !ok2 || !ok3 {
		return m, false
	}
	if p.s != "" {
		if !p.byte("Tt ") || !m.clock(&p) || !m.offset(&p) {
			return m, false
		}
	}
	return m, p.s == "" && m.valid()
}

// clock takes hh:mm, and seconds and a fraction where they are given.
func (m *moment) clock(p *scanner) bool {
	var ok1, ok2 bool
	m.time, m.second = true, -1
	m.hour, ok1 = p.number(2)
	ok1 = ok1 && p.byte(":")
	m.minute, ok2 = p.number(2)
	if !ok1 || !ok2 {
		return false
	}
	if !p.byte(":") {
		return true
	}
	if m.second, ok1 = p.number(2); !ok1 {
		return false
	}
	if p.byte(".,") {
		n := digits(p.s)
		m.fraction, p.s = p.s[:n], p.s[n:]
		return n > 0
	}
	return true
}

// offset takes Z, +02:00, +0200, +02, and the same or UTC, GMT behind a space.
func (m *moment) offset(p *scanner) bool {
	if p.s == "" {
		return true
	}
	space := p.byte(" ")
	switch {
	case foldASCII(p.s, "z"), space && (p.s == "UTC" || p.s == "GMT"):
		m.zone, p.s = "Z", ""
		return true
	}
	sign := p.s[:min(1, len(p.s))]
	if !p.byte("+-") {
		return false
	}
	hour, ok := p.number(2)
	if !ok || hour > 23 {
		return false
	}
	minute := 0
	if p.s != "" {
		p.byte(":")
		if minute, ok = p.number(2); !ok || minute > 59 {
			return false
		}
	}
	m.zone = zone(sign, hour, minute)
	return true
}

func zone(sign string, hour, minute int) string {
	b := appendPadded([]byte(sign), hour, 2)
	return string(appendPadded(append(b, ':'), minute, 2))
}

// parseRFC2822 reads the dates of mail and HTTP headers:
// [Sun, ]01 Mar 2026 12:00[:00] GMT.
func parseRFC2822(s string) (m moment, ok bool) {
	if day, rest, cut := strings.Cut(s, ","); cut {
		if indexFold([]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}, day) < 0 {
			return m, false
		}
		s = rest
	}
	if at := strings.IndexByte(s, '('); at >= 0 && strings.HasSuffix(s, ")") {
		s = s[:at] // a comment names the zone: "+0000 (UTC)"
	}
	parts := strings.Fields(s)
	if len(parts) != 5 || len(parts[0]) > 2 || len(parts[2]) != 4 {
		return m, false
	}
	day, year := scanner{parts[0]}, scanner{parts[2]}
	var ok1, ok2 bool
	m.day, ok1 = day.number(len(parts[0]))
	m.year, ok2 = year.number(4)
	m.month = 1 + indexFold([]string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}, parts[1])
	clock := scanner{parts[3]}
	if !ok1 || !ok2 || !m.clock(&clock) || clock.s != "" || m.fraction != "" || !m.mailZone(parts[4]) {
		return m, false
	}
	return m, m.valid()
}

func indexFold(names []string, s string) int {
	for i, n := range names {
		if foldASCII(s, n) {
			return i
		}
	}
	return -1
}

// mailZone reads the zones that RFC 2822 knows; -0000 is UTC.
func (m *moment) mailZone(s string) bool {
	switch s {
	case "GMT", "UT", "UTC", "Z", "+0000", "-0000":
		m.zone = "Z"
		return true
	}
	if at := indexFold([]string{"edt", "est", "cdt", "cst", "mdt", "mst", "pdt", "pst"}, s); at >= 0 {
		m.zone = zone("-", 4+(at+1)/2, 0)
		return true
	}
	p := scanner{s}
	return len(s) == 5 && m.offset(&p) && p.s == ""
}
