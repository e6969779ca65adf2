package play

import "github.com/ecsbench/ecsbench/internal/suite/world/drive"

func init() {
	register(Library{
		Name:     "arche",
		Doc:      "the library Arche: archetypes, the predecessor of Ark",
		Module:   "github.com/mlange-42/arche",
		Version:  "v0.15.3",
		Released: "2025-02-11",
		Types:    240, // Arche has 256; from the 241st on the first entity panics
		Missing: Missing{
			Detection: bySet,
			Commands:  byList,
		},
		Lists:   []drive.Op{drive.Spawn},
		Filters: []drive.Op{drive.Destroy, drive.Change},
		Notes: map[string]string{
			"observe": "has one listener per world: a listener.Dispatch calls the observers",
			"despawn": "has no call that removes a tree: the program walks it and removes the children of each parent in a batch",
		},
		Lacks: map[string]string{
			"deferred": "has no command buffer: nothing can change while a query locks the world (World.IsLocked)",
			"detect":   "has no event for a component that is written (event.Subscription has six others)",
			"save":     "can be saved by the separate module arche-serde, which was not measured; World.DumpEntities alone has no components",
			"parallel": "has no concurrent queries: World.Query changes the lock of the world without synchronisation",
			"clone":    "has no call that copies an entity",
		},
	})
}
