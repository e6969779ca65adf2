//go:build !unix

package outdir

import "io/fs"

// ours needs the owners of files.
func ours(fs.FileInfo) bool { return true }

// writable needs the permissions of others.
func writable(fs.FileInfo) bool { return false }
