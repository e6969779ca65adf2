package verdict

import (
	"cmp"
	"encoding/json"
	"io"
	"math"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// The JSON form of a verdict. Infinite changes and intervals are null.
type (
	jsonVerdict struct {
		Command       string           `json:"command"` // that computed it
		Outcome       Outcome          `json:"outcome"`
		Headline      string           `json:"headline"`
		Old           string           `json:"old"`
		New           string           `json:"new"`
		MaxRegression float64          `json:"maxRegression"`
		Alpha         float64          `json:"alpha"`
		Cases         int              `json:"cases"`
		Regressions   int              `json:"regressions"`
		Underpowered  int              `json:"underpowered"`         // cases
		Proved        int              `json:"proved,omitempty"`     // cases of "cases" that were proved equal
		Failed        int              `json:"failed,omitempty"`     // cases without a comparison, because they failed
		Unmeasured    int              `json:"unmeasured,omitempty"` // cases for which the budget had no time
		Tested        int              `json:"testedComparisons"`
		MDE           *float64         `json:"mde"`             // share, not exceeded in 95% of cases
		Failing       *float64         `json:"failingSlowdown"` // share, not exceeded in 95% of cases by the smallest slowdown that would have failed
		Problems      []Problem        `json:"problems"`
		Notes         []string         `json:"notes"`
		Proof         string           `json:"proof,omitempty"` // why nothing had to be measured
		Method        string           `json:"method,omitempty"`
		Correction    string           `json:"correction,omitempty"` // what p is corrected for
		Difference    string           `json:"difference,omitempty"` // what new is built and run with and old is not
		Costs         []jsonSecondary  `json:"costs,omitempty"`      // of the difference
		Controls      []jsonControl    `json:"controls,omitempty"`
		Comparisons   []jsonComparison `json:"comparisons"` // worst first
	}
	jsonControl struct {
		Name   string `json:"name"`
		Case   string `json:"case"`
		Passed bool   `json:"passed"`
		Word   string `json:"word"` // the result
		jsonEffect
	}
	jsonEffect struct {
		Ratio *float64 `json:"ratio"` // new to old
		Low   *float64 `json:"low"`   // of the ratio's interval
		High  *float64 `json:"high"`
		P     *float64 `json:"p"`
		PHolm *float64 `json:"pHolm"`
		Of    string   `json:"of,omitempty"` // the samples used, if not all
	}
	jsonComparison struct {
		Case string `json:"case"`
		results.Key
		File   string   `json:"file,omitempty"` // of the benchmark
		Line   int      `json:"line,omitempty"`
		Unit   string   `json:"unit"`
		Status Status   `json:"status"`
		Kind   Evidence `json:"kind"`
		From   string   `json:"derivedFrom,omitempty"`
		Better string   `json:"better,omitempty"` // lower or higher
		Since  Moment   `json:"since,omitzero"`   // of a step
		Old    *float64 `json:"old"`              // median, or that of the samples in "of"
		New    *float64 `json:"new"`
		OldN   int      `json:"oldSamples"`
		NewN   int      `json:"newSamples"`
		jsonEffect
		MDE       *float64        `json:"mde,omitempty"`
		Secondary []jsonSecondary `json:"secondary,omitempty"`
		Causes    []results.Cause `json:"causes,omitempty"`  // the largest share first
		NoCause   string          `json:"noCause,omitempty"` // why there are none
		Notes     []string        `json:"notes,omitempty"`
	}
	jsonSecondary struct {
		Name string   `json:"name"`
		Unit string   `json:"unit"`
		Old  *float64 `json:"old,omitempty"`
		New  *float64 `json:"new,omitempty"`
		N    int      `json:"samples,omitempty"`
		jsonEffect
		Exact   bool   `json:"exact,omitempty"`
		Meaning string `json:"meaning,omitempty"`
	}
)

// WriteJSON prints the verdict as one object.
func (v *Verdict) WriteJSON(out io.Writer) error { return display.WriteJSON(out, v) }

// MarshalJSON implements json.Marshaler.
func (v *Verdict) MarshalJSON() ([]byte, error) {
	j := jsonVerdict{
		Command: v.command(), Outcome: v.Outcome, Headline: v.Headline(), Old: v.Old.Label, New: v.New.Label,
		MaxRegression: v.MaxRegression, Alpha: v.Alpha,
		Cases: v.Cases, Regressions: v.Worse, Underpowered: v.Underpowered,
		Proved: v.Proved, Failed: v.Failed, Unmeasured: v.Unmeasured, Tested: v.Tested,
		MDE: estimate(v.MDE), Failing: estimate(v.Failing),
		Problems: append([]Problem{}, v.Problems...), Notes: append([]string{}, v.Notes...), Proof: v.Proof, Method: v.Method,
		Correction: v.Correction, Comparisons: []jsonComparison{}, Difference: v.Difference,
	}
	for _, c := range v.Costs {
		j.Costs = append(j.Costs, c.json(""))
	}
	for _, c := range v.Controls {
		j.Controls = append(j.Controls, jsonControl{c.Name, c.Case, c.Passed, c.Word, c.Effect.json()})
	}
	for i := range v.Comparisons {
		j.Comparisons = append(j.Comparisons, v.Comparisons[i].json())
	}
	return json.Marshal(j)
}

// command names the command that computed the verdict.
func (v *Verdict) command() string { return "ecsbench " + v.By }

func (e Effect) json() jsonEffect {
	return jsonEffect{estimate(math.Exp(e.Log)), estimate(math.Exp(e.Lo)), estimate(math.Exp(e.Hi)), estimate(e.P), estimate(e.PHolm), e.Of}
}

func estimate(x float64) *float64 { return display.JSONNumber(display.Estimate(x)) }

func (c *Comparison) json() jsonComparison {
	j := jsonComparison{
		Case: c.Case, Key: c.Key, File: c.Where.File, Line: c.Where.Line, Unit: c.Unit, Status: c.Status, Kind: c.Evidence, From: c.From,
		Old: display.JSONNumber(c.Old), New: display.JSONNumber(c.New), OldN: c.OldN, NewN: c.NewN, jsonEffect: c.Effect.json(),
		Better: results.BetterWord(int(c.Direction)), Since: c.Since, Causes: c.Causes, NoCause: c.NoCause, Notes: c.Notes,
	}
	if !c.exact() {
		j.MDE = estimate(math.Expm1(c.MDE))
	}
	for _, w := range c.Secondary {
		j.Secondary = append(j.Secondary, w.json(c.Unit))
	}
	return j
}

// json returns the secondary metric of a comparison in a unit.
func (w Secondary) json(unit string) jsonSecondary {
	if w.Exact {
		w.Effect.Lo, w.Effect.Hi = w.Effect.Log, w.Effect.Log
	}
	return jsonSecondary{w.Name, cmp.Or(w.Unit, unit), display.JSONNumber(w.Old), display.JSONNumber(w.New), w.N, w.Effect.json(), w.Exact, w.Meaning}
}

func (w *jsonSecondary) secondary() Secondary {
	return Secondary{w.Name, w.Unit, number(w.Old, math.NaN()), number(w.New, math.NaN()), w.effect(), w.Exact, w.N, w.Meaning}
}

// UnmarshalJSON reads the output of MarshalJSON. The verdict is already tallied, and its
// Summary is the old headline.
func (v *Verdict) UnmarshalJSON(data []byte) error {
	var j jsonVerdict
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*v = Verdict{
		By: strings.TrimPrefix(j.Command, "ecsbench "), Outcome: j.Outcome, Summary: j.Headline, Old: Column{"old", j.Old}, New: Column{"new", j.New},
		MaxRegression: j.MaxRegression, Alpha: j.Alpha, Method: j.Method, Correction: j.Correction, Problems: j.Problems, Notes: j.Notes, Proof: j.Proof,
		Tested: j.Tested, Cases: j.Cases, Worse: j.Regressions, Underpowered: j.Underpowered,
		Proved: j.Proved, Failed: j.Failed, Unmeasured: j.Unmeasured,
		MDE: number(j.MDE, math.NaN()), Failing: number(j.Failing, math.NaN()),
	}
	v.Difference = j.Difference
	for _, c := range j.Costs {
		v.Costs = append(v.Costs, c.secondary())
	}
	if v.By == "ab" {
		v.Old.Name, v.New.Name = "base", "head"
	}
	for _, c := range j.Controls {
		v.Controls = append(v.Controls, Control{c.Name, c.Case, c.effect(), c.Passed, c.Word})
	}
	for i := range j.Comparisons {
		v.Comparisons = append(v.Comparisons, j.Comparisons[i].comparison())
	}
	return nil
}

func (j *jsonComparison) comparison() Comparison {
	c := Comparison{
		Key: j.Key, Case: j.Case, Where: results.Place{File: j.File, Line: j.Line}, Unit: j.Unit, Direction: map[string]Direction{"lower": LowerBetter, "higher": HigherBetter}[j.Better],
		Old: number(j.Old, math.NaN()), New: number(j.New, math.NaN()), OldN: j.OldN, NewN: j.NewN, Effect: j.effect(),
		Evidence: j.Kind, From: j.From, Status: j.Status, Since: j.Since,
		MDE: math.Log1p(number(j.MDE, math.Inf(1))), Causes: j.Causes, NoCause: j.NoCause, Notes: j.Notes,
	}
	if c.Evidence == Stepped {
		c.MDE = math.NaN()
	}
	for _, w := range j.Secondary {
		c.Secondary = append(c.Secondary, w.secondary())
	}
	return c
}

// effect inverts Effect.json. Null stands for a change from 0, an infinite end of an
// interval, or no interval or p.
func (j *jsonEffect) effect() Effect {
	hi := math.Inf(1)
	if j.Low == nil {
		hi = math.NaN()
	}
	shift := statistics.Shift{
		Log: math.Log(number(j.Ratio, math.Inf(1))), Lo: math.Log(number(j.Low, math.NaN())), Hi: math.Log(number(j.High, hi)),
		P: number(j.P, math.NaN()),
	}
	return Effect{Shift: shift, PHolm: number(j.PHolm, math.NaN()), Of: j.Of}
}

// number returns the value, or otherwise if it is null.
func number(x *float64, otherwise float64) float64 {
	if x == nil {
		return otherwise
	}
	return *x
}
