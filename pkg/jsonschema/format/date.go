package format

import (
	"strings"
	"unicode/utf8"
)

// isDate reports whether s is a day that there is, as 2026-01-31.
func isDate(s string) bool {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return false
	}
	century, _, ok1 := two(s)
	years, _, ok2 := two(s[2:])
	month, _, ok3 := two(s[5:])
	day, _, ok4 := two(s[8:])
	if !ok1 || !ok2 || !ok3 || !ok4 || month < 1 || month > 12 {
		return false
	}
	days := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
	if year := century*100 + years; month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0) {
		days = 29
	}
	return day >= 1 && day <= days
}

// isTime reports whether s is a time of day, as 14:30:00.5+02:00; the offset
// may be left out where it is not strict. Second 60 is right where it is the
// last of a day in UTC.
func isTime(s string, strict bool) bool {
	hour, s, ok := two(s)
	if !ok {
		return false
	}
	if s, ok = skip(s, ':'); !ok {
		return false
	}
	minute, s, ok := two(s)
	if !ok {
		return false
	}
	if s, ok = skip(s, ':'); !ok {
		return false
	}
	second, s, ok := two(s)
	if !ok {
		return false
	}
	fraction := ""
	if rest, dot := skip(s, '.'); dot {
		if fraction, s = digits(rest); fraction == "" {
			return false
		}
	}
	sign, offsetHour, offsetMinute, ok := offset(s, strict)
	if !ok {
		return false
	}
	if hour <= 23 && minute <= 59 && second < 60 {
		return true
	}
	m := minute - sign*offsetMinute
	h := hour - sign*offsetHour
	if m < 0 {
		h--
	}
	return (h == 23 || h == -1) && (m == 59 || m == -1) && second <= 60
}

// offset reads Z, +02, +0200 or +02:00.
func offset(s string, strict bool) (sign, hours, minutes int, ok bool) {
	if s == "" {
		return 1, 0, 0, !strict
	}
	if rest, z := skip(s, 'z'); z {
		return 1, 0, 0, rest == ""
	}
	switch sign = 1; s[0] {
	case '-':
		sign = -1
	case '+':
	default:
		return 0, 0, 0, false
	}
	if hours, s, ok = two(s[1:]); !ok || hours > 23 {
		return 0, 0, 0, false
	}
	if s == "" {
		return sign, hours, 0, true
	}
	s, _ = skip(s, ':')
	minutes, s, ok = two(s)
	return sign, hours, minutes, ok && s == "" && minutes <= 59
}

// isDateTime reports whether s is a date and a time, with a `T` or one white
// space between them.
func isDateTime(s string, strict bool) bool {
	if len(s) < 11 || !isDate(s[:10]) {
		return false
	}
	r, size := utf8.DecodeRuneInString(s[10:])
	if r|0x20 != 't' && !strings.ContainsRune("\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff", r) && (r < 0x2000 || r > 0x200a) {
		return false
	}
	return isTime(s[10+size:], strict)
}

// isDuration reports whether s is a duration of ISO 8601, as P1DT12H or P2W.
func isDuration(s string) bool {
	s, ok := strings.CutPrefix(s, "P")
	if !ok || s == "" {
		return false
	}
	if weeks, rest := digits(s); weeks != "" && rest == "W" {
		return true
	}
	days, time, hasTime := strings.Cut(s, "T")
	return units(days, "YMD") && (!hasTime || time != "" && units(time, "HMS"))
}

// units reports whether s is numbers with units, each at most once and in
// order.
func units(s, order string) bool {
	for s != "" {
		number, rest := digits(s)
		if number == "" || rest == "" {
			return false
		}
		at := strings.IndexByte(order, rest[0])
		if at < 0 {
			return false
		}
		order, s = order[at+1:], rest[1:]
	}
	return true
}
