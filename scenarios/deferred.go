package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/results"
)

// deferred measures recorded changes, with which systems change the world during iteration.
var deferred = Scenario{
	Name:     "deferred",
	Title:    "Deferred",
	Doc:      "add a component to each of N entities, then remove it from each: immediately, or deferred",
	From:     "pfirsich/cpp-ecs",
	OnDemand: true,
	Axes:     []Axis{entities},
	Options: []impls.Option{
		{Name: "made", Doc: "when changes are made: now, or later, all together after recording", Default: "later", Values: []string{"later", "now"}, Named: true},
		orderOption, registerOption,
	},
	Open: func(c Setup) (Workload, error) {
		c.Options[ModeOption] = string(results.PerEntity) // one call per change
		opened, err := openExchanges(c, 2, 0)
		if err != nil {
			return nil, err
		}
		w := &singles{exchanges: opened.(*exchanges)}
		for i := range w.order.Len() {
			w.each = append(w.each, w.order.Slice(i, i+1))
		}
		if c.Options["made"] == "later" {
			w.deferrer, err = impls.As[impls.Deferrer](w.world, c.Impl)
		}
		return w, err
	},
}

// singles are exchanges one by one.
type singles struct {
	*exchanges
	each     []impls.Handles
	deferrer impls.Deferrer // nil if changes are immediate
}

func (w *singles) Warm() (float64, error) { w.Run(1); return 1, nil }

func (w *singles) Run(n int) {
	for range n {
		for move := range w.cfg.Moves {
			for i, one := range w.each {
				if w.deferrer != nil {
					w.deferrer.Later(move, one, uint32(i))
				} else {
					w.changed += w.changer.Exchange(move, one, uint32(i))
				}
			}
			if w.deferrer != nil {
				w.changed += w.deferrer.Flush()
			}
		}
		w.passes++
	}
}
