package templates

func init() {
	register(Library{
		Name:    "volt",
		Game:    Volt,
		Module:  "github.com/akmonengine/volt",
		Version: "v1.7.0",
		Most:    8,
		Missing: Missing{
			Observers: "a call at each change, since its listener reports creation too",
			Stale:     "generations beside the library",
			Without:   "a function that is called for every entity",
			Detection: bySet,
			Commands:  byList,
		},
	})
}
