package main

import (
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/ecslib"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/libraries/list"
)

// TestPlainCodeDoesTheWork: after each change the plain code of a library looks up what its
// adapter does, with and without checks.
func TestPlainCodeDoesTheWork(t *testing.T) {
	own := ecslib.Implementation
	own.Name = "package-ecs"
	adapters := append(slices.Clone(list.All), own)
	for i, plain := range all {
		adapter := adapters[i]
		if checked := slices.Contains([]string{"ark", "arche", "teishoku"}, plain.Name); plain.Name != adapter.Name || len(plain.Options) > 0 != checked {
			t.Fatalf("%s is in place of %s", plain.Name, adapter.Name)
		}
		for _, checks := range []string{"on", "off"} {
			got, want := sums(t, plain, checks), sums(t, adapter, checks)
			for at := range want {
				if got[at] != want[at] {
					t.Errorf("%s:checks=%s, look-up %d returns %#x by plain code and %#x by the adapter", plain.Name, checks, at, got[at], want[at])
				}
			}
		}
	}
}

// sums returns what look-ups return after each change.
func sums(t *testing.T, impl impls.Implementation, checks string) (list []uint64) {
	w, err := impl.Open(impls.Config{
		Types:   kernel.Types(int(gained) + 1),
		Systems: []impls.System{impls.SystemOf(kernel.MoveID)},
		Bundles: [][]kernel.Component{kernel.MoveID.Get().Needs},
		Moves:   []impls.Move{{Component: gained}, {Component: gained, Remove: true}},
		Create:  impls.PerEntity,
		Change:  impls.PerEntity,
		Visit:   impls.PerEntity,
		Limit:   200,
	}, impls.Values{impls.Checks.Name: checks})
	if err != nil {
		t.Fatal(err)
	}
	es, others := w.Handles(100), w.Handles(100)
	changer, looker := w.(impls.Changer), w.(impls.Looker)
	for _, change := range []func(){
		func() { w.Spawn(0, 7, es); w.Spawn(0, 500, others) },
		func() { w.Run(0, kernel.DeltaTime) },
		func() { changer.Exchange(0, es, 3) },
		func() { w.Run(0, kernel.DeltaTime) },
		func() { changer.Exchange(1, es, 0) },
		func() { changer.Destroy(others) },
		func() { w.Run(0, kernel.DeltaTime) },
	} {
		change()
		list = append(list, looker.Lookup(es, kernel.PositionID), looker.Lookup(es, kernel.VelocityID))
	}
	return list
}
