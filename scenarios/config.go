package scenarios

import (
	"math/rand/v2"
	"slices"

	"github.com/ecsbench/ecsbench/impls"
)

// registerOption chooses between registering the profile in full and the way
// the author of seed 004 measured: the profile's numbers were capacities, only
// the component types in use were registered, and one system existed.
var registerOption = impls.Option{
	Name:    "register",
	Doc:     "register the whole profile, or only what is used as seed 004 did",
	Default: "all",
	Values:  []string{"all", "used"},
}

// reserveOption tells the world beforehand how many entities will come.
var reserveOption = impls.Option{
	Name:    "reserve",
	Doc:     "reserve room for the entities beforehand",
	Default: "no",
	Values:  []string{"no", "yes"},
}

// decoysOption adds entities that have components, but not those asked for.
var decoysOption = impls.Option{
	Name:    "decoys",
	Doc:     "entities that do not match, for each that does",
	Default: "0",
	Max:     100,
}

// seedKernels are the kernels for one, two and three components, and seedSets
// the sets they need, as in seed 004: Position, Velocity and Mass.
var seedKernels = []impls.Kernel{1: impls.DriftPos, 2: impls.MovePos, 3: impls.MoveScaled}

func seedSet(components int) []impls.Component {
	return []impls.Component{impls.PositionID, impls.VelocityID, impls.MassID}[:components]
}

// config is the configuration for a case: the scenario's own systems come
// first, the rest of the profile's systems require one to three component
// types drawn from all those registered, so that some watch the components in
// use and most do not.
func config(c Case, sets [][]impls.Component, own ...impls.Kernel) impls.Config {
	cfg := impls.Config{
		Components: impls.ComponentKinds(c.Profile.ComponentTypes),
		Sets:       sets,
	}
	for _, k := range own {
		cfg.Systems = append(cfg.Systems, impls.System{Requires: k.Requires(), Kernel: k})
	}
	if c.Options["register"] == "used" {
		highest := impls.Component(0)
		for _, set := range sets {
			highest = max(highest, slices.Max(set))
		}
		cfg.Components = impls.ComponentKinds(int(highest) + 1)
		return cfg
	}
	draw := rand.New(rand.NewPCG(c.Seed, 1))
	for len(cfg.Systems) < c.Profile.Systems {
		cfg.Systems = append(cfg.Systems, impls.System{
			Requires: drawSet(draw, 1+draw.IntN(3), 0, c.Profile.ComponentTypes),
		})
	}
	return cfg
}

// drawSet draws n different components from those numbered low to high-1, in
// ascending order.
func drawSet(draw *rand.Rand, n, low, high int) []impls.Component {
	n = min(n, high-low)
	set := make([]impls.Component, 0, n)
	for len(set) < n {
		c := impls.Component(low + draw.IntN(high-low))
		if !slices.Contains(set, c) {
			set = append(set, c)
		}
	}
	slices.Sort(set)
	return set
}
