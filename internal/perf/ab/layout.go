package ab

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// A Layouter is a Source with programs of head that differ only in the places of functions: some
// in other orders, as the linker places them, and one in the usual order with aligned functions.
type Layouter interface {
	Source
	// Layouts is the number of orders. The aligned program follows.
	Layouts() int
	// RunLayout runs a trial of head with a program.
	RunLayout(ctx context.Context, t Trial, layout int) ([]Block, error)
}

// A Placement is how much the places of functions alone move a case.
type Placement struct {
	Case    CaseID    `json:"case"`
	Rounds  int       `json:"rounds"`
	Moves   float64   `json:"moves"` // the slowest order takes this share more time than the fastest
	Low     float64   `json:"low"`   // of the 95% interval
	High    float64   `json:"high"`
	Aligned float64   `json:"aligned"`   // time of the program with aligned functions relative to the fastest order, minus 1
	Unsafe  []float64 `json:"unguarded"` // thresholds below the whole interval: exceeded without any change of the code
	Orders  []float64 `json:"orders"`    // median seconds per operation
	shift   statistics.Shift
}

// thresholds are the usual ones of gates.
var thresholds = []float64{0.02, 0.05, 0.10}

// fewestLayoutRounds is the number of rounds for an interval of 95%.
const fewestLayoutRounds = 6

// Layouts measures all layouts of each case in turns until the budget ends, and returns the
// worst case first. Late cases have too few rounds.
func Layouts(ctx context.Context, src Layouter, o Options) (list []Placement, late []CaseID, failed []FailedCase, err error) {
	o.Seed = cmp.Or(o.Seed, DrawSeed())
	inv, err := NewMeter(ctx, src, o).Inventory(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	cases, late, failed, err := sizeLayouts(ctx, src, inv, o)
	if err != nil {
		return nil, nil, nil, err
	}
	values, dead := make([][][]float64, len(cases)), map[int]bool{} // by case, round and layout
	rounds := engine.Rounds[int]{Seed: o.Seed, Stream: 1, Most: o.Rounds, Stage: "measuring", Progress: o.Progress}
	if o.Rounds == 0 {
		rounds.Stop = o.After(1)
	}
	for _, c := range cases {
		rounds.Takes += c.Wall * time.Duration(src.Layouts()+1)
	}
	budget := engine.NewBudget(ctx, rounds.Stop)
	defer budget.Close()
	rounds.Open = func(int) []int { return lists.Filter(all(cases), func(i int) bool { return !dead[i] }) }
	rounds.Begin = func(ctx context.Context, round engine.Round, _ []int) error { return src.Refresh(ctx, round.Rand) }
	rounds.Sample = func(ctx context.Context, round engine.Round, i int) error {
		row, t := make([]float64, src.Layouts()+1), cases[i].trial(Head)
		t.Blocks = min(t.Blocks, minBlocks) // the rounds average over disturbances
		for _, layout := range round.Perm(len(row)) {
			blocks, err := src.RunLayout(ctx, t, layout)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				dead[i] = true
				failed = append(failed, FailedCase{cases[i].CaseID, Head.String(), err.Error()})
				return nil
			}
			row[layout] = reduce(blocks, src.Better)[unitTime]
		}
		if slices.Min(row) > 0 {
			values[i] = append(values[i], row)
		}
		return nil
	}
	if err := rounds.Run(budget); err != nil {
		return nil, nil, nil, err
	}
	for i, c := range cases {
		switch {
		case dead[i]:
		case len(values[i]) < fewestLayoutRounds:
			late = append(late, c.CaseID)
		default:
			list = append(list, placementOf(c.CaseID, values[i], src.Layouts()))
		}
	}
	slices.SortStableFunc(list, func(a, b Placement) int { return cmp.Compare(b.Moves, a.Moves) })
	return list, late, failed, nil
}

// sizeLayouts plans the trials of cases in random order, until those planned need all time that is
// left. A case that is too long for the rest of it is late.
func sizeLayouts(ctx context.Context, src Layouter, inv *Inventory, o Options) (cases []PlannedCase, late []CaseID, failed []FailedCase, err error) {
	failed = slices.Clone(inv.Failed)
	end := time.Now().AddDate(1, 0, 0) // of the time for other pilots
	if o.Rounds == 0 {
		end = o.After(1)
	}
	progress := o.Progress
	o.Progress = nil
	for _, c := range engine.Steps(progress, "pilot", engine.Shuffled(engine.NewRound(o.Seed, 0, 0), inv.Common)) {
		budget := engine.NewBudget(ctx, end)
		sized, bad, err := pilot(budget, src, []CaseID{c}, inv.Alone, &o)
		budget.Close()
		if err != nil && !budget.IsOver() {
			return nil, nil, nil, err
		}
		failed = append(failed, bad...)
		var takes time.Duration
		if len(sized) > 0 && o.Rounds == 0 { // a round more than needed, because rounds are not equally long
			takes = sized[0].Wall * time.Duration((fewestLayoutRounds+1)*(src.Layouts()+1))
		}
		switch {
		case len(sized) > 0 && time.Now().Add(takes).Before(end):
			cases, end = append(cases, sized[0]), end.Add(-takes)
		case len(bad) == 0:
			late = append(late, c)
		}
	}
	return cases, late, failed, nil
}

// placementOf compares the slowest order with the fastest. Each half of the rounds chooses the two
// orders that are compared in the other half: the largest of many differences would exceed the
// true one.
func placementOf(c CaseID, rounds [][]float64, orders int) Placement {
	p := Placement{Case: c, Rounds: len(rounds)}
	medians := func(rounds [][]float64) (list []float64) {
		for layout := range rounds[0] {
			list = append(list, statistics.Median(lists.Map(rounds, func(r []float64) float64 { return r[layout] })))
		}
		return list
	}
	var halves [2][][]float64
	for n, r := range rounds {
		halves[n%2] = append(halves[n%2], r)
	}
	var d []float64
	for h, half := range halves {
		m := medians(half)[:orders]
		slow, fast := slices.Index(m, slices.Max(m)), slices.Index(m, slices.Min(m))
		for _, r := range halves[1-h] {
			d = append(d, math.Log(r[slow]/r[fast]))
		}
	}
	p.shift = statistics.HodgesLehmann(d, 0.95)
	p.Moves, p.Low, p.High = math.Expm1(max(0, p.shift.Log)), math.Expm1(p.shift.Lo), math.Expm1(p.shift.Hi)
	all := medians(rounds)
	p.Orders = all[:orders]
	p.Aligned = all[orders]/slices.Min(p.Orders) - 1
	p.Unsafe = lists.Filter(thresholds, func(t float64) bool { return p.Low > t })
	return p
}

// guards returns the threshold if it cannot guard the case, with a question mark if the interval
// does not tell, "" if it can.
func (p Placement) guards(threshold float64) string {
	switch {
	case p.Low > threshold:
		return display.Percent(threshold)
	case p.High > threshold:
		return display.Percent(threshold) + "?"
	}
	return ""
}

// WriteLayouts prints the result of [Layouts].
func WriteLayouts(out io.Writer, list []Placement, late []CaseID, failed []FailedCase, orders int) error {
	w := display.NewWriter(out)
	if len(list) > 0 {
		w.Printf("how much the places of functions alone move each benchmark: the slowest of %d orders against the fastest, in %d rounds\n", orders, list[0].Rounds)
		t := display.NewTable("case", ">moves by", ">95% interval", ">aligned", ">cannot be guarded at")
		for _, p := range list {
			unsafe := lists.Join(" ", lists.Map(thresholds, p.guards)...)
			t.Row(p.Case.String(), display.Percent(p.Moves), fmt.Sprintf("[%s, %s]", display.Change(p.shift.Lo), display.Change(p.shift.Hi)), display.Change(math.Log1p(p.Aligned)), cmp.Or(unsafe, "-"))
		}
		if err := w.Table(t); err != nil {
			return err
		}
		for _, limit := range thresholds {
			certain := lists.Count(list, func(p Placement) bool { return p.Low > limit })
			perhaps := lists.Count(list, func(p Placement) bool { return p.High > limit }) - certain
			w.Printf("%d of %s by more than %s, %d more may be\n", certain, display.Count(len(list), "benchmark"), display.Percent(limit), perhaps)
		}
		w.Printf("aligned: with functions at multiples of 64 bytes, relative to the fastest order\n")
		w.Printf("`ecsbench ab` measures suspects in random orders; a threshold on two plain builds needs to be larger than these\n")
	}
	for _, f := range failed {
		w.Printf("failed: %s: %s\n", f.Case, f.Reason)
	}
	if len(late) > 0 {
		w.Printf("%s without %d rounds: use a larger --budget, or select fewer with --bench: %s\n", display.CountAre(len(late), "benchmark"), fewestLayoutRounds, display.List(lists.Map(late, CaseID.String)))
	}
	return w.Flush()
}

// notePlacement states beside suspects how much the places of functions alone move them.
func (j *judgement) notePlacement() {
	for _, k := range j.comparisons {
		suspected := k.Status == verdict.Suspect || k.Status == verdict.Refuted
		s := &j.series[k.index]
		if share, ok := k.moves(s.stage[0], s.stage[1]); ok && suspected && j.fixed == nil && results.UnitNamed(k.unit).IsTime() {
			k.Notes = append(k.Notes, fmt.Sprintf("other orders of functions alone move base by about %s", display.Percent(share)))
		}
	}
}

// moves estimates from the rounds in random orders of functions how much these alone move base:
// the expected distance between the slowest and the fastest of six orders, as a share. Ok is false
// if there are too few rounds.
func (k *comparison) moves(fixed, shuffled []round) (share float64, ok bool) {
	const rangeOfSix = 2.534 // of normal values, in standard deviations (L. H. C. Tippett, 1925)
	variance := func(rounds []round) float64 {
		var logs []float64
		for _, r := range rounds {
			if v := r[Base][k.unit]; v > 0 {
				logs = append(logs, math.Log(v))
			}
		}
		if ok = len(logs) >= fewestRounds; !ok {
			return 0
		}
		center := statistics.Median(logs)
		deviation := statistics.Median(lists.Map(logs, func(x float64) float64 { return math.Abs(x - center) }))
		return math.Pow(1.4826*deviation, 2)
	}
	with := variance(shuffled)
	if !ok {
		return 0, false
	}
	without := variance(fixed)
	return math.Expm1(rangeOfSix * math.Sqrt(max(0, with-without))), ok
}
