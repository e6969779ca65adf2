package main

import (
	"fmt"
	"io"
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
