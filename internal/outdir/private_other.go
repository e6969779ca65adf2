//go:build !unix

package outdir

import "io/fs"

// private is always true: temporary folders belong to one user here.
func private(fs.FileInfo) bool { return true }
