package play

func init() {
	register(Library{
		Name:     "unitoftime",
		Doc:      "the library unitoftime/ecs: archetypes whose rows are found by a hash index",
		Module:   "github.com/unitoftime/ecs",
		Version:  "v0.0.3",
		Released: "2024-11-02",
		Types:    255,
		Missing: Missing{
			Observers: byCall,
			Detection: bySet,
			Commands:  byList,
		},
		Chunks:     true,
		Processors: true,
		Notes: map[string]string{
			"parallel": "divides by zero if there are fewer entities than processors: such worlds run on one",
		},
		Lacks: map[string]string{
			"deferred": "has a command queue that creates and writes (CommandQueue.Spawn, Write), and neither removes components nor ends entities",
			"destroy:mode=filter,exchange:mode=filter": "deletes and writes single entities only (Delete, World.Write, DeleteComponent)",
			"detect":         "does not record writes (View.MapId passes pointers)",
			"observe":        "has no events for components",
			"save":           "cannot be saved (cod_encode.go encodes an Id alone)",
			"clone":          "has no call that copies an entity",
			"relate,despawn": "has no relations between entities",
		},
	})
}
