package scenarios

import (
	"math/rand/v2"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/lists"
)

// aged is the axis of worlds that games have after a while: handles are recycled, and entities
// are in no order.
var aged = Axis{
	Name: "aged", Title: "aging rounds", Doc: "rounds in which half of the entities were destroyed and created again, singly and in random order, and their kinds changed; 0 is a fresh world",
	Default: []int{0, 2}, Min: 0, Max: 100, Unnamed: true,
}

// A population is the entities of a world in several kinds.
type population struct {
	world    impls.World
	entities impls.Handles
	bundles  int                                    // of the configuration
	origin   func(i int) (bundle int, first uint32) // how the i-th entity was created
}

// age replaces single entities in random order. Each round destroys half of the population and
// creates entities of any kind. Then the entities of changed kind, and half of the others, are
// destroyed and created as before. So the population varies, the sizes of kinds shift, and
// every entity ends with its kind and initial values. There are never more entities than
// before.
func (p population) age(c Setup, rounds int) error {
	if rounds == 0 {
		return nil
	}
	destroyer, err := impls.As[impls.Destroyer](p.world, c.Impl)
	if err != nil {
		return err
	}
	n := p.entities.Len()
	draw := rand.New(rand.NewPCG(c.Seed, 4))
	shifted := make([]bool, n)
	replace := func(at []int, kind func(i, own int) int) {
		destroyer.Destroy(p.entities.Pick(at))
		draw.Shuffle(len(at), func(i, j int) { at[i], at[j] = at[j], at[i] })
		for _, i := range at {
			own, first := p.origin(i)
			bundle := kind(i, own)
			shifted[i] = bundle != own
			p.world.Spawn(bundle, first, p.entities.Slice(i, i+1))
		}
	}
	for range rounds {
		replace(draw.Perm(n)[:(n+1)/2], func(int, int) int { return draw.IntN(p.bundles) })
		others := lists.Filter(draw.Perm(n), func(i int) bool { return shifted[i] || draw.IntN(2) == 0 })
		replace(others, func(_, own int) int { return own })
	}
	return nil
}
