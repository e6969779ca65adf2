package play

import "github.com/ecsbench/ecsbench/internal/suite/world/drive"

func init() {
	register(Library{
		Name:     "teishoku",
		Doc:      "the library teishoku: archetypes, each with room for all entities of the world",
		Module:   "github.com/edwinsyarief/teishoku",
		Version:  "v1.7.5",
		Released: "2025-12-22",
		Most:     6,
		Types:    256,
		Missing: Missing{
			Observers: byCall,
			Without:   "a look-up for each entity",
			Detection: bySet,
			Commands:  byList,
		},
		Lists:   []drive.Op{drive.Spawn, drive.Destroy},
		Filters: []drive.Op{drive.Destroy},
		Notes: map[string]string{
			"create:mode=entity": "has builders of at most six components: SetComponent adds the others",
			"create:mode=batch":  "has builders of at most six components: SetComponent adds the others; a batch returns no entities: a filter finds them behind the older ones",
			"churn":              "returns no entities from a batch: a filter finds them behind the older ones, which it visits too",
			"systems":            "has no filters that exclude a component: the loop asks for each entity; a filter of one component is made anew after changes, since a kept one overlooks entities",
		},
		Lacks: map[string]string{
			"exchange:mode=filter": "removes all entities of a filter (Filter.RemoveEntities), and changes components of single entities only (SetComponent; Builder.SetBatch calls Set for each entity)",
			"detect":               "does not record writes (Filter.Get returns pointers)",
			"observe":              "has an event bus for events of the program (Publish), and none for components",
			"parallel":             "has no filter that several goroutines can divide",
			"deferred":             "has no command buffer",
			"clone":                "has no call that copies an entity",
			"relate,despawn":       "has no relations between entities",
			"save":                 "cannot be saved",
		},
	})
}
