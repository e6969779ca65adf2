package scenarios

import (
	"slices"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/columns"
)

// Scenarios that are programs written with package ecs keep their components in the
// tables of the library, or in the stores of the seeds. They do not go through
// impls.World.

// storageOf returns the storage of the implementation that a case is about.
func storageOf(c Case) (string, error) {
	spec, err := impls.ParseSpec(c.Impl)
	if err != nil {
		return "", err
	}
	if !slices.Contains(columns.Names, spec.Name) || len(spec.Given) > 0 {
		return "", &impls.Unsupported{Reason: c.Impl + " is no store of package ecs, with which this scenario is written"}
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
