package measure

import "embed"

// SpinSource holds the files of this package that observe a core and import the
// standard library only. Programs that cannot import this package copy them: the changed
// testing package of `ecsbench ab`.
//
//go:embed clock.go noise.go spin.go turns.go turns_linux.go turns_other.go
var SpinSource embed.FS
