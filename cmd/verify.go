package cmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
)

// verify checks that implementations do the same work as a simple model: sequences of changes
// are applied to a world and to a model made of maps. The first difference is printed.
func verify(w io.Writer, list []registry.Chosen) error {
	failed := 0
	stress := func(colour display.Colour, word string) any {
		if coloured(w) {
			return colour.Text(word)
		}
		return word
	}
	for _, c := range list {
		if c.Null {
			fmt.Fprintf(w, "%s: does no work; not verified\n", c.Spec)
			continue
		}
		if err := impls.Check(c.Open, impls.FullCheck); err != nil {
			failed++
			for _, finding := range findings(err) {
				fmt.Fprintf(w, "%s: %s: %s\n", c.Spec, stress(display.Red, "FAILED"), finding)
			}
			continue
		}
		fmt.Fprintf(w, "%s: %s\n", c.Spec, stress(display.Green, "ok"))
	}
	if failed > 0 {
		return &exitError{ExitCaseFailed, fmt.Errorf("%d of %s did different work than the model", failed, display.Count(len(list), "implementation"))}
	}
	return nil
}

// findings returns one line per failed check, without details such as stack traces.
func findings(err error) []string {
	all := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		all = joined.Unwrap()
	}
	return lists.Map(all, func(e error) string {
		line, _, _ := strings.Cut(e.Error(), "\n")
		return line
	})
}
