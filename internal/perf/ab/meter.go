package ab

import (
	"context"

	"github.com/ecsbench/ecsbench/results"
)

// A Meter takes samples of one revision: each is the undisturbed value of a fresh process.
type Meter struct{ e *experiment }

// NewMeter returns a Meter for head of a source. It does not use the source's inventory.
func NewMeter(src Source, o Options) *Meter {
	o.complete()
	return &Meter{&experiment{src: src, o: o, record: &recorder{src: src}}}
}

// Inventory lists the cases, each of which runs once.
func (m *Meter) Inventory(ctx context.Context) (*Inventory, error) {
	return m.e.src.Inventory(ctx, m.e.o.firstLimit())
}

// Size plans the trials of cases. alone lists the sequential ones.
func (m *Meter) Size(ctx context.Context, cases, alone []Case) ([]PlannedCase, []Failure, error) {
	return pilot(ctx, m.e.src, cases, alone, &m.e.o)
}

// Sample measures a case once.
func (m *Meter) Sample(ctx context.Context, c PlannedCase) (Block, error) {
	m.e.ctx = ctx
	return m.e.quiet(c.trial(Head), c.Wall)
}

// Noise counts the samples by the result of their noise probe.
func (m *Meter) Noise() results.Noise { return m.e.noise.Noise }

// Line returns a value as a line of a result file.
func (m *Meter) Line(c PlannedCase, value Block) results.Sample {
	return m.e.record.sample(c.trial(Head), value)
}

// Units returns the units of cases whose direction a result file must declare.
func (m *Meter) Units(cases []PlannedCase) []results.Unit {
	m.e.plan.Cases = cases
	return m.e.units()
}

// trial is a trial of this size.
func (c *PlannedCase) trial(side Side) Trial {
	return Trial{Case: c.Case, Side: side, Operations: c.Operations, Blocks: c.Blocks, Procs: c.Procs, Process: c.Process}
}
