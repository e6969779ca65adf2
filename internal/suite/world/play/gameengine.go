package play

func init() {
	register(Library{
		Name:     "gameengine",
		Doc:      "the library go-gameengine-ecs: archetypes, entities found by a Go map",
		Module:   "github.com/marioolofo/go-gameengine-ecs",
		Version:  "v0.9.0",
		Released: "2023-02-23",
		Types:    255, // the library has 256, and a mask with the last one panics
		Missing: Missing{
			Observers: byCall,
			Without:   "a mask per entity beside the library",
			Detection: bySet,
			Commands:  byList,
			Late:      "it has at most 64 component types",
		},
		Notes: map[string]string{
			"exchange,watch,crossover,tail,lookup": "does not report which components an entity has: the program keeps the mask of each entity",
			"create,memory,destroy":                "grows columns by 2,048 rows unless NewWorld is called with a larger number of entities",
			"systems":                              "has no queries that exclude a component, and does not report what an entity has: the program keeps the mask of each entity",
		},
		Lacks: map[string]string{
			"destroy:mode=filter,exchange:mode=filter": "changes and removes single entities only (World.RemEntity, AddComponent, RemComponent)",
			"detect":         "does not record writes (World.Component returns a pointer)",
			"relate,despawn": "has a flag for children (FlagEntityChildOf), and nothing that leads to them",
			"parallel":       "has no query that runs on several goroutines",
			"deferred":       "has no command buffer",
			"clone":          "has no call that copies an entity",
			"observe":        "has no events",
			"save":           "cannot be saved",
		},
	})
}
