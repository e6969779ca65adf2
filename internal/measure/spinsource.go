package measure

import "embed"

// SpinSource holds the files of this package that import only package time. Programs
// that cannot import this package copy them: the changed testing package of `ecsbench
// ab`.
//
//go:embed clock.go noise.go spin.go
var SpinSource embed.FS
