package gate

import (
	"cmp"
	"math"
)

// Iterations are the fewest and the most iterations of the samples of a case.
//
// The allocations of an operation contain a share of those of the set-up: a program that
// allocates s once and a in each of n operations has a + s/n per operation. Two files of
// one program with different n differ by up to the ratio of both n. google/btree's
// DeleteInsertCloneOnce allocates 13 B/op in 10,101 iterations and 6 B/op in 22,382.
//
// Counts of instructions include the set-up that a benchmark does while its timer is stopped.
// GetG of google/btree builds a tree for every 10,000 operations, so it executes 1,378
// instructions per operation in 109,027 operations, and 1,448 in 110,047. Counts of different
// numbers of operations are not compared.
type iterations struct{ fewest, most int }

func (i *iterations) add(j iterations) {
	i.fewest = min(cmp.Or(i.fewest, j.fewest), cmp.Or(j.fewest, i.fewest))
	i.most = max(i.most, j.most)
}

// amortises reports whether a change of allocations per operation is no larger than what
// the numbers of iterations cause. If they vary within a side, the samples show the effect
// themselves. The smallest allocation has 8 bytes, so a smaller change is a share of one too,
// unless all samples agree in equal numbers of iterations.
func (p *pair) amortises(old, new iterations) bool {
	switch {
	case p.constant() && old == new && old.fewest == old.most:
		return false
	case p.Unit == "B/op" && math.Abs(p.New-p.Old) < 8:
		return true
	case p.Unit != "B/op" && p.Unit != "allocs/op" || p.Old == 0 || p.New == 0:
		return false
	case old == new || old.fewest != old.most || new.fewest != new.most:
		return false
	}
	ratio := float64(old.most) / float64(new.most)
	const rounded = 0.5 // both values are rounded to integers
	return p.New+rounded >= (p.Old-rounded)*min(1, ratio) && p.New-rounded <= (p.Old+rounded)*max(1, ratio)
}
