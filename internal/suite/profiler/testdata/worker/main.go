// Command worker is the least program that can be counted: under valgrind every
// package that a program begins with costs time. Unlike a test binary it keeps
// the names of its functions.
package main

import (
	"fmt"
	"os"

	"github.com/ecsbench/ecsbench/internal/suite/profiler"
)

func main() {
	if err := profiler.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
