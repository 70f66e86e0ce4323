// Command serve runs the demo shop:
//
//	go run ./testdata/site/serve -addr 127.0.0.1:8080
//
// It prints its address and the flags that send a recipe's requests to it. The
// French host has an address of its own, since only its name tells it apart.
package main

import (
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/wield-run/wield/testdata/site"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "where www.example.de and api.example.de listen; port 0 takes a free one")
	french := flag.String("addr-fr", "127.0.0.1:0", "where fr.example.de listens")
	flag.Parse()

	shop, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	boutique, err := net.Listen("tcp", *french)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", shop.Addr())
	for _, m := range []struct {
		origin string
		at     net.Addr
	}{
		{"https://www.example.de", shop.Addr()},
		{"https://api.example.de", shop.Addr()},
		{"https://fr.example.de", boutique.Addr()},
	} {
		fmt.Printf("  --map-origin %s=http://%s\n", m.origin, m.at)
	}
	go func() { log.Fatal(serve(boutique, site.French())) }()
	log.Fatal(serve(shop, site.Handler()))
}

func serve(l net.Listener, h http.Handler) error {
	s := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	return s.Serve(l)
}
