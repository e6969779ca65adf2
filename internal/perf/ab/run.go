package ab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// begin lists the cases of a new experiment, prepares it, and records it in files in dir, or in none if
// dir is "".
func (e *experiment) begin(dir string) (p preparation, err error) {
	if err := e.o.Check(); err != nil {
		return p, err
	}
	if err := e.list(); err != nil {
		return p, err
	}
	if e.record, err = newRecorder(dir, e.src); err != nil {
		return p, err
	}
	e.note = e.record.note
	if p, err = e.prepare(); err != nil {
		err = errors.Join(err, e.record.close())
	}
	return p, err
}

// list takes the inventory.
func (e *experiment) list() (err error) {
	if e.same() {
		e.inventory = &Inventory{}
		return nil
	}
	e.inventory, err = e.Meter.list()
	if errors.As(err, &e.late) {
		e.inventory, err = &Inventory{}, nil
	}
	if err == nil {
		e.failed = slices.Clone(e.inventory.Failed)
	}
	return err
}

// size runs the pilot. It returns the cases for which there was no time.
func (e *experiment) size() (late []CaseID, err error) {
	order := spread(e.inventory.Common, e.o.Seed)
	slices.SortStableFunc(order, func(a, b CaseID) int { return e.plan.urgency(a) - e.plan.urgency(b) })
	planned, failed, late, err := e.Meter.size(order, e.inventory.Alone)
	e.plan.Cases, e.failed = planned, append(e.failed, failed...)
	return lists.Filter(e.inventory.Common, func(c CaseID) bool { return slices.Contains(late, c) }), err
}

// same reports that the sides are equal.
func (e *experiment) same() bool { return e.src.Same() && !e.o.Calibrate }

// An experiment is a run in progress.
type experiment struct {
	*Meter
	record *recorder

	inventory *Inventory
	plan      ExperimentPlan
	series    []series // by case
	failed    []FailedCase
	done      [2]int          // rounds, by stage
	fixed     error           // why fresh rounds do not move functions
	late      *NoTimeError    // of the inventory
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

// unmeasured is the judgement without rounds.
func (e *experiment) unmeasured(p preparation) *judgement {
	j := e.judgement()
	if j.verdict.Proof = p.proof; p.what != "" {
		j.doubt(verdict.Problem{Remedy: p.remedy}, "%s", p.what)
	}
	return j
}

// measure runs the remaining rounds and judges them all.
func (e *experiment) measure() (*judgement, error) {
	if err := e.rounds(measuring, all(e.plan.Cases), e.plan.Rounds, fewestRounds); err != nil {
		return nil, err
	}
	j := e.judgement()
	j.judge()
	// Without suspects, underpowered cases get the time reserved for suspects.
	if underpowered := j.underpowered(); len(j.suspects()) == 0 && len(underpowered) > 0 && e.o.Rounds == 0 {
		if err := e.rounds(remeasuring, underpowered, e.plan.Rounds, 0); err != nil {
			return nil, err
		}
		j = e.judgement()
		j.judge()
	}
	n := e.done[0]
	e.plan.Rounds = n
	if suspects := j.suspects(); len(suspects) > 0 {
		fresh := max(n, 4*fewestRounds)
		if e.o.Rounds > 0 {
			fresh = n
		}
		if err := e.rounds(confirming, suspects, fresh, fewestRounds); err != nil {
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
func (e *experiment) finish(j *judgement) (v *verdict.Verdict, err error) {
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
	if e.o.Decided != nil {
		e.o.Decided(v)
	}
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
	if e.late != nil {
		return preparation{what: e.late.what, remedy: e.late.remedy}, nil
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
	e.plan = ExperimentPlan{Seed: e.o.Seed, Slowdown: 2*e.o.MaxRegression + 0.02} // small, but large enough to be detected
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
	if touched := lists.Count(cases, func(c PlannedCase) bool { return e.plan.urgency(c.CaseID) == 0 }); touched > 0 {
		among = min(among, touched) // controls come first, and so do these
	}
	e.plan.chooseControls(max(1, among), e.o.Metric.showsWork())
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

// rounds runs the rounds of a phase over the cases until there are most, or its time is over. At
// least the minimum for significance runs.
//
// Stopping by the clock does not bias the result: the duration of a round does not depend on
// which side is called base.
func (e *experiment) rounds(p phase, cases []int, most, least int) error {
	stage, name := 0, "measuring"
	if p == confirming {
		stage, name = 1, "confirming"
	}
	rounds := engine.Rounds[int]{Seed: e.plan.Seed, Stream: uint64(1 + stage), First: e.done[stage], Most: most, Least: least, Stop: e.o.stop(p), Stage: name, Progress: e.o.Progress}
	retakes := mostRetakes // of a trial in this round
	rounds.Open = func(nth int) []int {
		if stage == 1 && nth == rounds.First {
			cases = e.confirmable(cases, rounds.Stop)
		}
		next := cases
		switch {
		case stage == 0:
			rounds.Stop = e.reserved(rounds.Stop)
			next = e.nextCases(cases, rounds.Stop)
		case nth >= fewestPlain && nth < fewestRounds && e.o.Rounds == 0:
			next = lists.Filter(cases, func(i int) bool { return !e.isPlainAgain(i) })
		case nth >= fewestRounds && e.o.Rounds == 0:
			next = e.unconfirmed(cases)
		}
		if !slices.ContainsFunc(next, e.alive) {
			return nil
		}
		rounds.Takes = 0
		for _, i := range next {
			rounds.Takes += e.perRound(i)
		}
		if retakes = mostRetakes; e.isShort(stage, nth, rounds.Each(nth)) {
			retakes = 0
		}
		return next
	}
	rounds.Begin = func(ctx context.Context, round engine.Round, next []int) error {
		if stage == 1 {
			took, err := e.shuffle(next, round)
			if err != nil {
				return err
			}
			rounds.Postpone(took)
		}
		err := e.src.Refresh(ctx, round.Rand)
		if err == nil && round.Nth == 0 {
			err = e.record.beginStage(stage == 1, e.fixed != nil)
		}
		return err
	}
	rounds.Sample = func(_ context.Context, round engine.Round, i int) error { return e.visit(round, stage, i, retakes) }
	rounds.End = func(order []int) error {
		e.done[stage]++
		return e.record.enter(e.entry(stage, order))
	}
	_, err := e.in(p, func() error { return rounds.Run(e.ctx) })
	return err
}

// isShort reports whether time is short for the rounds that decisions need: the fewest over all
// cases, and as many fresh ones. Round r takes so long if disturbed trials are repeated.
func (e *experiment) isShort(stage, r int, each time.Duration) bool {
	missing := (2-stage)*fewestRounds - r
	return e.o.Rounds == 0 && r < fewestRounds && time.Duration(missing)*each > time.Until(e.o.stop(confirming))
}

// shuffle links base and head with their functions in a new order, unless the source cannot do
// this. It returns the time that it took, if that is free and takes none of the budget.
func (e *experiment) shuffle(suspects []int, round engine.Round) (took time.Duration, err error) {
	if e.fixed != nil {
		return 0, nil
	}
	link := func(ctx context.Context) error { return e.src.Shuffle(ctx, e.plan.named(suspects), round.Rand) }
	if round.Nth < linkedFreely {
		took, err = e.building(link)
	} else {
		err = link(e.ctx)
	}
	if errors.Is(err, errors.ErrUnsupported) || errors.As(err, new(*engine.BuildTimeoutError)) {
		e.fixed, err = err, nil
	}
	return took, err
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
func (e *experiment) visit(r engine.Round, stage, i, retakes int) error {
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
	var values round
	for _, side := range engine.Shuffled(r, sides) {
		if s.lost[side] != nil || s.dead && side > Head {
			continue
		}
		t := c.trial(side)
		if side == Injected {
			t.Share, t.Extra = e.plan.Slowdown, e.plan.Slowdown*c.PerOp
		}
		value, err := e.quiet(t, c.Wall, retakes)
		if err != nil {
			if e.ctx.Err() != nil {
				return e.ctx.Err()
			}
			if side > Head {
				s.lost[side] = err
				continue
			}
			s.dead = true
			failure := FailedCase{Case: c.CaseID, Side: side.String(), Reason: err.Error()}
			e.failed = append(e.failed, failure)
			if err := e.record.fail(failure); err != nil {
				return err
			}
			continue // the other side may fail too
		}
		values[side] = value
		e.record.add(t, value)
	}
	if !s.dead {
		s.stage[stage] = append(s.stage[stage], values)
	}
	return nil
}
