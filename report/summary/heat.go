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
	Entities float64 // NaN for scenarios without such a key
	Impls    []*Impl // columns
	Rows     []HeatRow
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
	var heats []Heat
	for _, scenario := range r.Scenarios {
		for _, shape := range scenario.Shapes {
			at := slices.IndexFunc(heats, func(h Heat) bool {
				return h.Setting == shape.Setting && cmp.Compare(h.Entities, shape.Entities) == 0
			})
			if at < 0 {
				at = len(heats)
				heats = append(heats, Heat{Setting: shape.Setting, Entities: shape.Entities, Impls: columns})
			}
			row := HeatRow{Shape: shape, Cells: make([]HeatCell, len(columns))}
			for i, impl := range columns {
				row.Cells[i] = r.cell(shape, impl)
			}
			heats[at].Rows = append(heats[at].Rows, row)
		}
	}
	slices.SortStableFunc(heats, func(a, b Heat) int {
		return cmp.Or(a.Setting-b.Setting, cmp.Compare(a.Entities, b.Entities))
	})
	return heats
}

func (r *Report) cell(shape *Shape, impl *Impl) HeatCell {
	if c := shape.Find(impl); c != nil && !math.IsNaN(c.Ratio) {
		return HeatCell{State: Measured, Case: c}
	}
	if e := find(r.Failed, shape, impl); e != nil {
		return HeatCell{State: Failed, Reason: e.Reason}
	}
	if e := find(r.Unsupported, shape, impl); e != nil {
		return HeatCell{State: Unsupported, Reason: e.Reason}
	}
	return HeatCell{State: Missing}
}

func find(list []Exception, s *Shape, impl *Impl) *Exception {
	for i := range list {
		e := &list[i]
		if e.Impl == impl.Name && e.Scenario == s.Scenario.Name && e.Components == s.Components &&
			e.Options == s.Options && cmp.Compare(e.Entities, s.Entities) == 0 && slices.Contains(e.Settings, s.Setting) {
			return e
		}
	}
	return nil
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
