package drive

import "embed"

// Sources holds the files of this package, of which generated programs have a copy.
//
//go:embed *.go
var Sources embed.FS
