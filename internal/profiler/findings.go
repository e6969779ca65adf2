package profiler

import (
	"fmt"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
)

// Format is the version of the findings on disk.
const Format = 1

// Findings are the profiles of one case for several implementations.
type Findings struct {
	Format      int                 `json:"format"`
	Start       time.Time           `json:"start"`
	Plan        Plan                `json:"plan"`
	Environment results.Environment `json:"environment"`
	Subjects    []*Subject          `json:"subjects"` // in the order of the plan
}

// A Subject is one profiled implementation. Missing looks are nil.
type Subject struct {
	Case        string   `json:"case"` // as in result files, without "Benchmark"
	Impl        string   `json:"impl"`
	Visits      int      `json:"visits"` // entities that an operation processes
	CPU         *CPU     `json:"cpu,omitempty"`
	Memory      *Memory  `json:"memory,omitempty"`
	Cache       *Cache   `json:"cache,omitempty"`
	Failed      []string `json:"failed,omitempty"` // why looks failed
	Unsupported string   `json:"unsupported,omitempty"`

	Lines []LineCost `json:"lines,omitempty"` // of a Go benchmark

	request measure.Request
	parts   parts
	module  string                   // of a Go benchmark
	costs   map[SourceLine]*LineCost // of it, from which OfBenchmarks selects Lines
}

// Title names the profiled case.
func (f *Findings) Title() string {
	if f.Plan.Bench != "" {
		return f.Plan.Bench
	}
	title := fmt.Sprintf("%s, profile %s", f.Plan.Scenario, f.Plan.Profile.Name)
	if s, err := scenarios.Find(f.Plan.Scenario); err == nil {
		for _, a := range slices.Backward(s.Axes) {
			title += fmt.Sprintf(", %d %s", a.In(f.Plan.Profile)[0], a.Title)
		}
	}
	return title
}
