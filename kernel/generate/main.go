// Generate executes the templates of a package, which write one loop per kernel, see package
// generator. It runs in the folder of the package (go:generate go run ../../kernel/generate).
// Arguments are files with shared definitions.
package main

import (
	"fmt"
	"os"

	"github.com/ecsbench/ecsbench/internal/suite/generator"
)

func main() {
	if err := generator.Write(".", os.Args[1:]...); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}
