package page

import (
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/history"
	"github.com/ecsbench/ecsbench/report"
)

// A long history omits whole series and states their number.
func TestALongHistoryIsCutShort(t *testing.T) {
	series := history.Trend{Unit: "ns/op", Impl: "mine", Steps: []history.Step{{At: 4}}, Points: make([]history.Point, mostPoints/5*2)}
	h := &history.History{Series: []history.Trend{series, series, series, series, series}}
	d := newHistoryData(h, &report.Report{})
	if len(d.Series) != 2 || d.Left != 3 {
		t.Errorf("%d series are shown and %d left out", len(d.Series), d.Left)
	}
	if s := d.Series[0]; len(s.Steps) != 1 || s.Steps[0].At != 4 || s.Steps[0].Ratio != 1 || s.Impl != -1 || s.Unit != "ns/op" {
		t.Errorf("steps %v of %d in %s", s.Steps, s.Impl, s.Unit)
	}
	h.Series = h.Series[:2]
	if d := newHistoryData(h, &report.Report{}); len(d.Series) != 2 || d.Left != 0 {
		t.Errorf("of two, %d series are shown and %d left out", len(d.Series), d.Left)
	}
}
