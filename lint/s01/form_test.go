package s01

import "testing"

func TestHostFault(t *testing.T) {
	for _, c := range []struct{ host, want string }{
		{"zoo.example.az", ""},
		{"a9-0.example.xn--p1ai", ""},
		{"", "has no host"},
		{"Example.de", "has upper-case letters"},
		{"example.Zz", "has upper-case letters"},
		{"bücher.example", "holds U+00FC; hosts are written in their ASCII form (xn--…)"},
		{"a_b.example", `holds "_", which is no part of a host (at character 2)`},
		{"{{ x }}.example", "holds a template; hosts are written out"},
		{"me@example.de", "carries a user name"},
		{"*.example.de", "has a wildcard; each host is listed by itself"},
		{"example.de.", "ends with a dot"},
		{"www..example.de", "has an empty label between two dots"},
		{"192.168.0.1", "ends in a number: it is an address, not a name"},
		{"example.a1", "ends in a number: it is an address, not a name"},
	} {
		if got := hostFault(c.host); got != c.want {
			t.Errorf("%q: %q, want %q", c.host, got, c.want)
		}
	}
}

func TestCanonical(t *testing.T) {
	const general = "write `https://` and the host in lower case, without port and path"
	for _, c := range []struct {
		text string
		bare bool
		want string
	}{
		{"http://WWW.Example.de:8080/a", false, `write "https://www.example.de"`},
		{"Bücher.example", true, `write "xn--bcher-kva.example"`},
		{"www.example.de/a", false, `write "https://www.example.de"`},
		{"https://www.example.de", true, `write "www.example.de"`},
		{"https://192.168.0.1", false, general},
		{"https://{{ params.host }}", false, general},
		{"", true, general},
	} {
		if got := canonical(c.text, c.bare); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestCodePoints(t *testing.T) {
	for text, want := range map[string]string{
		"a":          "",
		"aéb…":       "U+00E9 U+2026",
		"éééééééé":   "U+00E9 U+00E9 U+00E9 U+00E9 U+00E9 U+00E9 U+00E9 U+00E9",
		"ééééééééé!": "U+00E9 U+00E9 U+00E9 U+00E9 U+00E9 U+00E9 U+00E9 U+00E9 …",
	} {
		if got := codePoints(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
