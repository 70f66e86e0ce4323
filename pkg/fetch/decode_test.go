package fetch

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
)

// The encodings, as a server writes them.
func gzipped(text string) []byte {
	return encoded(text, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
}

func zlibbed(text string) []byte {
	return encoded(text, func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) })
}

func deflated(text string) []byte {
	return encoded(text, func(w io.Writer) io.WriteCloser { f, _ := flate.NewWriter(w, -1); return f })
}

func brotlied(text string) []byte {
	return encoded(text, func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) })
}

func encoded(text string, writer func(io.Writer) io.WriteCloser) []byte {
	var b bytes.Buffer
	w := writer(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.Bytes()
}

func joined(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

func flip(data []byte, from int) []byte {
	data = bytes.Clone(data)
	data[len(data)+from] ^= 0xff
	return data
}

func TestDecode(t *testing.T) {
	const text = `{"hello":"wörld","list":[1,2,3,1,2,3,1,2,3]}`
	gz, zl, raw, br := gzipped(text), zlibbed(text), deflated(text), brotlied(text)
	for _, c := range []struct {
		name, encodings string
		wire            []byte
		want            string // "…" in front: the text's beginning, and what is cut
	}{
		{"nothing", "", []byte(text), text},
		{"gzip", "gzip", gz, text},
		{"gzip by its old name, in capitals", "X-GZIP", gz, text},
		{"deflate in zlib", "deflate", zl, text},
		{"deflate, raw", "deflate", raw, text},
		{"brotli", "br", br, text},
		{"a list, undone from the right", "gzip, br", brotlied(string(gz)), text},
		{"gzip twice", " gzip ,gzip", gzipped(string(gz)), text},
		{"nothing, though gzip is announced", "gzip", nil, ""},

		{"not known: as it is", "zstd", gz, string(gz)},
		{"identity is not known either", "identity", []byte(text), text},
		{"one of a list not known: all as it is", "gzip, zstd", gz, string(gz)},
		{"an empty one of a list", "gzip,", gz, string(gz)},

		{"two members of gzip", "gzip", joined(gz, gz), text + text},
		{"gzip and padding", "gzip", joined(gz, []byte{0, 0, 0}), text},
		{"gzip and something else", "gzip", joined(gz, []byte("x")), "error"},
		{"gzip and half a member", "gzip", joined(gz, gz[:14]), "…gzip"},
		{"zlib and something else", "deflate", joined(zl, []byte("x")), text},
		{"raw deflate and something else", "deflate", joined(raw, []byte("x")), text},
		{"brotli and something else", "br", joined(br, []byte("xyz")), text},

		{"gzip, cut", "gzip", gz[:len(gz)-12], "…gzip"},
		{"gzip without its checksum", "gzip", gz[:len(gz)-8], "…gzip"},
		{"gzip, cut in its header", "gzip", gz[:4], "…gzip"},
		{"zlib, cut", "deflate", zl[:len(zl)-8], "…deflate"},
		{"zlib, cut in its header", "deflate", zl[:1], "…deflate"},
		{"raw deflate, cut", "deflate", raw[:len(raw)-4], "…deflate"},
		{"brotli, cut", "br", br[:len(br)-4], "…br"},

		{"gzip with a wrong checksum", "gzip", flip(gz, -5), "error"},
		{"gzip with a wrong size", "gzip", flip(gz, -1), "error"},
		{"zlib with a wrong checksum", "deflate", flip(zl, -1), "error"},
		{"no gzip at all", "gzip", []byte(text), "error"},
		{"one byte that is no gzip", "gzip", []byte("x"), "error"},
		{"no brotli at all", "br", []byte(text), "error"},
		{"more than five encodings", "gzip,gzip,gzip,gzip,gzip,gzip", gz, "error"},
	} {
		d, err := decode(c.encodings, c.wire, 1000)
		if err != nil || c.want == "error" {
			if c.want != "error" || errors.Is(err, errTooLarge) {
				t.Errorf("%s: %q, %v", c.name, d.body, err)
			}
			continue
		}
		if cut, ok := strings.CutPrefix(c.want, "…"); ok {
			if d.cut != cut || !strings.HasPrefix(text+text, string(d.body)) {
				t.Errorf("%s: %q, cut %q", c.name, d.body, d.cut)
			}
			continue
		}
		if string(d.body) != c.want || d.cut != "" {
			t.Errorf("%s: %q, cut %q", c.name, d.body, d.cut)
		}
	}
}

func TestDecodeLimit(t *testing.T) {
	full := strings.Repeat("a", 1000)
	for name, encode := range map[string]func(string) []byte{"gzip": gzipped, "deflate": deflated, "br": brotlied, "": func(s string) []byte { return []byte(s) }} {
		if d, err := decode(name, encode(full), 1000); err != nil || len(d.body) != 1000 {
			t.Errorf("%s: %d bytes, %v", name, len(d.body), err)
		}
		if _, err := decode(name, encode(full+"a"), 1000); !errors.Is(err, errTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := decode("zstd", []byte(full+"a"), 1000); !errors.Is(err, errTooLarge) {
		t.Errorf("not known: %v", err)
	}
}

// bomb is gzip of n MiB of zeros in about n KiB: the blocks after the first are
// all alike.
func bomb(n int) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	zeros := make([]byte, 1<<20)
	var ends []int
	for range 3 {
		_, _ = z.Write(zeros)
		_ = z.Flush()
		ends = append(ends, b.Len())
	}
	block := bytes.Clone(b.Bytes()[ends[1]:ends[2]])
	return joined(b.Bytes(), bytes.Repeat(block, n-3))
}

// A small body that becomes 1 GiB ends at the limit.
func TestBombs(t *testing.T) {
	gz := bomb(1024)
	for encodings, wire := range map[string][]byte{"gzip": gz, "gzip, gzip": gzipped(string(gz)), "gzip, br": brotlied(string(gz)), "br": brotlied(strings.Repeat("\x00", 16<<20))} {
		t.Run(encodings, func(t *testing.T) {
			origin, _ := listenRaw(t, func(conn net.Conn, _ seen) {
				fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n", encodings, len(wire))
				_, _ = conn.Write(wire)
			})
			start := time.Now()
			_, err := get(t, t.Context(), origin, LiveOptions{})
			t.Logf("%d bytes on the wire, %v", len(wire), time.Since(start).Round(time.Millisecond))
			wantError(t, err, Limit, "body", "larger than 5 MiB after decoding")
		})
	}
}

// The limit counts what is decoded, and bodies up to it are whole.
func TestBodyLimit(t *testing.T) {
	for _, c := range []struct {
		head string
		body []byte
		ok   bool
	}{
		{"Content-Length: 1000", bytes.Repeat([]byte("a"), 1000), true},
		{"Content-Length: 1001", bytes.Repeat([]byte("a"), 1001), false},
		{"X-A: to the end", bytes.Repeat([]byte("a"), 1001), false},
		{"Content-Encoding: gzip", gzipped(strings.Repeat("a", 1000)), true},
		{"Content-Encoding: gzip", gzipped(strings.Repeat("a", 1001)), false},
	} {
		origin, _ := listenRaw(t, func(conn net.Conn, _ seen) {
			fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\n%s\r\n\r\n", c.head)
			_, _ = conn.Write(c.body)
		})
		response, err := get(t, t.Context(), origin, LiveOptions{MaxBody: 1000})
		if c.ok {
			if err != nil || len(response.Body) != 1000 {
				t.Errorf("%s: %v, %v", c.head, response, err)
			}
			continue
		}
		wantError(t, err, Limit, "body", "1000 bytes")
	}
}

func TestTruncatedBodyWarns(t *testing.T) {
	wire := gzipped(`{"a":1}`)
	origin, _ := listenRaw(t, func(conn net.Conn, _ seen) {
		fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n", len(wire)-8)
		_, _ = conn.Write(wire[:len(wire)-8])
	})
	response, err := get(t, t.Context(), origin+"/x?q", LiveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := "the body of " + origin + "/x ends in the middle of its gzip stream; the 7 bytes that could be read are used"
	if string(response.Body) != `{"a":1}` || len(response.Warnings) != 1 || response.Warnings[0] != want {
		t.Errorf("%q, %q", response.Body, response.Warnings)
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"wörld", "wörld"},
		{"\xef\xbb\xbfa", "a"},
		{"\xef\xbb\xbf\xef\xbb\xbfa", "\ufeffa"},
		{"a\x00b", "a\x00b"},
		{"\xff\xfea\x00", "\ufffd\ufffda\x00"},
		{"\xe9", "\ufffd"},
		{"\xf0\x9f\x98x", "\ufffdx"},
		{"\xed\xa0\x80", "\ufffd\ufffd\ufffd"},
	} {
		if got := Text([]byte(c.body)); got != c.want {
			t.Errorf("%q: %q, want %q", c.body, got, c.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, encodings := range []string{"gzip", "deflate", "br", "gzip, br", "zstd"} {
		for _, wire := range [][]byte{nil, gzipped("hello"), zlibbed("hello"), deflated("hello"), brotlied("hello"), {0x1f}, bomb(8)} {
			f.Add(encodings, wire)
		}
	}
	f.Fuzz(func(t *testing.T, encodings string, wire []byte) {
		const limit = 1 << 16
		d, err := decode(encodings, wire, limit)
		if err == nil && len(d.body) > limit {
			t.Fatalf("%d bytes", len(d.body))
		}
		if err != nil && d.body != nil {
			t.Fatalf("a body beside %v", err)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	text := strings.Repeat(`{"id":12345,"title":"Fahrrad gebraucht","price":{"amount":299.5,"currency":"EUR"}},`, 12000)
	for name, encode := range map[string]func(string) []byte{"gzip": gzipped, "deflate": zlibbed, "br": brotlied} {
		wire := encode(text)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := decode(name, wire, MaxBody); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkBomb(b *testing.B) {
	wire := bomb(1024)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := decode("gzip", wire, MaxBody); !errors.Is(err, errTooLarge) {
			b.Fatal(err)
		}
	}
}
