package ab

import (
	"context"
	"errors"
	"slices"

	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// A FileCase is a case in the result files of base and head.
type FileCase struct {
	Key        results.Key
	Label      string // the key as printed
	Base, Head *results.Case
}

// JudgeFiles compares the rounds in the files of one experiment, with the rules of the
// experiment. better is the better direction of a unit. The verdict has comparisons and the
// method, without causes, controls and outcome. It is nil for other files, and for experiments
// that counted instructions.
func JudgeFiles(base, head *results.File, cases []FileCase, better func(unit string) int, o Options) *verdict.Verdict {
	if len(base.Headers) != 1 || len(head.Headers) != 1 || base.Header.Title != head.Header.Title || len(base.Rounds) == 0 || len(head.Rounds) == 0 {
		return nil
	}
	e := &experiment{Meter: NewMeter(context.Background(), fileSource{better: better}, o), inventory: &Inventory{}, series: make([]series, len(cases))}
	for i, c := range cases {
		var blocks [][]Block
		for stage := range e.series[i].stage {
			old, now := samplesOf(base, c.Base, stage), samplesOf(head, c.Head, stage)
			blocks = append(blocks, old, now)
			rounds := inRounds(old, now)
			e.series[i].stage[stage] = rounds
			e.done[stage] = max(e.done[stage], len(rounds))
		}
		planned := PlannedCase{CaseID: CaseID{Group: c.Key.Package, Name: c.Key.Name}}
		for _, printed := range c.Base.Units {
			_, unit := benchunit.Tidy(1, printed)
			switch {
			case unit == unitInstructions:
				return nil
			case c.Head.Series[printed] == nil || results.UnitNamed(unit).Machine || RestatesTime(unit, blocks...):
				continue
			}
			planned.Units = append(planned.Units, unit)
		}
		slices.SortFunc(planned.Units, compareUnits)
		e.plan.Cases = append(e.plan.Cases, planned)
		e.plan.Comparisons += len(e.open(0, i))
	}
	if slices.ContainsFunc(base.Rounds, func(r results.Rounds) bool { return r.SameBuilds }) {
		e.fixed = errors.ErrUnsupported
	}
	e.plan.Rounds = e.done[0]
	j := e.judgement()
	j.judge()
	if e.done[1] > 0 {
		j.confirm()
	}
	v := &j.verdict
	for _, k := range j.comparisons {
		k.Key, k.Case = cases[k.index].Key, cases[k.index].Label
		v.Comparisons = append(v.Comparisons, k.Comparison)
	}
	v.Method = j.method()
	v.Correction = j.correction()
	return v
}

// samplesOf returns the samples of a case in a stage, in order.
func samplesOf(f *results.File, c *results.Case, stage int) (blocks []Block) {
	for k, block := range blocksOf(c) {
		if r := f.Lines[c.Order[k]].Rounds; r > 0 && bool2int(f.Rounds[r-1].Fresh) == stage {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// inRounds pairs the samples of base and head. The last one of an interrupted round has no other.
func inRounds(base, head []Block) (rounds []round) {
	for i := range min(len(base), len(head)) {
		rounds = append(rounds, round{Base: base[i], Head: head[i]})
	}
	return rounds
}

// A fileSource has what judging needs of a source.
type fileSource struct {
	Source
	better func(unit string) int
}

func (s fileSource) Sides() (base, head string)      { return "", "" }
func (s fileSource) Better(unit string) int          { return s.better(unit) }
func (s fileSource) Place(CaseID) (at results.Place) { return at }
func (s fileSource) Procs() int                      { return 1 }
func (s fileSource) Header(Side) (keys [][2]string)  { return keys }
