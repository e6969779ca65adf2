//go:build !linux

package timing

type ledger struct{}

func (*ledger) open()  {}
func (*ledger) close() {}

func (*ledger) turns() Turns { return Turns{} }

func interruptions() (thread, n int64) { return 0, 0 }
