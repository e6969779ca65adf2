package profiler

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A Table is a part of the findings for display.
type Table struct {
	Title string
	Notes []string // above the table
	display.Table
	Below string
}

// newTable starts a table; columns whose title begins with ">" are aligned to
// the right.
func newTable(title string, columns ...string) Table {
	return Table{Title: title, Table: display.NewTable(columns...)}
}

// Tables returns all tables of the findings: first the comparisons, then those of
// single subjects.
func (f *Findings) Tables() []Table {
	var tables []Table
	work := "entity"
	if f.Selection.Bench != "" {
		work = "operation"
	}
	for _, s := range f.Subjects {
		if s.CPU != nil {
			tables = append(tables, s.flatProfile(work))
		}
		if len(s.Lines) > 0 {
			tables = append(tables, s.lineTable())
		}
	}
	tables = append(tables, f.cacheTables()...)
	return append(tables, f.memoryTables()...)
}

// shownFunctions limits a displayed profile.
const shownFunctions = 10

// flatProfile shows the functions in gprof's layout, like the C++ original.
func (s *Subject) flatProfile(what string) Table {
	c := s.CPU
	t := newTable(fmt.Sprintf("%s: flat profile of %.2f s of CPU time (%s; shares with 95%% intervals)", s.Impl, c.Seconds, display.Count(int(c.Samples), "sample")),
		">share", ">cumulative", ">self", ">with callees", "kind of work", "function")
	running := 0.0
	for i, fn := range c.Functions {
		if i == shownFunctions || fn.Self == 0 {
			break
		}
		running += fn.Self
		t.Row(c.share(fn.Self), seconds(running), seconds(fn.Self), c.share(fn.Total), fn.Cause, fn.Name)
	}
	t.Below = fmt.Sprintf("while profiling %s per %s, without %s (%+.1f%%)", perEntity.Format(c.Profiled), what, perEntity.Format(c.Plain), 100*c.Overhead())
	return t
}

func percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }
func seconds(s float64) string     { return fmt.Sprintf("%.2f s", s) }

// The units that tables are in.
var (
	perEntity = results.UnitNamed("ns/entity")
	memory    = results.UnitNamed("B")
)

func bytesText(n float64) string { return memory.Format(n) }

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
	of := seen[0].Cache.Geometry
	op.Notes = []string{fmt.Sprintf("simulated by cachegrind %s: D1 %v; LL %v", seen[0].Cache.Version, of.D1, of.LL)}
	if of.LL.Ways == 1 {
		op.Notes = append(op.Notes, "valgrind could not determine this machine's last-level cache: give one with VALGRIND_OPTS=--LL=8388608,16,64 (bytes, ways, bytes of a line)")
	}
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
	if f.Selection.Bench != "" {
		return append([]Table{op}, tables...)
	}
	return append([]Table{op, entity}, tables...)
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

// memoryTables compares the retained memory and lists the allocations.
func (f *Findings) memoryTables() []Table {
	seen := lists.Filter(f.Subjects, func(s *Subject) bool { return s.Memory != nil })
	if len(seen) == 0 {
		return nil
	}
	categories := lists.Filter(impls.Purposes, func(p impls.Purpose) bool {
		return slices.ContainsFunc(seen, func(s *Subject) bool { return s.Memory.of(p) > 0 })
	})
	if f.Selection.Bench != "" {
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

// Text writes the findings as tables for a terminal, and below them the
// sentences.
func (f *Findings) Text(out io.Writer) error {
	w := display.NewWriter(out)
	w.Printf("%s\n", f.Title())
	for _, t := range f.Tables() {
		w.Printf("\n%s\n", t.Title)
		for _, note := range t.Notes {
			w.Printf("%s\n", note)
		}
		if len(t.Rows) > 0 {
			w.Printf("\n")
			if err := w.Table(t.Table); err != nil {
				return fmt.Errorf("write table %q: %w", t.Title, err)
			}
		}
		if t.Below != "" {
			w.Printf("%s\n", t.Below)
		}
	}
	w.Printf("\n")
	for _, s := range f.Subjects {
		if s.Unsupported != "" {
			w.Printf("%s: unsupported: %s\n", s.Impl, s.Unsupported)
		}
	}
	for _, sentence := range f.Sentences() {
		w.Printf("%s\n", sentence)
	}
	return w.Flush()
}
