package world

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// verdict is one line: the recommended library and the reason.
func (a *Answer) verdict() string {
	bad := func(r Row) bool { return r.Failure != "" || r.P50.N == 0 }
	good := slices.DeleteFunc(slices.Clone(a.Libraries), bad)
	if len(good) == 0 {
		if slices.ContainsFunc(a.Libraries, func(r Row) bool { return r.Late }) {
			return "no library was measured: raise --budget, or name fewer libraries with --library"
		}
		return "no library has run this world: see what could not be measured"
	}
	slow := func(r Row) bool { return r.At.Value > a.Budget }
	fit := slices.DeleteFunc(slices.Clone(good), slow)
	p := percentileName(a.Percentile)
	if len(fit) == 0 {
		best := good[0]
		text := fmt.Sprintf("no library meets the budget of %s at %s: %s is the fastest with %s", budgetText(a.Budget), p, best.Name, duration(best.At.Value))
		if c := best.Capacity; c != nil && c.Entities > 0 {
			text += ", and meets it up to " + best.carries()
		}
		return text
	}
	best := fit[0]
	reasons := []string{"fastest here"}
	if len(good) == 1 {
		reasons[0] = "the only one measured"
	} else if equal := a.equals(best, fit); len(equal) > 0 {
		reasons[0] = "as fast as " + strings.Join(equal, " and ")
	}
	if features := supported(best, good); len(features) > 0 {
		reasons = append(reasons, "supports "+strings.Join(features, " and "))
	}
	reasons = append(reasons, fmt.Sprintf("leaves %s of %s at %s", duration(a.Budget-best.At.Value), budgetText(a.Budget), p))
	if c := best.Capacity; c != nil && c.Entities > 0 {
		reasons = append(reasons, "meets it up to "+best.carries())
	}
	text := fmt.Sprintf("use %s: %s", best.Name, strings.Join(reasons, ", "))
	if crossing := a.crossing(best, good); crossing != "" {
		text += "; " + crossing
	}
	if len(a.Cut) > 0 {
		text += "; measured in short time, see the notes"
	}
	return text
}

// carries describes the capacity.
func (r Row) carries() string {
	switch n := float64(r.Capacity.Entities); {
	case r.Capacity.AtLeast:
		return fmt.Sprintf("%s entities at least", thousands(n))
	case r.Capacity.Low == r.Capacity.High:
		return fmt.Sprintf("about %s entities", thousands(rounded(n, 2)))
	default:
		return fmt.Sprintf("%s entities", thousands(rounded(n, 3)))
	}
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
		if r.Name != best.Name && r.Mean.Low <= best.Mean.High {
			names = append(names, r.Name)
		}
	}
	return names
}

// supported returns up to two features that the world needs and the best library has, the rarest
// first.
func supported(best Row, others []Row) (features []string) {
	lack := make(map[string]int)
	for _, r := range others {
		for _, e := range r.Emulated {
			feature, _, _ := strings.Cut(e, ":")
			lack[feature]++
		}
	}
	delete(lack, "growth") // is expected of every library
	for _, e := range best.Emulated {
		feature, _, _ := strings.Cut(e, ":")
		delete(lack, feature)
	}
	features = slices.SortedFunc(maps.Keys(lack), func(x, y string) int { return cmp.Or(cmp.Compare(lack[y], lack[x]), cmp.Compare(x, y)) })
	return features[:min(2, len(features))]
}

// The largest distance from the measured rates at which a crossing is reported.
const farthest = 8

// crossing returns the lowest rate of changes at which another library is faster. It assumes
// that the time of a frame is linear in the rate, from the measured points (the world, and twice
// the changes) on.
func (a *Answer) crossing(best Row, others []Row) string {
	at := slices.IndexFunc(a.Variants, func(v Variant) bool { return v.Name == "twice the changes" })
	if at < 0 || a.Changes == 0 || best.Variants[at] == 0 {
		return ""
	}
	name, least := "", float64(farthest)
	for _, r := range others {
		if r.Name == best.Name || r.Variants[at] == 0 {
			continue
		}
		gap := r.Mean.Value - best.Mean.Value                                              // at the present rate
		closing := (best.Variants[at] - best.Mean.Value) - (r.Variants[at] - r.Mean.Value) // per multiple of the changes
		if closing <= 0.02*best.Mean.Value {
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
	return fmt.Sprintf("above %s changes per frame use %s%s", thousands(rounded(least*a.Changes, 2)), name, how)
}

// rounded keeps few digits, since numbers repeat within some percent.
func rounded(v float64, digits int) float64 {
	scale := 1.0
	for v/scale >= math.Pow10(digits) {
		scale *= 10
	}
	return float64(int(v/scale+0.5)) * scale
}
