package profiler

import (
	"fmt"
	"math"
	"strings"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/results"
)

// Sentences returns one line per subject: the causes of most of the time, and its cache misses
// and memory relative to the fastest ECS design.
func (f *Findings) Sentences() []string {
	best := f.best()
	var list []string
	for _, s := range f.Subjects {
		if doesNothing(s.Impl) {
			continue
		}
		var parts []string
		if text := s.mostTime(); text != "" {
			parts = append(parts, text)
		}
		if best != nil && s != best && f.Selection.Bench == "" { // other benchmarks do other work
			parts = append(parts, s.against(best)...)
		}
		if len(parts) > 0 {
			list = append(list, fmt.Sprintf("`%s`: %s.", s.Impl, strings.Join(parts, "; ")))
		}
	}
	return list
}

// best returns the ECS design with the least time per entity, or the fewest
// instructions without CPU profiles. It is nil if there are less than two subjects.
func (f *Findings) best() *Subject {
	var best *Subject
	least := math.Inf(1)
	compared := 0
	for _, s := range f.Subjects {
		effort := s.effort()
		if math.IsInf(effort, 1) {
			continue
		}
		compared++
		if found, err := registry.Find(s.Impl); err != nil || found.Role == results.Reference {
			continue
		}
		if effort < least {
			best, least = s, effort
		}
	}
	if compared < 2 {
		return nil
	}
	return best
}

func (s *Subject) effort() float64 {
	switch {
	case s.CPU != nil && s.CPU.Plain > 0:
		return s.CPU.Plain
	case s.CPU == nil && s.Cache != nil:
		return float64(s.Cache.Op.Instructions) / float64(max(1, s.Visits))
	}
	return math.Inf(1)
}

// mostTime names the one or two kinds of work with most of the time.
func (s *Subject) mostTime() string {
	if s.CPU == nil || s.CPU.Seconds == 0 {
		return ""
	}
	var parts []string
	for i, c := range s.CPU.Causes {
		share := c.Value / s.CPU.Seconds
		if i == 2 || share < 0.1 {
			break
		}
		if i == 0 {
			parts = append(parts, fmt.Sprintf("%s of the time in %s", s.CPU.share(c.Value), c.What))
		} else {
			parts = append(parts, fmt.Sprintf("%s in %s", s.CPU.share(c.Value), c.What))
		}
	}
	return strings.Join(parts, ", ")
}

// against compares a subject with another.
func (s *Subject) against(best *Subject) []string {
	var parts []string
	if s.Cache != nil && best.Cache != nil {
		mine, its := s.Cache.Op, best.Cache.Op
		if mine.D1() > 0 && its.D1() > 0 {
			parts = append(parts, fmt.Sprintf("%s the D1 misses and %s the data references of `%s`",
				times(mine.D1(), its.D1()), times(mine.Data(), its.Data()), best.Impl))
		}
	}
	if s.Memory != nil && best.Memory != nil && best.Memory.Full > 0 {
		parts = append(parts, fmt.Sprintf("%s its memory", times(s.Memory.Full, best.Memory.Full)))
		if len(parts) == 1 {
			parts[0] = fmt.Sprintf("%s the memory of `%s`", times(s.Memory.Full, best.Memory.Full), best.Impl)
		}
	}
	return parts
}

func times(a, b int64) string {
	ratio := float64(a) / float64(b)
	if ratio >= 10 {
		return fmt.Sprintf("%.0fx", ratio)
	}
	return fmt.Sprintf("%.1fx", ratio)
}
