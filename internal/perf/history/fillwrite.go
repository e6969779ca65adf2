package history

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/results"
)

// samplesOf has the samples of a case at one state of its code, or why there are none.
type samplesOf struct {
	codeOfCase
	lines  []results.Sample
	units  []results.Unit // whose direction must be declared
	failed string
}

// samples returns the corrected samples of the batch. enough is false if a case has too few yet.
func (f *filler) samples() (all []samplesOf, enough bool) {
	var cases []ab.CaseID
	for _, b := range f.benches() {
		cases = lists.Add(cases, lists.Map(b.Measured, func(m *ab.MeasuredCase) ab.CaseID { return m.CaseID })...)
	}
	for _, c := range cases {
		items := f.items(c)
		if slices.ContainsFunc(items, func(i item) bool { return !i.Failed && len(i.Values) < FillLeastRounds }) {
			return nil, false
		}
		for at, corrected := range seconds(items) {
			i := &items[at]
			of := samplesOf{codeOfCase: codeOfCase{c, i.class(c)}, units: i.bench.Meter.Units([]ab.PlannedCase{i.PlannedCase})}
			switch {
			case i.isAnchor():
				continue
			case i.Failed:
				of.failed = "it failed in a commit with the same code"
			default:
				for n, value := range i.Values {
					value = maps.Clone(value)
					maps.DeleteFunc(value, func(unit string, _ float64) bool {
						return results.UnitNamed(unit).Machine || ab.RestatesTime(unit, i.Values)
					})
					if _, timed := value[secPerOp]; timed {
						value[secPerOp] = corrected[n]
					}
					of.lines = append(of.lines, i.bench.Meter.Line(i.PlannedCase, value))
				}
			}
			all = append(all, of)
		}
	}
	return all, true
}

// known returns the samples in finished files of cases with the same code.
func (f *filler) known(s *state) (all []samplesOf) {
	for _, other := range f.states {
		for _, file := range other.files {
			for _, r := range file.Cases {
				c, hash := fillCase(r, f.Environment.GOMAXPROCS), file.CodeOf(r)
				if hash != "" && hash == s.class(c) {
					all = append(all, samplesOf{codeOfCase: codeOfCase{c, hash}, lines: linesOf(r), units: declared(file)})
				}
			}
		}
	}
	return all
}

// linesOf returns the lines of a case.
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

// declared returns the units whose direction a file declares.
func declared(file *results.File) (units []results.Unit) {
	for _, name := range slices.Sorted(maps.Keys(file.Better)) {
		units = append(units, results.Unit{Name: name, Better: file.Better[name]})
	}
	return units
}

// write writes the file of a commit, from the samples of its batch and those of other commits with
// the same code.
func (f *filler) write(s *state, batch []samplesOf) error {
	var failed []results.Exception
	end := results.End{Reason: "complete"}
	if s.bench != nil {
		failed = s.bench.Failed
		noise := s.bench.Meter.Noise()
		end.Noise = &noise
	}
	units, lines, hashes := []results.Unit{}, []results.Sample{}, []results.Code{} // not nil, which means the units of ecsbench
	seen := map[ab.CaseID]bool{}
	for _, of := range slices.Concat(batch, f.known(s)) {
		c, name := of.CaseID, of.Named(f.Environment.GOMAXPROCS)
		if seen[c] || s.class(c) != of.hash {
			continue
		}
		seen[c] = true
		if of.failed != "" {
			if s.bench == nil || s.bench.Of(c) == nil {
				failed = append(failed, results.Exception{Package: c.Group, Case: name, Reason: of.failed})
			}
			continue
		}
		lines, units = append(lines, of.lines...), lists.Add(units, of.units...)
		if s.code[c.Top()] != "" {
			hashes = append(hashes, results.Code{Package: c.Group, Case: name, Hash: of.hash})
		}
	}
	if len(lines) == 0 {
		why := "no benchmark matches"
		if len(failed) > 0 {
			why = failed[0].Case + ": " + failed[0].Reason
		}
		return f.fail(s, errors.New(why))
	}
	env := f.Environment
	env.Commit, env.CommitTime, env.GoVersion = s.ID, s.Time, s.goVersion
	w, err := results.Create(filepath.Join(f.Dir, s.name()), true, results.Head{
		Header: results.Header{
			Format: results.Format, Version: env.Version, Start: f.Started, Paired: true,
			Title: fmt.Sprintf("ecsbench history fill: %s, seed %d; one line per process; ns/op are corrected by what other commits took in the same rounds", s.Label(), f.Seed),
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
	s.files = append(s.files, file)
	f.outcome.Measured++
	if s.bench == nil {
		f.outcome.Same++
	}
	return nil
}
