// Command libraries is ecsbench with the ECS libraries of the field beside the
// implementations of the project:
//
//	go run -C libraries . run --impl ecs,ark --scenario iterate
//
// It is a module of its own: a user of the gate alone neither downloads nor builds a
// library, and none of their requirements is one of ecsbench.
//
// The adapters look alike in places and share only what package impls has for all worlds.
// Each is a complete example of how programs use one library, and its author changes it
// alone. Loops and creation are generated for each number of components, since Go has no
// generic parameters of variable number.
package main

import (
	"github.com/ecsbench/ecsbench/cmd"
	"github.com/ecsbench/ecsbench/libraries/list"
)

func main() { cmd.Main(list.All...) }
