package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// systems is mixed with a varying number of systems: a tick costs its passes and their start.
var systems = Scenario{
	Name:     "systems",
	Title:    "Systems",
	Doc:      "a tick of S systems over N entities of many kinds",
	OnDemand: true,
	Axes: []Axis{{
		Name: "systems", Title: "systems", Doc: "systems per tick",
		Default: []int{5, 10, 20}, Min: 1, Max: 100,
	}, entities, aged},
	Options: []impls.Option{kindsOption, registerOption},
	Open: func(c Setup) (Workload, error) {
		w, err := openMixed(c, 0, inTurn(c.At["systems"])...)
		if err != nil {
			return nil, err
		}
		return w, w.age(c.At[aged.Name])
	},
}

// inTurn returns n kernels. Those that read what others write come last, so the state has a
// closed form.
func inTurn(n int) []kernel.ID {
	first := []kernel.ID{kernel.MoveID, kernel.CountID, kernel.CoastID, kernel.AnimateID, kernel.MoveByMassID, kernel.DriftID}
	var list []kernel.ID
	for i := range n - 1 {
		list = append(list, first[i%len(first)])
	}
	return append(list, kernel.PlaceID)
}
