package templates

import "github.com/ecsbench/ecsbench/internal/world/drive"

func init() {
	register(Library{
		Name:    "teishoku",
		Game:    Teishoku,
		Module:  "github.com/edwinsyarief/teishoku",
		Version: "v1.7.5",
		Most:    6,
		Missing: Missing{
			Observers: byCall,
			Without:   "a look-up for each entity",
			Detection: bySet,
			Commands:  byList,
		},
		Lists: []drive.Op{drive.Spawn, drive.Destroy},
	})
}
