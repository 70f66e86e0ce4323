package format

import (
	"strconv"
	"strings"
)

// The windows of epoch numbers: from 1973 to 5138, told apart by size.
const (
	minEpoch       = 100_000_000         // 1e8: seconds from here
	minEpochMillis = 100_000_000_000     // 1e11: milliseconds from here
	endEpochMillis = 100_000_000_000_000 // 1e14
)

// parseEpoch reads a number of seconds or milliseconds; a fraction stays.
func parseEpoch(s string) (moment, bool) {
	d, ok := parseDecimal(s)
	if !ok || d.negative || !d.expand() || len(d.whole) > 14 {
		return moment{}, false
	}
	n, err := strconv.ParseInt(d.whole, 10, 64)
	fraction := strings.TrimRight(d.decimal, "0")
	switch {
	case err != nil || n < minEpoch || n >= endEpochMillis:
		return moment{}, false
	case n >= minEpochMillis:
		return atMillis(n, fraction, "Z", 0), true
	}
	m := atMillis(n*1000, "", "Z", 0)
	m.fraction = fraction
	return m, true
}

// parseDotNet reads the inside of /Date(…)/: milliseconds, and the offset of
// the zone in which they are to be shown.
func parseDotNet(s string) (moment, bool) {
	at := strings.LastIndexAny(s, "+-")
	offset, name := int64(0), "Z"
	if at > 0 {
		var m moment
		p := scanner{s[at:]}
		if len(p.s) != 5 || !m.offset(&p) || p.s != "" {
			return m, false
		}
		hour, _ := strconv.ParseInt(s[at+1:at+3], 10, 64)
		minute, _ := strconv.ParseInt(s[at+3:], 10, 64)
		if offset = (hour*60 + minute) * 60_000; s[at] == '-' {
			offset = -offset
		}
		name, s = m.zone, s[:at]
	}
	n, err := strconv.ParseInt(s, 10, 64)
	const bound = 1 << 48
	if err != nil || n > bound || n < -bound {
		return moment{}, false
	}
	m := atMillis(n, "", name, offset)
	return m, m.valid()
}

// atMillis gives the moment of milliseconds since 1970 in UTC, shown with an
// offset. The fraction is of a millisecond.
func atMillis(n int64, fraction, zone string, offset int64) moment {
	n += offset
	const day = 86_400_000
	days, rest := n/day, n%day
	if rest < 0 {
		days, rest = days-1, rest+day
	}
	m := moment{time: true, zone: zone}
	m.year, m.month, m.day = civil(days)
	m.hour, rest = int(rest/3_600_000), rest%3_600_000
	m.minute, rest = int(rest/60_000), rest%60_000
	m.second, rest = int(rest/1000), rest%1000
	if rest > 0 || fraction != "" {
		m.fraction = strings.TrimRight(string(appendPadded(nil, int(rest), 3))+fraction, "0")
		if fraction == "" {
			m.fraction = string(appendPadded(nil, int(rest), 3))
		}
	}
	return m
}

// civil gives the Gregorian date of a day, counted from 1970-01-01. Years
// begin in March, so that the leap day is the last of a year, and repeat
// after 400 years.
func civil(days int64) (year, month, day int) {
	const (
		fourCenturies = 146_097
		toMarch0000   = 719_468 // days from 0000-03-01 to 1970-01-01
	)
	days += toMarch0000
	era := days / fourCenturies
	if days < 0 {
		era = (days - fourCenturies + 1) / fourCenturies
	}
	dayOfEra := days - era*fourCenturies
	yearOfEra := (dayOfEra - dayOfEra/1460 + dayOfEra/36_524 - dayOfEra/146_096) / 365
	dayOfYear := dayOfEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	m := (5*dayOfYear + 2) / 153 // from March
	day = int(dayOfYear-(153*m+2)/5) + 1
	month = int(m) + 3
	year = int(yearOfEra + era*400)
	if month > 12 {
		month -= 12
		year++
	}
	return year, month, day
}
