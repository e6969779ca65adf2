package templates

import "github.com/ecsbench/ecsbench/internal/world/drive"

func init() {
	register(Library{
		Name:    "ark",
		Game:    Ark,
		Module:  "github.com/mlange-42/ark",
		Version: "v0.8.3",
		Most:    8,
		Missing: Missing{
			Commands: byList,
		},
		Chunks:  true,
		Lists:   []drive.Op{drive.Spawn},
		Filters: []drive.Op{drive.Destroy, drive.Change},
	})
}
