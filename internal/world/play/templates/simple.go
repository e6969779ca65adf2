package templates

import "github.com/ecsbench/ecsbench/internal/world/drive"

func init() {
	register(Library{
		Name:    "simple",
		Game:    Simple,
		Module:  "github.com/BrownNPC/simple-ecs",
		Version: "v1.4.0",
		Missing: Missing{
			Observers: byCall,
			Growth:    "a pool of an announced size",
			Detection: bySet,
			Commands:  byList,
		},
		Lists: []drive.Op{drive.Destroy},
	})
}
