//go:build unix

package outdir

import (
	"io/fs"
	"os"
	"syscall"
)

// private reports whether only this user can write into a folder.
func private(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid() && info.Mode().Perm()&0o022 == 0
}
