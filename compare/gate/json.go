package gate

import (
	"io"
	"math"

	"github.com/ecsbench/ecsbench/escape"
)

// The JSON form of a verdict. What JSON has no number for, an infinite change
// or interval, is null.
type (
	jsonVerdict struct {
		Outcome       Outcome          `json:"outcome"`
		Headline      string           `json:"headline"`
		Old           string           `json:"old"`
		New           string           `json:"new"`
		MaxRegression float64          `json:"maxRegression"`
		Alpha         float64          `json:"alpha"`
		Cases         int              `json:"cases"`
		Regressions   int              `json:"regressions"`
		Tested        int              `json:"testedComparisons"`
		SeenFrom      *float64         `json:"seenFrom"`  // slow-down, as a share, seen in 95% of cases
		FailsFrom     *float64         `json:"failsFrom"` // slow-down, as a share, that would have failed 95% of cases
		Problems      []jsonProblem    `json:"problems"`
		Notes         []string         `json:"notes"`
		Comparisons   []jsonComparison `json:"comparisons"` // worst first
	}
	jsonProblem struct {
		Outcome Outcome  `json:"outcome"` // pass where it was allowed
		What    string   `json:"what"`
		Remedy  string   `json:"remedy"`
		Cases   []string `json:"cases,omitempty"`
	}
	jsonComparison struct {
		Case     string   `json:"case"`
		Unit     string   `json:"unit"`
		Status   Status   `json:"status"`
		Kind     Kind     `json:"kind"`
		From     string   `json:"derivedFrom,omitempty"`
		Better   string   `json:"better,omitempty"` // lower or higher
		Old      float64  `json:"old"`              // median
		New      float64  `json:"new"`
		OldN     int      `json:"oldSamples"`
		NewN     int      `json:"newSamples"`
		Ratio    *float64 `json:"ratio"` // new to old
		Low      *float64 `json:"low"`   // of the ratio's interval
		High     *float64 `json:"high"`
		P        float64  `json:"p"`
		PHolm    float64  `json:"pHolm"`
		SeenFrom *float64 `json:"seenFrom,omitempty"`
	}
)

// WriteJSON prints the verdict as one object.
func (v *Verdict) WriteJSON(out io.Writer) error {
	j := jsonVerdict{
		Outcome: v.Outcome, Headline: v.Headline(), Old: v.Old, New: v.New,
		MaxRegression: v.Options.MaxRegression, Alpha: v.Options.Alpha,
		Cases: v.Cases, Regressions: v.Worse, Tested: v.Tested,
		SeenFrom: number(v.Seen), FailsFrom: number(v.Fail),
		Problems: []jsonProblem{}, Notes: append([]string{}, v.Notes...), Comparisons: []jsonComparison{},
	}
	for _, p := range v.Problems {
		j.Problems = append(j.Problems, jsonProblem{p.Outcome, p.What, p.Remedy, p.Cases})
	}
	for i := range v.Comparisons {
		j.Comparisons = append(j.Comparisons, v.Comparisons[i].json())
	}
	return escape.JSON(out, j)
}

func (c *Comparison) json() jsonComparison {
	j := jsonComparison{
		Case: c.Case, Unit: c.Unit, Status: c.Status, Kind: c.Kind, From: c.From,
		Old: c.Old, New: c.New, OldN: c.OldN, NewN: c.NewN,
		Ratio: number(math.Exp(c.Effect.Log)), Low: number(math.Exp(c.Effect.Lo)), High: number(math.Exp(c.Effect.Hi)),
		P: c.Effect.P, PHolm: c.PHolm,
	}
	switch c.Direction {
	case LowerBetter:
		j.Better = "lower"
	case HigherBetter:
		j.Better = "higher"
	}
	if c.Kind != Counted {
		j.SeenFrom = number(math.Expm1(c.Seen))
	}
	return j
}

// number returns nil for what JSON has no number for.
func number(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
