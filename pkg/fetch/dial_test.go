package fetch

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"log"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// quiet is for servers whose clients misbehave on purpose.
var quiet = log.New(io.Discard, "", 0)

// names is a resolver that knows what each name leads to: the first list of
// addresses at the first lookup, the second at the second, and so on; the last
// stays. Other names do not exist.
func names(t *testing.T, known map[string][][]string) *net.Resolver {
	t.Helper()
	var mu sync.Mutex
	asked := map[string]int{}
	lookup := func(name string, kind dnsmessage.Type) (list []netip.Addr, exists bool) {
		mu.Lock()
		defer mu.Unlock()
		lists := known[strings.TrimSuffix(name, ".")]
		if len(lists) == 0 {
			return nil, false
		}
		key := name + kind.String()
		for _, text := range lists[min(asked[key], len(lists)-1)] {
			addr := netip.MustParseAddr(text)
			if addr.Is4() == (kind == dnsmessage.TypeA) {
				list = append(list, addr)
			}
		}
		asked[key]++
		return list, true
	}
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			defer server.Close()
			for {
				if err := answerDNS(server, lookup); err != nil {
					return
				}
			}
		}()
		return client, nil
	}}
}

// answerDNS answers one query on a stream: a length, then the message.
func answerDNS(conn net.Conn, lookup func(string, dnsmessage.Type) ([]netip.Addr, bool)) error {
	var length [2]byte
	if _, err := io.ReadFull(conn, length[:]); err != nil {
		return err
	}
	data := make([]byte, binary.BigEndian.Uint16(length[:]))
	if _, err := io.ReadFull(conn, data); err != nil {
		return err
	}
	var message dnsmessage.Message
	if err := message.Unpack(data); err != nil {
		return err
	}
	question := message.Questions[0]
	list, exists := lookup(question.Name.String(), question.Type)
	message.Response, message.RecursionAvailable, message.Authoritative = true, true, true
	message.Additionals = nil
	if !exists {
		message.RCode = dnsmessage.RCodeNameError
	}
	for _, addr := range list {
		resource := dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: question.Name, Type: question.Type, Class: question.Class}}
		if addr.Is4() {
			resource.Body = &dnsmessage.AResource{A: addr.As4()}
		} else {
			resource.Body = &dnsmessage.AAAAResource{AAAA: addr.As16()}
		}
		message.Answers = append(message.Answers, resource)
	}
	packed, err := message.Pack()
	if err != nil {
		return err
	}
	_, err = conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(packed))), packed...))
	return err
}

// dialLog notes the addresses that a sender was about to connect to, and lets
// none of them through.
type dialLog struct {
	mu     sync.Mutex
	dialed []string
}

var errNoNetwork = errors.New("no network in tests")

func (d *dialLog) hook(to netip.AddrPort) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dialed = append(d.dialed, to.String())
	return errNoNetwork
}

func TestPublicAddr(t *testing.T) {
	for _, c := range []struct {
		addr   string
		public bool
	}{
		{"8.8.8.8", true},
		{"1.1.1.1", true},
		{"93.184.215.14", true},
		{"172.15.255.255", true},
		{"172.32.0.0", true},
		{"100.63.255.255", true},
		{"100.128.0.0", true},
		{"223.255.255.255", true},
		{"168.63.129.15", true},
		{"2606:4700::1111", true},
		{"2a00:1450:4001:80b::200e", true},
		{"2001:4860:4860::8888", true}, // beyond 2001::/23
		{"::ffff:8.8.8.8", true},
		{"64:ff9b::808:808", true}, // NAT64 of 8.8.8.8
		{"2002:808:808::1", true},  // 6to4 of 8.8.8.8

		{"0.0.0.0", false},
		{"0.1.2.3", false},
		{"10.0.0.1", false},
		{"100.64.0.1", false},
		{"127.0.0.1", false},
		{"127.255.255.255", false},
		{"168.63.129.16", false},
		{"169.254.169.254", false},
		{"172.16.0.1", false},
		{"172.31.255.255", false},
		{"192.0.0.192", false},
		{"192.0.2.1", false},
		{"192.31.196.1", false},
		{"192.52.193.1", false},
		{"192.88.99.1", false},
		{"192.168.1.1", false},
		{"192.175.48.1", false},
		{"198.18.0.1", false},
		{"198.19.255.255", false},
		{"198.51.100.1", false},
		{"203.0.113.7", false},
		{"224.0.0.1", false},
		{"240.0.0.1", false},
		{"255.255.255.255", false},
		{"::", false},
		{"::1", false},
		{"::127.0.0.1", false},
		{"::ffff:127.0.0.1", false},
		{"::ffff:0:127.0.0.1", false},
		{"64:ff9b::7f00:1", false},
		{"64:ff9b:1::808:808", false},
		{"100::1", false},
		{"2001::1", false},
		{"2001:1ff::1", false},
		{"2001:db8::1", false},
		{"2002:7f00:1::1", false},
		{"2002:a9fe:a9fe::1", false},
		{"3fff::1", false},
		{"3fff:fff::1", false},
		{"5f00::1", false},
		{"fc00::1", false},
		{"fd12:3456::1", false},
		{"fe80::1", false},
		{"2606:4700::1111%eth0", false},
		{"fec0::1", false},
		{"ff02::1", false},
	} {
		if got := PublicAddr(netip.MustParseAddr(c.addr)); got != c.public {
			t.Errorf("%s: %v", c.addr, got)
		}
	}
	if PublicAddr(netip.Addr{}) {
		t.Error("no address is public")
	}
}

// A declared origin whose name leads to an address that is not public: nothing
// is connected to, let alone sent.
func TestDialGuard(t *testing.T) {
	for _, addr := range []string{"127.0.0.1", "::1", "::ffff:127.0.0.1", "169.254.169.254", "10.1.2.3", "168.63.129.16", "64:ff9b::7f00:1", "100.64.0.1"} {
		t.Run(addr, func(t *testing.T) {
			var dials dialLog
			policy := RecipePolicy([]string{"https://www.example.de"}, nil)
			c := &Client{Policy: policy, Sender: live(t, LiveOptions{
				Policy:   policy,
				Resolver: names(t, map[string][][]string{"www.example.de": {{addr}}}),
				dialed:   dials.hook,
			})}
			_, err := c.Do(t.Context(), &Request{Method: "GET", URL: parse(t, "https://www.example.de/x")})
			wantError(t, err, OriginBlocked, "", "www.example.de", "not a public address")
			if len(dials.dialed) > 0 {
				t.Errorf("%v was dialled", dials.dialed)
			}
		})
	}
}

// A name that is public when it is first looked up and private afterwards: each
// connection is judged by the address that it goes to.
func TestRebinding(t *testing.T) {
	var dials dialLog
	policy := RecipePolicy([]string{"https://rebind.example"}, nil)
	c := &Client{Policy: policy, Sender: live(t, LiveOptions{
		Policy:   policy,
		Resolver: names(t, map[string][][]string{"rebind.example": {{"8.8.8.8"}, {"127.0.0.1"}}}),
		dialed:   dials.hook,
	})}
	request := &Request{Method: "GET", URL: parse(t, "https://rebind.example/")}
	_, err := c.Do(t.Context(), request)
	wantError(t, err, Network, "connect")
	if len(dials.dialed) != 1 || dials.dialed[0] != "8.8.8.8:443" {
		t.Fatalf("%v was dialled, want 8.8.8.8:443", dials.dialed)
	}
	_, err = c.Do(t.Context(), request)
	wantError(t, err, OriginBlocked, "", "127.0.0.1")
	if len(dials.dialed) != 1 {
		t.Errorf("%v was dialled", dials.dialed)
	}
}

// Of several addresses those that are public are tried.
func TestDialGuardAmongSeveral(t *testing.T) {
	var dials dialLog
	policy := RecipePolicy([]string{"https://both.example"}, nil)
	c := &Client{Policy: policy, Sender: live(t, LiveOptions{
		Policy:   policy,
		Resolver: names(t, map[string][][]string{"both.example": {{"127.0.0.1", "8.8.8.8"}}}),
		dialed:   dials.hook,
	})}
	_, err := c.Do(t.Context(), &Request{Method: "GET", URL: parse(t, "https://both.example/")})
	if err == nil || len(dials.dialed) != 1 || dials.dialed[0] != "8.8.8.8:443" {
		t.Errorf("%v was dialled: %v", dials.dialed, err)
	}
}

// A proxy in the environment would dial past the guard; it is never asked.
func TestNoProxy(t *testing.T) {
	proxy, requests := listenRaw(t, func(net.Conn, seen) {})
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
		t.Setenv(name, proxy)
	}
	var dials dialLog
	for _, url := range []string{"http://www.example.de/", "https://www.example.de/"} {
		_, err := get(t, t.Context(), url, LiveOptions{
			Resolver: names(t, map[string][][]string{"www.example.de": {{"8.8.8.8"}}}),
			dialed:   dials.hook,
		})
		wantError(t, err, Network, "connect")
	}
	if requests.Load() != 0 || len(dials.dialed) != 2 {
		t.Errorf("the proxy was asked %d times; %v was dialled", requests.Load(), dials.dialed)
	}
}
