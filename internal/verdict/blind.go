package verdict

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/internal/words"
	"github.com/ecsbench/ecsbench/results"
)

// A Tolerance is how many cases may be blind without making a verdict
// inconclusive: a number of them, or a share of all.
type Tolerance struct {
	Share float64 `json:"share,omitempty"` // 0.2: a fifth
	Cases int     `json:"cases,omitempty"`
}

// DefaultBlind tolerates a fifth.
var DefaultBlind = Tolerance{Share: 0.2}

// Set reads "20%" or "3". With String and Type it makes a tolerance a flag.
func (t *Tolerance) Set(text string) error {
	number, isShare := strings.CutSuffix(strings.TrimSpace(text), "%")
	x, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || !(x >= 0) || math.IsInf(x, 0) || isShare && x > 100 || !isShare && (x != math.Trunc(x) || x > 1e9):
		return fmt.Errorf("%q is neither a share of the cases nor a number of them; write 20%% or 3", text)
	case isShare:
		*t = Tolerance{Share: x / 100}
	default:
		*t = Tolerance{Cases: int(x)}
	}
	return nil
}

func (t *Tolerance) String() string {
	if t.Share > 0 {
		return strconv.FormatFloat(math.Round(1e8*t.Share)/1e6, 'g', -1, 64) + "%"
	}
	return strconv.Itoa(t.Cases)
}

// Type names the value of the flag.
func (*Tolerance) Type() string { return "share or number" }

func (t Tolerance) allows(blind, of int) bool {
	return blind <= t.Cases || float64(blind) <= t.Share*float64(of)
}

// A blind case is one in which a slow-down of the size that has to be visible
// could have stayed unseen.
type blindCase struct {
	name string
	seen float64 // the smallest that would not have, as logarithm; +Inf where none would
}

// blindCases lists them, the worst first. A case that certainly changed is none.
func (v *Verdict) blindCases() (list []blindCase) {
	at := make(map[results.Key]int)
	for _, c := range v.those(v.blind) {
		k, ok := at[c.Key]
		if !ok {
			k = len(list)
			at[c.Key] = k
			list = append(list, blindCase{name: c.Case})
		}
		list[k].seen = math.Max(list[k].seen, c.Seen)
	}
	slices.SortStableFunc(list, func(a, b blindCase) int {
		return cmp.Or(cmp.Compare(b.seen, a.seen), strings.Compare(a.name, b.name))
	})
	return list
}

// blind tells whether a comparison leaves its case among them.
func (v *Verdict) blind(c *Comparison) bool {
	switch {
	case c.Kind != Tested || c.Direction == Unknown:
		return false
	case c.Status == Untestable:
		return true
	}
	return (c.Status == Same || c.Status == Undecided) && results.UnitNamed(c.Unit).IsSpeed() && c.Seen > math.Log1p(math.Max(v.Visible, v.MaxRegression))
}

// TimesMore returns how many times as many samples leave no more blind cases than
// tolerated, if each of these comparisons needs so many times as many to be none; 1
// where so many are tolerated already, and +Inf where no number of samples helps.
func (v *Verdict) TimesMore(tolerated Tolerance, needs func(*Comparison) float64) float64 {
	most := make(map[results.Key]float64)
	for _, c := range v.those(v.blind) {
		most[c.Key] = math.Max(most[c.Key], needs(c))
	}
	times := slices.Sorted(maps.Values(most))
	for i := len(times) - 1; i >= 0; i-- {
		if !tolerated.allows(len(times)-i, v.Cases) {
			return times[i]
		}
	}
	return 1
}

// BlindProblem is that of the blind cases: which they are, and whether so many
// are tolerated. It wants the verdict tallied.
func (v *Verdict) BlindProblem(tolerated Tolerance, remedy string) []Problem {
	blind := v.blindCases()
	if len(blind) == 0 {
		return nil
	}
	p := Problem{Outcome: Inconclusive, Remedy: remedy + fmt.Sprintf(", or be content with more than --blind %s", &tolerated)}
	why, few := "too noisy", v.CasesWith(Untestable)
	switch len(few) {
	case 0:
	case len(blind):
		why = "too few samples"
	default:
		why = "too noisy or too few samples"
	}
	for _, b := range blind {
		from := "nothing would have been seen"
		if !math.IsInf(b.seen, 1) {
			from = "seen from " + words.Percent(math.Expm1(b.seen))
		}
		p.Cases = append(p.Cases, fmt.Sprintf("%s (%s)", b.name, from))
	}
	p.What = fmt.Sprintf("%s in %d of %s: a slow-down of %s could have stayed unseen there",
		why, len(blind), words.Count(v.Cases, "case"), words.Percent(math.Max(v.Visible, v.MaxRegression)))
	if tolerated.allows(len(blind), v.Cases) {
		p.Outcome = Pass
		p.What += fmt.Sprintf(" (--blind %s)", &tolerated)
	}
	return []Problem{p}
}
