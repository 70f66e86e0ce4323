package recipe

import (
	"testing"
)

// The place is judged by the last three parts of the path.
func TestPlace(t *testing.T) {
	tests := []struct{ name, place, changes, want string }{
		{"as published", "/home/x/recipes/example.de/search-items.json", "", ""},
		{"an older version", "/recipes/example.de/search-items.v1.json", "", ""},
		{"not known", "", "", ""},
		{"no folder recipes", "/home/example.de/search-items.json", "", "F6 {"},
		{"directly in recipes", "/home/recipes/search-items.json", "", "F6 {"},
		{"recipes further up", "/recipes/de/example.de/search-items.json", "", "F6 {"},
		{"in the root folder", "/search-items.json", "", "F6 {"},
		{"another slug", "/recipes/example.de/find-items.json", "", `F6 "example.de/search-items"`},
		{"another site", "/recipes/example.com/search-items.json", "", `F6 "example.de/search-items"`},
		{"an id with its own mistake is not held to the place", "/recipes/example.de/search-items.json", `id = "example.de/Search"`, ""},
		{"an older version with another number", "/recipes/example.de/search-items.v2.json", "", "F7 1"},
		{"the name of a device on Windows", "/recipes/example.de/con.json", `id = "example.de/con"`, `F6 "example.de/con"`},
		{"a name that begins as a device's", "/recipes/example.de/console.json", `id = "example.de/console"`, ""},
		{"v0 is part of a slug", "/recipes/example.de/search-items.v0.json", "", `F6 "example.de/search-items"`},
	}
	for _, tt := range tests {
		r, _, text := load(t, tt.changes)
		found := CheckPlace(r, tt.place)
		if got := codes(found, text); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
		for _, d := range found {
			if d.File != "search-items.json" || d.Hint == "" {
				t.Errorf("%s: %+v", tt.name, d)
			}
		}
	}
}

// Where the name of the file is none that an id may have, only the file can
// change.
func TestPlaceHints(t *testing.T) {
	for _, tt := range []struct{ place, hint string }{
		{"/recipes/example.de/find-items.json", "write `example.de/find-items`, or move the file to recipes/example.de/search-items.json"},
		{"/recipes/example.de/a%0A::error::x.json", "move the file to recipes/example.de/search-items.json"},
		{"/recipes/example.de/Search-Items.json", "move the file to recipes/example.de/search-items.json"},
		{"/recipes/my recipes/search-items.json", "move the file to recipes/example.de/search-items.json"},
	} {
		r, _, _ := load(t, "")
		if found := CheckPlace(r, tt.place); len(found) != 1 || found[0].Hint != tt.hint {
			t.Errorf("%s: %+v", tt.place, found)
		}
	}
}

func TestVersions(t *testing.T) {
	r, _, text := load(t, "version = 3")
	tests := []struct {
		name  string
		older []Older
		want  string
	}{
		{"none", nil, ""},
		{"older ones are not compared", []Older{{"search-items.v1.json", 1, nil}, {"search-items.v2.json", 2, nil}}, ""},
		{"the same version, the same bytes", []Older{{"search-items.v3.json", 3, []byte(text)}}, ""},
		{"the same version, other bytes", []Older{{"search-items.v3.json", 3, []byte(text + "\n")}}, "F7 3"},
		{"a newer one", []Older{{"search-items.v4.json", 4, nil}}, "F7 3"},
	}
	for _, tt := range tests {
		if got := codes(CheckVersions(r, tt.older), text); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}
