package measure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Spending is the time of samples by phase.
type Spending struct {
	Start  time.Duration `json:"start,omitempty"`  // process start and end, seen from outside
	SetUp  time.Duration `json:"setUp,omitempty"`  // of the world
	WarmUp time.Duration `json:"warmUp,omitempty"` // including the choice of the batch size
	Timed  time.Duration `json:"timed,omitempty"`  // all batches
	Wait   time.Duration `json:"wait,omitempty"`   // between batches (preparation, garbage collection, clock), and for a processor in long ones
	Verify time.Duration `json:"verify,omitempty"`
}

type part struct {
	what string
	took *time.Duration
}

func (s *Spending) parts() []part {
	return []part{
		{"starting processes", &s.Start}, {"setting up worlds", &s.SetUp}, {"warming up", &s.WarmUp},
		{"timed", &s.Timed}, {"between timed batches", &s.Wait}, {"verifying", &s.Verify},
	}
}

func (s *Spending) add(o Spending) {
	for i, p := range o.parts() {
		*s.parts()[i].took += *p.took
	}
}

func (s *Spending) total() (sum time.Duration) {
	for _, p := range s.parts() {
		sum += *p.took
	}
	return sum
}

// String formats the shares, the largest first; "" if nothing is recorded.
func (s Spending) String() string {
	parts := s.parts()
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(*b.took, *a.took) })
	var text []string
	for _, p := range parts {
		if percent := 100 * float64(*p.took) / float64(s.total()); percent >= 0.5 {
			text = append(text, fmt.Sprintf("%.0f%% %s", percent, p.what))
		}
	}
	return strings.Join(text, ", ")
}
