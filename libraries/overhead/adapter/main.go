// Command adapter is ecsbench with the adapter of package ecs under the name that the plain
// code for it has in command overhead: the name ecs itself is taken in both.
package main

import (
	"github.com/ecsbench/ecsbench/cmd"
	"github.com/ecsbench/ecsbench/impls/ecslib"
)

func main() {
	adapter := ecslib.Implementation
	adapter.Name = "package-ecs"
	cmd.Main(adapter)
}
