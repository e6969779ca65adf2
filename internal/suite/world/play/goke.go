package play

import "github.com/ecsbench/ecsbench/internal/suite/world/drive"

func init() {
	register(Library{
		Name:     "goke",
		Doc:      "the library GOKe: archetypes in chunks of 32 KiB, changed where a plan synchronizes; needs Go 1.27",
		Module:   "github.com/kjkrol/goke/v3",
		Version:  "v3.1.0",
		Released: "2026-08-21",
		Unserved: "module proxies may refuse github.com/kjkrol/goke/v3, and its checksum is not known here",
		Go:       "1.27.0",
		Types:    128,
		Queries:  64,
		Sets:     4094, // GOKe has 4,096 archetypes; two are its own
		Missing: Missing{
			Observers: byCall,
			Detection: bySet,
		},
		Chunks:  true,
		Lists:   []drive.Op{drive.Spawn},
		Filters: []drive.Op{drive.Destroy, drive.Change},
		Notes: map[string]string{
			"destroy,exchange,churn,crossover,tail,watch,notify": "changes entities at synchronization points only (RunCtx.Sync): the program records the changes of a list, then synchronizes",
			"deferred":            "changes nothing at once: immediate changes are recorded like deferred ones",
			"archetypes,crowd":    "gives each archetype a chunk of up to 32 KiB",
			"new-world,memory,gc": "makes each world with room for 4,096 archetypes and 64 queries",
			"parallel":            "runs systems in parallel (RunCtx.RunParallel), not a loop: the program divides the chunks among goroutines, each with a query",
			"relate":              "has no relations between entities: the program has a component with the parent",
			"save":                "saves to a compressed file only (ECS.Save): the program's is in the folder for temporary files",
			"iterate,fragments":   "has loops over slices of components only",
			"exchange:mode=filter,destroy:mode=filter": "lists the entities of each chunk that matches (Query.BeginMigrate), and changes them together",
		},
		Lacks: map[string]string{
			"detect":  "does not record writes (Comp.Slice and Comp.At return memory)",
			"observe": "has no events for components",
			"clone":   "has no call that copies an entity",
			"despawn": "has no relations between entities",
		},
	})
}
