package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// iterate visits all matching entities.
var iterate = Scenario{
	Name:    "iterate",
	Title:   "Iterate",
	Doc:     "one system visits N entities that have K components",
	From:    "P. Vigier's ECS in C++",
	Axes:    []Axis{components, entities, aged},
	Options: []impls.Option{visitModes, decoysOption, registerOption},
	Open: func(c Setup) (Workload, error) {
		set := seedSet(c.At[components.Name])
		w, err := openDecoyed(c, kernel.Of(len(set)), set)
		if err != nil {
			return nil, err
		}
		return w, w.age(c, c.At[aged.Name])
	},
}

// physics is 100 ticks of moving positions by velocities, as in the C++ original.
var physics = Scenario{
	Name:    "physics",
	Title:   "Physics",
	Doc:     "100 updates of Position by Velocity over N entities that have both",
	From:    "P. Vigier's ECS in C++",
	Axes:    []Axis{entities},
	Options: []impls.Option{visitModes, decoysOption, registerOption},
	Open: func(c Setup) (Workload, error) {
		w, err := openDecoyed(c, kernel.MoveID, kernel.MoveID.Get().Needs)
		return hundred{w}, err
	},
}

// hundred has operations of 100 updates.
type hundred struct{ *updates }

const perHundred = 100

func (w hundred) Entities() int          { return perHundred * w.updates.Entities() }
func (w hundred) MaxOperations() int     { return w.updates.MaxOperations() / perHundred }
func (w hundred) Warm() (float64, error) { w.updates.Run(1); return 1. / perHundred, nil }
func (w hundred) Run(n int)              { w.updates.Run(n * perHundred) }
func (w hundred) Parts() int             { return perHundred }
func (w hundred) RunParts(n int)         { w.updates.Run(n) }

// decoySets returns sets that lack one of the kernel's components.
func decoySets(needs []kernel.Component) [][]kernel.Component {
	if len(needs) == 1 {
		other := kernel.VelocityID
		if needs[0] == other {
			other = kernel.PositionID
		}
		return [][]kernel.Component{{other}}
	}
	var sets [][]kernel.Component
	for lacking := range needs {
		var set []kernel.Component
		for i, c := range needs {
			if i != lacking {
				set = append(set, c)
			}
		}
		sets = append(sets, set)
	}
	return sets
}

// chunk is the number of entities created in a row when kinds are mixed.
const chunk = 64

// openDecoyed opens a workload of entities of a set that matches the kernel, with the number of
// decoys of the option.
func openDecoyed(c Setup, k kernel.ID, set []kernel.Component) (*updates, error) {
	bundles, decoys := [][]kernel.Component{set}, c.Options.Int("decoys")
	if decoys > 0 {
		bundles = append(bundles, decoySets(k.Get().Needs)...)
	}
	n := c.entities()
	if decoys == 0 {
		return openUpdates(c, bundles, k, []row{{0, n, 0}})
	}
	var rows []row
	for at := 0; at < n; at += chunk {
		size := min(chunk, n-at)
		rows = append(rows, row{0, size, uint32(at)})
		for i := range decoys {
			rows = append(rows, row{1 + i%(len(bundles)-1), size, uint32(at)})
		}
	}
	return openUpdates(c, bundles, k, rows)
}
