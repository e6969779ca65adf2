package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ecsbench/ecsbench/scripts/program"
)

const (
	commits   = 64
	mostSteps = 8 // revisions that may be measured
)

// bisect makes a history of 64 commits, one of which does 5% more work, and has it
// searched. A sixth of the others does not build, a sixth merges a branch of two
// commits; the rest change a comment, a function that no benchmark calls, or data
// that has to be measured.
func bisect(e *experiments, number int) (t trial) {
	rng := rand.New(rand.NewPCG(uint64(number), 2))
	dir := e.repository()
	culprit, times := 1+rng.IntN(commits), 100
	kind := ""
	for i := 1; i <= commits; i++ {
		if i == culprit {
			times = 125 // of 500
		}
		tail, merge := "", ""
		switch draw := rng.IntN(6); {
		case draw == 0 && i != culprit && i != culprit-1 && i != commits: // next to a broken commit the culprit is ambiguous
			tail = "}\n"
		case draw == 1:
			merge = fmt.Sprint("branch", i)
		case draw == 2:
			tail = fmt.Sprintf("\nfunc other%d(x int) int { return x + %d }\n", i, i)
		case draw == 3:
			tail = fmt.Sprintf("\n// Comment %d.\n", i)
		default:
			tail = fmt.Sprintf("\nfunc init() { started = %d }\n\nvar started int\n", i)
		}
		if merge != "" {
			e.branch(dir, merge, times, i)
		} else {
			module(dir, times, tail)
			e.commit(dir, fmt.Sprint("commit ", i))
		}
		if i == culprit {
			if kind = "a commit"; merge != "" {
				kind = "a merge"
			}
		}
	}
	start := time.Now()
	out, _ := e.ecsbench(dir, "bisect", "HEAD~64", "HEAD", "--bench", ".", "--metric", e.metric, "--budget", e.budget.String(), "--format", "json", "--quiet")
	var found struct {
		First    []struct{ Subject string }
		Nothing  string
		Measured int
		Steps    []struct{ Answer string }
	}
	program.Check(json.Unmarshal([]byte(out), &found))
	t.What, t.Where, t.Steps = "5% in "+kind, fmt.Sprint("commit ", culprit), found.Measured
	t.Output = found.Nothing
	for _, c := range found.First {
		t.Output += c.Subject + " "
	}
	t.Output += fmt.Sprintf("after %d steps, %d revisions measured", len(found.Steps), found.Measured)
	t.Right = len(found.First) == 1 && found.First[0].Subject == t.Where && found.Measured <= mostSteps
	t.Seconds = time.Since(start).Seconds()
	return t
}

// branch makes the change on a branch of two commits, and merges it.
func (e *experiments) branch(dir, name string, times, i int) {
	e.git(dir, "checkout", "--quiet", "-b", name)
	for _, part := range []string{"begins", "ends"} {
		module(dir, times, fmt.Sprintf("\nfunc init() { started = %d } // %s\n\nvar started int\n", i, part))
		e.commit(dir, name+" "+part)
	}
	e.git(dir, "checkout", "--quiet", "main")
	e.git(dir, "merge", "--quiet", "--no-ff", "--message", fmt.Sprint("commit ", i), name)
}

// sumOfSearches adds how many revisions had to be measured.
func sumOfSearches(trials []trial) string {
	most, all := 0, 0
	for _, t := range trials {
		most, all = max(most, t.Steps), all+t.Steps
	}
	return fmt.Sprintf("%s; at most %d revisions measured, %.1f on average", sumOfTrials(trials), most, float64(all)/float64(len(trials)))
}
