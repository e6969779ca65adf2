package summary

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
)

// mostNames bounds how many implementations a sentence lists.
const mostNames = 24

// A Sentence answers one of the questions that a report is read for.
type Sentence struct {
	Topic string // such as "Which wins"
	Text  string
}

// Sentences sums the report up, in the order in which it is asked: which
// storage wins, by how much, how sure is that, what does it cost in memory,
// how does it grow, how was it measured.
func (r *Report) Sentences() []Sentence {
	var list []Sentence
	say := func(topic, text string) {
		if text != "" {
			list = append(list, Sentence{topic, text})
		}
	}
	say("Which wins", r.sayWinner())
	say("By how much", r.sayDistance())
	say("Scenarios", r.sayScenarios())
	say("How sure", r.saySure())
	say("Memory", r.sayMemory())
	say("Growth", r.sayGrowth())
	say("Not measured", r.sayExceptions())
	say("How measured", r.sayMeasured())
	return list
}

// A Standing is how a contender stands over all shapes.
type Standing struct {
	Impl  *Impl
	Wins  int     // shapes in which it is the best
	Clear int     // those of them in which no other contender is tied with it
	Ties  int     // shapes in which it is tied with the best
	Of    int     // shapes in which it was measured and had a rival
	Ratio float64 // geometric mean of its ratio to the best over those
}

// Standings ranks the implementations over all shapes in which at least two
// contenders were measured: contenders first, the best on top, then the
// references.
func (r *Report) Standings() []Standing {
	ratios := make([][]float64, len(r.Impls))
	list := make([]Standing, len(r.Impls))
	for _, shape := range r.contested() {
		for _, c := range shape.Cases {
			if math.IsNaN(c.Ratio) {
				continue
			}
			s := &list[c.Impl.Index]
			s.Of++
			ratios[c.Impl.Index] = append(ratios[c.Impl.Index], c.Ratio)
			if c.IsBest() {
				s.Wins++
				if !shape.hasTie() {
					s.Clear++
				}
			} else if c.Tied {
				s.Ties++
			}
		}
	}
	for i := range list {
		list[i].Impl, list[i].Ratio = r.Impls[i], geomean(ratios[i])
	}
	list = slices.DeleteFunc(list, func(s Standing) bool { return s.Of == 0 || !s.Impl.Ranked() })
	slices.SortStableFunc(list, func(a, b Standing) int {
		return cmp.Or(int(a.Impl.Role)-int(b.Impl.Role), cmp.Compare(a.Ratio, b.Ratio))
	})
	return list
}

// hasTie tells whether a contender cannot be told from the best.
func (s *Shape) hasTie() bool {
	return slices.ContainsFunc(s.Cases, func(c *Case) bool { return c.Tied && c.Impl.Contends() })
}

// contested returns the shapes in which contenders have a rival.
func (r *Report) contested() []*Shape {
	var list []*Shape
	for _, s := range r.Scenarios {
		for _, shape := range s.Shapes {
			contenders := 0
			for _, c := range shape.Cases {
				if c.Impl.Contends() && !math.IsNaN(c.Ratio) {
					contenders++
				}
			}
			if contenders >= 2 {
				list = append(list, shape)
			}
		}
	}
	return list
}

func (r *Report) sayWinner() string {
	standings := r.Standings()
	if len(standings) == 0 {
		switch named := r.named(); len(named) {
		case 0:
			return "The results name no implementations, so there is nothing to rank; the values are below."
		case 1:
			return fmt.Sprintf("Only %s was measured, so there is nothing to rank it against; its values are below.", named[0].Label)
		}
		return "No two contenders were measured at the same shape of world, so there is nothing to rank; the values are below."
	}
	first := standings[0]
	for _, s := range standings[1:] {
		if s.Impl.Contends() && s.Wins > first.Wins {
			first = s
		}
	}
	text := fmt.Sprintf("%s is the fastest in %s", first.Impl.Label, outOf(first.Wins, first.Of))
	switch {
	case first.Clear == 0:
		text += " by its median, but never by a significant margin: measure longer before you believe it"
	case first.Clear < first.Wins:
		text += fmt.Sprintf(", in %d of them by a significant margin", first.Clear)
	}
	if first.Ties > 0 {
		text += fmt.Sprintf("; it cannot be told from the fastest in %d more", first.Ties)
	}
	text += "."
	var others []string
	for _, s := range standings {
		if s.Impl != first.Impl && s.Impl.Contends() && s.Wins > 0 {
			others = append(others, fmt.Sprintf("%s in %d", s.Impl.Label, s.Wins))
		}
	}
	if len(others) > 0 {
		text += " Elsewhere others are: " + enumerate(limit(others, mostNames)) + "."
	}
	if closest := standings[0]; closest.Impl != first.Impl && closest.Impl.Contends() {
		text += fmt.Sprintf(" Over all shapes together %s comes closest to the best.", closest.Impl.Label)
	}
	return text
}

func (r *Report) named() []*Impl {
	return slices.DeleteFunc(slices.Clone(r.Impls), func(i *Impl) bool { return i.Name == "" })
}

func (r *Report) sayDistance() string {
	var contenders, references []string
	for _, s := range r.Standings() {
		text := fmt.Sprintf("%s %s", s.Impl.Label, Ratio(s.Ratio))
		switch {
		case s.Impl.Contends():
			contenders = append(contenders, text)
		case s.Impl.Role == impls.Floor:
			references = append(references, text+" (the floor: no ECS at all)")
		default:
			references = append(references, text+" (the reference: what an ECS replaces)")
		}
	}
	if len(contenders) < 2 {
		return ""
	}
	text := "Time relative to the best contender of each shape, geometric mean over all shapes: " + enumerate(limit(contenders, mostNames)) + "."
	if len(references) > 0 {
		text += " For comparison: " + enumerate(limit(references, mostNames)) + "."
	}
	return text
}

func (r *Report) sayScenarios() string {
	wins := make(map[*Scenario]map[*Impl]int)
	for _, shape := range r.contested() {
		if shape.Best.Impl.Contends() {
			if wins[shape.Scenario] == nil {
				wins[shape.Scenario] = make(map[*Impl]int)
			}
			wins[shape.Scenario][shape.Best.Impl]++
		}
	}
	var parts []string
	for _, s := range r.Scenarios {
		var best *Impl
		of := 0
		for i, n := range wins[s] {
			of += n
			if best == nil || cmp.Or(n-wins[s][best], best.Index-i.Index) > 0 {
				best = i
			}
		}
		if best != nil {
			parts = append(parts, fmt.Sprintf("%s: %s (%d of %d)", s.Label, best.Label, wins[s][best], of))
		}
	}
	if len(parts) < 2 {
		return ""
	}
	return "Most often the fastest: " + strings.Join(limit(parts, 12), "; ") + "."
}

func (r *Report) saySure() string {
	compared, different, wide, few := 0, 0, 0, 0
	var precisions []float64
	for _, c := range r.Cases {
		if !math.IsNaN(c.Ratio) && !c.IsBest() {
			compared++
			if !c.Tied {
				different++
			}
		}
		m := c.Main()
		switch p := m.Precision(); {
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
		parts = append(parts, fmt.Sprintf("%s of %s differences from the best are significant (Mann-Whitney U test, Holm's correction, α = %v); the others are marked ≈.",
			Count(float64(different)), Count(float64(compared)), Alpha))
	}
	if len(precisions) > 0 {
		slices.Sort(precisions)
		text := fmt.Sprintf("Half of the medians are known to ±%s%% or better (95%% interval)", Digits(100*precisions[len(precisions)/2]))
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
// have none. What is allocated while entities are created stands for what they
// occupy where that is not measured itself.
func (r *Report) MemoryUnit() string {
	for _, unit := range []string{"retained-B/entity", "B/entity"} {
		for _, s := range r.Scenarios {
			if slices.Contains(s.Units, unit) {
				return unit
			}
		}
	}
	return ""
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
	return sayValues(r.Impls, values, Title(unit)+", geometric mean: ", unit)
}

// sayAllocations tells who allocates where others do not.
func (r *Report) sayAllocations() string {
	free, all := make(map[*Impl]bool), make(map[*Impl]bool)
	for _, c := range r.Cases {
		s, ok := c.Stats["allocs/op"]
		if !ok || !c.Impl.Ranked() {
			continue
		}
		if !all[c.Impl] {
			all[c.Impl], free[c.Impl] = true, true
		}
		if s.Center != 0 {
			free[c.Impl] = false
		}
	}
	var names, others []string
	for _, i := range r.Impls {
		if free[i] {
			names = append(names, i.Label)
		} else if all[i] {
			others = append(others, i.Label)
		}
	}
	switch {
	case len(all) == 0:
		return ""
	case len(names) == 0:
		return "Every implementation allocates memory in some scenario; the tables tell where."
	case len(others) == 0:
		return "No implementation allocates memory while it is measured."
	}
	return fmt.Sprintf("Without allocations: %s. The others allocate in some scenario: %s.", enumerate(limit(names, mostNames)), enumerate(limit(others, mostNames)))
}

func sayValues(order []*Impl, values map[*Impl][]float64, prefix, unit string) string {
	type entry struct {
		name  string
		value float64
	}
	var list []entry
	for _, i := range order {
		if len(values[i]) > 0 {
			list = append(list, entry{i.Label, geomean(values[i])})
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
	return capital(prefix) + enumerate(limit(parts, mostNames)) + "."
}

// sayGrowth tells how the time per entity changes from the smallest world to
// the largest.
func (r *Report) sayGrowth() string {
	type ends struct{ first, last *Case }
	growth := make(map[*Impl][]float64)
	from, to := math.Inf(1), math.Inf(-1)
	for _, s := range r.Scenarios {
		if s.Unit != "ns/entity" {
			continue
		}
		lines := make(map[string]*ends)
		for _, shape := range s.Shapes {
			if math.IsNaN(shape.Entities) {
				continue
			}
			for _, c := range shape.Cases {
				if !c.Impl.Ranked() || !positive(c.Main().Center) {
					continue
				}
				key := fmt.Sprint(shape.Setting, "\x00", shape.Line(), "\x00", c.Impl.Name)
				if lines[key] == nil {
					lines[key] = &ends{first: c}
				}
				lines[key].last = c
			}
		}
		for _, e := range lines {
			if e.first.Shape.Entities < e.last.Shape.Entities {
				growth[e.first.Impl] = append(growth[e.first.Impl], e.last.Main().Center/e.first.Main().Center)
				from, to = min(from, e.first.Shape.Entities), max(to, e.last.Shape.Entities)
			}
		}
	}
	var flat, steep []string
	for _, i := range r.Impls {
		if len(growth[i]) == 0 {
			continue
		}
		text := fmt.Sprintf("%s %s", i.Label, Ratio(geomean(growth[i])))
		if geomean(growth[i]) < 1.25 {
			flat = append(flat, text)
		} else {
			steep = append(steep, text)
		}
	}
	if len(flat)+len(steep) == 0 {
		return ""
	}
	text := fmt.Sprintf("From %s to %s entities the time per entity becomes, geometric mean over the scenarios, ", Count(from), Count(to))
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
	tell := func(list []Exception, what string) {
		if len(list) == 0 {
			return
		}
		byImpl := make(map[string]int)
		for _, e := range list {
			byImpl[e.Impl]++
		}
		var names []string
		for _, i := range r.Impls {
			if n := byImpl[i.Name]; n > 0 {
				names = append(names, fmt.Sprintf("%s (%d)", cmp.Or(i.Label, "no implementation"), n))
			}
		}
		parts = append(parts, fmt.Sprintf("%s %s: %s.", Cases(len(list)), what, enumerate(limit(names, mostNames))))
	}
	tell(r.Failed, "failed")
	tell(r.Unsupported, "not supported")
	return strings.Join(parts, " ")
}

func (r *Report) sayMeasured() string {
	var cpus, gos, commits distinct
	for _, f := range r.Files {
		for _, e := range f.Environments {
			cpus.add(Display(e.CPU))
			gos.add(Display(e.GoVersion))
			commits.add(Display(short(e.Commit)))
		}
		for _, c := range f.Cases {
			cpus.add(Display(c.Config["cpu"]))
		}
	}
	text := fmt.Sprintf("%s samples of %s", Count(float64(r.Samples)), Cases(len(r.Cases)))
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

func short(commit string) string { return commit[:min(len(commit), 10)] }
