package templates

func init() {
	register(Library{
		Name:    "gameengine",
		Game:    GameEngine,
		Module:  "github.com/marioolofo/go-gameengine-ecs",
		Version: "v0.9.0",
		Missing: Missing{
			Observers: byCall,
			Without:   "a mask per entity beside the library",
			Detection: bySet,
			Commands:  byList,
			Late:      "it has at most 64 component types",
		},
	})
}
