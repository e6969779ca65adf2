package report

import (
	"cmp"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// BMF writes the medians of all cases, with their intervals, in the Bencher Metric
// Format: times per operation as the measure "latency" in nanoseconds, each other unit as
// its own measure. Units that restate another are omitted. The format is documented at
// bencher.dev/docs/reference/bencher-metric-format.
func BMF(w io.Writer, paths []string, known Catalogue, warn func(error)) error {
	type metric struct {
		Value float64  `json:"value"`
		Lower *float64 `json:"lower_value,omitempty"`
		Upper *float64 `json:"upper_value,omitempty"`
	}
	all := make(map[string]map[string]metric)
	list, err := medians(paths, known, warn)
	if err != nil {
		return err
	}
	measures := measuresOf(list)
	for _, m := range list {
		if all[m.name] == nil {
			all[m.name] = make(map[string]metric)
		}
		out := metric{Value: m.stat.Center}
		if m.stat.HasInterval() {
			out.Lower, out.Upper = &m.stat.Lo, &m.stat.Hi
		}
		all[m.name][measures[m.unit.Name]] = out
	}
	return display.WriteJSON(w, all)
}

// measuresOf returns the slugs of all units. If several have the same, all but the first in order get
// a hash.
func measuresOf(list []median) map[string]string {
	measures, taken := make(map[string]string), make(map[string]bool)
	for _, m := range list {
		measures[m.unit.Name] = measureOf(m.unit.Name)
	}
	for _, unit := range slices.Sorted(maps.Keys(measures)) {
		slug := measures[unit]
		if slug == "" || taken[slug] {
			measures[unit] = strings.TrimPrefix(fmt.Sprintf("%s-%08x", slug[:min(len(slug), 55)], crc32.ChecksumIEEE([]byte(unit))), "-")
		}
		taken[slug] = true
	}
	return measures
}

// measureOf returns the slug of a measure.
func measureOf(unit string) string {
	if unit == "ns/op" {
		return "latency"
	}
	slug := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
			return r
		}
		return -1
	}, strings.ToLower(strings.NewReplacer("/", "-per-", ".", "-", "_", "-").Replace(unit)))
	return slug[:min(len(slug), 64)]
}

// SmallerIsBetter writes the medians of all cases in units where less is better, for the tool
// customSmallerIsBetter of github-action-benchmark.
func SmallerIsBetter(w io.Writer, paths []string, known Catalogue, warn func(error)) error {
	type entry struct {
		Name  string  `json:"name"`
		Unit  string  `json:"unit"`
		Value float64 `json:"value"`
		Range string  `json:"range,omitempty"`
		Extra string  `json:"extra,omitempty"`
	}
	all := []entry{}
	list, err := medians(paths, known, warn)
	if err != nil {
		return err
	}
	omitted, written := []string(nil), make(map[string]bool)
	for _, m := range list {
		if m.unit.Better > 0 {
			omitted = lists.Add(omitted, m.name)
			continue
		}
		written[m.name] = true
		e := entry{Name: m.name, Unit: m.unit.Name, Value: m.stat.Center, Extra: display.Count(m.stat.N, "sample")}
		if !m.first {
			e.Name += " - " + m.unit.Name
		}
		if m.stat.HasInterval() {
			e.Range = "± " + results.Digits(max(m.stat.Hi-m.stat.Center, m.stat.Center-m.stat.Lo))
		}
		all = append(all, e)
	}
	omitted = slices.DeleteFunc(omitted, func(name string) bool { return written[name] })
	if len(omitted) > 0 && warn != nil {
		warn(fmt.Errorf("export: this format has no units of which more is better: %s omitted: %s", display.CountAre(len(omitted), "case"), display.List(omitted)))
	}
	return display.WriteJSON(w, all)
}

// A median belongs to one case in one unit.
type median struct {
	name  string
	unit  results.Unit
	first bool // the primary unit of the case, or the unit that it restates
	stat  Stat
}

// medians lists the medians of all cases of one commit.
func medians(paths []string, known Catalogue, warn func(error)) (list []median, err error) {
	files, err := results.ReadAll(paths, warn)
	if err != nil {
		return nil, err
	}
	if all := CommitsOf(files); len(all) > 1 {
		return nil, fmt.Errorf("export: the files are of %d commits (%s, %s ...), and this format has one: name the files of one commit", len(all), all[0].Label, all[1].Label)
	}
	declared := make(map[string]int) // better direction of units in the files
	for _, f := range files {
		maps.Copy(declared, f.Better)
	}
	r := Pool(files, IdentityOf(files), known)
	label := results.FullLabels(lists.Map(r.Cases, func(c *Entry) results.Key { return c.Key }))
	var infinite []string
	for _, c := range r.Cases {
		for _, unit := range c.Shape.Scenario.Units {
			stat, ok := c.Stats[unit]
			u := results.UnitNamed(unit)
			if _, restated := c.Stats[u.Restates]; !ok || restated {
				continue
			}
			if stat.N == 0 {
				infinite = lists.Add(infinite, label(c.Key))
				continue
			}
			u.Better = cmp.Or(declared[unit], u.Better)
			ranked := c.Shape.Scenario.Unit
			list = append(list, median{label(c.Key), u, unit == ranked || unit == results.UnitNamed(ranked).Restates, stat})
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("export: no case of %s has a finite value: measure again", strings.Join(paths, ", "))
	}
	if len(infinite) > 0 && warn != nil {
		warn(fmt.Errorf("export: %s omitted, because a value is infinite: %s", display.CountAre(len(infinite), "case"), display.List(infinite)))
	}
	return list, nil
}
