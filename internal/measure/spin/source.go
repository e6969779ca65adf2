package spin

import "embed"

// Source holds the files of this package that import package time alone, for
// programs that cannot import it: the changed testing package of `ecsbench ab`.
//
//go:embed clock.go probe.go spin.go
var Source embed.FS
