// Package terminal holds the three streams of a program and what depends on
// where they lead: colour, width, questions. It decides nothing else; what is
// printed is made elsewhere.
package terminal

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/wield-run/wield/pkg/diag"
)

// defaultWidth is the width of an output that is no terminal, in columns.
const defaultWidth = 80

// Streams are where a program reads from and writes to. Data goes to Out and
// nothing else does; notes, progress and errors go to Err.
type Streams struct {
	In  io.Reader
	Out *Output
	Err *Output

	// Quiet drops notes.
	Quiet bool

	in *os.File // nil when the input is no file
}

// Files gives the streams over three files, most often those of the process.
// The environment tells about colour.
func Files(in, out, err *os.File, env Env) *Streams {
	return &Streams{
		In:  in,
		Out: newOutput(out, out, env),
		Err: newOutput(err, err, env),
		in:  in,
	}
}

// Plain gives streams that are no terminal.
func Plain(in io.Reader, out, err io.Writer) *Streams {
	return &Streams{In: in, Out: newOutput(out, nil, nil), Err: newOutput(err, nil, nil)}
}

// Buffers gives streams that are kept in memory and are no terminal, and the
// buffers that hold what is written.
func Buffers(input string) (s *Streams, out, err *bytes.Buffer) {
	out, err = new(bytes.Buffer), new(bytes.Buffer)
	return Plain(strings.NewReader(input), out, err), out, err
}

// InIsTerminal tells whether input would come from a person's keyboard.
func (s *Streams) InIsTerminal() bool { return s.in != nil && term.IsTerminal(int(s.in.Fd())) }

// SetColor sets the colour mode of both outputs.
func (s *Streams) SetColor(mode ColorMode) {
	s.Out.setColor(mode)
	s.Err.setColor(mode)
}

// Note prints one line on Err, unless the program is to be quiet. Foreign text
// in it must be escaped already (diag.Escape, diag.Quote).
func (s *Streams) Note(format string, args ...any) {
	if !s.Quiet {
		fmt.Fprintf(s.Err, format+"\n", args...)
	}
}

// Output is one stream that is written to. It keeps the first error of
// writing, so that a program can end with one check instead of one a line.
type Output struct {
	w     io.Writer
	file  *os.File // nil when the output is no file
	env   Env
	color bool
	err   error
}

func newOutput(w io.Writer, file *os.File, env Env) *Output {
	o := &Output{w: w, file: file, env: env}
	o.setColor(ColorAuto)
	return o
}

// Write writes to the stream. After an error nothing more is written.
func (o *Output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	o.err = err
	return n, err
}

// WriteError is the first error that writing met.
func (o *Output) WriteError() error { return o.err }

// IsTerminal tells whether a person looks at this stream.
func (o *Output) IsTerminal() bool { return o.file != nil && term.IsTerminal(int(o.file.Fd())) }

// CanRedraw tells whether lines that were written can be written over.
func (o *Output) CanRedraw() bool { return o.IsTerminal() && o.env.get("TERM") != "dumb" }

// Width is the number of columns of the terminal, or 80 where there is none.
func (o *Output) Width() int {
	if o.file != nil {
		if w, _, err := term.GetSize(int(o.file.Fd())); err == nil && w > 0 {
			return w
		}
	}
	return defaultWidth
}

// Style gives the colours of this stream, and its width where it is a terminal.
func (o *Output) Style() Style {
	style := Style{on: o.color}
	if o.IsTerminal() {
		style = style.Within(o.Width())
	}
	return style
}

// Print writes foreign text on one line: controls and invisible characters
// are shown as escapes.
func (o *Output) Print(foreign string) {
	io.WriteString(o, diag.Escape(foreign)+"\n")
}
