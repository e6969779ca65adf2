// Package null is an implementation that does nothing. What a measurement of
// it shows is the cost of measuring: the calls through the interface and the
// loops of the scenario.
package null

import "github.com/ecsbench/ecsbench/impls"

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:  "null",
	Doc:   "does nothing: the cost of the harness itself",
	Role:  impls.Null,
	Calls: []impls.Call{impls.InBatches, impls.ByChunk},
	Open:  func(impls.Config, impls.Values) (impls.World, error) { return world{}, nil },
}

type world struct{}

func (world) Roster(n int) impls.Roster              { return make(impls.Handles[struct{}], n) }
func (world) Spawn(int, uint32, impls.Roster)        {}
func (world) Run(int, float32) int                   { return 0 }
func (world) Clear() int                             { return 0 }
func (world) Len() int                               { return 0 }
func (world) Hash(impls.Roster, []uint64)            {}
func (world) Destroy(impls.Roster) int               { return 0 }
func (world) Exchange(int, impls.Roster, uint32) int { return 0 }
func (world) Lookup(impls.Roster) uint64             { return 0 }
func (world) Tick(int, float32) []int                { return nil }
