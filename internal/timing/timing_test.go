package timing

import (
	"math"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// idle is the reading of an unshared core.
func idle() CoreReading { return CoreReading{Clock: 3, Probe: 7.5} }

// alone returns the sensors of a thread without interruptions.
func alone(read func() CoreReading) sensors {
	return sensors{read, func() (int64, int64) { return 1, 0 }}
}

func TestTheQuietBatchOfFewestCyclesCounts(t *testing.T) {
	const ms = time.Millisecond
	for name, test := range map[string]struct {
		clocks, probes   []float64
		ns, clock, noise float64
	}{
		"no clock":                {[]float64{0, 0, 0, 0}, []float64{0, 0, 0, 0}, 1.8e5, 0, 0},
		"a steady clock":          {[]float64{3, 3, 3, 3}, []float64{8, 8, 8, 8}, 1.8e5, 3, 1},
		"a clock raised for one":  {[]float64{3, 3.1, 3.6, 3.1}, []float64{8, 8, 8, 8}, 2e5, 3.1, 1},
		"a reading was disturbed": {[]float64{3, 3, 1, 3}, []float64{8, 8, 8, 8}, 1.8e5, 3, 1},
		"a neighbour in one":      {[]float64{3, 3, 3, 3}, []float64{8, 8, 12, 8}, 2e5, 3, 1},
		"a neighbour in all":      {[]float64{3, 3, 3, 3}, []float64{16, 10, 12, 16}, 1.8e5, 3, 1.5},
		"the probe failed in one": {[]float64{3, 3, 3, 3}, []float64{12, 12, 0, 12}, 1.8e5, 3, 0},
		"one was interrupted":     {[]float64{3, 3, 3, 3}, []float64{8, 8, 8, 8}, 2e5, 3, 1},
	} {
		timed := timing{parts: 20, perOperation: 2, floor: 8, batches: []time.Duration{9 * ms, 2 * ms, 1800 * time.Microsecond, 4 * ms}}
		for i := range timed.batches {
			timed.cores = append(timed.cores, CoreReading{Clock: test.clocks[i], Probe: test.probes[i]})
			timed.interrupted = append(timed.interrupted, i == 2 && name == "one was interrupted")
		}
		if b := timed.chosen(); timed.nanoseconds(b) != test.ns || b.clock != test.clock || b.noise != test.noise {
			t.Errorf("%s: an operation takes %g ns in %+v, want %g at %g, noise %g", name, timed.nanoseconds(b), b, test.ns, test.clock, test.noise)
		}
		if n := timed.operations(); n != 40 {
			t.Errorf("%g operations, want 40", n)
		}
	}
}

func TestWaitingForAProcessorIsSubtracted(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		what string
		wait Turns
		want time.Duration
	}{
		{"nothing is known", Turns{5 * ms, 3 * ms, false}, 10 * ms},
		{"others had the processor", Turns{6 * ms, 4 * ms, true}, 4 * ms},
		{"they had it before it began too", Turns{30 * ms, 4 * ms, true}, 4 * ms},
		{"it waited for its own threads", Turns{1 * ms, 4 * ms, true}, 9 * ms},
		{"the clocks differ", Turns{0, 11 * ms, true}, 10 * ms},
	} {
		if got := test.wait.Without(10 * ms); got != test.want {
			t.Errorf("%s: %v of 10ms are left, want %v", test.what, got, test.want)
		}
	}
	if runtime.GOOS != "linux" {
		return
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var w wait
	w.open()
	defer w.close()
	w.Begin()
	if SpinLoop(5_000_000) == 0 {
		t.Fatal("nothing was done")
	}
	w.End()
	worked := w
	w.Begin()
	time.Sleep(2 * ms)
	w.End()
	if !worked.Known || !w.Known || worked.Processor <= w.Processor {
		t.Errorf("%+v at work, %+v asleep", worked, w)
	}
	watch := func() {
		w.Begin()
		w.End()
	}
	if n := testing.AllocsPerRun(100, watch); n > 0 {
		t.Errorf("to watch a batch allocates %v times, as if the batch did", n)
	}
}

// A sleeper is a workload whose parts sleep.
type sleeper struct {
	prepared, ran, most, parts int
	garbage                    int // bytes for each part
	sink                       []byte
}

func (s *sleeper) Warm() (float64, error) { return 1, nil }
func (s *sleeper) Prepare(n int) error    { s.prepared += n * s.parts; return nil }
func (s *sleeper) Run(n int)              { s.RunParts(n * s.parts) }
func (s *sleeper) Parts() int             { return s.parts }
func (s *sleeper) RunParts(n int) {
	s.ran += n
	for range n {
		if s.garbage > 0 {
			s.sink = make([]byte, s.garbage)
		}
	}
	time.Sleep(time.Duration(n) * 10 * time.Microsecond)
}
func (s *sleeper) Entities() int      { return 100 * s.parts }
func (s *sleeper) MaxOperations() int { return s.most }

// simulated times a sleeper in simulated time.
func simulated(t *testing.T, s *sleeper, read func() CoreReading) (timed timing) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var err error
		if timed, err = timeWorkload(s, 5*time.Millisecond, 0, alone(read)); err != nil {
			t.Fatal(err)
		}
	})
	return timed
}

func TestBatchesFillTheTime(t *testing.T) {
	for _, parts := range []int{1, 7, 3000} {
		for _, garbage := range []int{0, 1000} {
			s := &sleeper{most: 1 << 30, parts: parts, garbage: garbage}
			timed := simulated(t, s, idle)
			if timed.total() < 5*time.Millisecond || len(timed.batches) < minBatches || slices.Min(timed.batches) < batchTime {
				t.Errorf("%d parts: the batches took %v", parts, timed.batches)
			}
			if s.prepared < s.ran {
				t.Errorf("%d parts were prepared and %d run", s.prepared, s.ran)
			}
			if timed.allocates(s.Entities()) != (garbage > 0) {
				t.Errorf("%d parts of %d bytes: %d bytes were seen", s.ran, garbage, timed.bytes)
			}
		}
	}
}

// A batch holds one operation if it allocates more than cached, and else as many as
// fill the time.
func TestABatchAllocatesWhatACacheHolds(t *testing.T) {
	for garbage, most := range map[int]int{1000: math.MaxInt, 64 << 10: 2 * cached / (64 << 10), 4 * cached: 1} {
		s := &sleeper{most: 1 << 30, parts: 1, garbage: garbage}
		timed := simulated(t, s, idle)
		if timed.parts > most || timed.parts < most/4 && slices.Min(timed.batches) < batchTime {
			t.Errorf("batches of %d parts that allocate %d bytes, in %v", timed.parts, garbage, slices.Min(timed.batches))
		}
	}
}

func TestTheLimitOfAWorkloadIsKept(t *testing.T) {
	for _, most := range []int{3, 4, 10, 100} {
		for _, parts := range []int{1, 5} {
			s := &sleeper{most: most, parts: parts}
			if _, err := timeWorkload(s, 50*time.Millisecond, 0, thisCore); err != nil {
				t.Fatal(err)
			}
			if s.ran > most*parts {
				t.Errorf("%d parts were run of %d that are possible", s.ran, most*parts)
			}
		}
	}
}

func TestAWorkerWaitsForQuietBatches(t *testing.T) {
	for name, test := range map[string]struct {
		disturbed, interrupted int // readings
		batches                int // at least
		noise                  float64
	}{
		"quiet":              {0, 0, 10, 1},
		"a neighbour":        {40, 0, 15, 1},
		"taking turns":       {0, 40, 15, 1},
		"always a neighbour": {math.MaxInt, 0, 30, 1.6},
		"always in turns":    {0, math.MaxInt, 30, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			readings, asked := 0, int64(0)
			timed, err := timeWorkload(&sleeper{most: 1 << 30, parts: 1}, 10*time.Millisecond, 7.5, sensors{
				func() CoreReading {
					if readings++; readings <= test.disturbed {
						return CoreReading{Clock: 3, Probe: 12}
					}
					return idle()
				},
				func() (int64, int64) {
					if asked++; asked > int64(test.interrupted) {
						return 1, int64(test.interrupted)
					}
					return 1, asked
				},
			})
			if b := timed.chosen(); err != nil || len(timed.batches) < test.batches || test.batches < 30 && len(timed.batches) > 25 || b.noise != test.noise {
				t.Errorf("%s: %d batches, %+v, %v", name, len(timed.batches), b, err)
			}
		})
	}
}

func TestADisturbedReadingOfTheClockDoesNotCount(t *testing.T) {
	readings := []float64{3, 1, 3.1, 0.2, 3.1, 3, 3, 1}
	next := 0
	read := func() CoreReading {
		next++
		return CoreReading{Clock: readings[(next-1)%len(readings)], Probe: 8}
	}
	timed := simulated(t, &sleeper{most: 1 << 30, parts: 1}, read)
	if got := timed.chosen().clock; got < 3 || got > 3.1 || len(timed.cores) != len(timed.batches) {
		t.Errorf("%g GHz of %v", got, timed.cores)
	}
}

// A thread started in one batch does not count. Allocations of most batches count, and
// so does a table that grew in one.
func TestRuntimeAllocationsAreExcluded(t *testing.T) {
	batches := make([]time.Duration, 4)
	for _, test := range []struct {
		allocs, bytes []uint64
		want          float64 // bytes
	}{
		{[]uint64{0, 0, 20, 0}, []uint64{0, 0, 4000, 0}, 0},
		{[]uint64{1, 1, 1, 1}, []uint64{16, 16, 16, 16}, 16},
		{[]uint64{0, 0, 100, 0}, []uint64{0, 0, 4000, 0}, 1000},
		{[]uint64{0, 0, 0, 0}, []uint64{0, 0, 0, 0}, 0},
	} {
		timed := timing{parts: 1, perOperation: 1, batches: batches, allocs: test.allocs, bytes: test.bytes}
		if got := timed.allocated(timed.bytes); got != test.want {
			t.Errorf("%v objects: %g bytes an operation, want %g", test.allocs, got, test.want)
		}
	}
}
