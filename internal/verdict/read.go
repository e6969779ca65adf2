package verdict

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/ecsbench/ecsbench/results"
)

// UnmarshalJSON reads the output of MarshalJSON. The verdict is already tallied, and its
// Summary is the old headline.
func (v *Verdict) UnmarshalJSON(data []byte) error {
	var j jsonVerdict
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*v = Verdict{
		By: strings.TrimPrefix(j.Command, "ecsbench "), Outcome: j.Outcome, Summary: j.Headline, Old: Side{"old", j.Old}, New: Side{"new", j.New},
		MaxRegression: j.MaxRegression, Alpha: j.Alpha, Method: j.Method, Correction: j.Correction, Problems: j.Problems, Notes: j.Notes, Proof: j.Proof,
		Tested: j.Tested, Cases: j.Cases, Worse: j.Regressions, Underpowered: j.Underpowered,
		Proved: j.Proved, Failed: j.Failed, Unmeasured: j.Unmeasured,
		MDE: number(j.MDE, math.NaN()), Failing: number(j.Failing, math.NaN()),
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
		Kind: j.Kind, From: j.From, Status: j.Status, Since: j.Since,
		MDE: math.Log1p(number(j.MDE, math.Inf(1))), Causes: j.Causes, Notes: j.Notes,
	}
	if c.Kind == Stepped {
		c.MDE = math.NaN()
	}
	for _, w := range j.Secondary {
		c.Secondary = append(c.Secondary, Secondary{w.Name, w.Unit, number(w.Old, math.NaN()), number(w.New, math.NaN()), w.effect(), w.Exact, w.N, w.Meaning})
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
	return Effect{
		Log: math.Log(number(j.Ratio, math.Inf(1))), Lo: math.Log(number(j.Low, math.NaN())), Hi: math.Log(number(j.High, hi)),
		P: number(j.P, math.NaN()), PHolm: number(j.PHolm, math.NaN()), Of: j.Of,
	}
}

// number returns the value, or otherwise if it is null.
func number(x *float64, otherwise float64) float64 {
	if x == nil {
		return otherwise
	}
	return *x
}
