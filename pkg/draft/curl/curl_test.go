package curl

import (
	"fmt"
	"strings"
	"testing"
)

// What browsers and people write, and the request that it is: method, address,
// the body's type and text, the fields.
func TestParse(t *testing.T) {
	for _, c := range []struct{ name, command, want string }{
		{"an address", `curl https://a.example/x`, `GET https://a.example/x`},
		{"an address without a scheme", `curl a.example/x?y=1`, `GET https://a.example/x?y=1`},
		{"Chrome on Linux and macOS", "curl 'https://a.example/s?q=a%20b' \\\n  -H 'accept: application/json' \\\n  -b 'sid=1; x=2' \\\n  -H 'sec-ch-ua: \"X\";v=\"1\"' \\\n  --compressed",
			`GET https://a.example/s?q=a%20b [{accept application/json} {cookie sid=1; x=2} {sec-ch-ua "X";v="1"}]`},
		{"Chrome: a body with quotes and an escape", `curl 'https://a.example/g' -H 'content-type: application/json' --data-raw $'{"q":"it\'s \u00fcber\\n\u0021"}'`,
			`POST https://a.example/g application/json {"q":"it's über\n!"} [{content-type application/json}]`},
		{"Chrome: beyond U+FFFF", `curl https://a.example/ --data-raw $'\ud83d\ude00'`, `POST https://a.example/ application/x-www-form-urlencoded 😀`},
		{"Firefox", `curl 'https://a.example/' --compressed -X POST -H 'User-Agent: Mozilla/5.0' -H 'Accept: */*' --data-raw 'q=a+b&n=1'`,
			`POST https://a.example/ application/x-www-form-urlencoded q=a+b&n=1 [{user-agent Mozilla/5.0} {accept */*}]`},
		{"Safari", `curl 'https://a.example/' \
-X 'POST' \
-H 'Content-Type: text/plain' \
--data-binary 'x'`, `POST https://a.example/ text/plain x [{content-type text/plain}]`},
		{"Chrome on Windows, with a caret before each quote", "curl ^\"https://a.example/s?q=a^%^20b^&n=1^\" ^\r\n  -H ^\"accept: */*^\" ^\r\n  --data-raw ^\"^{^\\^\"q^\\^\":^\\^\"x^\\^\"^}^\"",
			`POST https://a.example/s?q=a%20b&n=1 application/x-www-form-urlencoded {"q":"x"} [{accept */*}]`},
		{"older Chrome on Windows", "curl \"https://a.example/s?q=a\"^%\"20b\" ^\r\n  -H \"accept: */*\" ^\r\n  --data-raw \"{\\\"a\\\":1,\"^\n\n\"\\\"b\\\":2}\"",
			"POST https://a.example/s?q=a%20b application/x-www-form-urlencoded {\"a\":1,\n\"b\":2} [{accept */*}]"},
		{"flags in one word", `curl -sSLXPUT -d'a=1' -H'X-A: b' https://a.example/`, `PUT https://a.example/ application/x-www-form-urlencoded a=1 [{x-a b}]`},
		{"data several times", `curl https://a.example/ -d a=1 --data b=2 --data-urlencode 'c=x y&z' --data-urlencode '=p q'`,
			`POST https://a.example/ application/x-www-form-urlencoded a=1&b=2&c=x+y%26z&p+q`},
		{"-G makes a query of data", `curl -G https://a.example/s?a=0 -d b=1 --data-urlencode "q=rote Tür"`, `GET https://a.example/s?a=0&b=1&q=rote+T%C3%BCr`},
		{"--json", `curl --json '{"a":1}' https://a.example/`, `POST https://a.example/ application/json {"a":1}`},
		{"-u is a credential", `curl -u me:pass https://a.example/`, `GET https://a.example/ [{authorization Basic bWU6cGFzcw==}]`},
		{"--url and --request", `curl --request delete --url https://a.example/1`, `DELETE https://a.example/1`},
		{"what follows the command is not read", "curl https://a.example/ | jq .\ncurl https://b.example/", `GET https://a.example/`},
		{"an address with & and no quotes", `curl https://a.example/?a=1&b=2`, `GET https://a.example/?a=1&b=2`},
		{"a prompt, curl.exe, a path", `$ /usr/bin/curl.exe https://a.example/`, `GET https://a.example/`},
		{"double quotes in bash", `curl "https://a.example/" -H "x-a: \"b\" \$c \d"`, `GET https://a.example/ [{x-a "b" $c \d}]`},
		{"a header that is taken away", `curl https://a.example/ -H 'Accept:' -H 'X-Empty;'`, `GET https://a.example/ [{x-empty }]`},
		{"octal and hexadecimal", `curl https://a.example/ -d $'\x41\102\tC'`, "POST https://a.example/ application/x-www-form-urlencoded AB\tC"},
		{"data that is empty", `curl https://a.example/ -d ''`, `POST https://a.example/ application/x-www-form-urlencoded`},
		{"flags that only say how curl works", `curl -o x -c jar -m 9 -w '%{http_code}' -x http://p.example:1 -D - -E c.pem -LsSkvifgOJNqn#j -0 -1 -4 --no-keepalive https://a.example/`, `GET https://a.example/`},
		{"fields that have flags of their own", `curl -A 'Mozilla/5.0' -e https://a.example/from --oauth2-bearer tok -b a=1 https://a.example/`,
			`GET https://a.example/ [{user-agent Mozilla/5.0} {referer https://a.example/from} {authorization Bearer tok} {cookie a=1}]`},
		{"-I makes a query of data too", `curl -I -d a=1 https://a.example/`, `GET https://a.example/?a=1`},
		{"--json several times", `curl --json '{"a":1' --json '}' https://a.example/`, `POST https://a.example/ application/json {"a":1}`},
		{"--json with a type of its own", `curl --json '{}' -H 'Content-Type: application/ld+json' https://a.example/`, `POST https://a.example/ application/ld+json {} [{content-type application/ld+json}]`},
		{"--data-urlencode without a name", `curl --data-urlencode 'a b' https://a.example/`, `POST https://a.example/ application/x-www-form-urlencoded a+b`},
		{"an empty word", `curl '' https://a.example/`, `GET https://a.example/`},
		{"a backslash outside of quotes", `curl https://a.example/a\ b\&c`, `GET https://a.example/a%20b&c`},
		{"a word over two lines", "curl https://a.exa\\\nmple/ -d \"a\\\nb\"", `POST https://a.example/ application/x-www-form-urlencoded ab`},
		{"the escapes of $'…'", `curl a.example -d $'\a\b\e\f\v\r\?\\\"\xg\U0001f600\ud83dx'`, "POST https://a.example/ application/x-www-form-urlencoded \a\b\x1b\f\v\r?\\\"xg😀\ufffdx"},
		{"cmd: two quotes inside of quotes, and backslashes", `curl ^"https://a.example/^" -d "a""b\c\\" -d \\"d"`, `POST https://a.example/ application/x-www-form-urlencoded a"b\c\&\d`},
		{"cmd: lines without their carets", "curl ^\"https://a.example/^\"\r\n-d x", `POST https://a.example/ application/x-www-form-urlencoded x`},
		{"a byte order mark", "\ufeffcurl https://a.example/", `GET https://a.example/`},
	} {
		r, err := Parse(c.command)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := r.Method + " " + r.URL
		if r.MIME != "" {
			got += " " + r.MIME + " " + r.Body
		}
		if r.Header != nil {
			got += " " + fmt.Sprint(r.Header)
		}
		if got = strings.TrimSpace(got); got != c.want {
			t.Errorf("%s\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

// Each is one sentence that says what is wrong and what to do.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"", `there is no curl command: the text is empty; copy a request in the browser's network panel as "Copy as cURL"`},
		{"wget https://a.example/", "this is no curl command: it begins with \"wget https://a.example/\"; copy a request in the browser's network panel as \"Copy as cURL\""},
		{`fetch("https://a.example/")`, `this is a call of fetch, not a curl command; choose "Copy as cURL" in the browser's network panel`},
		{"Invoke-WebRequest -Uri x", `this is for PowerShell, not a curl command; choose "Copy as cURL" in the browser's network panel`},
		{"curl", "the curl command has no address"},
		{"curl -H", "the curl command ends behind -H, which needs a value"},
		{"curl --data", "the curl command ends behind --data, which needs a value"},
		{"curl 'https://a.example/", "the curl command ends inside of a quoted text; copy it in full"},
		{`curl "https://a.example/`, "the curl command ends inside of a quoted text; copy it in full"},
		{"curl $'x", "the curl command ends inside of a quoted text; copy it in full"},
		{`curl ^"https://a.example/`, "the curl command ends inside of a quoted text; copy it in full"},
		{"curl https://a.example/ https://b.example/", `the curl command has two addresses, "https://a.example/" and "https://b.example/"; give one request`},
		{"curl https://a.example/ --next -d x", "the curl command makes several requests (--next); give one request"},
		{"curl https://a.example/ -d @body.json", `the curl command reads "@body.json" from a file (--data), and no file is read here; write the text into the command`},
		{"curl https://a.example/ --url https://b.example/", `the curl command has two addresses, "https://a.example/" and "https://b.example/"; give one request`},
		{"curl https://a.example/ --json @body.json", `the curl command reads "@body.json" from a file (--json), and no file is read here; write the text into the command`},
		{"curl https://a.example/ --data-urlencode q@query.txt", `the curl command reads "@query.txt" from a file (--data-urlencode), and no file is read here; write the text into the command`},
		{"curl https://a.example/ -H @fields.txt", `the curl command reads "@fields.txt" from a file (--header), and no file is read here; write the text into the command`},
		{"curl https://a.example/ -T photo.jpg", `the curl command reads "photo.jpg" from a file (--upload-file), and no file is read here; write the text into the command`},
		{"curl -K curlrc", `the curl command reads "curlrc" from a file (--config), and no file is read here; write the text into the command`},
		{"curl https://a.example/ -sZ", `the curl command has the flag "-Z", which is not read here; leave it out`},
		{"curl https://a.example/ -sX", "the curl command ends behind -X, which needs a value"},
		{"curl https://a.example/ -: -d x", "the curl command makes several requests (--next); give one request"},
		{"curl " + strings.Repeat("x", MaxSize), "the command is longer than 4 MiB"},
		{"curl https://a.example/ -F a=b", "the curl command sends multipart/form-data (-F), which a recipe can only hold as raw text; where the site takes a plain form, write it with --data"},
		{"curl https://a.example/ --frobnicate", `the curl command has the flag "--frobnicate", which is not read here; leave it out`},
		{"curl https://a.example/ -H nocolon", `the header "nocolon" of the curl command has no colon; write -H 'Name: value'`},
		{"curl http://[", `the curl command: "http://[" is not a URL that can be requested: `},
	} {
		_, err := Parse(c.command)
		if err == nil {
			t.Errorf("%q is taken", c.command)
		} else if got := err.Error(); got != c.want && (!strings.HasSuffix(c.want, ": ") || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%q\n got %s\nwant %s", c.command, got, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`curl 'https://a.example/' -H 'a: b' --data-raw $'\u00e4\'\ud83d\ude00\x4'`, "curl ^\"https://a.example/^\" ^\r\n -d ^\"\\\\^\"", `curl -sXPOST -dx=1 a`, `curl "a\"$`, "curl \\\n-G -d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Parse(text)
		if err != nil {
			if strings.TrimSpace(err.Error()) == "" {
				t.Error("an error without a message")
			}
			return
		}
		if r.URL == "" || r.Method == "" {
			t.Errorf("a request without %+v", r)
		}
	})
}
