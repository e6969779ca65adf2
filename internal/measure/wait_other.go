//go:build !linux

package measure

import "time"

type ledger struct{}

func (*ledger) open()  {}
func (*ledger) close() {}

func (*ledger) turns() (queued, processor time.Duration, known bool) { return 0, 0, false }

func interruptions() (thread, n int64) { return 0, 0 }
