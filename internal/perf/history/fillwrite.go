package history

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/results"
)

// write writes the file of a commit. done is false if a case has too few samples yet.
func (f *filler) write(s *state, groups []*group) (done bool, err error) {
	t := &text{units: []results.Unit{}} // not nil, which means those of ecsbench
	for _, b := range s.broken {
		t.failed = append(t.failed, results.Exception{Package: b.Case.Group, Case: f.name(b.Case), Reason: b.Reason})
	}
	for _, c := range f.casesOf(s, groups) {
		class := s.class(c)
		if g, at := find(groups, c, class); g != nil {
			if !t.take(g, at, f.name(c)) {
				return false, nil
			}
		} else if r := f.measured(c, class); r != nil {
			t.copy(r)
		} else {
			return false, nil
		}
		if s.code[c.Top()] != "" {
			t.code = append(t.code, results.Code{Package: c.Group, Case: f.name(c), Hash: class})
		}
	}
	if len(t.samples) == 0 {
		why := "no benchmark matches"
		if len(t.failed) > 0 {
			why = t.failed[0].Case + ": " + t.failed[0].Reason
		}
		f.fail(s, errors.New(why))
		return false, nil
	}
	env := f.Environment
	env.Commit, env.CommitTime, env.GoVersion = s.ID, s.Time, s.goVersion
	w, err := results.Create(filepath.Join(f.Dir, s.name()), false, results.Head{
		Header: results.Header{
			Format: results.Format, Version: env.Version, Start: f.Started, Paired: true,
			Title: fmt.Sprintf("ecsbench history fill: %s, seed %d; one line per process; ns/op are corrected by what other commits took in the same rounds", s.Label(), f.Seed),
		},
		Environment: env, Units: t.units,
	})
	if err != nil {
		return false, err
	}
	errs := lists.Map(t.code, func(k results.Code) error { return w.Annotate(results.KindCode, k) })
	for _, k := range t.failed {
		errs = append(errs, w.Annotate(results.KindFailed, k))
	}
	errs = append(errs, w.Sample(t.samples...), w.Annotate(results.KindEnd, results.End{Reason: "complete", Noise: t.noise}), w.Close())
	if err := errors.Join(errs...); err != nil {
		return false, err
	}
	file, err := results.Read(w.Path())
	if err != nil {
		return false, err
	}
	s.files = append(s.files, file)
	f.outcome.Measured++
	if s.src == nil {
		f.outcome.Same++
	}
	return true, nil
}

func (s *state) name() string {
	return strings.ReplaceAll(s.ID[:min(12, len(s.ID))], "/", "-") + ".txt"
}

func (f *filler) name(c ab.Case) string { return c.Named(f.Environment.GOMAXPROCS) }

// casesOf lists the cases of a commit: its own, or those of others with the same code.
func (f *filler) casesOf(s *state, groups []*group) (list []ab.Case) {
	if s.listed != nil {
		return s.listed
	}
	add := func(c ab.Case, class string) {
		if s.code[c.Top()] == class && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	for _, g := range groups {
		for _, i := range g.items {
			add(g.Case, i.class)
		}
	}
	for _, o := range f.states {
		for _, file := range o.files {
			for _, r := range file.Cases {
				add(fillCase(r, f.Environment.GOMAXPROCS), file.CodeOf(r))
			}
		}
	}
	return list
}

// find returns the measured item of a case with this code.
func find(groups []*group, c ab.Case, class string) (*group, int) {
	for _, g := range groups {
		if at := slices.IndexFunc(g.items, func(i *item) bool { return i.class == class && !i.isAnchor() }); g.Case == c && at >= 0 {
			return g, at
		}
	}
	return nil, 0
}

// A text is the content of the file of a commit.
type text struct {
	samples []results.Sample
	code    []results.Code
	failed  []results.Exception
	units   []results.Unit
	noise   *results.Noise // of the commits that samples were taken of
}

// take adds the samples of an item. It returns false if there are too few.
func (t *text) take(g *group, at int, name string) bool {
	i := g.items[at]
	if i.dead != nil {
		t.failed = append(t.failed, results.Exception{Package: g.Case.Group, Case: name, Reason: i.dead.Error()})
		return true
	}
	seconds := g.seconds()[at]
	if len(seconds) < FillLeastRounds {
		return false
	}
	noise := i.meter.Noise()
	t.noise = &noise
	n := 0
	for _, block := range i.rounds {
		if block == nil {
			continue
		}
		value := maps.Clone(block)
		for _, unit := range []string{"B/s", results.UnitClock, results.UnitProbe} {
			delete(value, unit)
		}
		if _, timed := value[secPerOp]; timed {
			value[secPerOp] = seconds[n]
		}
		n++
		t.samples = append(t.samples, i.meter.Line(g.PlannedCase, value))
	}
	t.units = lists.Add(t.units, i.meter.Units([]ab.PlannedCase{g.PlannedCase})...)
	return true
}

// copy adds the samples of another file with the same code.
func (t *text) copy(r *results.Case) {
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
		t.samples = append(t.samples, sample)
	}
}
