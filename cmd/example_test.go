package cmd_test

import (
	"github.com/ecsbench/ecsbench/cmd"
	"github.com/ecsbench/ecsbench/impls"
)

// The whole main function of a program that measures an implementation of its
// own beside those of the project. "ecsbench new-impl" writes such a program.
func ExampleMain() {
	var mine impls.Implementation // that of the module
	cmd.Main(mine)
}
