package scenarios

import (
	"fmt"
	"slices"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/columns"
)

// Scenarios that are programs written with package ecs run on the storages of
// the backends that stand on it, and do not go through impls.World.

// storageOf returns the storage of the implementation that a case is about.
func storageOf(c Case) (string, error) {
	spec, err := impls.ParseSpec(c.Impl)
	if err != nil {
		return "", err
	}
	if !slices.Contains(columns.Names, spec.Name) || len(spec.Given) > 0 {
		return "", &impls.Unsupported{Reason: fmt.Sprintf("%s is no plain storage of package ecs, with which this is written", c.Impl)}
	}
	return spec.Name, nil
}

// wayOption says how the ticks of such a program run.
var wayOption = impls.Option{
	Name:    "way",
	Doc:     "how systems are spread over processors",
	Default: string(ecs.Sequential),
	Values:  []string{string(ecs.Sequential), string(ecs.Pooled), string(ecs.Spawning)},
}
