package gate

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Gate compares two sides and judges the outcome.
func Gate(old, new *Side, opts Options) *Verdict {
	comparisons := Compare(old, new, opts)
	problems := slices.Concat(
		differences(old, new, opts),
		failures(new, opts),
		vanished(old, new, opts),
	)
	v := Judge(comparisons, problems, notes(old, new), opts)
	v.By, v.Old, v.New = "gate", old.Label, new.Label
	return v
}

// unless returns Pass where a is allowed, else the outcome.
func (o Options) unless(a Allowance, otherwise Outcome) Outcome {
	if o.allows(a) {
		return Pass
	}
	return otherwise
}

// facts are what has to be equal, the gravest difference first.
var facts = []fact{platform, cpuModel, cpuCount, goVersion, goAMD64, goGC, seed}

// allow returns what allows a difference in f.
func (f fact) allow() Allowance {
	switch f {
	case goVersion, goAMD64, goGC:
		return AllowGo
	case seed:
		return AllowSeed
	}
	return AllowMachine
}

// differences are those of the ground that both sides stand on.
func differences(old, new *Side, opts Options) []Problem {
	var out []Problem
	for _, f := range facts {
		was, is := known(old.facts[f]), known(new.facts[f])
		if len(was) == 0 || len(is) == 0 || len(was) == 1 && slices.Equal(was, is) {
			continue
		}
		out = append(out, Problem{
			Outcome: opts.unless(f.allow(), Inconclusive), Blinds: true,
			What:   fmt.Sprintf("different %s: %s in OLD, %s in NEW", f, strings.Join(was, " and "), strings.Join(is, " and ")),
			Remedy: fmt.Sprintf("measure both alike, as `ecsbench ab` does, or pass --allow %s", f.allow()),
		})
	}
	return out
}

func known(set map[string]bool) []string {
	return slices.Sorted(maps.Keys(set))
}

// failures are the cases and packages of NEW that failed.
func failures(new *Side, opts Options) []Problem {
	var cases []string
	for _, name := range slices.Sorted(maps.Keys(new.absent)) {
		if a := new.absent[name]; a.kind == failed {
			cases = append(cases, name+": "+a.reason)
		}
	}
	for _, b := range new.broken {
		if !slices.Contains(cases, b) {
			cases = append(cases, b)
		}
	}
	if len(cases) == 0 {
		return nil
	}
	return []Problem{{
		Outcome: opts.unless(AllowFailed, CaseFailed), Cases: cases,
		What:   count(len(cases), "failure") + " in NEW",
		Remedy: "mend what failed and measure again, or pass --allow failed",
	}}
}

// vanished are the cases and units that OLD has and NEW has not.
func vanished(old, new *Side, opts Options) []Problem {
	label := labels(old, new)
	var cases []string
	appeared := newNames(old, new)
	for _, key := range old.order {
		after := new.cases[key]
		if after == nil {
			text := label(key)
			if a, ok := new.absent[key.Name]; ok {
				if a.kind == failed {
					continue // said already
				}
				text += ": " + a.reason
			} else if to := renamed(key.Name, appeared); to != "" {
				text += ": renamed to " + to + "?"
			}
			cases = append(cases, text)
			continue
		}
		for _, unit := range old.cases[key].order {
			if after.units[unit] == nil {
				cases = append(cases, label(key)+": has no "+unit+" any more")
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(new.absent)) {
		if a := new.absent[name]; a.kind == gone {
			if to := renamed(name, slices.Sorted(maps.Keys(old.absent))); to != "" && old.absent[to].kind == gone {
				name += ": renamed to " + to + "?"
			}
			cases = append(cases, name)
		}
	}
	if len(cases) == 0 {
		return nil
	}
	return []Problem{{
		Outcome: opts.unless(AllowVanished, Inconclusive), Cases: cases,
		What:   fmt.Sprintf("%s of OLD vanished", count(len(cases), "case")),
		Remedy: "measure the same benchmarks, or pass --allow vanished where this is meant",
	}}
}

// newNames lists the cases of NEW that OLD has not.
func newNames(old, new *Side) []string {
	var out []string
	for _, key := range new.order {
		if old.cases[key] == nil {
			out = append(out, key.Name)
		}
	}
	return out
}

// renamed guesses which new name a vanished one has got: one that differs in a
// single part, GOMAXPROCS included, if there is only one such. A name without
// further parts gives no hint.
func renamed(name string, to []string) string {
	parts := nameParts(name)
	guess := ""
	for _, candidate := range to {
		other := nameParts(candidate)
		if len(other) != len(parts) {
			continue
		}
		differ := 0
		for i := range parts {
			if parts[i] != other[i] {
				differ++
			}
		}
		if differ != 1 || len(parts) == 2 && parts[0] != other[0] {
			continue
		}
		if guess != "" {
			return ""
		}
		guess = candidate
	}
	return guess
}

// nameParts splits a name at its slashes; the last part is GOMAXPROCS.
func nameParts(name string) []string {
	procs := "1"
	if i := strings.LastIndexByte(name, '-'); i >= 0 && strings.Trim(name[i+1:], "0123456789") == "" {
		name, procs = name[:i], name[i+1:]
	}
	return append(strings.Split(name, "/"), procs)
}

// notes are worth knowing, but change no verdict.
func notes(old, new *Side) []string {
	var out []string
	if fresh := newNames(old, new); len(fresh) > 0 {
		out = append(out, fmt.Sprintf("%s only in NEW and not compared: %s", are(len(fresh), "case"), list(fresh)))
	}
	for _, s := range []struct {
		name string
		side *Side
	}{{"OLD", old}, {"NEW", new}} {
		if commits := known(s.side.commits); len(commits) > 1 {
			out = append(out, fmt.Sprintf("%s mixes the commits %s; their differences count as drift between runs", s.name, strings.Join(commits, " and ")))
		}
		if n := len(s.side.damaged); n > 0 {
			out = append(out, fmt.Sprintf("%s of %s could not be read, the first is %s", count(n, "line"), s.name, s.side.damaged[0]))
		}
	}
	var had []string
	for _, name := range slices.Sorted(maps.Keys(old.absent)) {
		if a := old.absent[name]; a.kind == failed {
			had = append(had, name)
		}
	}
	if len(had)+len(old.broken) > 0 {
		out = append(out, "OLD reports failures: "+list(slices.Concat(had, old.broken)))
	}
	if old.runs < 2 && new.runs < 2 {
		out = append(out, "OLD and NEW are one run each, measured one after the other: what the machine did in between is in every change. "+
			"The gate can only guess how much from the scatter of the changes; several runs of each commit in one file let it estimate that, and `ecsbench ab BASE HEAD` measures both interleaved")
	}
	return out
}

// list joins names and cuts a long list short.
func list(names []string) string {
	const most = 5
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}
