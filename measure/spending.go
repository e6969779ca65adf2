package measure

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Spending tells where the time of samples goes.
type Spending struct {
	Start  time.Duration `json:"start,omitempty"`  // of the process and its end, as seen from outside
	SetUp  time.Duration `json:"setUp,omitempty"`  // of the world
	WarmUp time.Duration `json:"warmUp,omitempty"` // and to find out how many operations make a batch
	Timed  time.Duration `json:"timed,omitempty"`  // all batches
	Wait   time.Duration `json:"wait,omitempty"`   // between batches (preparing them, collecting garbage, reading the clock), and for a processor in long ones
	Verify time.Duration `json:"verify,omitempty"`
}

func (s *Spending) add(o Spending) {
	s.Start += o.Start
	s.SetUp += o.SetUp
	s.WarmUp += o.WarmUp
	s.Timed += o.Timed
	s.Wait += o.Wait
	s.Verify += o.Verify
}

func (s Spending) total() time.Duration {
	return s.Start + s.SetUp + s.WarmUp + s.Timed + s.Wait + s.Verify
}

// String says it in shares, the largest first; it is empty where nothing is known.
func (s Spending) String() string {
	if s.total() == 0 {
		return ""
	}
	parts := []struct {
		what  string
		share float64
	}{
		{"starting processes", float64(s.Start)}, {"setting up worlds", float64(s.SetUp)}, {"warming up", float64(s.WarmUp)},
		{"timed", float64(s.Timed)}, {"between timed batches", float64(s.Wait)}, {"verifying", float64(s.Verify)},
	}
	slices.SortStableFunc(parts, func(a, b struct {
		what  string
		share float64
	}) int {
		return int(b.share - a.share)
	})
	var text []string
	for _, p := range parts {
		if percent := 100 * p.share / float64(s.total()); percent >= 0.5 {
			text = append(text, fmt.Sprintf("%.0f%% %s", percent, p.what))
		}
	}
	return strings.Join(text, ", ")
}
