package s14

import "testing"

// Every line of cookies.txt stands for the names that it is meant for, and for
// no anti-forgery cookie.
func TestSessionCookies(t *testing.T) {
	names := map[string]string{
		"aspsessionid*": "aspsessionidcqabcdef", "*psid*": "1psidts", "wordpress_logged_in*": "wordpress_logged_in_0123", "wp-settings-*": "wp-settings-1",
		"remember_*": "remember_web_59ba36",
	}
	for _, line := range sessionCookies() {
		name := line
		if n, ok := names[line]; ok {
			name = n
		}
		if !glob(line, name) {
			t.Errorf("%s does not stand for %s", line, name)
		}
		for _, other := range []string{"xsrf-token", "csrftoken", "_csrf", "__requestverificationtoken", "locale", "consent", "cart_id", ""} {
			if glob(line, other) {
				t.Errorf("%s stands for %s", line, other)
			}
		}
	}
	if len(sessionCookies()) < 20 {
		t.Error("cookies.txt is not read")
	}
}
