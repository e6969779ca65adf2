package cmd_test

import (
	"github.com/ecsbench/ecsbench/cmd"
	"github.com/ecsbench/ecsbench/impls"
)

// The main function of a program that measures its own implementation beside those of the
// project. "ecsbench new-impl" writes such a program.
func ExampleMain() {
	var mine impls.Implementation // of the module
	cmd.Main(mine)
}
