package gobench

import "github.com/ecsbench/ecsbench/internal/measure"

// Clock implements [ab.Clocked], for test binaries that were built elsewhere and
// do not report the clock of their core. It is that of the core which this program
// runs on before and after: the two are often alike, and where they are not the
// samples show it.
func (s *Source) Clock() float64 { return measure.CoreClock() }
