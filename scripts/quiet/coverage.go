package main

import (
	"fmt"
	"math"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// coverage compares the median and the interval of each case of each run with the
// median of all runs: in time, in cycles, and in the unit that the tables of a run show.
func coverage(paths []string) error {
	type key struct{ name, unit string }
	reports, all := make([]*report.Report, 0, len(paths)), map[key][]float64{}
	minutes, samples, disturbed := 0.0, 0, 0
	for _, path := range paths {
		file, err := results.Read(path)
		if err != nil {
			return err
		}
		r := report.Build([]*results.File{file}, measure.Catalogue())
		for _, c := range r.Cases {
			for unit, s := range c.Stats {
				all[key{c.Name, unit}] = append(all[key{c.Name, unit}], s.Values...)
			}
		}
		reports = append(reports, r)
		samples, disturbed = samples+len(file.Lines), disturbed+len(file.Disturbed)
		for _, e := range file.Ends {
			minutes += e.Seconds / 60
		}
	}
	fmt.Printf("%d runs, %d samples, %d disturbed ones, %.0f samples per minute\n", len(reports), samples, disturbed, float64(samples)/minutes)
	for _, in := range []string{"ns/entity", results.UnitCycles, "shown"} {
		intervals, covered, near := 0, 0, 0
		for _, r := range reports {
			for _, c := range r.Cases {
				unit := in
				if in == "shown" {
					_, unit = c.Precision()
				}
				m, ok := c.Stats[unit]
				if !ok || !m.HasInterval() {
					continue
				}
				truth := statistics.MedianOf(all[key{c.Name, unit}]).Center
				intervals++
				if m.Lo <= truth && truth <= m.Hi {
					covered++
				}
				if math.Abs(m.Center/truth-1) <= 0.02 {
					near++
				}
			}
		}
		if intervals > 0 {
			percent := func(n int) float64 { return 100 * float64(n) / float64(intervals) }
			fmt.Printf("%-15s %.1f%% of %d intervals hold the long-run median; %.1f%% of the medians are within 2%% of it\n", in+":", percent(covered), intervals, percent(near))
		}
	}
	return nil
}
