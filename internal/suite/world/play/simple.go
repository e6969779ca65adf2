package play

import "github.com/ecsbench/ecsbench/internal/suite/world/drive"

func init() {
	register(Library{
		Name:     "simple",
		Doc:      "the library simple-ecs: arrays as long as there can be entities, and sets of bits",
		Module:   "github.com/BrownNPC/simple-ecs",
		Version:  "v1.4.0",
		Released: "2025-06-10",
		Missing: Missing{
			Observers: byCall,
			Growth:    "a pool of an announced size",
			Detection: bySet,
			Commands:  byList,
		},
		Lists: []drive.Op{drive.Destroy},
		Notes: map[string]string{
			"create,memory,destroy,gc,tail,new-world": "has a fixed pool: the program makes it as large as the most entities of the world",
			"parallel": "has no parallel loop of its own: the program divides the list of entities among goroutines",
			"systems":  "has lists of what several storages share, and of what one has but not others, and none of both: the loop asks for each entity",
		},
		Lacks: map[string]string{
			"destroy:mode=filter,exchange:mode=filter": "destroys lists (Kill), and changes single entities (Add, Remove), but neither by filter",
			"detect":         "does not record writes (Storage.Update)",
			"deferred":       "has no command buffer",
			"clone":          "has no call that copies an entity",
			"observe":        "has no events",
			"relate,despawn": "has no relations between entities",
			"save":           "cannot be saved",
		},
	})
}
