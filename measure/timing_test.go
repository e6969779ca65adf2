package measure

import (
	"testing"
	"time"
)

func TestDisturbedBatchesDoNotCountWhereNothingIsAllocated(t *testing.T) {
	quiet := batch{operations: 10, elapsed: time.Millisecond}
	disturbed := batch{operations: 10, elapsed: 9 * time.Millisecond}
	if ns := (timing{quiet, disturbed, quiet, quiet, disturbed}).nanoseconds(10); ns != 1e5 {
		t.Errorf("an operation takes %g ns, want 1e5", ns)
	}
	if ns := (timing{quiet, {operations: 10, elapsed: 2 * time.Millisecond}}).nanoseconds(10); ns != 1.5e5 {
		t.Errorf("the middle of two batches is %g ns, want 1.5e5", ns)
	}
}

func TestGarbageIsChargedToWhoMakesIt(t *testing.T) {
	quiet := batch{operations: 10, elapsed: time.Millisecond, bytes: 1000}
	collecting := batch{operations: 10, elapsed: 5 * time.Millisecond, bytes: 1000}
	if ns := (timing{quiet, quiet, collecting}).nanoseconds(10); ns < 2.3e5 || ns > 2.4e5 {
		t.Errorf("an operation takes %g ns, want the mean of 7 ms over 30", ns)
	}
}

// A counter is a workload of which every operation sleeps.
type counter struct{ prepared, ran, most int }

func (c *counter) Warm() (float64, error) { return 1, nil }
func (c *counter) Prepare(n int) error    { c.prepared += n; return nil }
func (c *counter) Run(n int) {
	c.ran += n
	time.Sleep(time.Duration(n) * 10 * time.Microsecond)
}
func (c *counter) Verify() error      { return nil }
func (c *counter) Entities() int      { return 1 }
func (c *counter) MaxOperations() int { return c.most }

func TestBatchesFillTheTimeAndStayWithinTheLimit(t *testing.T) {
	for _, most := range []int{3, 100, 1 << 30} {
		c := &counter{most: most}
		timed, err := timeWorkload(c, 5*time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		if c.ran > most || c.prepared != c.ran {
			t.Errorf("%d operations prepared and %d run, at most %d are possible", c.prepared, c.ran, most)
		}
		if most > 1000 {
			var total time.Duration
			for _, b := range timed {
				total += b.elapsed
				if b.elapsed < batchTime {
					t.Errorf("a batch took %v only", b.elapsed)
				}
			}
			if total < 5*time.Millisecond {
				t.Errorf("the batches took %v only", total)
			}
		}
	}
}
