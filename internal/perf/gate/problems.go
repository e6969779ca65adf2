package gate

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// facts must be equal on both sides; the most serious difference comes first.
var facts = []fact{platform, cpuModel, cpuCount, goVersion, goAMD64, "GOGC", "GOMEMLIMIT", "GODEBUG", seed}

func (f fact) allow() verdict.Allowance {
	switch f {
	case seed:
		return verdict.AllowSeed
	case platform, cpuModel, cpuCount:
		return verdict.AllowMachine
	}
	return verdict.AllowGo
}

// differences returns differing facts. Several kinds of machines are permitted if both sides
// have the same ones, because their cases are separate.
func differences(old, now *Input, mixed bool, opts Limits) (list []verdict.Problem) {
	for _, f := range facts {
		was, is := old.known(f), now.known(f)
		if len(was) == 0 || len(is) == 0 || slices.Equal(was, is) && (len(was) == 1 || mixed && f.allow() == verdict.AllowMachine) {
			continue
		}
		outcome := verdict.Inconclusive
		if slices.Contains(opts.Allow, f.allow()) || f.allow() == verdict.AllowGo && ofOneExperiment(old, now) { // whose sides differ as asked
			outcome = verdict.Pass
		}
		list = append(list, verdict.Problem{
			Outcome: outcome, Invalidates: true,
			What:   fmt.Sprintf("different %s: %s in OLD, %s in NEW", f, strings.Join(was, " and "), strings.Join(is, " and ")),
			Remedy: fmt.Sprintf("measure both under the same conditions, as `ecsbench ab` does, or pass --allow %s", f.allow()),
		})
	}
	return list
}

// ofOneExperiment reports whether ab measured both files in turns.
func ofOneExperiment(old, now *Input) bool {
	return strings.HasPrefix(old.title, "ecsbench ab:") && old.title == now.title
}

// unfinished returns the problem of each file that lacks the end of a session.
func unfinished(old, now *Input) (list []verdict.Problem) {
	for i, s := range []*Input{now, old} {
		if s.file.Unfinished {
			name := []string{"NEW", "OLD"}[i]
			list = append(list, verdict.Problem{Outcome: verdict.Inconclusive, What: name + " is unfinished", Remedy: s.continued()})
		}
	}
	return list
}

// continued is the remedy of an unfinished file.
func (s *Input) continued() string {
	path, dir := "FILE", "FOLDER"
	if s.info != nil {
		path, dir = s.Label, filepath.Dir(s.Label)
	}
	switch {
	case s.bench:
		return "continue it with `" + display.Shell("ecsbench", "bench", "--resume", path) + "`"
	case s.ours:
		return "continue it with `" + display.Shell("ecsbench", "run", "--resume", path) + "`"
	case strings.HasPrefix(s.title, "ecsbench ab:"):
		return "continue it with `" + display.Shell("ecsbench", "ab", "--resume", dir) + "`"
	}
	return "measure it again"
}

// failed names the cases that failed.
func (s *Input) failed(name func(results.Exception) string) []string {
	return ofKind(s.absent, results.KindFailed, name)
}

// without names the cases that have no result in any run of the file, for a kind of reason.
func (s *Input) without(kind string, name func(results.Exception) string) []string {
	return ofKind(s.absent.Without(s.order), kind, name)
}

func ofKind(x results.Exceptions, kind string, name func(results.Exception) string) (names []string) {
	for _, e := range x {
		if kindOf(e) == kind {
			names = append(names, name(e))
		}
	}
	slices.Sort(names)
	return names
}

// absentNames returns the names of cases without a result: with the package if there are several.
func absentNames(sides ...*Input) func(results.Exception) string {
	key := func(pkg, name string) results.Key { return results.Key{Package: pkg, Name: name} }
	var keys []results.Key
	for _, s := range sides {
		keys = append(keys, lists.Map(s.order, func(k results.Key) results.Key { return key(k.Package, k.Name) })...)
		keys = slices.AppendSeq(keys, maps.Keys(s.absent))
	}
	label := results.Labels(keys)
	return func(e results.Exception) string { return label(key(e.Package, e.Case)) }
}

// failures returns the failed cases and packages of NEW.
func failures(now *Input, name func(results.Exception) string, opts Limits) []verdict.Problem {
	cases := now.failed(func(e results.Exception) string { return name(e) + ": " + e.Reason })
	cases = lists.Add(cases, now.broken...)
	command := ""
	for _, e := range now.file.Failed {
		if !e.Late {
			command = cmp.Or(command, verdict.GoTest(e.Package, e.Case))
		}
	}
	return verdict.Failures(display.Count(len(cases), "failure")+" in NEW", cases, command, opts.Allow)
}

// vanished returns cases and units of OLD that NEW lacks.
func vanished(old, now *Input, label func(results.Key) string, name func(results.Exception) string, opts Limits) []verdict.Problem {
	var cases []string
	lost := func(text, why, renamed string) {
		if why != "" {
			text += ": " + why
		} else if renamed != "" {
			text += ": renamed to " + renamed + "?"
		}
		cases = append(cases, text)
	}
	// appeared lists the new names that differ from a case in nothing else.
	appeared := func(from results.Key) (names []string) {
		for _, key := range now.order {
			if name := key.Name; old.cases[key] == nil {
				if key.Name = from.Name; key == from {
					names = append(names, name)
				}
			}
		}
		return names
	}
	for _, key := range old.order {
		after := now.cases[key]
		why, _ := now.absent.Why(key)
		switch {
		case after == nil && why.Kind == results.KindFailed: // listed already
		case after == nil:
			lost(label(key), why.Reason, verdict.Renamed(key.Name, appeared(key)))
		default:
			units := lists.Filter(old.cases[key].order, func(unit string) bool {
				return after.units[unit] == nil && !ofClock(unit) && (!isWork(unit) || opts.Instructions)
			})
			if len(units) > 0 {
				lost(label(key), "lacks "+strings.Join(units, ", "), "")
			}
		}
	}
	cases = append(cases, ofKind(now.absent.Without(old.order), results.KindVanished, func(e results.Exception) string {
		if e.Renamed == "" {
			return name(e)
		}
		return name(e) + ": renamed to " + e.Renamed + "?"
	})...)
	list := verdict.Vanished("OLD", cases, opts.Allow)
	if now.file.Unfinished {
		for i := range list {
			list[i].Remedy = "finish NEW first"
		}
	}
	return list
}

// withoutWork returns the problem of files without instructions.
func withoutWork(comparisons []*comparison, old, now *Input, opts Limits) []verdict.Problem {
	if !opts.Instructions || len(comparisons) > 0 {
		return nil
	}
	remedy := "record them with `ecsbench bench` or `ecsbench ab --metric instructions`"
	if old.uncounted() || now.uncounted() {
		remedy = "measure again with `ecsbench bench` and a larger --budget; it counts instructions only if valgrind is installed"
	}
	return []verdict.Problem{{
		Outcome: verdict.Inconclusive, Invalidates: true, What: "the files have no instructions/op in common", Remedy: remedy,
	}}
}

// uncounted reports whether a file of ecsbench bench has no instructions: the budget was too
// short for them, or valgrind was missing.
func (s *Input) uncounted() bool {
	return s.bench && !slices.ContainsFunc(s.file.Cases, func(c *results.Case) bool { return slices.ContainsFunc(c.Units, isWork) })
}

// suspected returns the problem of changes that are not established: by few processes, or on a
// machine that had another load.
func suspected(comparisons []*comparison, old, now *Input) []verdict.Problem {
	those := func(is func(*comparison) bool) (list []*verdict.Comparison) {
		for _, c := range comparisons {
			if c.Status == verdict.Suspect && is(c) {
				list = append(list, &c.Comparison)
			}
		}
		return list
	}
	few, loaded := those(func(c *comparison) bool { return c.few }), those(func(c *comparison) bool { return c.load > 0 })
	switch {
	case len(few) > 0:
		return []verdict.Problem{{
			Outcome: verdict.Inconclusive, Cases: casesOf(few),
			What: fmt.Sprintf("%s suspected of a regression: with fewer than %d processes of each side, changes of less than %g times are not established",
				display.CountAre(len(casesOf(few)), "case"), fewestProcesses, math.Exp(plain)),
			Remedy: fmt.Sprintf("run `%s`, or take %d or more runs of both sides in turns", settle(few, old, now), fewestProcesses),
		}}
	case len(loaded) > 0:
		sign := "something else used the core while a file was measured"
		if !old.shared && !now.shared {
			sign = fmt.Sprintf("the clocks of the core differ by %s, so the machine had another load", display.Percent(math.Expm1(math.Abs(math.Log(now.clock()/old.clock())))))
		}
		return []verdict.Problem{{
			Outcome: verdict.Inconclusive, Cases: casesOf(loaded),
			What:   fmt.Sprintf("%s suspected of a regression, but %s", display.CountAre(len(casesOf(loaded)), "case"), sign),
			Remedy: fmt.Sprintf("measure again on a quieter machine, or use `%s`", settle(loaded, old, now)),
		}}
	}
	return nil
}

// undirected returns a problem if cases changed only in metrics without a known direction.
func undirected(v *verdict.Verdict) []verdict.Problem {
	judged := make(map[results.Key]bool)
	for _, c := range v.Comparisons {
		judged[c.Key] = judged[c.Key] || c.Direction != verdict.Unknown
	}
	changed := slices.DeleteFunc(v.With(verdict.Undirected), func(c *verdict.Comparison) bool { return judged[c.Key] })
	if len(changed) == 0 {
		return nil
	}
	cases := casesOf(changed)
	return []verdict.Problem{{
		Outcome: verdict.Inconclusive, Cases: cases, What: display.Count(len(cases), "case") + " changed in metrics of which the better direction is unknown",
		Remedy: fmt.Sprintf("add a line \"Unit %s better=lower\" (or higher) to a file", changed[0].Unit),
	}}
}

func casesOf(comparisons []*verdict.Comparison) []string {
	return lists.Add(nil, lists.Map(comparisons, func(c *verdict.Comparison) string { return c.Case })...)
}

// settle is the command that measures cases of OLD and NEW interleaved. If NEW is not a single
// clean commit, it names the working tree.
func settle(comparisons []*verdict.Comparison, old, now *Input) string {
	keys := lists.Map(comparisons, func(c *verdict.Comparison) results.Key { return c.Key })
	return verdict.ABCommand(cmp.Or(old.cleanCommit(), "BASE"), cmp.Or(now.cleanCommit(), "."), keys)
}

// cleanCommit returns the only commit of a file, "" if there is none, or it had changes.
func (s *Input) cleanCommit() string {
	commits := s.known(commit)
	if len(commits) != 1 || strings.Contains(commits[0], " ") {
		return ""
	}
	return commits[0]
}

// remedy is the fix for underpowered cases; times is the factor of samples.
func remedy(v *verdict.Verdict, times float64, ours bool, opts Limits) string {
	switch n := statistics.Needed(opts.Alpha); {
	case len(v.CasesWith(verdict.Untestable)) > 0 && ours:
		return fmt.Sprintf("measure at least %d samples on each side (ecsbench run --rounds %[1]d)", n)
	case len(v.CasesWith(verdict.Untestable)) > 0:
		return fmt.Sprintf("measure at least %d samples on each side (go test -count=%[1]d)", n)
	case math.IsInf(times, 1):
		return "take several runs of both sides in turns, or use `ecsbench ab`; more samples of these runs do not help"
	case times > 1:
		return fmt.Sprintf("take about %s times as many samples, or use `ecsbench ab`", results.Digits(math.Ceil(10*times)/10))
	}
	return "take more samples, or use `ecsbench ab` on a quieter machine"
}
