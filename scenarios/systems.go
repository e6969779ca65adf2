package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// systems is mixed with the number of systems varied: a tick costs what its
// passes cost, and on top of that what it costs to begin one.
var systems = Scenario{
	Name:     "systems",
	Title:    "Systems",
	Doc:      "a tick of S systems over N entities of many kinds",
	Verb:     "ticks, with many systems, a world of",
	OnDemand: true,
	Axes: []Axis{{
		Name: "systems", Title: "systems", Doc: "systems that run in a tick",
		Default: []int{3, 5, 10, 20}, Min: 1, Max: 100,
	}, entities, aged},
	Options: []impls.Option{kindsOption, registerOption},
	Open: func(c Case) (Workload, error) {
		w, err := openMixed(c, 0, inTurn(c.At["systems"])...)
		if err != nil {
			return nil, err
		}
		return w, w.age(c.At[aged.Name])
	},
}

// inTurn returns so many kernels, those that read what others write last, so
// that the state after many ticks has a closed form.
func inTurn(n int) []kernel.ID {
	first := []kernel.ID{kernel.MoveID, kernel.CountID, kernel.CoastID, kernel.AnimateID, kernel.MoveByMassID, kernel.DriftID}
	var list []kernel.ID
	for i := range n - 1 {
		list = append(list, first[i%len(first)])
	}
	return append(list, kernel.PlaceID)
}
