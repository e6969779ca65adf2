package report

import (
	"cmp"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A Heat is the table of scenarios by implementations for one setting and size of the world.
type Heat struct {
	Setting int
	Size    float64  // NaN for scenarios without a size
	Label   string   // such as "100,000 entities"
	Impls   []*Impl  // columns
	Shapes  []*Shape // rows
}

// A HeatRow is one configuration.
type HeatRow struct {
	Shape *Shape
	Cells []HeatCell // by column
}

// A HeatCell is a case, or the reason for its absence.
type HeatCell struct {
	State  State
	Case   *Entry // if Measured
	Reason string // if Failed, Unsupported or Unmeasured
}

// Heats returns one table per setting and size, grouped by setting, sizes ascending.
func (r *Report) Heats() []Heat {
	columns := lists.Filter(r.Impls, (*Impl).Shown)
	type key struct {
		setting int
		size    uint64
	}
	var heats lists.Groups[key, Heat]
	for _, scenario := range r.Scenarios {
		axis := scenario.SizeAxis()
		for _, shape := range scenario.Shapes {
			label := "no size"
			if !math.IsNaN(shape.Size()) {
				label = scenario.Axes[axis].Label(shape.Size())
			}
			h, fresh := heats.Of(key{shape.Setting, math.Float64bits(shape.Size())})
			if fresh {
				h.Setting, h.Size, h.Label = shape.Setting, shape.Size(), label
			}
			h.Shapes = append(h.Shapes, shape)
		}
	}
	slices.SortStableFunc(heats.List, func(a, b Heat) int {
		return cmp.Or(a.Setting-b.Setting, cmp.Compare(a.Size, b.Size))
	})
	for i := range heats.List {
		h := &heats.List[i]
		h.Impls = byMean(speeds(h.Shapes), columns)
	}
	return heats.List
}

// speeds returns the configurations whose primary unit is a speed, which are those of averages,
// or all if there are none.
func speeds(shapes []*Shape) []*Shape {
	if list := lists.Filter(shapes, func(s *Shape) bool { return s.Scenario.MainUnit().IsSpeed() }); len(list) > 0 {
		return list
	}
	return shapes
}

// byMean sorts columns by role and average ratio, which uses configurations common to the role.
func byMean(shapes []*Shape, columns []*Impl) (sorted []*Impl) {
	for _, role := range roles {
		members := lists.Filter(columns, func(i *Impl) bool { return i.Role == role })
		averages, _ := Averages(shapes, members)
		mean := func(i *Impl) float64 {
			if average, ok := averages[i]; ok {
				return average
			}
			return math.NaN()
		}
		slices.SortStableFunc(members, func(a, b *Impl) int { return byRatio(mean(a), mean(b)) })
		sorted = append(sorted, members...)
	}
	return sorted
}

// Mode returns the access mode of all rows that have one, AnyMode if they differ.
func (h *Heat) Mode() results.AccessMode {
	common := results.AnyMode
	for _, s := range h.Shapes {
		mode := s.Scenario.Mode
		if mode != results.AnyMode && common != results.AnyMode && mode != common {
			return results.AnyMode
		}
		common = cmp.Or(common, mode)
	}
	return common
}

// Cut limits rows and columns and returns the numbers of dropped ones.
func (h *Heat) Cut(rows, columns int) (moreRows, moreColumns int) {
	moreRows, moreColumns = max(0, len(h.Shapes)-rows), max(0, len(h.Impls)-columns)
	h.Shapes, h.Impls = h.Shapes[:len(h.Shapes)-moreRows], h.Impls[:len(h.Impls)-moreColumns]
	return moreRows, moreColumns
}

// Rows returns the rows of the table.
func (h Heat) Rows() []HeatRow {
	rows := make([]HeatRow, len(h.Shapes))
	for i, shape := range h.Shapes {
		rows[i].Shape = shape
		rows[i].Cells = lists.Map(h.Impls, shape.heatCell)
	}
	return rows
}

func (s *Shape) heatCell(i *Impl) HeatCell {
	if c := s.Find(i); c != nil && (!math.IsNaN(c.Ratio) || i.Wrong != "" && !math.IsNaN(c.Main().Center)) {
		return HeatCell{State: Measured, Case: c}
	}
	e := lists.First(s.Without, func(e Exception) bool { return e.Impl == i })
	return HeatCell{State: cmp.Or(e.State, Missing), Reason: e.Reason}
}

// Largest returns the table of the largest world of each setting.
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
