package timing

import "embed"

// SpinSource holds the files of this package that observe a core.
//
//go:embed clock.go noise.go spin.go turns.go turns_linux.go turns_other.go
var SpinSource embed.FS

// Sources holds the files of this package, of which generated programs have a copy.
//
//go:embed *.go
var Sources embed.FS
