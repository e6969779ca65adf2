package templates

func init() {
	register(Library{
		Name:    "andygeiss",
		Game:    AndyGeiss,
		Module:  "github.com/andygeiss/ecs",
		Version: "v0.3.12",
		Missing: Missing{
			Observers: byCall,
			Stale:     "entities lose their name when they are removed",
			Without:   "the mask of each entity",
			Detection: bySet,
			Commands:  byList,
			Late:      "a mask has 64 bits, one for each component type",
		},
	})
}
