package history

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// A measurement is a version of a case with its lines in a result file, or why there are none.
type measurement struct {
	version
	lines  []results.Sample
	units  []results.Unit // whose direction must be declared
	level  float64        // the median time of a finished one, in seconds
	failed string
}

// measurements are the corrected ones of the batch, and those in finished files. enough is false if the
// batch has too few samples of a case for an interval yet.
func (f *filler) measurements() (all []measurement, enough bool) {
	var cases []ab.CaseID
	for _, b := range f.benches() {
		cases = lists.Add(cases, lists.Map(b.Measured, func(m *ab.MeasuredCase) ab.CaseID { return m.CaseID })...)
	}
	for _, c := range cases {
		for _, i := range f.items(c) {
			switch m := (measurement{version: i.of(c)}); {
			case i.Failed && !i.isAnchor():
				m.failed = "it failed in a commit with the same code"
				all = append(all, m)
			case !i.Failed && len(i.Values) < statistics.MedianMinSamples:
				return nil, false
			case !i.isAnchor():
				m.lines, m.units = i.lines(), i.bench.Meter.Units([]ab.PlannedCase{i.PlannedCase})
				all = append(all, m)
			}
		}
	}
	for _, c := range f.commits {
		all = append(all, c.finished...)
	}
	return all, true
}

// lines are those of a result file, without properties of the machine.
func (i *item) lines() (lines []results.Sample) {
	for n, value := range i.Values {
		value = maps.Clone(value)
		maps.DeleteFunc(value, func(unit string, _ float64) bool {
			return results.UnitNamed(unit).Machine || ab.RestatesTime(unit, i.Values)
		})
		if _, timed := value[secPerOp]; timed {
			value[secPerOp] = i.seconds[n]
		}
		lines = append(lines, i.bench.Meter.Line(i.PlannedCase, value))
	}
	return lines
}

// linesOf are the lines of a case in its file.
func linesOf(r *results.Case) (lines []results.Sample) {
	for n := range r.Order {
		sample := results.Sample{Case: r.Name, Iterations: 1}
		for _, key := range slices.Sorted(maps.Keys(r.Config)) {
			sample.Config = append(sample.Config, [2]string{key, r.Config[key]})
		}
		for _, unit := range r.Units {
			if values := r.In(unit); n < len(values) {
				sample.Values = append(sample.Values, results.Value{Value: values[n], Unit: unit})
			}
		}
		lines = append(lines, sample)
	}
	return lines
}

// write writes the file of a commit: the measurements of its code.
func (f *filler) write(c *commit, all []measurement) error {
	var failed []results.Exception
	end := results.End{Reason: "complete"}
	if c.bench != nil {
		failed = c.bench.Failed
		noise := c.bench.Meter.Noise()
		end.Noise = &noise
	}
	units, lines, hashes := []results.Unit{}, []results.Sample{}, []results.Code{} // not nil, which means the units of ecsbench
	seen := map[ab.CaseID]bool{}
	for _, m := range all {
		if seen[m.CaseID] || m.version != c.of(m.CaseID) {
			continue
		}
		seen[m.CaseID] = true
		name := m.Named(f.Environment.GOMAXPROCS)
		if m.failed != "" {
			if c.bench == nil || c.bench.Of(m.CaseID) == nil {
				failed = append(failed, results.Exception{Package: m.Group, Case: name, Reason: m.failed})
			}
			continue
		}
		lines, units = append(lines, m.lines...), lists.Add(units, m.units...)
		if c.code[m.Top()] != "" {
			hashes = append(hashes, results.Code{Package: m.Group, Case: name, Hash: m.code})
		}
	}
	if len(lines) == 0 {
		why := "no benchmark matches"
		if len(failed) > 0 {
			why = failed[0].Case + ": " + failed[0].Reason
		}
		return f.fail(c, errors.New(why))
	}
	env := f.Environment
	env.Commit, env.CommitTime, env.GoVersion = c.ID, c.Time, c.goVersion
	w, err := results.Create(filepath.Join(f.Dir, c.name()), true, results.Head{
		Header: results.Header{
			Format: results.Format, Version: env.Version, Start: f.Started, Paired: true,
			Title: fmt.Sprintf("ecsbench history fill: %s, seed %d; one line per process; ns/op are corrected by what other commits took in the same rounds", c.Label(), f.Seed),
		},
		Environment: env, Units: units,
	})
	if err != nil {
		return err
	}
	for _, k := range hashes {
		err = errors.Join(err, w.Annotate(results.KindCode, k))
	}
	for _, k := range failed {
		err = errors.Join(err, w.Annotate(results.KindFailed, k))
	}
	if err == nil {
		err = w.Sample(lines...)
	}
	if err == nil {
		err = w.Annotate(results.KindEnd, end)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return err
	}
	file, err := results.Read(w.Path())
	if err != nil {
		return err
	}
	c.take(file, f.Environment.GOMAXPROCS)
	f.outcome.Measured++
	if c.bench == nil {
		f.outcome.Same++
	}
	return nil
}
