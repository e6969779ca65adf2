package templates

import "github.com/ecsbench/ecsbench/internal/world/drive"

func init() {
	register(Library{
		Name:    "donburi",
		Game:    Donburi,
		Module:  "github.com/yohamta/donburi",
		Version: "v1.15.8",
		Missing: Missing{
			Observers: byCall,
			Detection: bySet,
			Commands:  byList,
			Late:      "NewComponentType adds a type to the program for ever, also if it is called again for the same Go type",
		},
		Lists: []drive.Op{drive.Spawn},
	})
}
