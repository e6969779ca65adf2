package seed

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed *.go
var source embed.FS

// Sources are the Go files of a design, and in the folder seed those of this package.
type Sources struct{ Own fs.FS }

// Open is fs.FS.Open.
func (s Sources) Open(name string) (fs.File, error) {
	if shared, ok := strings.CutPrefix(name+"/", "seed/"); ok {
		return source.Open(path.Clean(shared))
	}
	return s.Own.Open(name)
}
