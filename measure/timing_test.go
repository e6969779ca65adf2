package measure

import (
	"slices"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/measure/spin"
)

func TestTheFastestBatchCounts(t *testing.T) {
	quiet, disturbed := time.Millisecond, 9*time.Millisecond
	timed := timing{parts: 20, perOperation: 2, batches: []time.Duration{disturbed, quiet, disturbed}}
	if ns := timed.nanoseconds(); ns != 1e5 {
		t.Errorf("an operation takes %g ns, want 1e5", ns)
	}
	if n := timed.operations(); n != 30 {
		t.Errorf("%g operations, want 30", n)
	}
}

// A sleeper is a workload of which every part sleeps.
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
func (s *sleeper) Verify() error      { return nil }
func (s *sleeper) Entities() int      { return 100 * s.parts }
func (s *sleeper) MaxOperations() int { return s.most }

func TestBatchesFillTheTime(t *testing.T) {
	for _, parts := range []int{1, 7, 3000} {
		for _, garbage := range []int{0, 1000} {
			s := &sleeper{most: 1 << 30, parts: parts, garbage: garbage}
			timed, err := timeWorkload(s, 5*time.Millisecond, &gauge{}, spin.Clock)
			if err != nil {
				t.Fatal(err)
			}
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

func TestAShortMinimumStillHasBatchesToChooseFrom(t *testing.T) {
	timed, err := timeWorkload(&sleeper{most: 1 << 30, parts: 1}, 1, &gauge{}, spin.Clock)
	if err != nil || len(timed.batches) < minBatches {
		t.Errorf("%d batches, %v", len(timed.batches), err)
	}
}

func TestTheLimitOfAWorkloadIsKept(t *testing.T) {
	for _, most := range []int{3, 4, 10, 100} {
		for _, parts := range []int{1, 5} {
			s := &sleeper{most: most, parts: parts}
			if _, err := timeWorkload(s, 50*time.Millisecond, &gauge{}, spin.Clock); err != nil {
				t.Fatal(err)
			}
			if s.ran > most*parts {
				t.Errorf("%d parts were run of %d that are possible", s.ran, most*parts)
			}
		}
	}
}

func TestTheGaugeKnowsNoise(t *testing.T) {
	g := &gauge{}
	if !g.quiet() || g.fastest <= 0 {
		t.Errorf("the first time is not quiet, or took %v", g.fastest)
	}
	g.fastest = 1 // as if other workers had seen a machine that is a thousand times faster
	if g.quiet() {
		t.Error("a thousand times slower is quiet")
	}
}

func TestTheClockIsThatOfMostBatches(t *testing.T) {
	readings := []float64{3, 1, 3.1, 0.2, 3.1, 3, 3, 1}
	next := 0
	read := func() float64 { next++; return readings[(next-1)%len(readings)] }
	timed, err := timeWorkload(&sleeper{most: 1 << 30, parts: 1}, 5*time.Millisecond, &gauge{}, read)
	if err != nil {
		t.Fatal(err)
	}
	if got := timed.gigahertz(); got < 3 || got > 3.1 || len(timed.clocks) != len(timed.batches) {
		t.Errorf("%g GHz of %v", got, timed.clocks)
	}
}

// TestWhatTheRunTimeAllocatesIsNotTheWorks: a thread started in one batch is not,
// what most batches allocate is, and so is a table that grew in one of them.
func TestWhatTheRunTimeAllocatesIsNotTheWorks(t *testing.T) {
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

func TestASampleTellsWhereItsTimeWent(t *testing.T) {
	s := Spending{Start: 3, SetUp: 1, Timed: 5, Verify: 1}
	if got := s.String(); got != "50% timed, 30% starting processes, 10% setting up worlds, 10% verifying" {
		t.Error(got)
	}
	timed, err := timeWorkload(&sleeper{most: 1 << 30, parts: 1}, 5*time.Millisecond, &gauge{}, spin.Clock)
	if err != nil || timed.spent.Timed != timed.total() || timed.spent.Wait <= 0 || timed.spent.WarmUp <= 0 {
		t.Errorf("%+v of %v, %v", timed.spent, timed.total(), err)
	}
}
