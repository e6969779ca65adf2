// Stamp writes the copies that the compiler needs of what is written once, see
// package generator.
//
// It runs in the folder of a package (go:generate go run ../../kernel/generate). Files
// with loops that the package shares with others are named as arguments.
package main

import (
	"fmt"
	"os"

	"github.com/ecsbench/ecsbench/internal/generator"
)

func main() {
	if err := generator.Write(".", os.Args[1:]...); err != nil {
		fmt.Fprintln(os.Stderr, "stamp:", err)
		os.Exit(1)
	}
}
