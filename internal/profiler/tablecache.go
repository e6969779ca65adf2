package profiler

import (
	"fmt"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
)

// cacheTables compares the references of all subjects: those of an operation in the
// layout of the C++ original, those of an entity, and the functions with the most
// misses.
func (f *Findings) cacheTables() []Table {
	seen := lists.Filter(f.Subjects, func(s *Subject) bool { return s.Cache != nil })
	if len(seen) == 0 {
		return nil
	}
	op := newTable("Cache references and misses of one operation",
		"impl", ">D refs (rd + wr)", ">D1 misses (rd + wr)", ">LLd misses (rd + wr)", ">D1 miss rate", ">LLd miss rate")
	op.Notes = seen[0].Cache.how()
	entity := newTable("The same for an entity visited", "impl", ">instructions", ">D refs", ">D1 misses", ">LLd misses")
	tables := []Table{}
	for _, s := range seen {
		r := s.Cache.Op
		op.Row(s.Impl,
			split(r.Data(), r.Reads, r.Writes), split(r.D1(), r.D1Reads, r.D1Writes), split(r.LL(), r.LLReads, r.LLWrites),
			rates(r.D1(), r.Data(), r.D1Reads, r.Reads, r.D1Writes, r.Writes),
			rates(r.LL(), r.Data(), r.LLReads, r.Reads, r.LLWrites, r.Writes))
		per := func(n int64) string { return fmt.Sprintf("%.4g", float64(n)/float64(max(1, s.Visits))) }
		entity.Row(s.Impl, per(r.Instructions), per(r.Data()), per(r.D1()), per(r.LL()))
		if len(s.Cache.Functions) > 0 && r.D1() > 0 {
			tables = append(tables, s.missingFunctions())
		}
	}
	if f.Plan.Bench != "" {
		return append([]Table{op}, tables...)
	}
	return append([]Table{op, entity}, tables...)
}

// how describes the method of counting.
func (c *Cache) how() []string {
	notes := []string{fmt.Sprintf("simulated by cachegrind %s: D1 %v; LL %v", c.Version, c.Geometry.D1, c.Geometry.LL)}
	if c.Geometry.LL.Ways == 1 {
		notes = append(notes, "valgrind could not tell this machine's last-level cache: give one with VALGRIND_OPTS=--LL=8388608,16,64 (bytes, ways, bytes of a line)")
	}
	return notes
}

// missingFunctions lists the functions with the most misses.
func (s *Subject) missingFunctions() Table {
	c := s.Cache
	t := newTable(s.Impl+": who causes the D1 misses", ">share", ">D1 misses (rd + wr)", ">D refs", ">LLd misses", "function")
	for i, fn := range c.Functions {
		if i == shownFunctions/2 || fn.D1() <= 0 {
			break
		}
		t.Row(percent(float64(fn.D1())/float64(c.Op.D1())), split(fn.D1(), fn.D1Reads, fn.D1Writes), display.Thousands(fn.Data()), display.Thousands(fn.LL()), fn.Name)
	}
	return t
}

// split writes a count and its parts as valgrind does.
func split(all, reads, writes int64) string {
	return fmt.Sprintf("%s (%s + %s)", display.Thousands(all), display.Thousands(reads), display.Thousands(writes))
}

func rates(misses, refs, readMisses, reads, writeMisses, writes int64) string {
	return fmt.Sprintf("%s (%s + %s)", rate(misses, refs), rate(readMisses, reads), rate(writeMisses, writes))
}

func rate(misses, refs int64) string {
	if refs <= 0 {
		return "-"
	}
	return percent(float64(misses) / float64(refs))
}
