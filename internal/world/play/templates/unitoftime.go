package templates

func init() {
	register(Library{
		Name:    "unitoftime",
		Game:    UnitOfTime,
		Module:  "github.com/unitoftime/ecs",
		Version: "v0.0.3",
		Missing: Missing{
			Observers: byCall,
			Detection: bySet,
			Commands:  byList,
		},
		Chunks: true,
	})
}
