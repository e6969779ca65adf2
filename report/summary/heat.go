package summary

import (
	"cmp"
	"math"
	"slices"
)

// A Heat is the table of scenario by implementation for one setting and one
// number of entities.
type Heat struct {
	Setting  int
	Entities float64  // NaN for scenarios without such a key
	Impls    []*Impl  // columns
	Shapes   []*Shape // rows
	report   *Report
}

// A HeatRow is one shape.
type HeatRow struct {
	Shape *Shape
	Cells []HeatCell // by column
}

// A State tells what is known of a cell.
type State string

// The states of a cell.
const (
	Measured    State = "measured"
	Missing     State = "missing"     // not part of the run
	Failed      State = "failed"      // crashed, hung or did the wrong work
	Unsupported State = "unsupported" // the implementation cannot do it
)

// A HeatCell is a case, or the reason why there is none.
type HeatCell struct {
	State  State
	Case   *Case  // if Measured
	Reason string // if Failed or Unsupported
}

// Heats returns a table for each setting and number of entities, those of one
// setting together, with the numbers ascending.
func (r *Report) Heats() []Heat {
	var columns []*Impl
	for _, i := range r.Impls {
		if i.Ranked() {
			columns = append(columns, i)
		}
	}
	type world struct {
		setting  int
		entities uint64 // as bits, since NaN is not equal to itself
	}
	index := make(map[world]int)
	var heats []Heat
	for _, scenario := range r.Scenarios {
		for _, shape := range scenario.Shapes {
			w := world{shape.Setting, math.Float64bits(shape.Entities)}
			at, ok := index[w]
			if !ok {
				at = len(heats)
				index[w] = at
				heats = append(heats, Heat{Setting: shape.Setting, Entities: shape.Entities, Impls: columns, report: r})
			}
			heats[at].Shapes = append(heats[at].Shapes, shape)
		}
	}
	slices.SortStableFunc(heats, func(a, b Heat) int {
		return cmp.Or(a.Setting-b.Setting, cmp.Compare(a.Entities, b.Entities))
	})
	return heats
}

// Cut leaves out what is beyond so many rows and columns, and tells how many
// are.
func (h *Heat) Cut(rows, columns int) (moreRows, moreColumns int) {
	moreRows, moreColumns = max(0, len(h.Shapes)-rows), max(0, len(h.Impls)-columns)
	h.Shapes, h.Impls = h.Shapes[:len(h.Shapes)-moreRows], h.Impls[:len(h.Impls)-moreColumns]
	return moreRows, moreColumns
}

// Rows fills the table in.
func (h Heat) Rows() []HeatRow {
	rows := make([]HeatRow, len(h.Shapes))
	for i, shape := range h.Shapes {
		rows[i] = HeatRow{Shape: shape, Cells: make([]HeatCell, len(h.Impls))}
		for at, impl := range h.Impls {
			rows[i].Cells[at] = h.report.cell(shape, impl)
		}
	}
	return rows
}

func (r *Report) cell(shape *Shape, impl *Impl) HeatCell {
	if c := shape.Find(impl); c != nil && !math.IsNaN(c.Ratio) {
		return HeatCell{State: Measured, Case: c}
	}
	return r.exceptionAt(shape, impl)
}

// An absence is what exceptions are found by.
type absence struct {
	scenario, components, options, impl string
	entities                            uint64
}

// exceptionAt tells why there is no number. A failure is told before what is
// not supported.
func (r *Report) exceptionAt(s *Shape, impl *Impl) HeatCell {
	if r.without == nil {
		r.without = make(map[absence][]exception)
		for state, list := range map[State][]Exception{Failed: r.Failed, Unsupported: r.Unsupported} {
			for i := range list {
				e := &list[i]
				key := absence{e.Scenario, e.Components, e.Options, e.Impl, math.Float64bits(e.Entities)}
				r.without[key] = append(r.without[key], exception{e, state})
			}
		}
	}
	found := HeatCell{State: Missing}
	for _, e := range r.without[absence{s.Scenario.Name, s.Components, s.Options, impl.Name, math.Float64bits(s.Entities)}] {
		if _, here := slices.BinarySearch(e.Settings, s.Setting); here && (found.State == Missing || found.State == Unsupported && e.state == Failed) {
			found = HeatCell{State: e.state, Reason: e.Reason}
		}
	}
	return found
}

// An exception is an Exception with its kind.
type exception struct {
	*Exception
	state State
}

// Largest returns, of the tables of each setting, the one with the most
// entities: the size at which storage designs differ the most.
func Largest(heats []Heat) []Heat {
	var largest []Heat
	for _, h := range heats {
		if n := len(largest); n > 0 && largest[n-1].Setting == h.Setting {
			largest[n-1] = h
			continue
		}
		largest = append(largest, h)
	}
	return largest
}
