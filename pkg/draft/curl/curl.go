// Package curl reads a curl command as people copy it from a browser, for bash
// or for Windows' cmd, and gives the request that it would send. Nothing is
// run: no variable is expanded and no file is read.
package curl

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/draft"
	"github.com/wield-run/wield/pkg/fetch"
)

func fail(hint, format string, args ...any) *draft.Error {
	return &draft.Error{Message: fmt.Sprintf(format, args...), Hint: hint}
}

// MaxSize is how large a command may be, in bytes.
const MaxSize = 4 << 20

// Parse reads a command. The error is a *draft.Error: the text is no curl
// command, or says what cannot be read here.
func Parse(text string) (*draft.Request, error) {
	if len(text) > MaxSize {
		return nil, fail("", "the command is longer than %d MiB", MaxSize>>20)
	}
	text = strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")), "$ ")
	switch start := strings.ToLower(text[:min(len(text), 40)]); {
	case text == "":
		return nil, fail(`copy a request in the browser's network panel as "Copy as cURL"`, "there is no curl command: the text is empty")
	case strings.HasPrefix(start, "fetch("):
		return nil, fail(`choose "Copy as cURL" in the browser's network panel`, "this is a call of fetch, not a curl command")
	case strings.Contains(start, "invoke-webrequest"), strings.HasPrefix(start, "$session"):
		return nil, fail(`choose "Copy as cURL" in the browser's network panel`, "this is for PowerShell, not a curl command")
	}
	words, err := split(text)
	if err != nil {
		return nil, err
	}
	if len(words) == 0 || !isCurl(words[0]) {
		return nil, fail(`copy a request in the browser's network panel as "Copy as cURL"`, "this is no curl command: it begins with %s", diag.Quote(text, 40))
	}
	p := &parser{words: words[1:]}
	if err := p.read(); err != nil {
		return nil, err
	}
	return p.request()
}

func isCurl(word string) bool {
	word = word[strings.LastIndexAny(word, `/\`)+1:]
	return strings.TrimSuffix(strings.ToLower(word), ".exe") == "curl"
}

// parser goes through the words of a command.
type parser struct {
	words  []string
	method string
	url    string
	header fetch.Header
	data   []string
	sent   bool // there is data, perhaps an empty one
	json   bool
	get    bool
	head   bool
}

func (p *parser) next(flag string) (string, error) {
	if len(p.words) == 0 {
		return "", fail("", "the curl command ends behind %s, which needs a value", flag)
	}
	word := p.words[0]
	p.words = p.words[1:]
	return word, nil
}

func (p *parser) read() error {
	for len(p.words) > 0 {
		word, _ := p.next("")
		var err error
		switch {
		case strings.HasPrefix(word, "--") && len(word) > 2:
			err = p.long(word)
		case strings.HasPrefix(word, "-") && len(word) > 1:
			err = p.short(word[1:])
		case word != "":
			err = p.flag("url", word)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// short reads flags of one letter, which may stand together: -sSLXPOST.
func (p *parser) short(letters string) error {
	for i := 0; i < len(letters); i++ {
		name := longName(letters[i])
		if name == "" {
			return unknown("-" + diag.Cut(letters[i:], 1))
		}
		if !takesValue(name) {
			if err := p.flag(name, ""); err != nil {
				return err
			}
			continue
		}
		value := letters[i+1:]
		if value == "" {
			var err error
			if value, err = p.next("-" + letters[i:]); err != nil {
				return err
			}
		}
		return p.flag(name, value)
	}
	return nil
}

func (p *parser) long(word string) error {
	name := strings.TrimPrefix(word, "--")
	switch {
	case slices.Contains(switches(), strings.TrimPrefix(name, "no-")):
		return p.flag(name, "")
	case takesValue(name):
		value, err := p.next(word)
		if err != nil {
			return err
		}
		return p.flag(name, value)
	}
	return unknown(word)
}

func unknown(flag string) error {
	return fail("leave it out", "the curl command has the flag %s, which is not read here", diag.Quote(flag, 40))
}

// flag acts on one flag; those that only say how curl works do nothing.
func (p *parser) flag(name, value string) error {
	switch name {
	case "request":
		p.method = strings.ToUpper(value)
	case "url":
		if p.url != "" {
			return fail("give one request", "the curl command has two addresses, %s and %s", diag.Quote(p.url, 60), diag.Quote(value, 60))
		}
		p.url = value
	case "header":
		return p.field(value)
	case "data", "data-ascii", "data-binary":
		if strings.HasPrefix(value, "@") {
			return inFile(name, value)
		}
		p.add(value)
	case "data-raw":
		p.add(value)
	case "json":
		if strings.HasPrefix(value, "@") {
			return inFile(name, value)
		}
		p.json = true
		p.add(value)
	case "data-urlencode":
		encoded, err := urlencode(value)
		if err != nil {
			return err
		}
		p.add(encoded)
	case "get":
		p.get = true
	case "head":
		p.head = true
	case "cookie":
		p.header = append(p.header, fetch.Field{Name: "cookie", Value: value})
	case "user":
		p.header = append(p.header, fetch.Field{Name: "authorization", Value: "Basic " + base64.StdEncoding.EncodeToString([]byte(value))})
	case "oauth2-bearer":
		p.header = append(p.header, fetch.Field{Name: "authorization", Value: "Bearer " + value})
	case "user-agent", "referer":
		p.header = append(p.header, fetch.Field{Name: name, Value: value})
	case "form", "form-string":
		return fail("where the site takes a plain form, write it with --data", "the curl command sends multipart/form-data (-F), which a recipe can only hold as raw text")
	case "next":
		return fail("give one request", "the curl command makes several requests (--next)")
	case "config", "upload-file":
		return inFile(name, value)
	}
	return nil
}

func inFile(flag, value string) error {
	return fail("write the text into the command", "the curl command reads %s from a file (--%s), and no file is read here", diag.Quote(value, 40), flag)
}

// add adds data; curl joins what several flags say.
func (p *parser) add(data string) {
	p.sent = true
	p.data = append(p.data, data)
}

func (p *parser) field(line string) error {
	if strings.HasPrefix(line, "@") {
		return inFile("header", line)
	}
	name, value, ok := strings.Cut(line, ":")
	if !ok {
		if name, ok = strings.CutSuffix(line, ";"); !ok { // a field without a value
			return fail("write -H 'Name: value'", "the header %s of the curl command has no colon", diag.Quote(line, 40))
		}
	}
	if value = strings.TrimSpace(value); value == "" && strings.HasSuffix(line, ":") {
		return nil // which takes a field away
	}
	p.header = append(p.header, fetch.Field{Name: strings.ToLower(strings.TrimSpace(name)), Value: value})
	return nil
}

// urlencode does what --data-urlencode does.
func urlencode(value string) (string, error) {
	at := strings.IndexAny(value, "=@")
	switch {
	case at < 0:
		return url.QueryEscape(value), nil
	case value[at] == '@':
		return "", inFile("data-urlencode", value[at:])
	case at == 0:
		return url.QueryEscape(value[1:]), nil
	}
	return value[:at+1] + url.QueryEscape(value[at+1:]), nil
}

// request puts the request together.
func (p *parser) request() (*draft.Request, error) {
	if p.url == "" {
		return nil, fail("", "the curl command has no address")
	}
	address := p.url
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := fetch.ParseURL(address, nil)
	if err != nil {
		return nil, fail("", "the curl command: %v", err)
	}
	r := &draft.Request{Method: "GET", Header: p.header}
	data := strings.Join(p.data, "&")
	switch {
	case p.get || p.head:
		if data != "" {
			query := u.Query()
			if query != "" {
				query += "&"
			}
			u = u.WithQuery(query + data)
		}
	case p.sent:
		r.Method, r.Body, r.MIME = "POST", data, "application/x-www-form-urlencoded"
		if p.json {
			r.Body, r.MIME = strings.Join(p.data, ""), "application/json"
		}
		if mime, ok := p.header.Get("content-type"); ok {
			r.MIME = mime
		}
	}
	if p.method != "" {
		r.Method = p.method
	}
	r.URL = u.String()
	return r, nil
}
