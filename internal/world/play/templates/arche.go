package templates

import "github.com/ecsbench/ecsbench/internal/world/drive"

func init() {
	register(Library{
		Name:    "arche",
		Game:    Arche,
		Module:  "github.com/mlange-42/arche",
		Version: "v0.15.3",
		Missing: Missing{
			Observers: "a call at each change, since its listener reports creation too",
			Detection: bySet,
			Commands:  byList,
		},
		Lists:   []drive.Op{drive.Spawn},
		Filters: []drive.Op{drive.Destroy, drive.Change},
	})
}
