//go:build !amd64

package impls

func widest() instructions { return plain }

func addScaled(dst, src []float32, s float32)              { addScaledGo(dst, src, s) }
func addScaledPairs(dst, src, factor []float32, s float32) { addScaledPairsGo(dst, src, factor, s) }
func addConst(dst []float32, s float32)                    { addConstGo(dst, s) }
