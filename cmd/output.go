package cmd

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// An output is standard output. It remembers that something could not be
// written, so that the exit code tells, whatever wrote it.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("print: %w", err)
	}
	return n, err
}

// widthOf is how many columns a terminal has, 0 if w is none.
func widthOf(w io.Writer) int {
	if o, ok := w.(*output); ok {
		w = o.Writer
	}
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}
