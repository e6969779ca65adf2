package kernel_test

import (
	"fmt"

	"github.com/ecsbench/ecsbench/kernel"
)

// The state of an entity after any number of runs is computed in closed form.
func ExampleExpectation() {
	types := kernel.Types(32)
	set := []kernel.Component{kernel.PositionID, kernel.VelocityID}
	expect := kernel.Expect(types)
	moved := expect.State(set, 7, kernel.Ran{Kernel: kernel.MoveID, Times: 1000})

	// The same by running.
	entity := expect.State(set, 7)
	for range 1000 {
		entity.Run(kernel.MoveID, kernel.DeltaTime)
	}
	fmt.Println(entity.Hash() == moved.Hash(), entity.Hash() == expect.Hash(set, 7))
	// Output: true false
}

// A kernel lists the components that it needs.
func ExampleKernel_Matches() {
	move := kernel.MoveID.Get()
	fmt.Println(move.Name, kernel.Names(kernel.Types(32), move.Needs))
	fmt.Println(move.Matches([]kernel.Component{kernel.PositionID, kernel.VelocityID, kernel.MassID}))
	fmt.Println(move.Matches([]kernel.Component{kernel.PositionID}))
	// Output:
	// Move position, velocity
	// true
	// false
}
