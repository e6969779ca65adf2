package ab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// Run measures the source's cases and judges head. It writes results to files in dir, or to none
// if dir is "". If ctx ends first, the files stay and the error is that of the context.
//
// An experiment without sufficient budget is not started: its verdict is inconclusive and
// states the required budget.
func Run(ctx context.Context, src Source, o Options, dir string) (*verdict.Verdict, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	e := &experiment{Meter: newMeter(ctx, src, o)}
	err := e.list()
	if err != nil {
		return nil, err
	}
	if e.record, err = newRecorder(dir, src); err != nil {
		return nil, err
	}
	e.note = e.record.note
	return e.finish(e.begin())
}

// list takes the inventory.
func (e *experiment) list() (err error) {
	if e.same() {
		e.inventory = &Inventory{}
		return nil
	}
	if e.inventory, e.late, err = e.Meter.list(); err == nil {
		e.failed = slices.Clone(e.inventory.Failed)
	}
	return err
}

// size runs the pilot. It returns the cases for which there was no time.
func (e *experiment) size() (late []Case, err error) {
	order := spread(e.inventory.Common, e.o.Seed)
	slices.SortStableFunc(order, func(a, b Case) int { return e.plan.urgency(a) - e.plan.urgency(b) })
	planned, failed, late, err := e.Meter.size(order, e.inventory.Alone)
	e.plan.Cases, e.failed = planned, append(e.failed, failed...)
	return lists.Filter(e.inventory.Common, func(c Case) bool { return slices.Contains(late, c) }), err
}

// same reports that the sides are equal.
func (e *experiment) same() bool { return e.src.Same() && !e.o.Calibrate }

// An experiment is a run in progress.
type experiment struct {
	Meter
	record *recorder

	inventory *Inventory
	plan      Plan
	series    []series // by case
	failed    []Failure
	done      [2]int          // rounds, by stage
	fixed     error           // why fresh rounds do not move functions
	late      bool            // the inventory took all time
	rough     bool            // too few rounds for significance by time
	works     map[int]counted // precise counts, by case
}

// A series is the measurements of one case, by stage.
type series struct {
	stage     [2][]round
	dead      bool          // base or head failed; the case is not run any more
	lost      [4]error      // why a control failed; it is not run any more
	converged bool          // its MDE is small enough, or its change is clear
	clear     bool          // its change is clear, and fresh rounds have to confirm it
	fact      bool          // exact counts, or each of a few rounds, show that it is worse
	looked    int           // number of rounds at the last check of this
	took      time.Duration // by the rounds over all cases
}

// A round holds one value of each side that ran, nil for the others.
type round [4]Block

// begin prepares and measures.
func (e *experiment) begin() (*judgement, error) {
	p, err := e.prepare()
	if err != nil {
		return nil, err
	}
	if p.measure {
		return e.measure()
	}
	j := e.judgement()
	if j.verdict.Proof = p.proof; p.what != "" {
		j.doubt(verdict.Problem{Remedy: p.remedy}, "%s", p.what)
	}
	return j, nil
}

// measure runs the remaining rounds and judges them all.
func (e *experiment) measure() (*judgement, error) {
	if _, err := e.in(measuring, func() error {
		return e.rounds(0, all(e.plan.Cases), e.plan.Rounds, fewestRounds, e.o.stop(measuring))
	}); err != nil {
		return nil, err
	}
	j := e.judgement()
	j.judge()
	// Without suspects, underpowered cases get the time reserved for suspects.
	if underpowered := j.underpowered(); len(j.suspects()) == 0 && len(underpowered) > 0 && e.o.Rounds == 0 {
		if _, err := e.in(remeasuring, func() error {
			return e.rounds(0, underpowered, e.plan.Rounds, 0, e.o.stop(remeasuring))
		}); err != nil {
			return nil, err
		}
		j = e.judgement()
		j.judge()
	}
	n := e.done[0]
	e.plan.Rounds = n
	if suspects := j.suspects(); len(suspects) > 0 {
		if _, err := e.in(confirming, func() error {
			return e.rounds(1, suspects, e.mostFresh(n), fewestRounds, e.o.stop(confirming))
		}); err != nil {
			return nil, err
		}
		j.confirm()
	}
	if err := j.substantiate(); err != nil {
		return nil, err
	}
	j.notePlacement()
	if err := j.recount(); err != nil {
		return nil, err
	}
	if n < fewestRounds && (len(j.comparisons) == 0 || slices.ContainsFunc(j.comparisons, func(k *comparison) bool { return k.Status == verdict.Untestable })) {
		j.doubt(verdict.Problem{Remedy: "use a larger --budget or fewer cases"}, "the budget of %s had room for %s; at least %d are needed",
			display.Duration(e.o.Budget), display.Count(n, "round"), fewestRounds)
	}
	return j, nil
}

// finish decides and writes the verdict, and then searches for causes. The verdict is on disk
// even if the process ends meanwhile.
func (e *experiment) finish(j *judgement, failure error) (v *verdict.Verdict, err error) {
	defer func() { err = cmp.Or(err, e.record.close()) }()
	if failure != nil {
		return nil, failure
	}
	if err = j.price(); err != nil {
		return nil, err
	}
	v = j.result()
	if err = e.record.end(e); err != nil {
		return nil, err
	}
	if err = e.record.write(v); err != nil {
		return nil, err
	}
	if len(j.groups()) == 0 {
		return v, nil
	}
	e.o.Decided(v)
	j.attribute()
	v = j.result()
	return v, e.record.write(v)
}

// A preparation is the outcome of an experiment before its first round: rounds follow, or nothing is
// left to measure, perhaps by a proof, or nothing can be measured for a reason with a remedy.
type preparation struct {
	measure             bool
	proof, what, remedy string
}

// prepare runs the pilot and makes the plan.
func (e *experiment) prepare() (p preparation, err error) {
	if e.late {
		late := e.lateList()
		return preparation{what: late.what, remedy: late.remedy}, nil
	}
	if e.same() {
		return preparation{proof: "base and head are the same program, byte for byte; nothing was measured"}, nil
	}
	if n := len(e.inventory.Proved); n > 0 && len(e.inventory.Common) == 0 {
		they := "they can"
		if n == 1 {
			they = "it can"
		}
		return preparation{proof: fmt.Sprintf("%s and all that %s reach are the same in base and head; nothing was measured", display.Count(n, "case"), they)}, nil
	}
	if len(e.inventory.Common) == 0 {
		return preparation{what: "base and head have no benchmark in common", remedy: "name revisions or benchmarks that have"}, nil
	}
	e.plan = Plan{Seed: e.o.Seed, Slowdown: 2*e.o.MaxRegression + 0.02} // small, but large enough to be detected
	if err := e.trace(); err != nil {
		return p, err
	}
	if e.plan.LeftOut, err = e.size(); err != nil {
		return p, err
	}
	e.plan.arrange()
	cases := e.plan.Cases
	switch {
	case len(cases) == 0 && len(e.plan.LeftOut) > 0:
		return preparation{what: fmt.Sprintf("no benchmark was sized within 40%% of the budget of %s", display.Duration(e.o.Budget)), remedy: "use a larger --budget or fewer cases"}, nil
	case len(cases) == 0:
		return preparation{what: "every benchmark failed", remedy: "run one of them by itself"}, nil
	}
	if e.o.Metric.countsOnly() {
		if _, err := e.in(countingAll, e.countAll); err != nil {
			return p, err
		}
		if cases = e.plan.Cases; len(cases) == 0 {
			if err := e.record.begin(e); err != nil {
				return p, err
			}
			return p, e.recordCounted()
		}
	}
	e.series = make([]series, len(cases))
	for _, c := range cases {
		e.plan.Comparisons += lists.Count(c.judged(), func(unit string) bool {
			return e.src.Better(unit) != 0 && !slices.Contains(c.Still, unit)
		})
	}
	among := len(e.nextCases(all(cases), e.o.stop(measuring)))
	if touched := lists.Count(cases, func(c PlannedCase) bool { return e.plan.urgency(c.Case) == 0 }); touched > 0 {
		among = min(among, touched) // controls come first, and so do these
	}
	e.plan.chooseControls(max(1, among))
	if err := e.inject(); err != nil {
		return p, err
	}
	if p = e.plan.fix(&e.o, time.Since(e.o.Started)); !p.measure {
		if e.rough = e.o.Rounds == 0 && e.countable(); !e.rough {
			return p, nil
		}
	}
	if err := e.record.begin(e); err != nil {
		return p, err
	}
	if err := e.recordCounted(); err != nil {
		return p, err
	}
	first := e.entry(0, nil)
	first.Begun = &beginning{e.o, e.src.Programs(), machineOf(e.src), e.inventory, e.plan}
	return preparation{measure: true}, e.record.enter(first)
}

// inject prepares the side Injected.
func (e *experiment) inject() error {
	return e.src.Inject(e.ctx, e.plan.named(e.plan.Slowed))
}

func all(cases []PlannedCase) []int {
	indexes := make([]int, len(cases))
	for i := range indexes {
		indexes[i] = i
	}
	return indexes
}

// rounds runs rounds over the cases until there are n. No round begins after the time stop, but
// at least the minimum for significance runs.
//
// Stopping by the clock does not bias the result: the duration of a round does not depend on
// which side is called base.
func (e *experiment) rounds(stage int, cases []int, n, least int, stop time.Time) error {
	name := [...]string{"measuring", "confirming"}[stage]
	start, before := time.Now(), e.done[stage]
	for e.done[stage] < n {
		r, now := e.done[stage], time.Now()
		if stage == 0 {
			stop = e.reserved(stop)
		}
		if r >= least && now.After(stop) || !slices.ContainsFunc(cases, e.alive) {
			return nil
		}
		next := cases
		switch {
		case stage == 0:
			next = e.nextCases(cases, stop)
		case r >= fewestPlain && r < fewestRounds && e.o.Rounds == 0:
			next = lists.Filter(cases, func(i int) bool { return !e.isPlainAgain(i) })
		case r >= fewestRounds && e.o.Rounds == 0:
			next = e.unconfirmed(cases)
		}
		if !slices.ContainsFunc(next, e.alive) {
			return nil
		}
		var each time.Duration
		for _, i := range next {
			each += e.perRound(i)
		}
		if done := r - before; done > 0 {
			each = now.Sub(start) / time.Duration(done)
		}
		e.hurry = e.isShort(stage, r, each)
		e.o.announce(name, r, n, each, stop)
		rng := randomOf(e.plan.Seed, stage, r)
		if stage == 1 {
			took, err := e.shuffle(next, rng, r < linkedFreely)
			if err != nil {
				return err
			}
			stop, start = stop.Add(took), start.Add(took)
			if r == 0 {
				cases = e.confirmable(cases, stop)
				next = cases
			}
		}
		if err := e.src.Refresh(e.ctx, rng); err != nil {
			return err
		}
		if e.done[stage] == 0 {
			if err := e.record.beginStage(stage == 1, e.fixed != nil); err != nil {
				return err
			}
		}
		order := shuffled(rng, next)
		for _, i := range order {
			if err := e.visit(rng, stage, i); err != nil {
				return err
			}
		}
		e.done[stage]++
		if err := e.record.enter(e.entry(stage, order)); err != nil {
			return err
		}
	}
	return nil
}

// isShort reports whether time is short for the rounds that decisions need: the fewest over all
// cases, and as many fresh ones. Round r takes so long if disturbed trials are repeated.
func (e *experiment) isShort(stage, r int, each time.Duration) bool {
	missing := (2-stage)*fewestRounds - r
	return e.o.Rounds == 0 && r < fewestRounds && time.Duration(missing)*each > time.Until(e.o.stop(confirming))
}

// shuffle links base and head with their functions in a new order, unless the source cannot do
// this. It returns the time that it took, if that is free and takes none of the budget.
func (e *experiment) shuffle(suspects []int, rng *rand.Rand, free bool) (took time.Duration, err error) {
	if e.fixed != nil {
		return 0, nil
	}
	link := func(ctx context.Context) error { return e.src.Shuffle(ctx, e.plan.named(suspects), rng) }
	if free {
		took, err = e.building(link)
	} else {
		err = link(e.ctx)
	}
	if errors.Is(err, errors.ErrUnsupported) || errors.As(err, new(*BuildTimeoutError)) {
		e.fixed, err = err, nil
	}
	return took, err
}

// mostFresh is the number of fresh rounds after n rounds over all cases.
func (e *experiment) mostFresh(n int) int {
	if e.o.Rounds > 0 {
		return n
	}
	return max(n, 4*fewestRounds)
}

// confirmable chooses the suspects that are measured again: in the given order, as many as there
// is time for, and at least one.
func (e *experiment) confirmable(suspects []int, stop time.Time) []int {
	if begun := lists.Filter(suspects, func(i int) bool { return len(e.series[i].stage[1]) > 0 }); len(begun) > 0 {
		return begun
	}
	if e.o.Rounds > 0 {
		return suspects
	}
	left := time.Until(stop)
	for k, i := range suspects {
		rounds := time.Duration(fewestRounds)
		if e.isPlain(i) {
			rounds = fewestPlain
		}
		if left -= time.Duration(float64(rounds*e.perRound(i)) * e.noise.undisturbed()); left < 0 {
			return suspects[:max(1, k)]
		}
	}
	return suspects
}

// alive reports whether base and head of a case still run.
func (e *experiment) alive(i int) bool { return !e.series[i].dead }

// visit runs all sides of one case once, in random order. A failure ends the case, not the
// experiment.
func (e *experiment) visit(rng *rand.Rand, stage, i int) error {
	s, c := &e.series[i], &e.plan.Cases[i]
	if !e.alive(i) {
		return nil
	}
	if stage == 0 {
		defer func(begun time.Time) { s.took += time.Since(begun) }(time.Now())
	}
	sides := e.plan.sides(i)
	if stage == 1 {
		sides = []Side{Base, Head}
	}
	rng.Shuffle(len(sides), func(i, j int) { sides[i], sides[j] = sides[j], sides[i] })
	var values round
	for _, side := range sides {
		if s.lost[side] != nil {
			continue
		}
		t := c.trial(side)
		if side == Injected {
			t.Share, t.Extra = e.plan.Slowdown, e.plan.Slowdown*c.PerOp
		}
		value, err := e.quiet(t, c.Wall)
		if err != nil {
			if e.ctx.Err() != nil {
				return e.ctx.Err()
			}
			if side > Head {
				s.lost[side] = err
				continue
			}
			s.dead = true
			failure := Failure{Case: c.Case, Side: side.String(), Reason: err.Error()}
			e.failed = append(e.failed, failure)
			return e.record.fail(failure)
		}
		values[side] = value
		e.record.add(t, value)
	}
	s.stage[stage] = append(s.stage[stage], values)
	return nil
}
