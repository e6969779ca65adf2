package gobench

import "github.com/ecsbench/ecsbench/internal/measure/spin"

// Clock implements [source.Clocked]. Test binaries do not tell the clock of their
// core, so it is that of the core which this program runs on before and after:
// the two are often alike, and where they are not the samples show it.
func (s *Source) Clock() float64 { return spin.Clock() }
