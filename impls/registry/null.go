package registry

import (
	"embed"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

//go:embed null.go
var nullSource embed.FS

// Null does nothing. Its measurements show the cost of the calls through the interface
// and of the loops of the scenario.
var Null = impls.Implementation{
	Name:   "null",
	Doc:    "does nothing: the cost of the harness itself",
	Role:   results.Reference,
	Null:   true,
	Modes:  []results.AccessMode{results.BatchByList, results.Chunk},
	Source: nullSource,
	Open:   open,
}

func open(impls.Config, impls.Values) (impls.World, error) { return nullWorld{}, nil }

type nullWorld struct{}

func (nullWorld) Handles(n int) impls.Handles                   { return make(impls.HandlesOf[struct{}], n) }
func (nullWorld) Spawn(int, uint32, impls.Handles)              {}
func (nullWorld) Run(int, float32) int                          { return 0 }
func (nullWorld) Clear() int                                    { return 0 }
func (nullWorld) Len() int                                      { return 0 }
func (nullWorld) Hash(impls.Handles, []uint64)                  {}
func (nullWorld) Destroy(impls.Handles) int                     { return 0 }
func (nullWorld) Exchange(int, impls.Handles, uint32) int       { return 0 }
func (nullWorld) Lookup(impls.Handles, kernel.Component) uint64 { return 0 }
func (nullWorld) Tick(int, float32) []int                       { return nil }
