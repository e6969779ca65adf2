package gate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/verdict"
)

// Gate compares two sides and judges the outcome. It returns an error if the sides
// contradict each other about a unit.
func Gate(old, new *Side, opts Options) (*verdict.Verdict, error) {
	metadata, err := metadataOf(old, new)
	if err != nil {
		return nil, err
	}
	g := groupingOf(old, new)
	old, new = old.by(g), new.by(g)
	comparisons, move := compare(old, new, metadata, opts)
	problems := slices.Concat(
		differences(old, new, g.machines, opts),
		failures(new, opts),
		vanished(old, new, opts),
		movedTogether(move, opts),
		withoutWork(comparisons, opts),
	)
	more := "go test -count="
	if old.ours && new.ours {
		more = "ecsbench run --count "
	}
	v := judge(comparisons, problems, slices.Concat(notes(old, new, g), clockNotes(old, new, comparisons), processNotes(comparisons)), old.revision(), more, opts)
	v.Old.Label, v.New.Label = old.Label, new.Label
	proved := 0
	for i := range v.Comparisons {
		if v.Comparisons[i].Kind == verdict.Proved {
			proved++
		}
	}
	if proved > 0 && proved == len(v.Comparisons) {
		v.Proof = fmt.Sprintf("%s: all code and data that they can reach are the same in both files", display.Count(proved, "case"))
	} else if proved > 0 {
		v.Notes = append(v.Notes, fmt.Sprintf("%s skipped: all code and data that they can reach are the same in both files", display.CountAre(proved, "case")))
	}
	return v, nil
}

// revision is the commit of a side, "" if it is not known or ambiguous.
func (s *Side) revision() string {
	if commits := values(s.commits); len(commits) == 1 && !strings.Contains(commits[0], " ") {
		return commits[0]
	}
	return ""
}

// unless returns Pass where a is allowed, else the outcome.
func (o Options) unless(a verdict.Allowance, otherwise verdict.Outcome) verdict.Outcome {
	if slices.Contains(o.Allow, a) {
		return verdict.Pass
	}
	return otherwise
}

// facts are what has to be equal, the gravest difference first.
var facts = []fact{platform, cpuModel, cpuCount, goVersion, goAMD64, goGC, seed}

// allow returns what allows a difference in f.
func (f fact) allow() verdict.Allowance {
	switch f {
	case goVersion, goAMD64, goGC:
		return verdict.AllowGo
	case seed:
		return verdict.AllowSeed
	}
	return verdict.AllowMachine
}

// differences returns differing facts. Several kinds of machines are fine if both sides have
// the same ones, because their cases are separate.
func differences(old, new *Side, mixed bool, opts Options) []verdict.Problem {
	var out []verdict.Problem
	for _, f := range facts {
		was, is := values(old.facts[f]), values(new.facts[f])
		if len(was) == 0 || len(is) == 0 || slices.Equal(was, is) && (len(was) == 1 || mixed && f.allow() == verdict.AllowMachine) {
			continue
		}
		out = append(out, verdict.Problem{
			Outcome: opts.unless(f.allow(), verdict.Inconclusive), Invalidates: true,
			What:   fmt.Sprintf("different %s: %s in OLD, %s in NEW", f, strings.Join(was, " and "), strings.Join(is, " and ")),
			Remedy: fmt.Sprintf("measure both under the same conditions, as `ecsbench ab` does, or pass --allow %s", f.allow()),
		})
	}
	return out
}

// lacks lists the cases without a result for a kind of reason.
func (s *Side) lacks(kind absenceKind) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(s.absent)), func(name string) bool { return s.absent[name].kind != kind })
}

// failures returns the failed cases and packages of NEW.
func failures(new *Side, opts Options) []verdict.Problem {
	var cases []string
	for _, name := range new.lacks(failed) {
		cases = append(cases, name+": "+new.absent[name].reason)
	}
	for _, b := range new.broken {
		if !slices.Contains(cases, b) {
			cases = append(cases, b)
		}
	}
	return verdict.Failures(display.Count(len(cases), "failure")+" in NEW", cases, opts.Allow)
}

// uncounted returns the number of cases of other whose instruction counts s lacks. A machine
// without valgrind measures none.
func (s *Side) uncounted(other *Side) (n int) {
	for key, c := range s.cases {
		if with := other.cases[key]; with != nil && slices.ContainsFunc(with.order, isWork) && !slices.ContainsFunc(c.order, isWork) {
			n++
		}
	}
	return n
}

// countedApart is the number of cases whose instructions were counted in different numbers of
// operations.
func countedApart(old, new *Side) (n int) {
	for key, c := range old.cases {
		if with := new.cases[key]; with != nil && c.counted != with.counted && c.counted.most > 0 && with.counted.most > 0 {
			n++
		}
	}
	return n
}

// vanished returns cases and units of OLD that NEW lacks.
func vanished(old, new *Side, opts Options) []verdict.Problem {
	label := verdict.Labels(slices.Concat(old.order, new.order))
	var cases []string
	appeared := newNames(old, new)
	for _, key := range old.order {
		after := new.cases[key]
		if after == nil {
			text := label(key)
			if a, ok := new.absent[key.Name]; ok {
				if a.kind == failed {
					continue // listed already
				}
				text += ": " + a.reason
			} else if to := verdict.Renamed(key.Name, appeared); to != "" {
				text += ": renamed to " + to + "?"
			}
			cases = append(cases, text)
			continue
		}
		for _, unit := range old.cases[key].order {
			if after.units[unit] == nil && !ofClock(unit) && (!isWork(unit) || opts.Metric == ByInstructions) {
				cases = append(cases, label(key)+": lacks "+unit)
			}
		}
	}
	for _, name := range new.lacks(gone) {
		if to := new.absent[name].renamed; to != "" {
			name += ": renamed to " + to + "?"
		}
		cases = append(cases, name)
	}
	return verdict.Vanished("OLD", cases, opts.Allow)
}

// newNames lists the cases of NEW that OLD lacks.
func newNames(old, new *Side) []string {
	var out []string
	for _, key := range new.order {
		if old.cases[key] == nil {
			out = append(out, key.Name)
		}
	}
	return out
}

// notes returns remarks that do not change the verdict.
func notes(old, new *Side, g grouping) []string {
	var out []string
	if len(g.keys) > 0 {
		out = append(out, fmt.Sprintf("cases that differ in %s are separate cases; --ignore %s pools them", strings.Join(g.keys, " and "), strings.Join(g.keys, ",")))
	}
	if fresh := newNames(old, new); len(fresh) > 0 {
		out = append(out, fmt.Sprintf("%s only in NEW and not compared: %s", display.CountAre(len(fresh), "case"), display.List(fresh)))
	}
	for _, s := range []struct {
		name        string
		side, other *Side
	}{{"OLD", old, new}, {"NEW", new, old}} {
		if commits := values(s.side.commits); len(commits) > 1 {
			out = append(out, fmt.Sprintf("%s mixes the commits %s; their differences count as drift", s.name, strings.Join(commits, " and ")))
		}
		if n := len(s.side.damaged); n > 0 {
			out = append(out, fmt.Sprintf("%s of %s could not be read; the first: %s", display.Count(n, "line"), s.name, s.side.damaged[0]))
		}
		if n := s.side.uncounted(s.other); n > 0 {
			out = append(out, fmt.Sprintf("%s has no instruction counts of %s; time and memory are compared", s.name, display.Count(n, "case")))
		}
		for _, lack := range s.side.lacking {
			out = append(out, s.name+": "+lack.Error())
		}
	}
	if n := countedApart(old, new); n > 0 {
		out = append(out, fmt.Sprintf("the instructions of %s are not compared: OLD and NEW counted different numbers of operations, with different shares of the set-up", display.Count(n, "case")))
	}
	if had := slices.Concat(old.lacks(failed), old.broken); len(had) > 0 {
		out = append(out, "OLD reports failures: "+display.List(had))
	}
	switch {
	case old.title != "" && old.title == new.title:
		out = append(out, "OLD and NEW are from one experiment of `ecsbench ab`; its own verdict pairs the rounds and detects smaller changes")
	case old.runs < 2 && new.runs < 2:
		out = append(out, "OLD and NEW are one run each, so every change includes the drift of the machine in between. "+
			clockless(old, new)+"The drift is guessed from the scatter of the changes; use several runs of each commit in one file, or `ecsbench ab BASE HEAD`")
	}
	return out
}
