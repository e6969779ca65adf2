package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/report"
)

// workersAxis is the place of the number of workers in a scenario, -1 if it has none.
func workersAxis(s *report.Scenario) int {
	return slices.IndexFunc(s.Axes, func(a report.Axis) bool { return a.Title == "workers" })
}

// breakEven returns the smallest world from which on several workers are faster than
// one: by their intervals, at that and all larger measured sizes.
func breakEven(b report.Block, impls []*report.Impl) string {
	workers := workersAxis(b.Scenario)
	size := b.Scenario.SizeAxis()
	if workers < 0 || size < 0 {
		return ""
	}
	from := make(map[string][]string) // implementations, by the text about them
	var order []string
	for _, i := range impls {
		text, measured := "at no measured size", false
		for _, s := range slices.Backward(b.Shapes) {
			if s.At[workers] <= 1 {
				continue
			}
			one := slices.IndexFunc(b.Shapes, func(o *report.Shape) bool { return o.At[workers] == 1 && o.At[size] == s.At[size] })
			if one < 0 || s.Find(i) == nil || b.Shapes[one].Find(i) == nil {
				continue
			}
			measured = true
			if !(s.Find(i).Main().Hi < b.Shapes[one].Find(i).Main().Lo) { // false if one is unknown
				break
			}
			text = "from " + report.Count(s.At[size]) + " entities on"
		}
		if !measured {
			continue
		}
		if from[text] == nil {
			order = append(order, text)
		}
		from[text] = append(from[text], "`"+i.Label+"`")
	}
	var parts []string
	for _, text := range order {
		parts = append(parts, strings.Join(from[text], ", ")+" "+text)
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("Faster with several workers than with one: %s.", strings.Join(parts, "; "))
}
