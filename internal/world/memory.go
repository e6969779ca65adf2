package world

import (
	"fmt"

	"github.com/ecsbench/ecsbench/internal/world/format"
)

// A Flow is how much memory a system moves.
type Flow struct {
	System    string  `json:"system"`
	Visited   float64 `json:"entities"`       // expected at the start
	Bytes     float64 `json:"bytesPerPass"`   // as STREAM counts: read once, written once
	Component string  `json:"component"`      // with the largest part of them
	Set       float64 `json:"workingSet"`     // bytes of the components
	Level     string  `json:"level"`          // that holds them
	Rate      float64 `json:"bytesPerSecond"` // of the fastest library in this system
	Library   string  `json:"library"`
	Share     float64 `json:"bandwidthShare"` // of the bandwidth of memory; 0 if a cache holds the components
}

// limited is the share of the bandwidth from which a system is limited by memory.
const limited = 0.7

// flows computes the flow of each system.
func (a *Answer) flows(w *format.World) {
	for _, s := range w.Systems {
		f := Flow{System: w.Spec.Steps[s.Step].Name, Visited: s.Visited}
		most := 0
		count := func(list []int, passes float64) {
			for _, c := range list {
				touched := w.Components[c].Touch
				f.Bytes += passes * s.Visited * float64(touched)
				f.Set += s.Visited * float64(touched)
				if int(passes)*touched > most {
					most, f.Component = int(passes)*touched, w.Components[c].Name
				}
			}
		}
		count(s.Read, 1)
		count(s.Write, 2)
		f.Level = level(f.Set)
		every := float64(w.Spec.Steps[s.Step].Every)
		for _, r := range a.Libraries {
			if s.Step >= len(r.Steps) || r.Steps[s.Step] <= 0 {
				continue
			}
			if rate := f.Bytes / (r.Steps[s.Step] * every * 1e-9); rate > f.Rate {
				f.Rate, f.Library = rate, r.Name
			}
		}
		if a.Bandwidth > 0 && f.Level == "memory" {
			f.Share = f.Rate / a.Bandwidth
		}
		a.Flows = append(a.Flows, f)
		if f.Level == "memory" && f.Share >= limited {
			a.Notes = append(a.Notes, fmt.Sprintf("%s reaches %.0f%% of the bandwidth of memory with %s: no other ECS will make it faster; smaller components will", f.System, 100*f.Share, f.Library))
		}
	}
}

// level is the smallest cache that holds so many bytes.
func level(bytes float64) string {
	known := false
	for i, size := range caches() {
		if size > 0 && bytes <= float64(size) {
			return fmt.Sprintf("L%d", i+1)
		}
		known = known || size > 0
	}
	if !known {
		return "unknown"
	}
	return "memory"
}

func (a *Answer) memory() Table {
	t := Table{
		Title:  fmt.Sprintf("Memory: bytes per pass as STREAM counts them; one thread reaches %s of this machine's memory", rate(a.Bandwidth)),
		Header: []string{"system", "entities", "bytes per pass", "most of it in", "fits in", "reached", "share", "with"},
	}
	for _, f := range a.Flows {
		t.Rows = append(t.Rows, []string{f.System, thousands(f.Visited), size(f.Bytes), f.Component, f.Level, rate(f.Rate), f.share(), f.Library})
	}
	return t
}

// share is empty if the components fit into a cache, whose bandwidth is another.
func (f Flow) share() string {
	if f.Level != "memory" {
		return "–"
	}
	return percent(f.Share)
}

func rate(bytesPerSecond float64) string { return fmt.Sprintf("%.3g GB/s", bytesPerSecond/1e9) }
