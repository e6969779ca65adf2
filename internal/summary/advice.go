package summary

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/results"
)

// A situation is what a world mostly does, and the scenarios that measure it.
type situation struct {
	what      string
	scenarios []string // by title
	ask       string   // what --scenario measures it with
}

// situations are the shapes of world in which storage designs differ. Advice
// speaks of those that were measured, and names the others.
var situations = []situation{
	{"systems that visit entities of few kinds", []string{"Iterate", "Physics"}, "iterate"},
	{"entities of many kinds, created in turn", []string{"Mixed", "Fragments"}, "mixed,fragments"},
	{"short-lived entities, replaced in random order", []string{"Churn"}, "churn"},
	{"creating entities", []string{"Create", "CreateRemove"}, "create,create-remove"},
	{"removal in random order", []string{"Destroy"}, "destroy"},
	{"components that come and go", []string{"Exchange"}, "exchange"},
	{"look-ups by handle", []string{"Lookup"}, "lookup"},
	{"systems on several processors", []string{"Parallel"}, "parallel"},
	{"worlds aged by many replacements", []string{"FreeList"}, "freelist"},
	{"systems that want few of many entities", []string{"Crowd", "BlockSize"}, "crowd,blocksize"},
}

// A world is what was measured in one setting at one size, of one role: the
// shapes that are measured in time and in which the role has competition.
type world struct {
	role    impls.Role
	setting int
	label   string // 20,000 entities
	shapes  []*Shape
}

// mostWeighed bounds the shapes, and the implementations, of a world that gets
// advice: of more nobody chooses, and each is weighed against each.
const mostWeighed = 120

// worlds lists the worlds, those of one setting together, the largest first.
func (r *Report) worlds(role impls.Role) []*world {
	var list []*world
	for _, h := range r.Heats() {
		w := &world{role: role, setting: h.Setting, label: h.Label}
		for _, s := range h.Shapes {
			if s.Contested(role) && s.Scenario.MainUnit().IsSpeed() {
				w.shapes = append(w.shapes, s)
			}
		}
		if n := len(w.shapes); !math.IsNaN(h.Size) && n > 0 && n <= mostWeighed && len(h.Impls) <= mostWeighed {
			list = append(list, w)
		}
	}
	slices.Reverse(list)
	slices.SortStableFunc(list, func(a, b *world) int { return a.setting - b.setting })
	return list
}

// mostAdvised bounds the settings that get advice of their own.
const mostAdvised = 4

// advised is the role that advice is about: libraries, or designs if no library
// was measured.
func (r *Report) advised() impls.Role {
	if slices.ContainsFunc(r.Cases, func(c *Case) bool { return c.Impl.Role == impls.Library && !math.IsNaN(c.Ratio) }) {
		return impls.Library
	}
	return impls.Design
}

// Advice names the library to use in a world like the measured ones, and where it
// loses. If only designs were measured, it names the fastest design as a design.
// Each scenario has the same weight, and each shape within a scenario. For worlds
// that mostly do one thing, the situations have advice of their own.
func (r *Report) Advice() string {
	var parts []string
	advised, last := 0, -1
	for _, w := range r.worlds(r.advised()) {
		if w.setting == last {
			if text := w.briefly(); text != "" {
				parts = append(parts, text)
			}
			continue
		}
		if advised++; advised > mostAdvised {
			break
		}
		last = w.setting
		parts = append(parts, w.advice(r))
	}
	if library, alone := r.onlyLibrary(); len(parts) == 0 && alone {
		return fmt.Sprintf("Only one library was measured, %s, so there is none to choose from. Designs and references are for comparison.", library.Label)
	}
	if len(parts) > 0 && r.advised() == impls.Design {
		parts = append(parts, "A design shows what a way of storing costs; it is no library that a game can import.")
	}
	return strings.Join(parts, " ")
}

// onlyLibrary returns the library that was measured alone beside designs.
func (r *Report) onlyLibrary() (library *Impl, alone bool) {
	var count [3]int
	for _, i := range r.Impls {
		count[i.Role]++
		if i.Role == impls.Library {
			library = i
		}
	}
	return library, count[impls.Library] == 1 && count[impls.Design] > 0
}

// Unmeasured names the situations that no result tells of, and how to measure
// them; "" if the results are not of ours, or tell of all.
func (r *Report) Unmeasured() string {
	worlds := r.worlds(r.advised())
	if len(worlds) == 0 {
		return ""
	}
	var missing, ask []string
	for _, s := range situations {
		if !slices.ContainsFunc(worlds, func(w *world) bool { return len(s.of(w.shapes)) > 0 }) {
			missing, ask = append(missing, s.what), append(ask, s.ask)
		}
	}
	if len(missing) == 0 || len(missing) == len(situations) {
		return ""
	}
	return fmt.Sprintf("Not measured, so nothing is said of them: %s (--scenario %s). Nor of other sizes, shares and sets of components than those in the tables.", strings.Join(missing, "; "), strings.Join(ask, ","))
}

// of picks the shapes of the situation.
func (s situation) of(shapes []*Shape) []*Shape {
	var list []*Shape
	for _, shape := range shapes {
		if slices.Contains(s.scenarios, shape.Scenario.Name) {
			list = append(list, shape)
		}
	}
	return list
}

func (w *world) advice(r *Report) string {
	head := w.label
	if setting := r.Settings[w.setting].Label; setting != "" {
		head += " (" + setting + ")"
	} else if profile := r.Settings[w.setting].Config["profile"]; profile != "" {
		head += " (profile " + Display(profile) + ")"
	}
	var parts []string
	leaders, absent := w.lead(w.shapes)
	if fewSamples(w.shapes, leaders) {
		return fmt.Sprintf("%s: too few samples to name the fastest %s (6 of each case are needed): measure longer with --budget, or with --count 10. By the medians alone %s takes the least time.", head, w.role, leaders[0].Label)
	}
	if len(leaders) == 0 {
		parts = append(parts, fmt.Sprintf("%s: no %s has a number in everything that was measured, so none is advised for all of it.", head, w.role))
	} else {
		parts = append(parts, fmt.Sprintf("%s: %s, %s.", head, w.names(leaders), w.because(leaders)))
		if text := loses(w.shapes, leaders[0]); text != "" {
			parts = append(parts, text)
		}
	}
	var special []string
	for _, s := range situations {
		shapes := s.of(w.shapes)
		best, _ := w.lead(shapes)
		if len(best) > 0 && !fewSamples(shapes, best) && (len(leaders) == 0 || !slices.Contains(best, leaders[0])) {
			special = append(special, fmt.Sprintf("%s: %s", s.what, either(best)))
		}
	}
	if len(special) > 0 {
		parts = append(parts, fmt.Sprintf("If your world is mostly one of these, another %s is faster: ", w.role)+strings.Join(special, "; ")+".")
	}
	if len(absent) > 0 {
		parts = append(parts, "Not advised, for want of a number somewhere: "+enumerate(limit(absent, mostNames))+".")
	}
	return strings.Join(parts, " ")
}

// briefly is the advice for a further size of the world.
func (w *world) briefly() string {
	leaders, _ := w.lead(w.shapes)
	if len(leaders) == 0 || fewSamples(w.shapes, leaders) {
		return ""
	}
	return fmt.Sprintf("%s: %s.", w.label, w.names(leaders))
}

// names names the leaders of the world: libraries as something to use.
func (w *world) names(leaders []*Impl) string {
	if w.role == impls.Library {
		return "use " + either(leaders)
	}
	return "fastest design: " + either(leaders)
}

// lead finds the implementation that takes least over the shapes, and those that
// cannot be distinguished from it, the best first; absent are implementations
// without a number in some of the shapes, which cannot lead.
func (w *world) lead(shapes []*Shape) (leaders []*Impl, absent []string) {
	if len(shapes) == 0 {
		return nil, nil
	}
	complete := w.whole(shapes)
	for _, s := range shapes {
		for _, i := range s.members(w.role) {
			at := slices.IndexFunc(shapes, func(s *Shape) bool { return s.reason(i) == string(Failed) })
			if at < 0 {
				at = slices.IndexFunc(shapes, func(s *Shape) bool { return !s.has(i) })
			}
			name := i.Label + " ("
			if at >= 0 && !slices.ContainsFunc(absent, func(a string) bool { return strings.HasPrefix(a, name) }) {
				absent = append(absent, fmt.Sprintf("%s%s %s)", name, Display(shapes[at].Scenario.Name), shapes[at].reason(i)))
			}
		}
	}
	if len(complete) == 0 {
		return nil, absent
	}
	slices.SortStableFunc(complete, func(a, b *Impl) int {
		times, _ := over(shapes, a, b)
		return cmp.Compare(times, 1)
	})
	for _, i := range complete {
		if i == complete[0] || even(shapes, i, complete[0]) {
			leaders = append(leaders, i)
		}
	}
	return leaders, absent
}

// known counts the shapes in which every one of some implementations has an
// interval.
func known(shapes []*Shape, impls ...*Impl) (n int) {
	for _, s := range shapes {
		if !slices.ContainsFunc(impls, func(i *Impl) bool { return !s.Find(i).Main().HasInterval() }) {
			n++
		}
	}
	return n
}

// fewSamples tells whether several lead because they have too few samples to be
// told apart: one shape in four may be without.
func fewSamples(shapes []*Shape, leaders []*Impl) bool {
	return len(leaders) > 1 && 4*known(shapes, leaders...) < 3*len(shapes)
}

// reason tells why the shape has no number of an implementation.
func (s *Shape) reason(i *Impl) string {
	for _, e := range s.Without {
		if e.Impl == i {
			return string(e.State)
		}
	}
	return "not measured"
}

// over tells how many times what b takes a takes: the geometric mean over the
// shapes of each scenario, then over the scenarios. The errors of the medians
// are taken as independent, and add up in squares; spread is that of the
// logarithm.
func over(shapes []*Shape, a, b *Impl) (times, spread float64) {
	type sums struct{ log, square, n float64 }
	of := make(map[*Scenario]*sums)
	for _, s := range shapes {
		t := of[s.Scenario]
		if t == nil {
			t = &sums{}
			of[s.Scenario] = t
		}
		x, y := s.Find(a), s.Find(b)
		e := math.Hypot(x.roughly(), y.roughly())
		t.log, t.square, t.n = t.log+math.Log(x.Ratio/y.Ratio), t.square+e*e, t.n+1
	}
	var log, square float64
	for _, s := range shapes { // in order, so that the same file says the same
		if t := of[s.Scenario]; t != nil {
			log, square = log+t.log/t.n, square+t.square/(t.n*t.n)
			delete(of, s.Scenario)
			spread++
		}
	}
	return math.Exp(log / spread), math.Sqrt(square) / spread
}

// roughly is the precision of the median; one of too few samples for an interval
// is taken as known to a factor of two, so that it counts for little and yet does
// not hide that what takes fifty times as long takes longer.
func (c *Case) roughly() float64 {
	if !c.Main().HasInterval() {
		return math.Ln2
	}
	return c.Main().Precision()
}

// even tells whether an implementation cannot be told from the best of some
// shapes. Of a single shape the test of that shape decides, as it does in tables.
func even(shapes []*Shape, i, best *Impl) bool {
	if len(shapes) == 1 {
		return !shapes[0].Find(i).Differs()
	}
	times, spread := over(shapes, i, best)
	return !(math.Log(times) > spread)
}

// either names one implementation, or several that are as good as each other.
func either(list []*Impl) string {
	var names []string
	for _, i := range list {
		names = append(names, i.Label)
	}
	return joined(limit(names, 4), "or")
}

// because says what the choice rests on.
func (w *world) because(leaders []*Impl) string {
	shapes := w.shapes
	var scenarios distinct
	for _, s := range shapes {
		scenarios.add(Display(s.Scenario.Name))
	}
	first := leaders[0]
	best := 0
	for _, s := range shapes {
		if c := s.Find(first); c.IsBest() || c.Tied {
			best++
		}
	}
	what := "because over " + enumerate(limit(scenarios.list, 12)) + ", each counted alike, it takes the least time"
	if len(leaders) > 1 {
		what = "which cannot be told apart over " + enumerate(limit(scenarios.list, 12)) + ", each counted alike"
	}
	text := fmt.Sprintf("%s; %s is the best or about as fast in %s", what, first.Label, outOf(best, len(shapes)))
	var next *Impl
	for _, i := range w.whole(shapes) {
		if slices.Contains(leaders, i) {
			continue
		}
		if next == nil {
			next = i
		} else if times, _ := over(shapes, i, next); times < 1 {
			next = i
		}
	}
	if next != nil {
		times, spread := over(shapes, next, first)
		text += fmt.Sprintf("; %s, the next, takes %s ± %s times as long", next.Label, results.Digits(times), plusMinus(times, times*spread))
		if few := len(shapes) - known(shapes, next, first); few > 0 {
			text += fmt.Sprintf(" (too few samples in %s, which counts as known to a factor of two)", outOf(few, len(shapes)))
		}
	}
	return text
}

// whole lists the implementations that have a number in all of the shapes.
func (w *world) whole(shapes []*Shape) []*Impl {
	return slices.DeleteFunc(shapes[0].members(w.role), func(i *Impl) bool {
		return slices.ContainsFunc(shapes, func(s *Shape) bool { return !s.has(i) })
	})
}

// members lists the implementations of a role that were to be measured.
func (s *Shape) members(role impls.Role) []*Impl {
	var list []*Impl
	add := func(i *Impl) {
		if i.Role == role && i.Ranked() && !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	for _, c := range s.Cases {
		add(c.Impl)
	}
	for _, e := range s.Without {
		add(e.Impl)
	}
	return list
}

// has tells whether an implementation has a number that can be ranked.
func (s *Shape) has(i *Impl) bool {
	c := s.Find(i)
	return c != nil && !math.IsNaN(c.Ratio)
}

// loses tells where an implementation is worse than the best for sure: of each
// scenario the worst shape, the worst first.
func loses(shapes []*Shape, i *Impl) string {
	worst := make(map[*Scenario]*Case)
	var list []*Case
	for _, s := range shapes {
		c := s.Find(i)
		if c.IsBest() || !c.Differs() {
			continue
		}
		if w := worst[s.Scenario]; w == nil || c.Ratio > w.Ratio {
			worst[s.Scenario] = c
		}
	}
	for _, s := range shapes {
		if c := worst[s.Scenario]; c != nil {
			list = append(list, c)
			delete(worst, s.Scenario)
		}
	}
	if len(list) == 0 {
		return "It loses nowhere for sure in what was measured."
	}
	slices.SortStableFunc(list, func(a, b *Case) int { return cmp.Compare(b.Ratio, a.Ratio) })
	var parts []string
	for _, c := range list {
		at := c.Shape.Scenario.Label
		if row := c.Shape.Row(); row != "" {
			at += ", " + row
		}
		parts = append(parts, fmt.Sprintf("%s (%s times as long as %s)", at, excess(c), c.best().Impl.Label))
	}
	return fmt.Sprintf("%s loses in %s.", i.Label, strings.Join(limit(parts, 4), "; "))
}
