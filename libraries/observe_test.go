package main

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/libraries/arche"
	"github.com/ecsbench/ecsbench/libraries/ark"
	"github.com/ecsbench/ecsbench/libraries/volt"
)

// TestObserved: functions are called for what Exchange adds and for nothing else.
func TestObserved(t *testing.T) {
	const gained = kernel.FirstFiller
	for _, library := range []impls.Implementation{arche.Implementation, ark.Implementation, volt.Implementation} {
		w, err := library.Open(impls.Config{
			Types:     kernel.Types(32),
			Bundles:   [][]kernel.Component{{kernel.PositionID}, {kernel.PositionID, gained}},
			Moves:     []impls.Move{{Component: gained}, {Component: gained, Remove: true}},
			Observers: 3,
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := w.Handles(10)
		w.Spawn(0, 0, r)
		w.Spawn(1, 0, w.Handles(10))
		for range 2 {
			w.(impls.Changer).Exchange(0, r, 0)
			w.(impls.Changer).Exchange(1, r, 0)
		}
		if got := w.(impls.Observer).Observed(); got != 2*10*3 {
			t.Errorf("%s: %d calls, want %d", library.Name, got, 2*10*3)
		}
	}
}
