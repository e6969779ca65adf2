package scenarios_test

import (
	"fmt"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

// A workload driven by hand: only Run is timed, and Verify is required.
func ExampleWorkload() {
	iterate, err := scenarios.Find("iterate")
	if err != nil {
		fmt.Println(err)
		return
	}
	profile, err := profiles.Load("A")
	if err != nil {
		fmt.Println(err)
		return
	}
	impl, err := registry.Find("dense:dispatch=scan")
	if err != nil {
		fmt.Println(err)
		return
	}
	w, err := iterate.Open(scenarios.Setup{
		Profile:   profile,
		At:        scenarios.Point{"n": 1000, "comps": 2},
		Options:   iterate.Values,
		Impl:      impl.Spec.String(),
		OpenWorld: impl.Open,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := w.Prepare(10); err != nil {
		fmt.Println(err)
		return
	}
	w.Run(10)
	fmt.Println(w.Entities(), "entities in each of 10 passes, verified:", w.Verify())
	// Output: 1000 entities in each of 10 passes, verified: <nil>
}
