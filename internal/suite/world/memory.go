package world

import (
	"fmt"
	"slices"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
)

// A Flow is the memory traffic of a system.
type Flow struct {
	System    string  `json:"system"`
	Visited   float64 `json:"entities"`                // expected at the start
	Bytes     float64 `json:"bytesPerPass"`            // as STREAM counts: read once, written once
	Component string  `json:"component"`               // with the largest part of the bytes
	Set       float64 `json:"workingSet"`              // bytes of the components
	Level     string  `json:"level"`                   // the smallest cache that holds them, "" if the caches are not known
	Bandwidth float64 `json:"bandwidthBytesPerSecond"` // of one thread with a set of this size
	Rate      float64 `json:"bytesPerSecond"`          // of the fastest library in this system; 0 if unknown
	Library   string  `json:"library"`
	Share     float64 `json:"bandwidthShare"`
}

// limited is the share of the bandwidth above which memory limits a system.
const limited = 0.7

// measureFlows counts the bytes of each system and measures the bandwidth for its working set.
func measureFlows(w *format.World) (flows []Flow) {
	for _, s := range w.Systems {
		f := Flow{System: w.Spec.Steps[s.Step].Name, Visited: s.Visited}
		most := 0
		count := func(list []int, passes int) {
			for _, c := range list {
				touched := w.Components[c].Touch
				f.Bytes += float64(passes*touched) * s.Visited
				f.Set += float64(touched) * s.Visited
				if passes*touched > most {
					most, f.Component = passes*touched, w.Components[c].Name
				}
			}
		}
		count(s.Read, 1)
		count(s.Write, 2)
		f.Level, f.Bandwidth = level(f.Set), play.Bandwidth(f.Set)
		flows = append(flows, f)
	}
	return flows
}

// flow gives each system the rate of the fastest library.
func (a *Answer) flow(w *format.World) {
	for i := range a.Flows {
		f, step := &a.Flows[i], w.Systems[i].Step
		every := float64(w.Spec.Steps[step].Every)
		for _, r := range a.Libraries {
			if step >= len(r.Steps) || r.Steps[step] <= 0 {
				continue
			}
			if rate := f.Bytes / (r.Steps[step] * every * 1e-9); rate > f.Rate {
				f.Rate, f.Library = rate, r.Name
			}
		}
		f.Share = f.Rate / f.Bandwidth
		if f.Share >= limited && (f.Level == "L3" || f.Level == "memory") {
			a.Notes = append(a.Notes, fmt.Sprintf("%s reaches %s of the bandwidth of memory with %s: no other ECS will make it faster; smaller components will", f.System, percent(f.Share), f.Library))
		}
	}
}

// level returns the smallest cache that holds so many bytes, "" if the caches are not known.
func level(bytes float64) string {
	sizes := caches()
	if sizes == [3]int{} {
		return ""
	}
	for i, size := range sizes {
		if size > 0 && bytes <= float64(size) {
			return fmt.Sprintf("L%d", i+1)
		}
	}
	return "memory"
}

func (a *Answer) memory() Table {
	columns := []string{"system", ">entities", ">bytes per pass", ">most of it in", ">fits in", ">bandwidth", ">share", ">reached by"}
	fits := slices.Index(columns, ">fits in")
	known := slices.ContainsFunc(a.Flows, func(f Flow) bool { return f.Level != "" })
	if !known {
		columns = slices.Delete(columns, fits, fits+1)
	}
	t := Table{
		Title: "Memory: bytes per pass as STREAM counts them, and the share of the bandwidth of one thread for a set of this size",
		Table: display.NewTable(columns...),
	}
	for _, f := range a.Flows {
		share := "–"
		if f.Rate > 0 {
			share = fmt.Sprintf("%.0f%%", 100*f.Share)
		}
		row := []string{f.System, thousands(f.Visited), size(f.Bytes), f.Component, f.Level, fmt.Sprintf("%.3g GB/s", f.Bandwidth/1e9), share, f.Library}
		if !known {
			row = slices.Delete(row, fits, fits+1)
		}
		t.Row(row...)
	}
	return t
}
