// Package decode turns the forms in which web frameworks put data into their
// pages into plain JSON values.
//
// A decoder is one file and one line in List. Nothing is evaluated; what a
// page's code would make of the data beyond JSON (dates, maps, undefined) has
// one form everywhere:
//
//	undefined, NaN, ±Infinity, symbols of no name, functions   null
//	Date                              its ISO text; an invalid date is null
//	Map                               a list of [key, value] pairs
//	Set, typed arrays, ArrayBuffer    a list
//	BigInt, URL, URLSearchParams      a string
//	RegExp                            its source, without flags
//	a value that holds itself         null at the place where it begins again
package decode

import (
	"fmt"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Decoder is one form of data.
type Decoder struct {
	Name       string // the value of `decode`
	Capability string // what an extension must have to run it; "" where the format itself has it

	// Script: it reads a script by itself; strip_js does not come first.
	Script bool

	// Joined: all matched elements together hold one value, so that the
	// selector may match every script of a page.
	Joined bool

	// Read gets the texts of the matched elements in document order: one, or
	// all where Joined. The error is a *Error.
	Read func(texts []string) (Result, error)
}

// Result is what a decoder read.
type Result struct {
	Value    jsonval.Value
	Warnings []string // one sentence each
}

// Error says why a text could not be decoded.
type Error struct {
	Text    int // which of the texts
	Offset  int // in bytes of that text; -1: no one place
	Message string
	Hint    string
}

func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + " (" + e.Hint + ")"
}

// List gives all decoders, in the order of the documentation.
func List() []Decoder {
	return []Decoder{
		{Name: "astro_props", Read: astroProps},
		{Name: "js_string", Capability: "js_string", Script: true, Read: jsString},
		{Name: "next_flight", Capability: "next_flight", Script: true, Joined: true, Read: nextFlight},
		{Name: "devalue", Capability: "devalue", Script: true, Joined: true, Read: devalue},
		{Name: "react_router_stream", Capability: "react_router_stream", Script: true, Joined: true, Read: reactRouterStream},
	}
}

// Find gives a decoder by its name.
func Find(name string) (Decoder, bool) {
	for _, d := range List() {
		if d.Name == name {
			return d, true
		}
	}
	return Decoder{}, false
}

// parse reads JSON inside a text, and places its error there.
func parse(text string, index, at, stop int) (jsonval.Value, *Error) {
	v, err := jsonval.ParseString(text[at:stop])
	if err != nil {
		syntax := err.(*jsonval.SyntaxError)
		return jsonval.Value{}, &Error{Text: index, Offset: at + syntax.Offset, Message: "not JSON: " + syntax.Message}
	}
	return v, nil
}

func fail(format string, args ...any) *Error {
	return &Error{Offset: -1, Message: fmt.Sprintf(format, args...)}
}
