package play

import "github.com/ecsbench/ecsbench/internal/suite/world/drive"

func init() {
	register(Library{
		Name:    "ecs",
		Doc:     "the library of this project: archetypes, tables in chunks",
		Module:  ownModule,
		Chunks:  true,
		Lists:   []drive.Op{drive.Spawn, drive.Destroy, drive.Change},
		Filters: []drive.Op{drive.Destroy, drive.Change},
	})
}
