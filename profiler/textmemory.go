package profiler

import (
	"fmt"
	"io"
	"slices"
)

// memoryTables writes what is kept, side by side, and what is allocated where.
func (f *Findings) memoryTables(w io.Writer) error {
	var seen []*Subject
	var categories []string
	for _, s := range f.Subjects {
		if s.Memory == nil {
			continue
		}
		seen = append(seen, s)
		for _, c := range s.Memory.Categories {
			if !slices.Contains(categories, c.What) {
				categories = append(categories, c.What)
			}
		}
	}
	if len(seen) == 0 {
		return nil
	}
	slices.SortStableFunc(categories, func(a, b string) int { return slices.Index(categoryOrder, a) - slices.Index(categoryOrder, b) })
	fmt.Fprintf(w, "\nMemory retained for an entity, in bytes (%d entities; empty: the whole world before the first one)\n\n", seen[0].Memory.Entities)
	titles := []string{"impl", ">retained", ">peak while growing", ">after destroying all"}
	for _, c := range categories {
		titles = append(titles, ">"+c)
	}
	t := newTable(w, append(titles, ">empty")...)
	for _, s := range seen {
		m := s.Memory
		cells := []string{s.Impl}
		for _, bytes := range []int64{m.Full, m.Peak, m.Destroyed} {
			cells = append(cells, fmt.Sprintf("%.1f", m.PerEntity(bytes)))
		}
		for _, c := range categories {
			cells = append(cells, fmt.Sprintf("%.1f", m.PerEntity(int64(m.of(c)))))
		}
		t.row(append(cells, bytesText(float64(m.Empty)))...)
	}
	if err := t.render(); err != nil {
		return err
	}
	for _, s := range seen {
		if err := s.allocationSites(w); err != nil {
			return err
		}
	}
	return nil
}

var categoryOrder = []string{Components, Index, Signatures, Sets, Handles, Scratch, Other}

// of returns the bytes of a category.
func (m *Memory) of(category string) float64 {
	for _, c := range m.Categories {
		if c.What == category {
			return c.Value
		}
	}
	return 0
}

func (s *Subject) allocationSites(w io.Writer) error {
	m := s.Memory
	fmt.Fprintf(w, "\n%s: one operation allocates %s in %.0f objects\n", s.Impl, bytesText(m.Allocated), m.Objects)
	if m.Allocated == 0 {
		return nil
	}
	fmt.Fprintln(w)
	t := newTable(w, ">share", ">bytes", ">objects", "function")
	for i, site := range m.Sites {
		if i == shownFunctions/2 {
			break
		}
		t.row(percent(site.Bytes/m.Allocated), bytesText(site.Bytes), fmt.Sprintf("%.0f", site.Objects), site.Function)
	}
	return t.render()
}

// gcTable writes what the collector has to do, side by side.
func (f *Findings) gcTable(w io.Writer) error {
	var seen []*Subject
	for _, s := range f.Subjects {
		if s.GC != nil {
			seen = append(seen, s)
		}
	}
	if len(seen) == 0 {
		return nil
	}
	floor := seen[0].GC
	fmt.Fprintf(w, "\nGarbage collection (an idle process: forced %.2f ms, scannable %s)\n\n", 1e3*floor.ForcedFloor, bytesText(float64(floor.ScanFloor)))
	t := newTable(w, "impl", ">forced", ">scannable", ">live", ">collections", ">in", ">paused", ">longest pause")
	for _, s := range seen {
		g := s.GC
		t.row(s.Impl, fmt.Sprintf("%.2f ms", 1e3*g.Forced), bytesText(float64(g.Scannable)), bytesText(float64(g.Live)),
			fmt.Sprint(g.Collections), seconds(g.Seconds), fmt.Sprintf("%.2f ms", 1e3*g.Paused), fmt.Sprintf("%.3f ms", 1e3*g.LongestStop))
	}
	return t.render()
}
