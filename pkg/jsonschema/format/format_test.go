package format

import "testing"

func TestCheck(t *testing.T) {
	tests := []struct {
		format     string
		good, poor []string
	}{
		{"date", []string{"2026-01-31", "2024-02-29", "2000-02-29"}, []string{"2026-02-29", "1900-02-29", "2026-13-01", "2026-1-1", "2026-01-00", ""}},
		{"time", []string{"14:30:00Z", "14:30:00.5z", "14:30:00+02", "14:30:00-0230", "23:59:60Z", "00:59:60+01:00"},
			[]string{"14:30:00", "14:30Z", "24:00:00Z", "14:30:60Z", "14:30:00+24:00", "14:30:00.Z"}},
		{"date-time", []string{"2026-01-31T14:30:00Z", "2026-01-31 14:30:00Z", "2026-01-31t14:30:00z"},
			[]string{"2026-01-31T14:30:00", "2026-01-31", "2026-01-31_14:30:00Z", "2026-02-30T14:30:00Z"}},
		{"iso-time", []string{"14:30:00", "14:30:00Z"}, []string{"14:30"}},
		{"iso-date-time", []string{"2026-01-31T14:30:00"}, []string{"2026-01-31"}},
		{"duration", []string{"P1D", "P1Y2M3DT4H5M6S", "PT5M", "P2W"}, []string{"1d", "P", "PT", "PT1.5S", "P1Y2W", "P1D2M", "P1"}},
		{"uri", []string{"https://example.com/a?b=c#d", "mailto:a@b", "https://", "javascript:alert(1)", "urn:a:b", "http://[::1]:80/", "http://u:p@h"},
			[]string{"example.com", "/a", "http://a b", "https://exämple.com", "https://example.com/{id}", "http://[::1", "a:", "http://h/%zz"}},
		{"uri-reference", []string{"/a", "a", "", "#f", "?q", "//h/p", "https://example.com"}, []string{"a b", "é", "a\\b", "[x"}},
		{"uri-template", []string{"/a/{b}/c", "{+x,y*,z:3}", "{?q}", "a%20b"}, []string{"{", "{a b}", "{x:0}", "{x:3*}", "}", "a b"}},
		{"url", []string{"https://example.com/a", "ftp://user:pw@ex.com:8080", "http://1.2.3.4/"}, []string{"https://localhost", "http://10.0.0.1", "http://a--b.de", "mailto:a@b.de", "http://ex.com:1"}},
		{"email", []string{"a@b.co", "a.b+c@x-y.example"}, []string{"a@b", "a b@c.d", `"a b"@c.d`, "é@b.co", "a@[127.0.0.1]", "a..b@c.de", "a@b-.de"}},
		{"hostname", []string{"example.com", "localhost", "a.b."}, []string{"-a.com", "a_b.com", "", "a..b"}},
		{"ipv4", []string{"1.2.3.4"}, []string{"01.2.3.4", "256.1.1.1", "1.2.3", "::1"}},
		{"ipv6", []string{"::1", "2001:db8::1", "::ffff:1.2.3.4"}, []string{"fe80::1%eth0", "1.2.3.4", ":::"}},
		{"regex", []string{"(?=x)", `\\d`, "^a$"}, []string{"[a", "(?<n>a)(?<n>b)"}},
		{"uuid", []string{"123e4567-e89b-12d3-a456-426614174000", "URN:UUID:123E4567-e89b-12d3-a456-426614174000"}, []string{"123e4567", "123e4567-e89b-12d3-a456-42661417400g"}},
		{"json-pointer", []string{"", "/a/0", "/a~0~1"}, []string{"a", "/~2", "/~"}},
		{"json-pointer-uri-fragment", []string{"#", "#/a/%20"}, []string{"/a", "#/a b"}},
		{"relative-json-pointer", []string{"0", "1/a", "2#"}, []string{"/a", "01/a", "-1"}},
		{"byte", []string{"aGk=", "aGkx", "aA==", ""}, []string{"a", "aGk", "====", "a=b="}},
		{"password", []string{"anything"}, nil},
		{"x-unknown", []string{"anything"}, nil},
	}
	for _, tt := range tests {
		for _, s := range tt.good {
			if !Check(tt.format, s) {
				t.Errorf("%s: %q does not fit", tt.format, s)
			}
		}
		for _, s := range tt.poor {
			if Check(tt.format, s) {
				t.Errorf("%s: %q fits", tt.format, s)
			}
		}
	}
}

func TestCheckNumber(t *testing.T) {
	tests := []struct {
		format string
		f      float64
		want   bool
	}{
		{"int32", 2147483647, true}, {"int32", 2147483648, false}, {"int32", 1.5, false},
		{"int64", 9007199254740992, true}, {"int64", 0.5, false}, {"float", 0.5, true}, {"double", 0.5, true},
	}
	for _, tt := range tests {
		if got := CheckNumber(tt.format, tt.f); got != tt.want {
			t.Errorf("%s %v: %v", tt.format, tt.f, got)
		}
	}
}

// Every format has a description, and is about strings or numbers.
func TestNames(t *testing.T) {
	for _, name := range Names() {
		if !Known(name) || Unchecked(name) || Example(name) == "" {
			t.Error(name)
		}
		fits := Check(name, "\x00(") && CheckNumber(name, 0.5)
		if free := name == "password" || name == "binary" || name == "float" || name == "double"; fits != free {
			t.Errorf("%s takes anything: %v", name, fits)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, s := range []string{"2026-01-31T14:30:00+02:00", "https://u@[::1]:80/a?b#c", "{+x,y*,z:3}", "a.b@c.de", "P1DT2H", "http://é.de/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, name := range Names() {
			Check(name, s)
		}
	})
}
