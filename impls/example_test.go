package impls_test

import (
	"errors"
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/dense"
	"github.com/ecsbench/ecsbench/impls/soa"
	"github.com/ecsbench/ecsbench/kernel"
)

// moving is a world in which entities with a position and a velocity move.
func moving() impls.Config {
	return impls.Config{
		Types:   kernel.Types(32),
		Systems: []impls.System{impls.SystemOf(kernel.MoveID)},
		Bundles: [][]kernel.Component{{kernel.PositionID, kernel.VelocityID}, {kernel.PositionID}},
	}
}

// A scenario runs an implementation and verifies the work.
func ExampleImplementation() {
	var defaults impls.Spec
	options, err := defaults.Resolve(dense.Implementation.Options)
	if err != nil {
		fmt.Println(err)
		return
	}
	world, err := dense.Implementation.Open(moving(), options)
	if err != nil {
		fmt.Println(err)
		return
	}
	movers, others := world.Handles(3), world.Handles(2)
	world.Spawn(0, 0, movers)
	world.Spawn(1, 3, others)
	fmt.Println("visited", world.Run(0, kernel.DeltaTime), "of", world.Len())

	state := make([]uint64, 3)
	world.Hash(movers, state)
	want := kernel.Expect(moving().Types)
	ran := kernel.Ran{Kernel: kernel.MoveID, Times: 1}
	fmt.Println("moved:", state[2] == want.Hash(moving().Bundles[0], 2, ran))
	// Output:
	// visited 3 of 5
	// moved: true
}

// Missing features are an error, never a slow emulation.
func ExampleAs() {
	world, err := soa.Implementation.Open(moving(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = impls.As[impls.Deferrer](world, "soa")
	var missing *impls.Unsupported
	fmt.Println(errors.As(err, &missing), missing)
	// Output: true unsupported: soa has no command buffer
}

// A name with options, as on the command line.
func ExampleParseSpec() {
	spec, err := impls.ParseSpec("dense:dispatch=scan")
	if err != nil {
		fmt.Println(err)
		return
	}
	values, err := spec.Resolve(dense.Implementation.Options)
	fmt.Println(spec.Name, values["dispatch"], err)

	spec, _ = impls.ParseSpec("dense:dispatch=scann")
	_, err = spec.Resolve(dense.Implementation.Options)
	fmt.Println(err)
	// Output:
	// dense scan <nil>
	// dense: option dispatch=scann: did you mean "scan"?
}
