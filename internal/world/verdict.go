package world

import (
	"fmt"
	"strings"
)

// verdict is one line: what to use and why.
func (a *Answer) verdict() string {
	var good []Row
	for _, r := range a.Libraries {
		if r.Failure == "" && r.P50.N > 0 {
			good = append(good, r)
		}
	}
	if len(good) == 0 {
		return "no library has run this world: see what could not be measured"
	}
	var fit []Row
	for _, r := range good {
		if r.At.Value <= a.Budget {
			fit = append(fit, r)
		}
	}
	p := percentileName(a.Percentile)
	if len(fit) == 0 {
		best := good[0]
		text := fmt.Sprintf("no library meets the budget of %s at %s: %s is the fastest with %s", perSecond(a.Budget), p, best.Name, duration(best.At.Value))
		if c := best.Capacity; c != nil && c.Entities > 0 {
			text += fmt.Sprintf(", and meets it up to %s entities", thousands(float64(c.Entities)))
		}
		return text
	}
	best := fit[0]
	reasons := []string{"fastest here"}
	if len(good) == 1 {
		reasons[0] = "the only one measured"
	} else if equal := a.equals(best, fit); len(equal) > 0 {
		reasons[0] = "as fast as " + strings.Join(equal, ", ")
	}
	if len(best.Emulated) == 0 && a.someEmulate(good) {
		reasons = append(reasons, "has all that the world needs")
	}
	reasons = append(reasons, fmt.Sprintf("leaves %s of %s at %s", duration(a.Budget-best.At.Value), perSecond(a.Budget), p))
	text := fmt.Sprintf("use %s: %s", best.Name, strings.Join(reasons, ", "))
	if c := best.Capacity; c != nil && c.Entities > 0 {
		more := "up to"
		if c.AtLeast {
			more = "even with"
		}
		text += fmt.Sprintf(", %s %s entities", more, thousands(float64(c.Entities)))
	}
	if crossing := a.crossing(best, good); crossing != "" {
		text += "; " + crossing
	}
	return text
}

func percentileName(p float64) string {
	if p >= 1 {
		return "the slowest frame"
	}
	return fmt.Sprintf("p%.4g", 100*p)
}

// equals lists libraries whose confidence interval overlaps with that of the best.
func (a *Answer) equals(best Row, others []Row) (names []string) {
	for _, r := range others {
		if r.Name != best.Name && r.P50.Low <= best.P50.High {
			names = append(names, r.Name)
		}
	}
	return names
}

func (a *Answer) someEmulate(rows []Row) bool {
	for _, r := range rows {
		if len(r.Emulated) > 0 {
			return true
		}
	}
	return false
}

// The farthest from what was measured that a crossing is reported.
const farthest = 8

// crossing names the lowest rate of changes from which another library is faster:
// the times of a frame are taken as linear between the world and the one with
// twice the changes, and beyond.
func (a *Answer) crossing(best Row, others []Row) string {
	at := -1
	for i, v := range a.Variants {
		if v.Name == "twice the changes" {
			at = i
		}
	}
	if at < 0 || a.Changes == 0 || best.Variants[at] == 0 {
		return ""
	}
	name, least := "", float64(farthest)
	for _, r := range others {
		if r.Name == best.Name || r.Variants[at] == 0 {
			continue
		}
		gap := r.P50.Value - best.P50.Value                                              // at once the changes
		closing := (best.Variants[at] - best.P50.Value) - (r.Variants[at] - r.P50.Value) // per once the changes more
		if closing <= 0.02*best.P50.Value {
			continue
		}
		if multiple := 1 + gap/closing; multiple < least {
			name, least = r.Name, multiple
		}
	}
	if name == "" {
		return ""
	}
	how := ""
	if least > 2 {
		how = " (extrapolated)"
	}
	return fmt.Sprintf("above %s changes per frame use %s%s", thousands(rounded(least*a.Changes)), name, how)
}

// rounded keeps two digits.
func rounded(v float64) float64 {
	scale := 1.0
	for v/scale >= 100 {
		scale *= 10
	}
	return float64(int(v/scale+0.5)) * scale
}
