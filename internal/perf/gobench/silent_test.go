package gobench

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
)

const untimed = `package m

import "testing"

func BenchmarkCounts(b *testing.B) {
	b.Run("of nothing", func(b *testing.B) {
		b.ReportMetric(0, "ns/op")
	})
}
`

// A benchmark may suppress its time.
func TestBenchmarksWithoutTime(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	ctx := context.Background()
	s := open(t, newModule(t, map[string]string{"m_test.go": untimed}), "HEAD", "HEAD", ".")
	inv, err := s.Inventory(ctx, time.Minute)
	fixture.Check(t, err)
	if got, want := names(inv.Common), []string{"Counts/of_nothing"}; !slices.Equal(got, want) || len(inv.Failed) > 0 {
		t.Fatalf("cases %q, want %q; failed %v", got, want, inv.Failed)
	}
	blocks, err := s.Run(ctx, ab.Trial{Case: inv.Common[0], Operations: 1000, Blocks: 3})
	if err != nil || len(blocks) != 3 {
		t.Errorf("%d blocks, %v", len(blocks), err)
	}
}

// The text of these panics takes longer than the rest of the process, which ends with exit code 0.
const slowToPrint = `package m

import (
	"testing"
	"time"
)

type slow struct{}

func (slow) Error() string { time.Sleep(time.Minute); return "slow" }

var sink int

func BenchmarkFine(b *testing.B) { sink += b.N }

func BenchmarkFirst(b *testing.B) { panic(slow{}) }

func BenchmarkLoop(b *testing.B) {
	for b.Loop() {
		panic(slow{})
	}
}

func BenchmarkMany(b *testing.B) {
	if b.N > 1 {
		panic(slow{})
	}
}
`

// A crash is not a measurement, even one that ends before it is printed.
func TestPanicsThatAreNotPrinted(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	ctx := context.Background()
	dir := newModule(t, map[string]string{"m_test.go": slowToPrint}, map[string]string{"m_test.go": strings.Replace(slowToPrint, "sink += b.N", "sink += 2 * b.N", 1)})
	s := open(t, dir, "HEAD~1", "HEAD", ".")
	inv, err := s.Inventory(ctx, time.Minute)
	fixture.Check(t, err)
	if got, want := names(slices.Concat(inv.Common, inv.Proved)), []string{"Fine", "Many"}; !slices.Equal(got, want) {
		t.Errorf("cases %q, want %q", got, want)
	}
	for _, f := range inv.Failed {
		if !strings.Contains(f.Reason, f.Case.Name+" panicked, but its process ended with exit code 0") {
			t.Errorf("%s %s: %s", f.Side, f.Case.Name, f.Reason)
		}
	}
	if len(inv.Failed) != 4 {
		t.Errorf("%d failures, want First and Loop of two sides: %v", len(inv.Failed), inv.Failed)
	}
	if _, err := s.Run(ctx, ab.Trial{Case: ab.CaseID{Group: inv.Failed[0].Case.Group, Name: "Many"}, Operations: 3, Blocks: 1}); err == nil || !strings.Contains(err.Error(), "Many panicked") {
		t.Errorf("a panic in a longer run: error %v", err)
	}
}
