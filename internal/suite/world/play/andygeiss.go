package play

func init() {
	register(Library{
		Name:     "andygeiss",
		Doc:      "the library andygeiss/ecs: a list of entities, each of them a list of components; removal searches the list",
		Module:   "github.com/andygeiss/ecs",
		Version:  "v0.3.12",
		Released: "2024-09-01",
		Types:    64, // bits of a mask
		Missing: Missing{
			Observers: byCall,
			Stale:     "entities lose their name when they are removed",
			Without:   "the mask of each entity",
			Detection: bySet,
			Commands:  byList,
			Late:      "a mask has 64 bits, one for each component type",
		},
		Notes: map[string]string{
			"lookup,exchange,watch,destroy,churn,crossover,tail": "finds out by a search through all entities which are alive: the program takes the name of those that it removes",
			"systems": "has no filters that exclude a component: the program looks at the mask of each entity",
		},
		Lacks: map[string]string{
			"destroy:mode=filter,exchange:mode=filter": "filters into a list (EntityManager.FilterByMask), and removes and changes single entities (EntityManager.Remove, Entity.Add, Remove)",
			"detect":         "does not record writes (Entity.Get returns a pointer)",
			"save":           "cannot be saved: Entity has JSON tags, but Component is an interface, which cannot be read back",
			"parallel":       "runs one system after the other (Engine.Tick)",
			"deferred":       "has no command buffer",
			"clone":          "has no call that copies an entity",
			"observe":        "has no events",
			"relate,despawn": "has no relations between entities",
		},
	})
}
