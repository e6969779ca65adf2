package main

import (
	"fmt"
	"math"

	"github.com/ecsbench/ecsbench/internal/measure/median"
	"github.com/ecsbench/ecsbench/results"
)

// coverage compares the median and the interval of each case of each run with the
// median of all runs.
func coverage(paths []string) error {
	type key struct{ name, unit string }
	runs, all := make([]map[key][]float64, 0, len(paths)), map[key][]float64{}
	minutes, samples, disturbed := 0.0, 0, 0
	for _, path := range paths {
		file, err := results.Read(path)
		if err != nil {
			return err
		}
		values := map[key][]float64{}
		for _, c := range file.Cases {
			for _, unit := range []string{"ns/entity", results.UnitCycles} {
				if v := c.Values[unit]; len(v) > 0 {
					values[key{c.Name, unit}] = v
					all[key{c.Name, unit}] = append(all[key{c.Name, unit}], v...)
				}
			}
		}
		runs = append(runs, values)
		samples, disturbed = samples+file.Samples, disturbed+len(file.Disturbed)
		for _, e := range file.Ends {
			minutes += e.Seconds / 60
		}
	}
	fmt.Printf("%d runs, %d samples, %d disturbed ones, %.0f samples per minute\n", len(runs), samples, disturbed, float64(samples)/minutes)
	for _, unit := range []string{"ns/entity", results.UnitCycles} {
		intervals, covered, near := 0, 0, 0
		for _, run := range runs {
			for k, v := range run {
				if k.unit != unit {
					continue
				}
				truth, m := median.Of(all[k]).Center, median.Of(v)
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
			fmt.Printf("%s: %.1f%% of %d intervals hold the long-run median; %.1f%% of the medians are within 2%% of it\n", unit, percent(covered), intervals, percent(near))
		}
	}
	return nil
}
