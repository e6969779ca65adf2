package measure

import "embed"

// SpinSource holds the files of this package that import package time alone, for
// programs that cannot import it: the changed testing package of `ecsbench ab`.
//
//go:embed clock.go noise.go spin.go
var SpinSource embed.FS
