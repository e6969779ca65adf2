package scenarios

import (
	"math/rand/v2"
	"slices"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// registerOption chooses between registering the profile in full and the way
// the author of seed 004 measured: the profile's numbers were capacities, only
// the component types in use were registered, and one system existed.
var registerOption = impls.Option{
	Name:    "register",
	Doc:     "register the whole profile, or only what is used, as the C++ original of these benchmarks did",
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

// orderOption says in which order handles are handed over.
var orderOption = impls.Option{
	Name:    "order",
	Doc:     "the order of the entities: random, or that of their creation",
	Default: "random",
	Values:  []string{"random", "created"},
}

// order returns the numbers of the entities in the order that the option says.
func order(c Case) []int {
	if c.Options["order"] == "random" {
		return rand.New(rand.NewPCG(c.Seed, 3)).Perm(c.entities())
	}
	list := make([]int, c.entities())
	for i := range list {
		list[i] = i
	}
	return list
}

// ordered returns handles in the order that the option says.
func ordered(c Case, r impls.Handles) impls.Handles {
	if c.Options["order"] == "created" {
		return r
	}
	return r.Pick(rand.New(rand.NewPCG(c.Seed, 3)).Perm(r.Len()))
}

// kernelOf returns the kernel that works on so many components: for up to three those
// of seed 004, Position, Velocity and Mass.
func kernelOf(components int) kernel.ID {
	return [kernel.Most + 1]kernel.ID{
		1: kernel.DriftID, kernel.MoveID, kernel.MoveByMassID, kernel.SteerID, kernel.PushID,
		kernel.Push6ID, kernel.Push7ID, kernel.Push8ID, kernel.Push9ID, kernel.Push10ID,
	}[components]
}

// seedKernel is kernelOf where the kernel only verifies other work: not all libraries
// have queries of more than five components.
func seedKernel(components int) kernel.ID { return kernelOf(min(components, 5)) }

// seedSet returns so many components.
func seedSet(components int) []kernel.Component { return kernelOf(components).Get().Needs }

// ModeOption is the option that chooses the access mode.
const ModeOption = "mode"

// changeModes says how structure is changed. It is part of every name, since
// one by one and in one call are different questions.
var changeModes = impls.Option{
	Name:    ModeOption,
	Doc:     "how entities are created, changed and destroyed: one by one, or many in one call",
	Default: string(impls.PerEntity),
	Values:  []string{string(impls.PerEntity), string(impls.BatchByList)},
	Named:   true,
}

// filterModes is changeModes where all entities that change can be found by a filter.
var filterModes = impls.Option{
	Name:    ModeOption,
	Doc:     "how entities are changed and destroyed: one by one, those of a list in one call, or all that match a filter in one call",
	Default: string(impls.PerEntity),
	Values:  []string{string(impls.PerEntity), string(impls.BatchByList), string(impls.BatchByFilter)},
	Named:   true,
}

// visitModes says how systems go over entities.
var visitModes = impls.Option{
	Name:    ModeOption,
	Doc:     "how a system gets its components: of one entity after the other, or as slices",
	Default: string(impls.PerEntity),
	Values:  []string{string(impls.PerEntity), string(impls.Chunk)},
}

// config is the configuration for a case: the scenario's own systems come
// first, the rest of the profile's systems require one to three component
// types drawn from all those registered, so that some watch the components in
// use and most do not.
func config(c Case, bundles [][]kernel.Component, own ...kernel.ID) (impls.Config, error) {
	cfg := impls.Config{
		Types:   kernel.Types(c.Profile.ComponentTypes),
		Bundles: bundles,
		Limit:   c.entities(),
	}
	for _, k := range own {
		cfg.Systems = append(cfg.Systems, impls.SystemOf(k))
	}
	used := 0
	for _, set := range bundles {
		used = max(used, int(slices.Max(set))+1)
	}
	if used > c.Profile.ComponentTypes { // the missing types are added, which the run reports
		cfg.Types = kernel.Types(used)
	}
	if c.Options["register"] == "used" {
		cfg.Types = kernel.Types(used)
		return cfg, nil
	}
	draw := rand.New(rand.NewPCG(c.Seed, 1))
	for len(cfg.Systems) < c.Profile.Systems {
		cfg.Systems = append(cfg.Systems, impls.System{
			Requires: drawSet(draw, 1+draw.IntN(3), 0, c.Profile.ComponentTypes),
		})
	}
	return cfg, nil
}

// drawSet draws n different components from those numbered low to high-1, in
// ascending order.
func drawSet(draw *rand.Rand, n, low, high int) []kernel.Component {
	n = min(n, high-low)
	set := make([]kernel.Component, 0, n)
	for len(set) < n {
		c := kernel.Component(low + draw.IntN(high-low))
		if !slices.Contains(set, c) {
			set = append(set, c)
		}
	}
	slices.Sort(set)
	return set
}
