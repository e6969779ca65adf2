package report

import (
	"fmt"
	"math"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// wideInterval is the precision above which a report warns: with it, differences of 10% between
// implementations are doubtful. Runs aim at a smaller one, and most of their cases come close.
const wideInterval = 0.05 // ±5% in the warning

// doubtful counts cases, and lists their scenarios.
type doubtful struct {
	cases     int
	scenarios []string
}

func (d *doubtful) add(c *Entry) {
	d.cases++
	d.scenarios = lists.Add(d.scenarios, Display(c.Shape.Scenario.Name))
}

// doubts returns a warning for each reason to doubt cases. A reader sees each reason once, not with
// every scenario.
func (r *Report) doubts() (list []string) {
	var few, wide, drifting, nothing doubtful
	for _, c := range r.Cases {
		m := c.Main()
		precision, _ := c.Precision()
		switch {
		case m.N == 0 || !positive(m.Center):
			nothing.add(c)
			continue
		case !m.HasInterval():
			few.add(c)
		case precision > wideInterval:
			wide.add(c)
		}
		if m.drifts() {
			drifting.add(c)
		}
	}
	warn := func(d doubtful, one, several, text string) {
		if d.cases == 0 {
			return
		}
		where := ""
		if len(r.Scenarios) > 1 {
			where = " (" + enumerate(limit(d.scenarios, 3)) + ")"
		}
		list = append(list, counted(d.cases, one, several)+" "+fmt.Sprintf(text, where)+".")
	}
	warn(nothing, "case has", "cases have", "no value above zero%s: ratios and charts with a logarithmic scale leave them out")
	warn(few, "case has", "cases have", "fewer than 6 samples and no interval%s: measure with --rounds 10")
	warn(wide, "case is", "cases are", "less precise than ±5%%%s: measure longer (--budget), or on a quieter machine")
	warn(drifting, "case has", "cases have", "a trend over the run (p < 0.001)%s: the machine changed during the run; the picture of the samples shows when")
	return list
}

// mostCompared limits the values that are tested for a trend.
const mostCompared = 200

// drifts tests at least 10 samples for a trend by the rank correlation of Mann (1945) and Kendall
// (1975) between value and time, at p < 0.001 because every case is tested.
func (s Stat) drifts() bool {
	values := s.Values
	if len(values) > mostCompared {
		values = values[:mostCompared]
	}
	n := len(values)
	if n < 10 {
		return false
	}
	sum := 0
	for i := range values {
		for _, later := range values[i+1:] {
			switch {
			case later > values[i]:
				sum++
			case later < values[i]:
				sum--
			}
		}
	}
	variance := float64(n*(n-1)*(2*n+5)) / 18
	return math.Abs(float64(sum)) > 1+3.29*math.Sqrt(variance)
}
