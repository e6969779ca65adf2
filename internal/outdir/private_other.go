//go:build !unix

package outdir

import "io/fs"

// private is so everywhere: users have folders of their own for temporary files.
func private(fs.FileInfo) bool { return true }
