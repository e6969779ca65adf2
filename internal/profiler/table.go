package profiler

import (
	"fmt"

	"github.com/ecsbench/ecsbench/internal/display"
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
	for _, s := range f.Subjects {
		if s.CPU != nil {
			tables = append(tables, s.flatProfile(f.what()))
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
	t := newTable(fmt.Sprintf("%s: flat profile of %.2f s of CPU time (%d samples)", s.Impl, c.Seconds, c.Samples),
		">share", ">cumulative", ">self", ">with callees", "kind of work", "function")
	running := 0.0
	for i, fn := range c.Functions {
		if i == shownFunctions || fn.Self == 0 {
			break
		}
		running += fn.Self
		t.Row(percent(fn.Self/c.Seconds), seconds(running), seconds(fn.Self), percent(fn.Total/c.Seconds), fn.Cause, fn.Name)
	}
	t.Below = fmt.Sprintf("while profiling %s per %s, without %s (%+.1f%%)", perEntity.Format(c.Profiled), what, perEntity.Format(c.Plain), 100*c.Overhead())
	return t
}

// what names the unit of work.
func (f *Findings) what() string {
	if f.Plan.Bench != "" {
		return "operation"
	}
	return "entity"
}

func percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }
func seconds(s float64) string     { return fmt.Sprintf("%.2f s", s) }

// The units that tables are in.
var (
	perEntity = results.UnitNamed("ns/entity")
	memory    = results.UnitNamed("B")
)

func bytesText(n float64) string { return memory.Format(n) }
