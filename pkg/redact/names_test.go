package redact

import (
	"strings"
	"testing"
)

func TestTokenName(t *testing.T) {
	tests := []struct {
		name string
		want bool
	}{
		{"csrf", true}, {"csrfToken", true}, {"X-CSRF-Token", true}, {"accessToken", true}, {"access_token", true}, {"ACCESS_TOKEN", true},
		{"apiKey", true}, {"x-api-key", true}, {"token", true}, {"_token", true}, {"__RequestVerificationToken", true}, {"sid", true},
		{"userPassword", true}, {"idToken", true}, {"JWTValue", true}, {"set-cookie", true}, {"once", true}, {"authenticity_token", true},
		{"page_token", false}, {"nextPageToken", false}, {"tokens_left", false}, {"token_count", false}, {"token_type", false},
		{"session_title", false}, {"title", false}, {"tokenized", false}, {"key", false}, {"cookie_recipe", false}, {"id", false}, {"continuationToken", false}, {"", false},
	}
	for _, tt := range tests {
		if got := TokenName(tt.name); got != tt.want {
			t.Errorf("TokenName(%q) = %v", tt.name, got)
		}
	}
}

func TestWords(t *testing.T) {
	tests := []struct{ name, want string }{
		{"sessionID_v2", "session id v"}, {"JSONToken", "json token"}, {"a.b-c d", "a b c d"}, {"XMLHttpRequest", "xml http request"}, {"größeÄndern", "größe ändern"}, {"", ""},
	}
	for _, tt := range tests {
		if got := strings.Join(Words(tt.name), " "); got != tt.want {
			t.Errorf("Words(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Each word of the lists makes a name a credential's, in every spelling.
func TestWordLists(t *testing.T) {
	for _, w := range tokenWords {
		for _, name := range []string{w, "x_" + w, w + "Value", "my" + strings.ToUpper(w[:1]) + w[1:]} {
			if !TokenName(name) {
				t.Errorf("%q", name)
			}
		}
	}
	for _, p := range tokenPairs {
		a, b, _ := strings.Cut(p, " ")
		for _, name := range []string{a + "_" + b, a + strings.ToUpper(b[:1]) + b[1:], "the-" + a + "-" + b} {
			if !TokenName(name) {
				t.Errorf("%q", name)
			}
		}
	}
	for _, n := range tokenNames {
		if !TokenName(n) || !TokenName("_"+strings.ToUpper(n)) {
			t.Errorf("%q", n)
		}
	}
	for _, w := range ordinaryWords {
		if TokenName(w + "_csrf") {
			t.Errorf("%q", w)
		}
	}
}

func TestMayBeTokenName(t *testing.T) {
	for _, tt := range []struct {
		op, part string
		want     bool
	}{
		{"^=", "auth", true},
		{"^=", "srf", false},
		{"*=", "SRF", true},
		{"$=", "_token", true},
		{"$=", "-key", true},
		{"$=", "qty", false},
		{"^=", "item_", false},
		{"*=", "price", false},
	} {
		if got := MayBeTokenName(tt.op, tt.part); got != tt.want {
			t.Errorf("%s %q: %v", tt.op, tt.part, got)
		}
	}
}
