// Generate writes the copies of code that is written once: each template x.go.tmpl of the current
// folder is executed with all kernels and shapes (type data), and becomes x_gen.go. Arguments are files
// with shared definitions, such as ../seed/shared.tmpl. With -check it writes nothing: files that are
// not current are an error.
//
//	//go:generate go run ../../kernel/generate ../seed/shared.tmpl
//
// The Go compiler inlines no call of a function parameter into a loop. So each kernel has a
// loop of its own, and a test reads the compiler's report that the kernel is inlined there.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	check := flag.Bool("check", false, "compare the files instead of writing them")
	flag.Parse()
	handle := write
	if *check {
		handle = compare
	}
	if err := run(".", flag.Args(), handle); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}
