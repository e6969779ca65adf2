package measure

import (
	"cmp"
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

// A part of a spending, in words.
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

// String says it in shares, the largest first; it is empty where nothing is known.
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
