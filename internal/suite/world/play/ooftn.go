package play

func init() {
	register(Library{
		Name:     "ooftn",
		Doc:      "the library ooftn: archetypes of blocks found by a hash of their types, entities by references that it updates",
		Module:   "github.com/plus3/ooftn",
		Version:  "v0.0.7",
		Released: "2025-11-26",
		Needs:    []string{"github.com/kamstrup/intmap v0.5.2", "golang.org/x/tools v0.51.0"},
		Missing: Missing{
			Observers: byCall,
			Without:   "an optional component of the query",
			Detection: bySet,
			Commands:  byList,
			Late:      "its storage is made from a registry of all component types",
		},
		Notes: map[string]string{
			"lookup,exchange,watch,destroy,churn,crossover,tail": "changes the ID of an entity with its components: the program keeps an EntityRef for each, as programs that keep entities have to",
			"systems": "has no queries that exclude a component: the loop looks at an optional one",
		},
		Lacks: map[string]string{
			"deferred": "has a command buffer that makes all removals before all additions (Commands.Flush), whatever the order in which they were asked for",
			"destroy:mode=filter,exchange:mode=filter": "deletes and changes single entities only (Storage.Delete, AddComponent, RemoveComponent)",
			"detect":         "does not record writes (queries return pointers)",
			"observe":        "has no events for components",
			"relate,despawn": "has references to entities (EntityRef), and nothing that lists those which refer to one",
			"parallel":       "has a scheduler that runs one system after the other, and no query that goroutines can divide",
			"clone":          "has no call that copies an entity",
			"save":           "cannot be saved",
		},
	})
}
