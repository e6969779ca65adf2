package measure

import (
	"testing"
	"time"
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
func (s *sleeper) Entities() int      { return 10 }
func (s *sleeper) MaxOperations() int { return s.most }

func TestBatchesFillTheTimeAndAnOperation(t *testing.T) {
	for _, parts := range []int{1, 7, 3000} {
		s := &sleeper{most: 1 << 30, parts: parts}
		timed, err := timeWorkload(s, 5*time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		if timed.total() < 5*time.Millisecond || timed.operations() < 1 || len(timed.batches) < 3 {
			t.Errorf("%d parts: %g operations in %d batches took %v", parts, timed.operations(), len(timed.batches), timed.total())
		}
		if s.prepared < s.ran {
			t.Errorf("%d parts were prepared and %d run", s.prepared, s.ran)
		}
	}
}

func TestGarbageIsTimedInOneBatchOfWholeOperations(t *testing.T) {
	s := &sleeper{most: 1 << 30, parts: 7, garbage: 1000}
	timed, err := timeWorkload(s, 5*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if len(timed.batches) != 1 || timed.parts%7 != 0 || timed.total() < 5*time.Millisecond {
		t.Errorf("%d batches of %d parts took %v", len(timed.batches), timed.parts, timed.total())
	}
}

func TestTheLimitOfAWorkloadIsKept(t *testing.T) {
	for _, most := range []int{3, 4, 10, 100} {
		for _, parts := range []int{1, 5} {
			s := &sleeper{most: most, parts: parts}
			if _, err := timeWorkload(s, time.Second); err != nil {
				t.Fatal(err)
			}
			if s.ran > most*parts {
				t.Errorf("%d parts were run of %d that are possible", s.ran, most*parts)
			}
		}
	}
}
