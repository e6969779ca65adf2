package play

import "github.com/ecsbench/ecsbench/internal/suite/world/drive"

func init() {
	register(Library{
		Name:     "donburi",
		Doc:      "the library Donburi: archetypes of pointers to components on the heap",
		Module:   "github.com/yohamta/donburi",
		Version:  "v1.15.8",
		Released: "2026-05-17",
		Missing: Missing{
			Observers: byCall,
			Detection: bySet,
			Commands:  byList,
			Late:      "NewComponentType adds a type to the program for ever, also if it is called again for the same Go type",
		},
		Lists: []drive.Op{drive.Spawn},
		Notes: map[string]string{
			"exchange,watch,crossover,tail": "panics at the creation of an entity in an archetype that a change of components made: the program creates and removes one entity of each kind first",
			"relate":                        "has relations in features/transform alone, whose component holds a position, a rotation and a scale too: the program has a component with the parent",
			"despawn":                       "has relations in features/transform alone, whose component holds a position, a rotation and a scale too",
		},
		Lacks: map[string]string{
			"deferred": "has no command buffer: entries change at once, also while a query runs",
			"destroy:mode=filter,exchange:mode=filter": "has queries that visit entities (Query.Each), and neither changes nor removes what they match in one call",
			"detect":   "does not record writes (ComponentType.Get returns a pointer)",
			"observe":  "calls functions for new and removed entities (World.OnCreate, OnRemove), not for components",
			"parallel": "has no query that runs on several goroutines (Query has Iter, Each and four others)",
			"save":     "cannot be saved",
			"clone":    "has no call that copies an entity",
		},
	})
}
