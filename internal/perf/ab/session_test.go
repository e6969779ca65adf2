package ab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// A closing source counts how often it is closed.
type closing struct {
	*fakeSource
	closed int
}

func (c *closing) Close() error { c.closed++; return nil }

// TestSessions: an experiment that is interrupted goes on with what was asked for and
// ends as if it had not been, and its source is closed each time.
func TestSessions(t *testing.T) {
	type asked struct{ What string }
	dir := filepath.Join(t.TempDir(), "results")
	slow := func() *closing {
		f := newFake(31, "A", "B")
		f.effect = slower("A", 1.2)
		return &closing{fakeSource: f}
	}
	begin := func(dir string) *Session {
		s, err := Begin(options(31), dir, asked{"these two"})
		if err != nil || s.Options.Seed != 31 {
			t.Fatal(s, err)
		}
		return s
	}
	run := func(s *Session, ctx context.Context, src *closing) (*verdict.Verdict, error) {
		rounds := 0
		s.Options.Progress = func(stage string, done, total int, left time.Duration) {
			if done < 0 || done > total || left < 0 {
				t.Errorf("%s: %d of %d, %v left", stage, done, total, left)
			}
			rounds++
		}
		v, err := s.Run(ctx, opened(src))
		if src.closed != 1 || rounds == 0 && src.trials > 60 {
			t.Errorf("closed %d times, told %d times of %d trials", src.closed, rounds, src.trials)
		}
		return v, err
	}
	want, err := run(begin(filepath.Join(t.TempDir(), "whole")), t.Context(), slow())
	if err != nil || want.Outcome != verdict.Regressed {
		t.Fatal(want, err)
	}

	// Before there is anything to go on with no folder is named.
	src, stopped := slow(), (*results.InterruptedError)(nil)
	if _, err := run(begin(filepath.Join(t.TempDir(), "hardly")), src.killedAfter(2), src); !errors.As(err, &stopped) || stopped.Path != "" {
		t.Errorf("interrupted at once: %v", err)
	}
	src = slow()
	if _, err := run(begin(dir), src.killedAfter(80), src); !errors.As(err, &stopped) || stopped.Path != dir {
		t.Fatalf("interrupted: %v", err)
	}
	var again asked
	s, err := Continue(dir, &again)
	if err != nil || again.What != "these two" || s.Options.Seed != 31 {
		t.Fatalf("%+v, %v", again, err)
	}
	if _, err := Continue(dir, &again); err == nil {
		t.Error("two go on at once")
	}
	if v, err := run(s, t.Context(), slow()); err != nil || v.Headline() != want.Headline() {
		t.Errorf("%v, %v; want %s", v, err, want.Headline())
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}

	if _, err := Begin(options(31), dir, nil); err == nil || !strings.Contains(err.Error(), "another experiment") {
		t.Errorf("in a folder with results: %v", err)
	}
	if _, err := begin(filepath.Join(t.TempDir(), "new")).Run(t.Context(), func(context.Context) (Source, error) { return nil, errBroken }); !errors.Is(err, errBroken) {
		t.Errorf("a source that cannot be opened: %v", err)
	}
	bad := options(1)
	bad.Alpha = 7
	if _, err := Begin(bad, dir, nil); err == nil || !strings.Contains(err.Error(), "--alpha") {
		t.Errorf("options that cannot be meant: %v", err)
	}
}

func TestASessionOfItsOwn(t *testing.T) {
	o := options(0)
	a, errA := Begin(o, "", nil)
	b, errB := Begin(o, "", nil)
	if errA != nil || errB != nil || a.Options.Seed == 0 || a.Options.Seed == b.Options.Seed {
		t.Errorf("seeds %d and %d, %v, %v", a.Options.Seed, b.Options.Seed, errA, errB)
	}
	if want := filepath.Join(os.TempDir(), "ecsbench-"+o.Started.Format("20060102-150405.000")); a.Dir != want || a.Close() != nil {
		t.Errorf("in %s, want %s", a.Dir, want)
	}
	o.Calibrate = true
	if c, err := Begin(o, "", nil); err != nil || c.Dir != "" {
		t.Errorf("a calibration keeps its results in %q, %v", c.Dir, err)
	}
	var asked int
	r, err := NewRequest(7)
	if err != nil || r.Repeat(&asked) != nil || asked != 7 {
		t.Errorf("%+v asks for %d, %v", r, asked, err)
	}
	if err := r.Repeat(&struct{}{}); err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Errorf("of another kind: %v", err)
	}
	r.Folder += "/elsewhere"
	if err := r.Repeat(&asked); err == nil || !strings.Contains(err.Error(), "resume it there") {
		t.Errorf("from another folder: %v", err)
	}
}

func TestSizesOfTrials(t *testing.T) {
	const ms = time.Millisecond
	for block, want := range map[time.Duration]int{
		ms / 100: maxBlocks, ms / 2: maxBlocks, ms: 10, 1250 * time.Microsecond: 8, 5 * ms: minBlocks, 60 * ms: minBlocks, 61 * ms: 4, 100 * ms: 3, 299 * ms: 1, time.Hour: 1,
	} {
		if got := countBlocks(block); got != want {
			t.Errorf("%d blocks of %v, want %d", got, block, want)
		}
	}
	for share, want := range map[float64]int{10: 4, 0.2: 4, 0.15: 8, 0.12: 12, 0.1: 16, 0.01: 16} {
		if got := turnsFor(share); got != want {
			t.Errorf("%d turns to see %g, want %d", got, share, want)
		}
	}
	for want, times := range map[float64][]float64{0: nil, 0.5: {2, 3, 4}, 0.25: {0, 4, 5, 6, -1}} {
		blocks := lists.Map(times, func(s float64) Block { return Block{unitTime: s} })
		if got := spreadOf(blocks); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v spread by %g, want %g", times, got, want)
		}
	}
}

// The value of a trial is its best block, and the median for memory and for units without a
// direction.
func TestReduce(t *testing.T) {
	blocks := []Block{
		{unitTime: 3, "B/s": 1, unitBytes: 8, unitAllocs: 2, "mystery": 5},
		{unitTime: 2, "B/s": 4, unitBytes: 9, unitAllocs: 2, "mystery": 9},
		{unitTime: 5, "B/s": 2, unitBytes: 90, unitAllocs: 1},
	}
	got := reduce(blocks, newFake(1).Better)
	want := Block{unitTime: 2, "B/s": 4, unitBytes: 9, unitAllocs: 2, "mystery": 7}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
	units := []string{"mystery", unitAllocs, "alpha", unitBytes, "B/s", unitTime}
	slices.SortFunc(units, compareUnits)
	if want := []string{unitTime, "B/s", unitBytes, unitAllocs, "alpha", "mystery"}; !slices.Equal(units, want) {
		t.Errorf("%v, want %v", units, want)
	}
}

// Controls are an eighth of the cases that take time, one to four of each kind, and
// work is injected in the quieter half.
func TestWhereControlsAre(t *testing.T) {
	for cases, want := range map[int]int{1: 1, 7: 1, 8: 2, 15: 2, 16: 3, 24: 4, 100: 4} {
		p := &ExperimentPlan{Seed: 5}
		for i := range cases {
			p.Cases = append(p.Cases, PlannedCase{Units: []string{unitTime}, Spread: float64(i % 7), PerOp: 1})
		}
		p.Cases = append(p.Cases, PlannedCase{Units: []string{unitAllocs}})
		p.chooseControls(len(p.Cases), true)
		if len(p.Controls) != want || len(p.Slowed) != want || slices.Contains(slices.Concat(p.Controls, p.Slowed), cases) {
			t.Errorf("of %d cases %v are copied and %v injected, want %d of each", cases, p.Controls, p.Slowed, want)
		}
		for _, at := range p.Slowed {
			if cases > 8 && (p.Cases[at].Spread > 3 || slices.Contains(p.Controls, at)) {
				t.Errorf("of %d cases work is injected in one that spreads by %g, or is copied too", cases, p.Cases[at].Spread)
			}
		}
	}
	// Only cases that report time get controls.
	few := &ExperimentPlan{Cases: slices.Repeat([]PlannedCase{{Units: []string{unitAllocs}}}, 40)}
	few.Cases[7].Units, few.Cases[30].Units = []string{unitTime, unitAllocs}, []string{unitTime}
	few.chooseControls(len(few.Cases), true)
	for _, controls := range [][]int{few.Controls, few.Slowed} {
		if slices.Sort(controls); !slices.Equal(controls, []int{7, 30}) {
			t.Errorf("two of 40 cases take time, and controls are %v", controls)
		}
	}
	// However the costs of cases are distributed, no control takes most of a round.
	rng := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		p := &ExperimentPlan{Seed: rng.Uint64()}
		for range 1 + rng.IntN(40) {
			wall := 30 * time.Millisecond
			if rng.IntN(8) == 0 {
				wall = time.Duration(1+rng.IntN(5)) * time.Second
			}
			p.Cases = append(p.Cases, PlannedCase{Units: []string{unitTime}, Spread: rng.Float64(), Wall: wall})
		}
		p.chooseControls(len(p.Cases), true)
		walls := lists.Map(p.Cases, func(c PlannedCase) time.Duration { return c.Wall })
		slices.Sort(walls)
		for _, at := range slices.Concat(p.Controls, p.Slowed) {
			if p.Cases[at].Wall > max(cheap, 2*walls[(len(walls)-1)/2]) {
				t.Errorf("of cases that take %v one of %v is a control", walls, p.Cases[at].Wall)
			}
		}
		if len(p.Controls) == 0 || len(p.Slowed) == 0 {
			t.Errorf("no controls among cases that take %v", walls)
		}
	}
	p := &ExperimentPlan{Cases: []PlannedCase{{Units: []string{unitAllocs}}}}
	if p.chooseControls(len(p.Cases), true); p.Controls != nil || p.Slowed != nil {
		t.Errorf("without times: %v, %v", p.Controls, p.Slowed)
	}
}

// Intervals narrow with the root of the rounds.
func TestHowMuchLonger(t *testing.T) {
	const quieter = "measure on a quieter machine (`ecsbench doctor` lists what disturbs this one)"
	for _, test := range []struct {
		narrower float64
		rounds   int
		budget   time.Duration
		want     string
	}{
		{2, 40, 0, "measure longer: use about --rounds 160"},
		{1, 41, 0, "measure longer: use about --rounds 62"}, // half as many more at least
		{2, 0, 10 * time.Minute, "measure longer: use about --budget 40m"},
		{1.5, 0, 10 * time.Minute, "measure longer: use about --budget 23m"},
		{5.4, 1, 0, "measure longer: use about --rounds 30"},
		{5.5, 1, 0, quieter},
		{math.Inf(1), 0, time.Minute, quieter},
		{math.NaN(), 1, 0, quieter},
	} {
		j := &judgement{experiment: &experiment{Meter: &Meter{o: Options{Rounds: test.rounds, Budget: test.budget}}}}
		j.narrow(test.narrower)
		if got := j.duration(); got != test.want {
			t.Errorf("%g times narrower: %s, want %s", test.narrower, got, test.want)
		}
	}
}

// The remedy for a missed slowdown narrows the interval to the difference between the injected work
// and the limit.
func TestHowMuchLongerForWhatWasInjected(t *testing.T) {
	beyond := math.Log(1.25 / 1.05)
	j := &judgement{
		experiment:  &experiment{Meter: &Meter{o: Options{Rounds: 40, MaxRegression: 0.05}}},
		comparisons: []*comparison{{}},
		controls:    []control{{side: Injected, injected: 0.25, effect: verdict.Effect{Shift: statistics.Shift{Log: 0.3, Lo: 0.3 - 2*beyond, Hi: 0.3 + 2*beyond}}}, {side: Control, passed: true}},
	}
	j.checkControls()
	j.measureLonger()
	if p := j.verdict.Problems; len(p) != 1 || p[0].Remedy != "measure longer: use about --rounds 160" || !strings.Contains(p[0].What, "25% of extra work injected in ") {
		t.Errorf("%+v", p)
	}
}

// Problems that need different durations have one remedy, which is enough for each.
func TestOneDurationForAllProblems(t *testing.T) {
	j := &judgement{
		experiment: &experiment{Meter: &Meter{o: Options{Rounds: 10, MaxRegression: 0.05, MaxMDE: 0.1}}},
		comparisons: []*comparison{
			{Comparison: verdict.Comparison{Case: "noisy", Status: verdict.Same, MDE: 2 * math.Log1p(0.1)}},
			{Comparison: verdict.Comparison{Case: "slower", Status: verdict.Suspect}},
		},
		controls: []control{{side: Injected, coarse: 3, effect: verdict.Effect{}}},
	}
	for _, k := range j.comparisons {
		j.verdict.Comparisons = append(j.verdict.Comparisons, k.Comparison)
	}
	j.verdict.Tally()
	j.checkControls()
	j.checkCases()
	j.measureLonger()
	remedies := map[string]bool{}
	for _, p := range j.verdict.Problems {
		remedy, _, _ := strings.Cut(p.Remedy, ", or accept")
		remedies[remedy] = true
	}
	if len(j.verdict.Problems) < 2 || len(remedies) != 1 {
		t.Errorf("%d problems with the remedies %v", len(j.verdict.Problems), remedies)
	}
}

// A time per entity is judged beside the time per operation, unless it is a multiple of it.
func TestUnitsThatRestateTime(t *testing.T) {
	blocks := func(unit string, values ...float64) (list []Block) {
		for i, v := range values {
			list = append(list, Block{unitTime: float64(i + 1), unit: v})
		}
		return list
	}
	for _, test := range []struct {
		unit       string
		base, head []float64
		want       bool
	}{
		{"sec/entity", []float64{0.1, 0.2001}, []float64{0.1, 0.2, 0.3}, true},
		{"sec/entity", []float64{0.1, 0.2}, []float64{0.05, 0.1}, false}, // twice as many entities in head
		{"entities/s", []float64{30, 15}, []float64{30, 15, 10}, true},
		{"hits/s", []float64{30, 20}, []float64{30, 15, 10}, false},
		{"B/s", []float64{4e4, 2e4}, []float64{4e4, 2e4, 1e4}, true}, // 0.04 MB/s, as printed
		{"B/s", []float64{31e4, 16e4}, []float64{30e4, 15e4, 10e4}, true},
		{"B/s", []float64{8e8, 4e8}, []float64{4e8, 2e8}, false}, // half as many bytes in head
		{"p99-sec", []float64{2, 3}, []float64{2, 5}, false},
		{"sec/frame", []float64{0, 0}, []float64{0, 0}, false},
		{"B/entity", []float64{8, 16}, []float64{8, 16}, false},
		{unitTime, []float64{1, 2}, []float64{1, 2}, false},
	} {
		if got := RestatesTime(test.unit, blocks(test.unit, test.base...), blocks(test.unit, test.head...)); got != test.want {
			t.Errorf("%s, %v against %v: %v", test.unit, test.base, test.head, got)
		}
	}
	if RestatesTime("sec/entity", []Block{{"sec/entity": 1}}) || RestatesTime("hits/s", []Block{{"hits/s": 1}}) {
		t.Error("restates a time that is missing")
	}
}

// A plan with as many rounds as can show something is begun, and none with fewer.
func TestPlansThatCanShowNothing(t *testing.T) {
	o := options(1)
	const needed = fewestRounds
	p := &ExperimentPlan{Cases: []PlannedCase{{Wall: time.Second}}}
	round := p.perRound()
	for _, test := range []struct {
		rounds int
		budget time.Duration
		says   string
	}{
		{needed, 0, ""}, {needed - 1, 0, fmt.Sprintf("use --rounds %d or more", 2*needed)},
		{0, time.Minute + time.Duration(needed)*round/hope, ""}, {0, time.Minute + time.Duration(needed)*round/hope - time.Second, "use --budget"},
		{0, time.Second, "allows about 0 rounds of"},
	} {
		o.Rounds, o.Budget = test.rounds, test.budget
		got := p.fix(&o, time.Minute)
		if got.measure != (test.says == "") || got.measure && p.Rounds != max(test.rounds, maxRounds*bool2int(test.rounds == 0)) || !strings.Contains(fmt.Sprintf("%+v", got), test.says) {
			t.Errorf("%d rounds, %v: %+v, %d rounds", test.rounds, test.budget, got, p.Rounds)
		}
	}
	// The suggested budget has room for twice as many rounds before suspects are measured again, and
	// for little more.
	hopeless := p.fix(&o, time.Minute)
	_, text, _ := strings.Cut(hopeless.remedy, "--budget ")
	text, _, _ = strings.Cut(text, " ")
	advised, err := time.ParseDuration(text)
	if first := time.Duration(measuring.stop * float64(advised)); err != nil || first < time.Minute+time.Duration(2*needed)*round || first > 2*time.Minute+time.Duration(4*needed)*round {
		t.Errorf("%s, %v", hopeless.remedy, err)
	}
}
