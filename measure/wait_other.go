//go:build !linux

package measure

import "time"

// turns of a thread are not known here.
func turns() (queued, processor time.Duration, known bool) { return 0, 0, false }
