package scenarios

import "github.com/ecsbench/ecsbench/impls"

// churn is mixed with replacement: after each tick some entities are destroyed, in random
// order, and others of the same kinds are created.
var churn = Scenario{
	Name:  "churn",
	Title: "Churn",
	Doc:   "a tick of mixed, after which some of the N entities are replaced in random order",
	Axes:  []Axis{entities},
	Options: []impls.Option{
		changeModes,
		{Name: "rate", Doc: "entities of a thousand replaced after each tick", Default: "100", Min: 1, Max: 1000},
		kindsOption,
		registerOption,
	},
	Open: func(c Setup) (Workload, error) {
		return openMixed(c, max(1, c.entities()*c.Options.Int("rate")/1000), mixedKernels...)
	},
}
