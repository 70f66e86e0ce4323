package jsonval

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// nodeProgram answers each line, a text in base64: "=" and the text that is
// JSON.parse and JSON.stringify in one, also indented; "!" for what JSON.parse
// refuses; "?" for what is too deep for its stack.
const nodeProgram = `
const decoder = new TextDecoder();
const code = text => Buffer.from(text).toString('base64');
require('readline').createInterface({ input: process.stdin }).on('line', line => {
  let answer;
  try {
    const value = JSON.parse(decoder.decode(Buffer.from(line, 'base64')));
    answer = '=' + code(JSON.stringify(value)) + ' ' + code(JSON.stringify(value, null, '  '));
  } catch (err) {
    answer = err instanceof SyntaxError ? '!' : '?';
  }
  process.stdout.write(answer + '\n');
});`

// node is a Node that reads and prints JSON, for as long as the test lasts.
type node struct {
	in  io.Writer
	out *bufio.Reader
}

func startNode(tb testing.TB) *node {
	tb.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		tb.Skip("Node is not installed: nothing to compare with")
	}
	command := exec.Command(path, "-e", nodeProgram)
	in, err := command.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := command.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		in.Close()
		command.Wait()
	})
	return &node{in, bufio.NewReader(out)}
}

// errDeep is a text that is too deep for Node's own stack.
var errDeep = errors.New("too deep for Node")

// print gives what Node prints of a text, in a line and indented; ok says
// whether it is JSON.
func (n *node) print(text []byte) (line, indented []byte, ok bool, err error) {
	if _, err := io.WriteString(n.in, base64.StdEncoding.EncodeToString(text)+"\n"); err != nil {
		return nil, nil, false, err
	}
	answer, err := n.out.ReadString('\n')
	if err != nil {
		return nil, nil, false, err
	}
	switch answer[0] {
	case '!':
		return nil, nil, false, nil
	case '?':
		return nil, nil, false, errDeep
	}
	first, second, _ := strings.Cut(strings.TrimSpace(answer[1:]), " ")
	if line, err = base64.StdEncoding.DecodeString(first); err != nil {
		return nil, nil, false, err
	}
	indented, err = base64.StdEncoding.DecodeString(second)
	return line, indented, true, err
}

// agree compares what is read and printed here and there, byte for byte.
func (n *node) agree(t *testing.T, text []byte) {
	t.Helper()
	v, parseErr := Parse(text)
	var syntax *SyntaxError
	if errors.As(parseErr, &syntax) && syntax.TooDeep {
		return // the bound is ours
	}
	line, indented, ok, err := n.print(text)
	if errors.Is(err, errDeep) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if ok != (parseErr == nil) {
		t.Fatalf("%q: Parse says %v, Node takes it: %v", text, parseErr, ok)
	}
	if !ok {
		return
	}
	if got := Append(nil, v); !bytes.Equal(got, line) {
		t.Fatalf("%q\n got %s\nwant %s", text, got, line)
	}
	if got := AppendIndent(nil, v, "  "); !bytes.Equal(got, indented) {
		t.Fatalf("%q, indented\n got %s\nwant %s", text, got, indented)
	}
}

// FuzzNode compares with JSON.parse and JSON.stringify.
func FuzzNode(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	for _, s := range []string{
		`{"b":[],"a":{},"4294967294":1,"4294967295":2,"00":3,"-0":4,"0":5,"__proto__":{"toJSON":6},"b":7}`,
		"[\"\u2028\u2029\x7f\u0080\",\"\\b\\f\\u000b\\u001F\\/\",\"\\ud83d\\uDE00\\udE00\\ud83d\",\"\xed\xa0\x80\xf4\x90\x80\x80\xf0\x9f\"]",
		`[1E+2,1.0e-7,0.000001,123456789012345678901234,-0.0,5e-324,1.7976931348623157e308,1.7976931348623159e308,-1e-400]`,
		"\ufeff\ufeff1", "\t\r\n 1 \u00a0", "1\u2003", "-", "+1", ".5", "1.", "01", "0x1", "1e", "NaN", "tru", "[1}", `{"a"}`, `{"a":}`, `{,}`, "\"\t\"", `"\v"`, `"\u12g4"`, "",
	} {
		f.Add([]byte(s))
	}
	n := startNode(f)
	f.Fuzz(func(t *testing.T, text []byte) { n.agree(t, text) })
}

// FuzzNodeNumber compares each number's text: its shortest one, and as many
// digits of it as digits says.
func FuzzNodeNumber(f *testing.F) {
	for _, number := range []float64{0, 1, 0.1, 1e21, 999999999999999900000, 1e-6, 9.5e-7, 5e-324, math.MaxFloat64, 1 << 53, 1<<53 + 2, 2.2250738585072014e-308} {
		f.Add(math.Float64bits(number), uint8(17))
	}
	n := startNode(f)
	f.Fuzz(func(t *testing.T, bits uint64, digits uint8) {
		number := math.Float64frombits(bits)
		if math.IsNaN(number) || math.IsInf(number, 0) {
			return
		}
		text := []byte{'['}
		text = strconv.AppendFloat(text, number, 'e', -1, 64)
		text = append(text, ',')
		text = strconv.AppendFloat(text, number, 'g', int(digits%40), 64)
		text = append(text, ',')
		text = strconv.AppendFloat(text, number, 'f', int(digits%40), 64)
		text = append(text, ',')
		text = strconv.AppendInt(text, int64(bits), 10)
		n.agree(t, append(text, ']'))
	})
}
