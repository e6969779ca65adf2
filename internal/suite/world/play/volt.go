package play

func init() {
	register(Library{
		Name:     "volt",
		Doc:      "the library Volt: archetypes, columns found by Go maps; entities created with one component are listed for ever",
		Module:   "github.com/akmonengine/volt",
		Version:  "v1.7.0",
		Released: "2025-10-23",
		Most:     8,
		Types:    2048,
		Missing: Missing{
			Stale:     "generations beside the library",
			Without:   "a function that is called for every entity",
			Detection: bySet,
			Commands:  byList,
		},
		Notes: map[string]string{
			"lookup,exchange,watch,destroy,churn,crossover,tail": "reuses handles: the program keeps a generation for each entity, as programs that keep handles have to",
			"create,memory": "creates with at most eight components in a call: AddComponents2 adds the ninth and the tenth; a generation of the program stands beside each entity",
			"observe":       "has one function per world for added components, which calls the observers and is called for the components of new entities too",
			"systems":       "has no queries that exclude a component: a function is called for each entity",
		},
		Lacks: map[string]string{
			"destroy:mode=filter,exchange:mode=filter": "removes and changes single entities only (RemoveEntity, AddComponent, RemoveComponent)",
			"detect":         "calls functions for components that are added and removed (World.SetComponentAddedFn, SetComponentRemovedFn), not for writes",
			"deferred":       "has no command buffer",
			"clone":          "has no call that copies an entity",
			"relate,despawn": "has no relations between entities",
			"save":           "cannot be saved",
		},
	})
}
