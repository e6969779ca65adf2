package ab

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/results"
)

// A Pooler is a Source whose quantiles are of all blocks of a trial. Those of others are of one
// block, with a value for each operation.
type Pooler interface{ PoolsTails() bool }

// A Refusal is a quantile that is not compared, because it has too few values.
type Refusal struct {
	Unit   string `json:"unit"`
	Values int    `json:"values"` // in a trial or block
	Needed int    `json:"needed"`
}

// tailTime limits a trial that is extended for a quantile.
const tailTime = time.Second

// ValuesFor is the number of values from which a quantile has a confidence interval of 95% without
// any assumption: the largest value is above the quantile in 95% of samples (S. S. Wilks,
// "Determination of sample sizes for setting tolerance limits", 1941). It is 299 for 0.99.
func ValuesFor(quantile float64) int { return int(math.Ceil(math.Log(0.05) / math.Log(quantile))) }

func (p *probe) pools() bool {
	pooler, ok := p.src.(Pooler)
	return ok && pooler.PoolsTails()
}

// inTail is the number of values of a quantile.
func (c *PlannedCase) inTail(pooled bool) int {
	if pooled {
		return c.Operations * c.Blocks
	}
	return c.Operations
}

// reachTails extends the trials of a case so that its quantiles have enough values. It returns
// those for which there is no time.
func (p *probe) reachTails() map[string]int {
	refused := map[string]int{}
	slices.SortFunc(p.tails, func(a, b string) int { return cmp.Compare(results.UnitNamed(a).Tail(), results.UnitNamed(b).Tail()) })
	for _, unit := range p.tails {
		needed := ValuesFor(results.UnitNamed(unit).Tail())
		if p.plan.inTail(p.pools()) >= needed {
			continue
		}
		if time.Duration(float64(needed)*p.plan.PerOp*1e9) > tailTime {
			refused[unit] = needed
			continue
		}
		if p.pools() {
			p.plan.Blocks = (needed + p.plan.Operations - 1) / p.plan.Operations
			continue
		}
		for p.plan.Operations < needed {
			p.plan.Operations *= 2
		}
		p.plan.Blocks = countBlocks(time.Duration(p.plan.PerOp * float64(p.plan.Operations) * 1e9))
	}
	return refused
}

// refusals are the notes on quantiles that are not compared.
func (e *experiment) refusals(label func(CaseID) string) (notes []string) {
	for _, c := range e.plan.Cases {
		for _, r := range c.Refused {
			notes = append(notes, fmt.Sprintf("%s of %s is not compared: it needs at least %s in a process, and %d fit into %s",
				r.Unit, label(c.CaseID), display.Count(r.Needed, "value"), r.Values, tailTime))
		}
	}
	return notes
}
