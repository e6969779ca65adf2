package ab

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A Meter takes samples of the programs of a source, in the phases of a budget: each is the
// undisturbed value of a fresh process. An experiment and a [Bench] are built on it.
type Meter struct {
	ctx   context.Context // of the current phase
	src   Source
	o     Options
	limit *engine.Budget // of the current phase, nil between phases
	noise noise
	note  func(side Side, kind string, v any) error // records disturbed samples
}

// NewMeter returns a Meter for a source that records no disturbed samples. It does not use the
// source's inventory.
func NewMeter(ctx context.Context, src Source, o Options) *Meter {
	return &Meter{ctx: ctx, src: src, o: o, note: func(Side, string, any) error { return nil }}
}

// Inventory lists the cases. Each case runs once.
func (m *Meter) Inventory(ctx context.Context) (*Inventory, error) {
	return m.src.Inventory(ctx, m.o.firstLimit())
}

// Size plans the trials of cases. alone lists the sequential ones.
func (m *Meter) Size(ctx context.Context, cases, alone []CaseID) ([]PlannedCase, []FailedCase, error) {
	return pilot(ctx, m.src, cases, alone, &m.o)
}

// Sample measures a case of head once.
func (m *Meter) Sample(ctx context.Context, c PlannedCase) (Block, error) {
	m.ctx = ctx
	return m.quiet(c.trial(Head), c.Wall, mostRetakes)
}

// Noise counts the samples by the result of their noise probe.
func (m *Meter) Noise() results.Noise { return m.noise.Noise }

// Line returns a value of head as a line of a result file.
func (m *Meter) Line(c PlannedCase, value Block) results.Sample {
	return sampleOf(m.src, c.trial(Head), value)
}

// Units returns the units of cases whose direction a result file must declare.
func (m *Meter) Units(cases []PlannedCase) []results.Unit {
	list := []results.Unit{}
	for _, c := range cases {
		for _, unit := range c.Units {
			_, printed := asPrinted(0, unit)
			if better := m.src.Better(unit); better != results.UnitNamed(unit).Better {
				list = append(list, results.Unit{Name: printed, Better: better})
			}
		}
	}
	slices.SortFunc(list, func(a, b results.Unit) int { return cmp.Compare(a.Name, b.Name) })
	return slices.Compact(list)
}

// head is the beginning of a side's result file.
func (m *Meter) head(side Side, title string, cases []PlannedCase) results.Head {
	environment := m.o.Environment
	environment.GoVersion = m.src.GoVersion(side)
	if v, ok := m.src.(Varied); ok {
		of, head := v.Variants()
		if side == Head {
			of = head
		}
		environment.Variant = of.String()
		for name, setting := range map[string]*string{
			"GOGC": &environment.GOGC, "GOMEMLIMIT": &environment.GOMEMLIMIT, "GODEBUG": &environment.GODEBUG, "GOAMD64": &environment.GOAMD64,
		} {
			if value, set := of.Value(name); set {
				*setting = value
			}
		}
	}
	return results.Head{
		Header:      results.Header{Format: results.Format, Version: environment.Version, Start: m.o.Started.Round(time.Second), Title: title},
		Environment: environment, Units: m.Units(cases),
	}
}

// list takes the inventory. If this exceeds its share of the budget, the error is a [NoTimeError].
func (m *Meter) list() (list *Inventory, err error) {
	late, err := m.in(inventory, func() (err error) {
		list, err = m.Inventory(m.ctx)
		return err
	})
	if late {
		what := fmt.Sprintf("running each benchmark once took longer than 40%% of the budget of %s", display.Duration(m.o.Budget))
		return nil, &NoTimeError{what, "name fewer benchmarks, or use a larger --budget"}
	}
	return list, err
}

// size plans the trials of cases, in this order. late are those for which there was no time.
func (m *Meter) size(cases, alone []CaseID) (planned []PlannedCase, failed []FailedCase, late []CaseID, err error) {
	_, err = m.in(piloting, func() (err error) {
		planned, failed, err = m.Size(m.ctx, cases, alone)
		return err
	})
	late = lists.Filter(cases, func(c CaseID) bool {
		return !slices.ContainsFunc(planned, func(p PlannedCase) bool { return p.CaseID == c }) &&
			!slices.ContainsFunc(failed, func(f FailedCase) bool { return f.Case == c })
	})
	return planned, failed, late, err
}

// trial is a trial of this size.
func (c *PlannedCase) trial(side Side) Trial {
	return Trial{Case: c.CaseID, Side: side, Operations: c.Operations, Blocks: c.Blocks, Procs: c.Procs, Process: c.Process}
}
