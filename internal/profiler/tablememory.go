package profiler

import (
	"fmt"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
)

// memoryTables compares the retained memory and lists the allocations.
func (f *Findings) memoryTables() []Table {
	seen := lists.Filter(f.Subjects, func(s *Subject) bool { return s.Memory != nil })
	if len(seen) == 0 {
		return nil
	}
	categories := lists.Filter(impls.Purposes, func(p impls.Purpose) bool {
		return slices.ContainsFunc(seen, func(s *Subject) bool { return s.Memory.of(p) > 0 })
	})
	if f.Plan.Bench != "" {
		return lists.Map(seen, (*Subject).allocationSites)
	}
	columns := []string{"impl", ">retained"}
	for _, c := range categories {
		columns = append(columns, ">"+string(c))
	}
	kept := newTable("Memory retained for an entity, in bytes", columns...)
	kept.Notes = []string{fmt.Sprintf("%s entities, after a forced collection; the categories are what is retained", display.Thousands(int64(seen[0].Memory.Entities)))}
	var tables []Table
	for _, s := range seen {
		m := s.Memory
		cells := []string{s.Impl, fmt.Sprintf("%.1f", m.PerEntity(m.Full))}
		for _, c := range categories {
			cells = append(cells, fmt.Sprintf("%.1f", m.PerEntity(int64(m.of(c)))))
		}
		kept.Row(cells...)
		tables = append(tables, s.allocationSites())
	}
	return append([]Table{kept}, tables...)
}

func (m *Memory) of(category impls.Purpose) float64 {
	return lists.First(m.Categories, func(s Share) bool { return s.What == string(category) }).Value
}

// objects formats a number of objects, which may be a fraction.
func objects(n float64) string {
	if n == math.Trunc(n) || n >= 100 {
		return fmt.Sprintf("%.0f", n)
	}
	return fmt.Sprintf("%.3g", n)
}

func (s *Subject) allocationSites() Table {
	m := s.Memory
	t := newTable(fmt.Sprintf("%s: one operation allocates %s in %s objects", s.Impl, bytesText(m.Allocated), objects(m.Objects)),
		">share", ">bytes", ">objects", "function")
	for _, site := range m.Sites[:min(shownFunctions/2, len(m.Sites))] {
		t.Row(percent(site.Bytes/m.Allocated), bytesText(site.Bytes), objects(site.Objects), site.Function)
	}
	return t
}
