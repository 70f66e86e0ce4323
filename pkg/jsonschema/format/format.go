// Package format tells whether values fit the formats of JSON Schema, as
// ajv-formats does in its full mode.
package format

import (
	"math"

	"github.com/wield-run/wield/pkg/regex"
)

// Names are the formats that are checked.
func Names() []string {
	return []string{"date", "time", "date-time", "iso-time", "iso-date-time", "duration", "uri", "uri-reference",
		"uri-template", "url", "email", "hostname", "ipv4", "ipv6", "regex", "uuid", "json-pointer",
		"json-pointer-uri-fragment", "relative-json-pointer", "byte", "int32", "int64", "float", "double", "password", "binary"}
}

// Known reports whether a format is checked.
func Known(name string) bool {
	for _, n := range Names() {
		if n == name {
			return true
		}
	}
	return false
}

// Unchecked reports whether a format is one of the draft's that are not
// checked.
func Unchecked(name string) bool {
	switch name {
	case "idn-email", "idn-hostname", "iri", "iri-reference":
		return true
	}
	return false
}

// Numeric reports whether a format is about numbers; the others are about
// strings.
func Numeric(name string) bool {
	switch name {
	case "int32", "int64", "float", "double":
		return true
	}
	return false
}

// Check reports whether a text (WTF-8) fits a format. An unknown format fits
// everything.
func Check(name, s string) bool {
	switch name {
	case "date":
		return isDate(s)
	case "time":
		return isTime(s, true)
	case "date-time":
		return isDateTime(s, true)
	case "iso-time":
		return isTime(s, false)
	case "iso-date-time":
		return isDateTime(s, false)
	case "duration":
		return isDuration(s)
	case "uri":
		return isURI(s)
	case "uri-reference":
		return isURIReference(s)
	case "uri-template":
		return isURITemplate(s)
	case "url":
		return isURL(s)
	case "email":
		return isEmail(s)
	case "hostname":
		return isHostname(s)
	case "ipv4":
		return isIPv4(s)
	case "ipv6":
		return isIPv6(s)
	case "regex":
		_, fault := regex.Parse(s)
		return fault == nil
	case "uuid":
		return isUUID(s)
	case "json-pointer":
		return isPointer(s)
	case "json-pointer-uri-fragment":
		return isPointerFragment(s)
	case "relative-json-pointer":
		return isRelativePointer(s)
	case "byte":
		return isBase64(s)
	}
	return true
}

// CheckNumber is Check for the formats of numbers.
func CheckNumber(name string, f float64) bool {
	switch name {
	case "int32":
		return f == math.Trunc(f) && f >= math.MinInt32 && f <= math.MaxInt32
	case "int64":
		return f == math.Trunc(f) && !math.IsInf(f, 0)
	}
	return true
}

// Example describes a format with an example: "a date as 2026-01-31".
func Example(name string) string {
	switch name {
	case "date":
		return "a date as 2026-01-31"
	case "time":
		return "a time with its offset as 14:30:00Z"
	case "date-time":
		return "a date and time with its offset as 2026-01-31T14:30:00Z"
	case "iso-time":
		return "a time as 14:30:00"
	case "iso-date-time":
		return "a date and time as 2026-01-31T14:30:00"
	case "duration":
		return "a duration as P1DT12H"
	case "uri":
		return "an absolute URI as https://example.com/a?b=c, what is not ASCII percent-encoded"
	case "uri-reference":
		return "a URI or a part of one as /a?b=c, what is not ASCII percent-encoded"
	case "uri-template":
		return "a URI template as https://example.com/{id}"
	case "url":
		return "a public URL as https://example.com/a"
	case "email":
		return "an email address as name@example.com"
	case "hostname":
		return "a host name as www.example.com"
	case "ipv4":
		return "an IPv4 address as 192.0.2.1"
	case "ipv6":
		return "an IPv6 address as 2001:db8::1"
	case "regex":
		return "a regular expression of JavaScript"
	case "uuid":
		return "a UUID as 123e4567-e89b-12d3-a456-426614174000"
	case "json-pointer":
		return "a JSON pointer as /a/0"
	case "json-pointer-uri-fragment":
		return "a JSON pointer in a fragment as #/a/0"
	case "relative-json-pointer":
		return "a relative JSON pointer as 1/a"
	case "byte":
		return "Base64 as aGk="
	case "int32":
		return "an integer of 32 bits"
	case "int64":
		return "an integer"
	}
	return "a value of the format " + name
}
