package ab

import (
	"context"

	"github.com/ecsbench/ecsbench/results"
)

// A Meter takes samples of one revision: each is the quiet value of a fresh process.
type Meter struct{ e *experiment }

// NewMeter measures head of a source, whose inventory it does not need.
func NewMeter(src Source, o Options) *Meter {
	o.complete()
	return &Meter{&experiment{src: src, o: o, record: &recorder{src: src}}}
}

// Inventory lists the cases, each of which runs once.
func (m *Meter) Inventory(ctx context.Context) (*Inventory, error) {
	return m.e.src.Inventory(ctx, m.e.o.firstLimit())
}

// Size plans the trials of cases. Those that do one thing at a time are listed in alone.
func (m *Meter) Size(ctx context.Context, cases, alone []Case) ([]PlannedCase, []Failure, error) {
	return pilot(ctx, m.e.src, cases, alone, m.e.o.firstLimit(), m.e.o.Progress)
}

// Sample measures a case once.
func (m *Meter) Sample(ctx context.Context, c PlannedCase) (Block, error) {
	m.e.ctx = ctx
	return m.e.quiet(c.trial(Head), c.Wall)
}

// Noise counts the samples by what their noise probe showed.
func (m *Meter) Noise() results.Noise { return m.e.noise.Noise }

// Line is a value as it stands in a result file.
func (m *Meter) Line(c PlannedCase, value Block) results.Sample {
	return m.e.record.sample(c.trial(Head), value)
}

// Units are those of cases of which a result file has to state which way they are better.
func (m *Meter) Units(cases []PlannedCase) []results.Unit {
	m.e.plan.Cases = cases
	return m.e.units()
}

// trial is one of this size.
func (c *PlannedCase) trial(side Side) Trial {
	return Trial{Case: c.Case, Side: side, Operations: c.Operations, Blocks: c.Blocks, Procs: c.Procs}
}
