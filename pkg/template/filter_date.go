package template

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// dateFilter writes a time with the tokens of Day.js, and X and x. It keeps
// the offset of an ISO 8601 text, takes UTC where there is none, and uses
// English names.
var dateFilter = Filter{
	Name:   "date",
	Kind:   Lossless,
	Params: []Param{{Name: "tokens", Type: TextParam, NotEmpty: true}},
	check: func(args []Arg) (int, string, string) {
		for rest := args[0].Value.Str(); rest != ""; {
			token := dateToken(rest)
			if token == "Y" || token == "YYY" {
				return 0, "`" + token + "` is no token of a date", "write YY or YYYY for the year; text that is no token stands in brackets: [" + token + "]"
			}
			rest = rest[len(token):]
		}
		return 0, "", ""
	},
	apply: func(v jsonval.Value, args []Arg, _ Env) (jsonval.Value, bool, *Error) {
		var t time.Time
		ok := false
		switch v.Kind() {
		case jsonval.String:
			t, ok = parseISO(v.Str())
		case jsonval.Number:
			t, ok = fromEpoch(v.Float())
		default:
			return v, false, misfit("date", "an ISO 8601 text or a number", v, "pick the value that holds the time")
		}
		if !ok {
			shown, _ := text(v)
			return v, false, &Error{
				Reason:  Failed,
				Message: "`date` cannot read " + diag.Quote(shown, 60) + " as a time",
				Hint:    "it reads ISO 8601, as in 2026-11-30T11:42:00+01:00, and numbers of seconds or milliseconds since 1970; for digits in a text use | number | date:'…'",
			}
		}
		return jsonval.StringValue(formatDate(t, args[0].Value.Str())), true, nil
	},
}

// fromEpoch reads seconds (below 1e11) or milliseconds since 1970, within the
// range of JavaScript's Date.
func fromEpoch(f float64) (time.Time, bool) {
	if math.Abs(f) < 1e11 {
		f *= 1000
	}
	f = math.Trunc(f)
	if math.IsNaN(f) || math.Abs(f) > 8.64e15 {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(f)).UTC(), true
}

// parseISO reads an ISO 8601 date, or date and time, in its extended or basic
// form: a year alone, a year and month, or a calendar day; then hours and
// minutes, seconds, a fraction, and an offset. A space may stand for the T.
func parseISO(s string) (time.Time, bool) {
	r := &isoReader{rest: strings.TrimSpace(s)}
	year, month, day := r.number(4), 1, 1
	extended := r.take("-")
	if extended {
		month = r.number(2)
		if r.take("-") {
			day = r.number(2)
		}
	} else if r.digits() >= 4 {
		month, day = r.number(2), r.number(2)
	}
	var hour, minute, second, nano int
	zone := time.UTC
	if r.rest != "" {
		if !r.take("T") && !r.take("t") && !r.take(" ") {
			return time.Time{}, false
		}
		hour = r.number(2)
		if colon := r.take(":"); colon || r.digits() > 0 {
			minute = r.number(2)
			if colon && r.take(":") || !colon && r.digits() > 0 {
				second = r.number(2)
				nano = r.fraction()
			}
		} else {
			return time.Time{}, false
		}
		zone = r.zone()
	}
	if r.failed || r.rest != "" || month < 1 || month > 12 || minute > 59 || second > 59 {
		return time.Time{}, false
	}
	if hour > 24 || hour == 24 && (minute > 0 || second > 0 || nano > 0) {
		return time.Time{}, false
	}
	if day < 1 || day > time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day() {
		return time.Time{}, false
	}
	return time.Date(year, time.Month(month), day, hour, minute, second, nano, zone), true
}

type isoReader struct {
	rest   string
	failed bool
}

func (r *isoReader) take(s string) bool {
	rest, ok := strings.CutPrefix(r.rest, s)
	r.rest = rest
	return ok
}

func (r *isoReader) digits() int { return len(digits(r.rest)) }

// number reads exactly n digits.
func (r *isoReader) number(n int) int {
	if r.digits() < n {
		r.failed = true
		return 0
	}
	v, _ := strconv.Atoi(r.rest[:n])
	r.rest = r.rest[n:]
	return v
}

// fraction reads the fraction of a second in nanoseconds.
func (r *isoReader) fraction() int {
	if !r.take(".") && !r.take(",") {
		return 0
	}
	n := r.digits()
	if n == 0 {
		r.failed = true
		return 0
	}
	v, _ := strconv.Atoi((r.rest[:n] + "000000000")[:9])
	r.rest = r.rest[n:]
	return v
}

// zone reads Z, ±hh:mm, ±hhmm or ±hh; nothing means UTC.
func (r *isoReader) zone() *time.Location {
	if r.rest == "" || r.take("Z") || r.take("z") {
		return time.UTC
	}
	sign := 1
	if r.take("-") {
		sign = -1
	} else if !r.take("+") {
		r.failed = true
		return time.UTC
	}
	hours, minutes := r.number(2), 0
	if r.take(":") || r.rest != "" {
		minutes = r.number(2)
	}
	if hours > 23 || minutes > 59 {
		r.failed = true
	}
	return time.FixedZone("", sign*(hours*60+minutes)*60)
}

// formatDate writes a time as Day.js does with its format.
func formatDate(t time.Time, format string) string {
	b := make([]byte, 0, len(format)+16)
	for format != "" {
		token := dateToken(format)
		format = format[len(token):]
		b = appendDate(b, t, token)
	}
	return string(b)
}

// dateToken gives the token at the front of a format; a character that begins
// none is given as it is.
func dateToken(format string) string {
	most := 1
	switch format[0] {
	case '[':
		if end := strings.IndexByte(format, ']'); end > 1 {
			return format[:end+1]
		}
	case 'Y', 'M', 'd':
		most = 4
	case 'D', 'H', 'h', 'm', 's', 'Z':
		most = 2
	case 'S':
		if strings.HasPrefix(format, "SSS") {
			return "SSS"
		}
	}
	n := 1
	for n < most && n < len(format) && format[n] == format[0] {
		n++
	}
	return format[:n]
}

func appendDate(b []byte, t time.Time, token string) []byte {
	switch token {
	case "YY":
		return appendPadded(b, t.Year()%100, 2)
	case "YYYY":
		return appendPadded(b, t.Year(), 4)
	case "M":
		return appendPadded(b, int(t.Month()), 1)
	case "MM":
		return appendPadded(b, int(t.Month()), 2)
	case "MMM":
		return append(b, t.Month().String()[:3]...)
	case "MMMM":
		return append(b, t.Month().String()...)
	case "D":
		return appendPadded(b, t.Day(), 1)
	case "DD":
		return appendPadded(b, t.Day(), 2)
	case "d":
		return appendPadded(b, int(t.Weekday()), 1)
	case "dd":
		return append(b, t.Weekday().String()[:2]...)
	case "ddd":
		return append(b, t.Weekday().String()[:3]...)
	case "dddd":
		return append(b, t.Weekday().String()...)
	case "H":
		return appendPadded(b, t.Hour(), 1)
	case "HH":
		return appendPadded(b, t.Hour(), 2)
	case "h":
		return appendPadded(b, (t.Hour()+11)%12+1, 1)
	case "hh":
		return appendPadded(b, (t.Hour()+11)%12+1, 2)
	case "m":
		return appendPadded(b, t.Minute(), 1)
	case "mm":
		return appendPadded(b, t.Minute(), 2)
	case "s":
		return appendPadded(b, t.Second(), 1)
	case "ss":
		return appendPadded(b, t.Second(), 2)
	case "SSS":
		return appendPadded(b, t.Nanosecond()/1e6, 3)
	case "A", "a":
		half := "am"
		if t.Hour() >= 12 {
			half = "pm"
		}
		if token == "A" {
			half = strings.ToUpper(half)
		}
		return append(b, half...)
	case "Z", "ZZ":
		_, offset := t.Zone()
		sign := byte('+')
		if offset < 0 {
			sign, offset = '-', -offset
		}
		b = appendPadded(append(b, sign), offset/3600, 2)
		if token == "Z" {
			b = append(b, ':')
		}
		return appendPadded(b, offset/60%60, 2)
	case "X":
		return strconv.AppendInt(b, t.Unix(), 10)
	case "x":
		return strconv.AppendInt(b, t.UnixMilli(), 10)
	}
	if token[0] == '[' && len(token) > 1 {
		token = token[1 : len(token)-1]
	}
	return append(b, token...)
}

// appendPadded writes a number with at least width digits.
func appendPadded(b []byte, n, width int) []byte {
	digits := strconv.Itoa(n)
	for range width - len(digits) {
		b = append(b, '0')
	}
	return append(b, digits...)
}
