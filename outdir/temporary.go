package outdir

import (
	"os"
	"sync"
)

// temporary are the folders that are being written, for a process that is
// interrupted and has no way back to those who write them.
var temporary struct {
	sync.Mutex
	paths []string
}

// mkdirTemp is os.MkdirTemp.
func mkdirTemp(parent, prefix string) (string, error) {
	temporary.Lock()
	defer temporary.Unlock()
	path, err := os.MkdirTemp(parent, prefix)
	if err == nil {
		temporary.paths = append(temporary.paths, path)
	}
	return path, err
}

// DiscardAll removes all that was not committed. It waits for a [Dir.Commit]
// that has begun, and nothing can be written afterwards: the process is to end.
func DiscardAll() {
	temporary.Lock() // for good
	for _, path := range temporary.paths {
		os.RemoveAll(path)
	}
}
