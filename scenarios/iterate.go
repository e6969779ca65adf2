package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// iterate is the second benchmark of seed 004.
var iterate = Scenario{
	Name:    "iterate",
	Title:   "Iterate",
	Doc:     "one system visits N entities that have K components",
	Verb:    "iterates over",
	From:    "P. Vigier's ECS in C++",
	Axes:    []Axis{components, entities, aged},
	Options: []impls.Option{visitModes, decoysOption, registerOption},
	Open: func(c Case) (Workload, error) {
		set := seedSet(c.At[components.Name])
		w, err := openDecoyed(c, kernelOf(len(set)), set)
		if err != nil {
			return nil, err
		}
		return w, w.age(c, c.At[aged.Name])
	},
}

// physics is the example that the seeds profile: 100 ticks of moving positions
// by velocities.
var physics = Scenario{
	Name:    "physics",
	Title:   "Physics",
	Doc:     "100 updates of Position by Velocity over N entities that have both",
	Verb:    "moves",
	From:    "P. Vigier's ECS in C++",
	Axes:    []Axis{entities},
	Options: []impls.Option{visitModes, decoysOption, registerOption},
	Open: func(c Case) (Workload, error) {
		w, err := openDecoyed(c, kernel.MoveID, kernel.MoveID.Get().Needs)
		return hundred{w}, err
	},
}

// hundred is updates of which an operation has so many.
type hundred struct{ *updates }

const perHundred = 100

func (w hundred) Entities() int          { return perHundred * w.updates.Entities() }
func (w hundred) MaxOperations() int     { return w.updates.MaxOperations() / perHundred }
func (w hundred) Warm() (float64, error) { w.updates.Run(1); return 1. / perHundred, nil }
func (w hundred) Run(n int)              { w.updates.Run(n * perHundred) }
func (w hundred) Parts() int             { return perHundred }
func (w hundred) RunParts(n int)         { w.updates.Run(n) }

// decoySets returns the sets of entities that lack one of the components that
// the kernel needs and have the other ones, or something else at least.
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

// chunk is how many entities of a kind are created in a row when several kinds
// are mixed.
const chunk = 64

// openDecoyed opens a workload of entities with a set of components that the
// kernel works on, with as many decoys beside each as the option says.
func openDecoyed(c Case, k kernel.ID, set []kernel.Component) (*updates, error) {
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
