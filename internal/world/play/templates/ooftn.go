package templates

func init() {
	register(Library{
		Name:    "ooftn",
		Game:    Ooftn,
		Module:  "github.com/plus3/ooftn",
		Version: "v0.0.7",
		Needs:   []string{"github.com/kamstrup/intmap v0.5.2", "golang.org/x/tools v0.51.0"},
		Missing: Missing{
			Observers: byCall,
			Without:   "an optional component of the query",
			Detection: bySet,
			Commands:  byList,
			Late:      "its storage is made from a registry of all component types",
		},
	})
}
