//go:build unix

package outdir

import (
	"io/fs"
	"os"
	"syscall"
)

// ours reports whether this user or root owns a file.
func ours(info fs.FileInfo) bool {
	stat, is := info.Sys().(*syscall.Stat_t)
	return !is || int(stat.Uid) == os.Geteuid() || stat.Uid == 0
}

// writable reports whether users other than the owner may write to a file.
func writable(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 != 0 }
