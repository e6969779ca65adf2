package play

import "github.com/ecsbench/ecsbench/internal/suite/world/drive"

func init() {
	register(Library{
		Name:     "ark",
		Doc:      "the library Ark: archetypes, tables of components with equal sets",
		Module:   "github.com/mlange-42/ark",
		Version:  "v0.8.3",
		Released: "2026-06-01",
		Most:     8,
		Types:    255, // Ark has 256; with the last of them registered the first entity panics
		Missing: Missing{
			Commands: byList,
		},
		Chunks:  true,
		Lists:   []drive.Op{drive.Spawn},
		Filters: []drive.Op{drive.Destroy, drive.Change},
		Notes: map[string]string{
			"archetypes": "gives each archetype room for 1,024 entities unless NewWorld is called with another number",
			"parallel":   "has no parallel loop of its own: the program divides the tables among goroutines, each with a query of one filter over its part of every table",
			"detect":     "records no writes: an observer of Map.Set lists the changed entities, and code that writes by pointer has to call Set",
			"despawn":    "has no call that removes a tree: the program walks it and removes the children of each parent in a batch",
		},
		Lacks: map[string]string{
			"deferred": "has no command buffer: nothing can change while a query locks the world (World.IsLocked)",
			"save":     "can be saved by the separate module ark-serde, which was not measured; Unsafe.DumpEntities alone has no components",
		},
	})
}
