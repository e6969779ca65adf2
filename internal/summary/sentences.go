package summary

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/results"
)

// mostNames bounds how many implementations a sentence lists.
const mostNames = 24

// A Sentence answers one of the questions that a report is read for.
type Sentence struct {
	Topic string // such as "Which wins"
	Text  string // with a line for each access mode
}

// Sentences sums the report up, in the order in which it is asked: what to use, which
// storage wins, by how much, how sure is that, what does it cost in memory,
// how does it grow, how was it measured.
func (r *Report) Sentences() []Sentence {
	var list []Sentence
	say := func(topic, text string) {
		if text != "" {
			list = append(list, Sentence{topic, text})
		}
	}
	groups := r.groups()
	said := func(about func(*group) string) string {
		var parts []string
		for _, g := range groups {
			if text := about(g); text != "" {
				parts = append(parts, text)
			}
		}
		return strings.Join(parts, "\n")
	}
	if len(groups) == 0 {
		say("Which wins", r.sayNobody())
	}
	say("What to use", r.Advice())
	say("Which wins", said((*group).winner))
	say("By how much", said((*group).distance))
	say("Scenarios", said((*group).byScenario))
	say("How sure", r.saySure())
	say("Clock", r.Clock())
	say("Memory", r.sayMemory())
	say("Growth", r.sayGrowth())
	say("No number", r.sayExceptions())
	say("Not measured", r.Unmeasured())
	say("How measured", r.Measured())
	return list
}

// sayNobody says why there is nothing to rank.
func (r *Report) sayNobody() string {
	switch named := r.named(); len(named) {
	case 0:
		return "The results name no implementations, so there is nothing to rank; the values are below."
	case 1:
		return fmt.Sprintf("Only %s was measured, so there is nothing to rank it against; its values are below.", named[0].Label)
	}
	return "No two libraries, and no two designs, were measured in the same configuration, so there is nothing to rank; the values are below."
}

func (r *Report) named() []*Impl {
	return slices.DeleteFunc(slices.Clone(r.Impls), func(i *Impl) bool { return i.Name == "" })
}

func (r *Report) saySure() string {
	compared, different, wide, few := 0, 0, 0, 0
	var precisions []float64
	for _, c := range r.Cases {
		if !math.IsNaN(c.Ratio) && !c.IsBest() {
			compared++
			if c.Differs() {
				different++
			}
		}
		m := c.Main()
		switch p, _ := c.Precision(); {
		case !m.HasInterval():
			few++
		default:
			precisions = append(precisions, p)
			if p > 0.05 {
				wide++
			}
		}
	}
	var parts []string
	if compared > 0 {
		parts = append(parts, fmt.Sprintf("%s of %s differences from the best are significant (Mann-Whitney U test, Holm's correction, α = %v); of the others, ≈ marks those with samples enough.",
			Count(float64(different)), Count(float64(compared)), Alpha))
	}
	if len(precisions) > 0 {
		slices.Sort(precisions)
		text := fmt.Sprintf("Half of the medians are known to ±%s%% or better (95%% interval)", results.Digits(100*precisions[len(precisions)/2]))
		if wide > 0 {
			text += fmt.Sprintf(", %s only to more than ±5%%", Cases(wide))
		}
		parts = append(parts, text+".")
	}
	if few > 0 {
		parts = append(parts, fmt.Sprintf("%s too few samples for an interval (6 are needed): measure again with --count 10.", have(few)))
	}
	return strings.Join(parts, " ")
}

// MemoryUnit is the unit by which memory per entity is told, "" if the files
// have none.
func (r *Report) MemoryUnit() string {
	return r.unit(func(u results.Unit) bool { return u.IsMemory() && u.PerEntity() })
}

// AllocationUnit is the unit of the memory that operations allocate, "" if the
// files have none. It stands for what is occupied where that is not measured.
func (r *Report) AllocationUnit() string {
	return r.unit(func(u results.Unit) bool { return u.IsMemory() && u.PerOperation() })
}

// unit returns the first unit of the results that fits, those of ecsbench's own
// before others.
func (r *Report) unit(fits func(results.Unit) bool) string {
	own := results.Units()
	place := func(name string) int {
		at := slices.IndexFunc(own, func(u results.Unit) bool { return u.Name == name })
		return int(min(uint(at), uint(len(own))))
	}
	found := ""
	for _, s := range r.Scenarios {
		for _, name := range s.Units {
			if fits(results.UnitNamed(name)) && (found == "" || place(name) < place(found)) {
				found = name
			}
		}
	}
	return found
}

func (r *Report) sayMemory() string {
	unit := r.MemoryUnit()
	if unit == "" {
		return r.sayAllocations()
	}
	values := make(map[*Impl][]float64)
	for _, c := range r.Cases {
		if s, ok := c.Stats[unit]; ok && positive(s.Center) && c.Impl.Ranked() {
			values[c.Impl] = append(values[c.Impl], s.Center)
		}
	}
	type entry struct {
		name  string
		value float64
	}
	var list []entry
	for _, i := range r.Impls {
		if len(values[i]) > 0 {
			list = append(list, entry{i.Label, stats.GeoMean(values[i])})
		}
	}
	if len(list) == 0 {
		return ""
	}
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(a.value, b.value) })
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = e.name + " " + Format(e.value, unit)
	}
	return capital(Title(unit)) + ", geometric mean: " + enumerate(limit(parts, mostNames)) + "."
}

// sayAllocations tells who allocates where others do not.
func (r *Report) sayAllocations() string {
	free, all := make(map[*Impl]bool), make(map[*Impl]bool)
	unit, bytes := r.unit(func(u results.Unit) bool { return u.Counted == 1 && u.PerOperation() }), r.AllocationUnit()
	rarely := make(map[*Impl]float64) // bytes for an operation, less than an allocation in each
	for _, c := range r.Cases {
		s, ok := c.Stats[unit]
		if !ok || !c.Impl.Ranked() {
			continue
		}
		if !all[c.Impl] {
			all[c.Impl], free[c.Impl] = true, true
		}
		if s.Center != 0 {
			free[c.Impl] = false
		}
		if b, ok := c.Stats[bytes]; ok && b.Center > rarely[c.Impl] {
			rarely[c.Impl] = b.Center
		}
	}
	var names, rare, others []string
	for _, i := range r.Impls {
		if free[i] && rarely[i] > 0 {
			rare = append(rare, fmt.Sprintf("%s (at most %s)", i.Label, Format(rarely[i], bytes)))
		} else if free[i] {
			names = append(names, i.Label)
		} else if all[i] {
			others = append(others, i.Label)
		}
	}
	switch {
	case len(all) == 0:
		return ""
	case len(names)+len(rare) == 0:
		return "Every implementation allocates memory in some scenario; the tables tell where."
	case len(others)+len(rare) == 0:
		return "No implementation allocates memory while it is measured."
	}
	var parts []string
	for _, p := range []struct {
		what  string
		names []string
	}{
		{"Without allocations", names},
		{"Fewer than one allocation in an operation, but some memory for each of them on average", rare},
		{"The others allocate in some scenario", others},
	} {
		if len(p.names) > 0 {
			parts = append(parts, fmt.Sprintf("%s: %s.", p.what, enumerate(limit(p.names, mostNames))))
		}
	}
	return strings.Join(parts, " ")
}

// sayGrowth tells how the time per entity changes from the smallest world to
// the largest.
func (r *Report) sayGrowth() string {
	type ends struct{ first, last *Case }
	type line struct {
		setting int
		row     string
		impl    *Impl
	}
	growth := make(map[*Impl][]float64)
	from, to := math.Inf(1), math.Inf(-1)
	title, axis := "", Axis{}
	for _, s := range r.Scenarios {
		u, size := s.MainUnit(), s.SizeAxis()
		if size < 0 || !u.IsSpeed() || !u.PerEntity() {
			continue
		}
		lines := make(map[line]*ends)
		for _, shape := range s.Shapes {
			if math.IsNaN(shape.Size()) {
				continue
			}
			for _, c := range shape.Cases {
				if !c.Impl.Ranked() || !positive(c.Main().Center) {
					continue
				}
				at := line{shape.Setting, shape.Row(), c.Impl}
				if lines[at] == nil {
					lines[at] = &ends{c, c}
				}
				lines[at].last = c // shapes are in order
			}
		}
		for _, e := range lines {
			if e.first != e.last {
				growth[e.first.Impl] = append(growth[e.first.Impl], e.last.Main().Center/e.first.Main().Center)
				from, to = min(from, e.first.Shape.Size()), max(to, e.last.Shape.Size())
				title, axis = u.Title, s.Axes[size]
			}
		}
	}
	var flat, steep []string
	for _, i := range r.Impls {
		if len(growth[i]) == 0 {
			continue
		}
		text := fmt.Sprintf("%s %s", i.Label, Ratio(stats.GeoMean(growth[i])))
		if stats.GeoMean(growth[i]) < 1.25 {
			flat = append(flat, text)
		} else {
			steep = append(steep, text)
		}
	}
	if len(flat)+len(steep) == 0 {
		return ""
	}
	text := fmt.Sprintf("From %s to %s the %s becomes, geometric mean over the scenarios, ", Count(from), axis.Says(to), title)
	switch {
	case len(steep) == 0:
		return text + enumerate(limit(flat, mostNames)) + ": it hardly grows."
	case len(flat) == 0:
		return text + enumerate(limit(steep, mostNames)) + "."
	}
	return text + enumerate(limit(steep, mostNames)) + "; it hardly grows for " + enumerate(limit(flat, mostNames)) + "."
}

func (r *Report) sayExceptions() string {
	var parts []string
	for _, kind := range []struct {
		state State
		what  string
	}{{Failed, "failed"}, {Unsupported, "not supported"}} {
		counts := make([]int, len(r.Impls))
		total := 0
		for _, s := range r.Scenarios {
			for _, shape := range s.Shapes {
				for _, e := range shape.Without {
					if e.State == kind.state {
						counts[e.Impl.Index]++
						total++
					}
				}
			}
		}
		if total == 0 {
			continue
		}
		var names []string
		for _, i := range r.Impls {
			if n := counts[i.Index]; n > 0 {
				names = append(names, fmt.Sprintf("%s (%d)", cmp.Or(Display(i.Name), "no implementation"), n))
			}
		}
		parts = append(parts, fmt.Sprintf("%s %s: %s.", Cases(total), kind.what, enumerate(limit(names, mostNames))))
	}
	return strings.Join(parts, " ")
}

// Measured tells how much was measured, on what and of what.
func (r *Report) Measured() string {
	var cpus, gos, commits distinct
	for _, f := range r.Files {
		for _, e := range f.Environments {
			cpus.add(processors(e))
			gos.add(Display(e.GoVersion))
			commits.add(Display(short(e.Commit)))
		}
		for _, c := range f.Cases {
			if name := Display(c.Config["cpu"]); !slices.ContainsFunc(cpus.list, func(cpu string) bool { return strings.HasPrefix(cpu, name) }) {
				cpus.add(name)
			}
		}
	}
	text := fmt.Sprintf("%s of %s", counted(r.Samples, "sample", "samples"), Cases(len(r.Cases)))
	if len(cpus.list) > 0 {
		text += " on " + enumerate(limit(cpus.list, 4))
	}
	if len(gos.list) > 0 {
		text += " with " + enumerate(limit(gos.list, 4))
	}
	if len(commits.list) > 0 {
		text += " at commit " + enumerate(limit(commits.list, 4))
	}
	return text + "."
}

// processors names those of a machine, such as "Imaginary 3000 (2 processors)".
func processors(e results.Environment) string {
	if e.CPU == "" || e.CPUs < 1 {
		return Display(e.CPU)
	}
	if e.CPUs == 1 {
		return Display(e.CPU) + " (1 processor)"
	}
	return fmt.Sprintf("%s (%d processors)", Display(e.CPU), e.CPUs)
}

// Commands lists the commands that measured the results, as far as the files
// tell.
func (r *Report) Commands() []string {
	var list distinct
	for _, f := range r.Files {
		if f.Header != nil {
			list.add(DisplayLong(f.Header.Command))
		}
	}
	return list.list
}

func short(commit string) string { return commit[:min(len(commit), 10)] }
