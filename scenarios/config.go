package scenarios

import (
	"math/rand/v2"
	"slices"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

// registerOption selects full registration of the profile, or that of the C++ original: the
// numbers of the profile were capacities, only used component types were registered, with one
// system.
var registerOption = impls.Option{
	Name:    "register",
	Doc:     "register the whole profile, or only what is used, as the C++ original of these benchmarks did",
	Default: "all",
	Values:  []string{"all", "used"},
}

// reserveOption announces the number of entities to the world.
var reserveOption = impls.Option{
	Name:    "reserve",
	Doc:     "reserve room for the entities beforehand",
	Default: "no",
	Values:  []string{"no", "yes"},
}

// decoysOption adds entities that the system does not match.
var decoysOption = impls.Option{
	Name:    "decoys",
	Doc:     "entities that do not match, for each that does",
	Default: "0",
	Max:     100,
}

// orderOption is the order of the handles.
var orderOption = impls.Option{
	Name:    "order",
	Doc:     "the order of the entities: random, or that of their creation",
	Default: "random",
	Values:  []string{"random", "created"},
}

// order returns the indices of the entities in the order of the option.
func order(c Setup) []int {
	if c.Options["order"] == "random" {
		return rand.New(rand.NewPCG(c.Seed, 3)).Perm(c.entities())
	}
	list := make([]int, c.entities())
	for i := range list {
		list[i] = i
	}
	return list
}

// ordered returns handles in the order of the option.
func ordered(c Setup, r impls.Handles) impls.Handles {
	if c.Options["order"] == "created" {
		return r
	}
	return r.Pick(rand.New(rand.NewPCG(c.Seed, 3)).Perm(r.Len()))
}

// seedKernel is kernel.Of for verification only: five components are enough for it.
func seedKernel(components int) kernel.ID { return kernel.Of(min(components, 5)) }

// seedSet returns a number of components.
func seedSet(components int) []kernel.Component { return kernel.Of(components).Get().Needs }

// ModeOption is the option that chooses the access mode.
const ModeOption = results.ModeKey

// changeModes is how structure is changed. It is part of every name, because single and batch
// changes are not comparable.
var changeModes = impls.Option{
	Name:    ModeOption,
	Doc:     "how entities are created, changed and destroyed: singly, or many in one call",
	Default: string(results.PerEntity),
	Values:  []string{string(results.PerEntity), string(results.BatchByList)},
	Named:   true,
}

// filterModes is changeModes for entities that a filter can find.
var filterModes = impls.Option{
	Name:    ModeOption,
	Doc:     "how entities are changed and destroyed: singly, a list in one call, or all that match a filter in one call",
	Default: string(results.PerEntity),
	Values:  []string{string(results.PerEntity), string(results.BatchByList), string(results.BatchByFilter)},
	Named:   true,
}

// visitModes is how systems visit entities.
var visitModes = impls.Option{
	Name:    ModeOption,
	Doc:     "how a system gets its components: entity by entity, or as slices",
	Default: string(results.PerEntity),
	Values:  []string{string(results.PerEntity), string(results.Chunk)},
}

// config returns the configuration of a case. The systems of the scenario come first. The other
// systems of the profile require one to three random component types, so few of them match.
func config(c Setup, bundles [][]kernel.Component, own ...kernel.ID) (impls.Config, error) {
	cfg := impls.Config{
		Types:   kernel.Types(c.Profile.ComponentTypes),
		Bundles: bundles,
	}
	for _, k := range own {
		cfg.Systems = append(cfg.Systems, impls.SystemOf(k))
	}
	used := 0
	for _, set := range bundles {
		used = max(used, int(slices.Max(set))+1)
	}
	if used > c.Profile.ComponentTypes { // the run reports the added types
		cfg.Types = kernel.Types(used)
	}
	if c.Options["register"] == "used" {
		cfg.Types = kernel.Types(used)
		return cfg, nil
	}
	draw := rand.New(rand.NewPCG(c.Seed, 1))
	for len(cfg.Systems) < c.Profile.Systems {
		cfg.Systems = append(cfg.Systems, impls.System{
			Requires: kernel.DrawSet(draw, 1+draw.IntN(3), 0, c.Profile.ComponentTypes),
		})
	}
	return cfg, nil
}
