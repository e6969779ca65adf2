package scenarios

import (
	"slices"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
)

// Scenarios written with package ecs use its storages instead of impls.World.

// storageOf returns the storage of the implementation of a case.
func storageOf(c Case) (string, error) {
	spec, err := impls.ParseSpec(c.Impl)
	if err != nil {
		return "", err
	}
	if !slices.Contains(registry.Storages, spec.Name) || len(spec.Given) > 0 {
		return "", &impls.Unsupported{Reason: c.Impl + " is not a storage of package ecs, which this scenario uses"}
	}
	return spec.Name, nil
}

// wayOption is how ticks run.
var wayOption = impls.Option{
	Name:    "way",
	Doc:     "how systems are spread over processors",
	Default: string(ecs.Sequential),
	Values:  []string{string(ecs.Sequential), string(ecs.Pooled), string(ecs.Spawning)},
}
