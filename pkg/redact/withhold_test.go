package redact

import "testing"

func TestWithhold(t *testing.T) {
	r := New()
	r.Withhold("https://a.example/x/pin?d=pin", "https://a.example/x/[redacted]?d=[redacted]")
	r.Withhold("pin", Mark)
	tests := []struct{ in, want string }{
		{"pin", Mark},
		{"a pin and a spindle", "a pin and a spindle"},
		{"asked GET https://a.example/x/pin?d=pin twice", "asked GET https://a.example/x/[redacted]?d=[redacted] twice"},
	}
	for _, tt := range tests {
		if got := r.Text(tt.in); got != tt.want {
			t.Errorf("Text(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
	var none *Registry
	none.Withhold("a", "b")
	if none.Message("a…") != "a…" {
		t.Error("an empty registry")
	}
}

// A cut leaves no front part of a secret behind.
func TestMessage(t *testing.T) {
	r := New()
	r.Add(`T+/=&"<é-0123456789`, Options{})
	r.Add("pSeCrEtToKeN", Options{})
	tests := []struct{ in, want string }{
		{`found "xx pSeCrEtT…"`, `found "xx [redacted]…"`},
		{`found "xx pSe…" and "T+/=…"`, `found "xx [redacted]…" and "[redacted]…"`},
		{`"?t=T%2B%2F%3D…"`, `"?t=[redacted]…"`},
		{`"map…"`, `"map…"`},
		{"whole pSeCrEtToKeN", "whole [redacted]"},
	}
	for _, tt := range tests {
		if got := r.Message(tt.in); got != tt.want {
			t.Errorf("Message(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// A secret whose UTF-8 bytes were read as Latin-1, as a header's are.
func TestLatin1(t *testing.T) {
	const secret = `T+/=&"<é-0123456789`
	r := New()
	r.Add(secret, Options{})
	mangled := ""
	for _, b := range []byte(secret) {
		mangled += string(rune(b))
	}
	for _, s := range []string{mangled, "https://a.example/?" + mangled + "&x"} {
		if got := r.Text(s); got == s || len(got) > len("https://a.example/?[redacted]&x") {
			t.Errorf("Text(%q) = %q", s, got)
		}
	}
}
