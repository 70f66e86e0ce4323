package fetch

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// maxEncodings bounds a list of content encodings.
const maxEncodings = 5

// decoded is a body without its content encodings.
type decoded struct {
	body []byte
	cut  string // the encoding whose stream ends too early
}

// decode undoes the content encodings of a response, from right to left. A
// list with one that is not known ("identity" and "zstd" among them) leaves
// the bytes as they are. A stream that ends too early gives what arrived, as
// both engines do; one that is wrong is an error, as in Node. No step makes
// more than limit bytes.
func decode(encodings string, wire []byte, limit int) (decoded, error) {
	if len(wire) > limit && encodings == "" {
		return decoded{}, errTooLarge
	}
	d := decoded{body: wire}
	list := knownEncodings(encodings)
	if len(list) > maxEncodings {
		return decoded{}, fmt.Errorf("the body has more than %d content encodings", maxEncodings)
	}
	for i := len(list) - 1; i >= 0; i-- {
		if len(d.body) == 0 {
			break // also where a server announces an encoding and sends nothing
		}
		body, err := decoderOf(list[i])(d.body, limit)
		switch {
		case err == nil:
		case errors.Is(err, io.ErrUnexpectedEOF):
			d.cut = list[i]
		case errors.Is(err, errTooLarge):
			return decoded{}, err
		default:
			return decoded{}, fmt.Errorf("the body is not valid %s (%w)", list[i], err)
		}
		d.body = body
	}
	if len(d.body) > limit {
		return decoded{}, errTooLarge
	}
	return d, nil
}

// knownEncodings splits a list; nil where one of it is not known.
func knownEncodings(encodings string) []string {
	if encodings == "" {
		return nil
	}
	list := strings.Split(strings.ToLower(encodings), ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
		if decoderOf(list[i]) == nil {
			return nil
		}
	}
	return list
}

// decoderOf gives the function that undoes an encoding, nil where it is not
// known. Beside an error the function gives what it had so far.
func decoderOf(encoding string) func(data []byte, limit int) ([]byte, error) {
	switch encoding {
	case "gzip", "x-gzip":
		return gunzip
	case "deflate":
		return inflate
	case "br":
		return unbrotli
	}
	return nil
}

// errTooLarge is a stream that decodes to more than it may.
var errTooLarge = errors.New("too large")

// appendUpTo reads to the end, or until out holds more than limit.
func appendUpTo(out *bytes.Buffer, r io.Reader, limit int) error {
	_, err := out.ReadFrom(io.LimitReader(r, int64(limit-out.Len())+1))
	if out.Len() > limit {
		return errTooLarge
	}
	return err
}

// gunzip decodes gzip, all members of it. What follows a member is another
// one, unless it begins with a zero: then it is padding.
func gunzip(data []byte, limit int) ([]byte, error) {
	var out bytes.Buffer
	var z gzip.Reader
	source := bytes.NewReader(data)
	for {
		rest := data[len(data)-source.Len():]
		if err := z.Reset(source); err != nil {
			if errors.Is(err, io.ErrUnexpectedEOF) && !bytes.HasPrefix([]byte{0x1f, 0x8b, 8}, rest[:min(3, len(rest))]) {
				err = gzip.ErrHeader
			}
			return out.Bytes(), err
		}
		z.Multistream(false)
		if err := appendUpTo(&out, &z, limit); err != nil {
			return out.Bytes(), err
		}
		if source.Len() == 0 || data[len(data)-source.Len()] == 0 {
			return out.Bytes(), nil
		}
	}
}

// inflate decodes deflate: in a zlib stream, as the standard says, or raw, as
// some servers send it. What follows the stream is left.
func inflate(data []byte, limit int) ([]byte, error) {
	var out bytes.Buffer
	if data[0]&0x0f != 8 {
		err := appendUpTo(&out, flate.NewReader(bytes.NewReader(data)), limit)
		return out.Bytes(), err
	}
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	err = appendUpTo(&out, z, limit)
	return out.Bytes(), err
}

// unbrotli decodes brotli. What follows the stream is left.
func unbrotli(data []byte, limit int) ([]byte, error) {
	var out bytes.Buffer
	err := appendUpTo(&out, brotli.NewReader(bytes.NewReader(data)), limit)
	if err != nil && errors.Is(err, excessiveBrotli()) {
		err = nil
	}
	return out.Bytes(), err
}

// excessiveBrotli is the error that the library has for bytes behind the end
// of a stream. It keeps it to itself, so it is made: an empty stream and one
// byte more.
var excessiveBrotli = sync.OnceValue(func() error {
	_, err := io.ReadAll(brotli.NewReader(bytes.NewReader([]byte{0x06, 'x'})))
	return err
})
