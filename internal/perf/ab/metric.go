package ab

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A Metric lists the quantities that are judged, separated by commas.
type Metric string

// The metrics. ByTime measures time, and counts the instructions of slower cases. ByInstructions
// counts instructions, and measures the time of cases that cannot be counted. ByBoth does both
// for every case. The others compare whole processes.
const (
	ByTime         Metric = "time"
	ByInstructions Metric = "instructions"
	ByBoth         Metric = "both"
	ByCPU          Metric = "cpu"
	ByPeak         Metric = "peak-memory"
	BySyscalls     Metric = "syscalls"
)

// Metrics lists the names of all metrics.
var Metrics = []string{string(ByTime), string(ByInstructions), string(ByBoth), string(ByCPU), string(ByPeak), string(BySyscalls)}

func (m Metric) names() []string { return strings.Split(string(cmp.Or(m, ByTime)), ",") }

// unknown returns a name that is no metric, "" if there is none.
func (m Metric) unknown() string {
	at := slices.IndexFunc(m.names(), func(name string) bool { return !slices.Contains(Metrics, name) })
	if at < 0 {
		return ""
	}
	return cmp.Or(m.names()[at], ",")
}

// Has reports whether a metric is one of these.
func (m Metric) Has(one Metric) bool {
	both := one == ByTime || one == ByInstructions
	return slices.Contains(m.names(), string(one)) || both && slices.Contains(m.names(), string(ByBoth))
}

// countsOnly reports that counted cases are not measured.
func (m Metric) countsOnly() bool {
	return m.Has(ByInstructions) && !m.Has(ByTime) && len(m.units()) == 0
}

// countsToo reports that every case is measured and counted.
func (m Metric) countsToo() bool { return m.Has(ByInstructions) && !m.countsOnly() }

// units lists the units of whole processes that are compared.
func (m Metric) units() (units []string) {
	for _, of := range []struct {
		metric Metric
		unit   string
	}{{ByCPU, results.UnitCPU}, {ByPeak, results.UnitPeak}, {BySyscalls, results.UnitSyscall}} {
		if m.Has(of.metric) {
			units = lists.Add(units, of.unit)
		}
	}
	return units
}

// tested returns the unit in which controls are judged.
func (m Metric) tested() string {
	if units := m.units(); len(units) > 0 && !m.Has(ByTime) {
		return units[0]
	}
	return unitTime
}

// showsWork reports whether injected work shows in the judged unit.
func (m Metric) showsWork() bool { return results.UnitNamed(m.tested()).IsTime() }
