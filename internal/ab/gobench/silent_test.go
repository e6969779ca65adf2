package gobench

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/ab"
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
	t.Parallel()
	ctx := context.Background()
	s := open(t, newModule(t, map[string]string{"m_test.go": untimed}), "HEAD", "HEAD", ".")
	inv, err := s.Inventory(ctx, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := names(inv.Common), []string{"Counts/of_nothing"}; !slices.Equal(got, want) || len(inv.Failed) > 0 {
		t.Fatalf("cases %q, want %q; failed %v", got, want, inv.Failed)
	}
	blocks, err := s.Run(ctx, ab.Trial{Case: inv.Common[0], Operations: 1000, Blocks: 3})
	if err != nil || len(blocks) != 3 {
		t.Errorf("%d blocks, %v", len(blocks), err)
	}
}
