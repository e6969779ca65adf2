// Package null is an implementation that does nothing. What a measurement of
// it shows is the cost of measuring: the calls through the interface and the
// loops of the scenario.
package null

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:  "null",
	Doc:   "does nothing: the cost of the harness itself",
	Role:  impls.Reference,
	Null:  true,
	Modes: []impls.AccessMode{impls.BatchByList, impls.Chunk},
	Open:  func(impls.Config, impls.Values) (impls.World, error) { return world{}, nil },
}

type world struct{}

func (world) Handles(n int) impls.Handles                   { return make(impls.HandlesOf[struct{}], n) }
func (world) Spawn(int, uint32, impls.Handles)              {}
func (world) Run(int, float32) int                          { return 0 }
func (world) Clear() int                                    { return 0 }
func (world) Len() int                                      { return 0 }
func (world) Hash(impls.Handles, []uint64)                  {}
func (world) Destroy(impls.Handles) int                     { return 0 }
func (world) Exchange(int, impls.Handles, uint32) int       { return 0 }
func (world) DestroyAll(int) int                            { return 0 }
func (world) ExchangeAll(int, uint32) int                   { return 0 }
func (world) Lookup(impls.Handles, kernel.Component) uint64 { return 0 }
func (world) Tick(int, float32) []int                       { return nil }
