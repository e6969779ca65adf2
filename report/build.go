package report

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// Build returns the report of files. Cases with equal keys are pooled. If several programs have a
// case, the first samples of each program count.
func Build(files []*results.File, known Catalogue) *Report {
	r := Pool(files, IdentityOf(files), known)
	for _, s := range r.Scenarios {
		for _, shape := range s.Shapes {
			for _, role := range roles {
				shape.rank(role)
			}
		}
	}
	return r
}

// IdentityOf returns the identity of the cases of files.
func IdentityOf(files []*results.File) results.Identity {
	return results.IdentityOf(nil, casesOf(files))
}

func casesOf(files []*results.File) []*results.Case {
	return slices.Concat(lists.Map(files, func(f *results.File) []*results.Case { return f.Cases })...)
}

// Pool is Build without ranking: no ratios and no best cases. The identity may be that of more
// files.
func Pool(files []*results.File, identity results.Identity, known Catalogue) *Report {
	b := &reportBuilder{
		known:     newIndex(known),
		report:    &Report{Files: files},
		identity:  identity,
		cases:     make(map[results.Key]*Entry),
		scenarios: make(map[scenarioKey]*Scenario),
		shapes:    make(map[shapeKey]*Shape),
		settingOf: make(map[string][]int),
		impls:     make(map[string]*Impl),
		declared:  make(map[string]int),
		without:   make(map[withoutKey]bool),
	}
	b.settings = splitSettings(files)
	b.report.Settings = b.settings.list
	for _, f := range files {
		maps.Copy(b.declared, f.Better)
		failed, program := results.NewExceptions(f.Failed), programOf(f)
		for _, c := range f.Cases {
			if _, without := failed.Of(results.Identity{}.Of(c)); !without { // failed cases have no number
				b.add(part{c, program, b.report.Lines})
			}
		}
		b.report.Lines += len(f.Lines)
	}
	for _, f := range files {
		b.exceptions(f)
		b.describe(f)
	}
	b.sortImpls()
	b.sortScenarios()
	b.finish()
	return b.report
}

type reportBuilder struct {
	known     index
	report    *Report
	identity  results.Identity
	cases     map[results.Key]*Entry
	settings  settings
	scenarios map[scenarioKey]*Scenario
	shapes    map[shapeKey]*Shape
	settingOf map[string][]int // of the shapes of a work
	impls     map[string]*Impl
	declared  map[string]int
	without   map[withoutKey]bool // the exceptions of all shapes
}

type scenarioKey struct {
	name string
	mode results.AccessMode
}

type withoutKey struct {
	shape  *Shape
	impl   *Impl
	reason string
}

type shapeKey struct {
	work    string // see workOf
	setting int
}

func (b *reportBuilder) add(raw part) {
	key := b.identity.Of(raw.Case)
	c := b.cases[key]
	if c == nil {
		shape := b.shape(raw.Name, b.settings.at[raw.Case])
		c = &Entry{Key: key, Shape: shape, Impl: b.impl(raw.Keys["impl"]), Ratio: math.NaN(), P: 1, values: make(map[string][]float64)}
		shape.Cases, b.cases[key] = append(shape.Cases, c), c
	}
	for _, unit := range raw.Units {
		c.Shape.Scenario.Units = lists.Add(c.Shape.Scenario.Units, unit)
	}
	c.Disturbed += raw.Disturbed
	c.parts = append(c.parts, raw)
}

// mostAxes limits the axes of a scenario; further numbers are options.
const mostAxes = 12

// shape returns the configuration of a name and creates it if necessary.
func (b *reportBuilder) shape(name string, setting int) *Shape {
	key := shapeKey{workOf(name), setting}
	if s, ok := b.shapes[key]; ok {
		return s
	}
	p := b.known.place(name)
	s := &Shape{Scenario: b.scenario(scenarioKey{p.scenario, p.mode}), Setting: setting, place: p}
	for i, a := range p.axes {
		known := slices.Contains(s.Scenario.Axes, a)
		if !known && len(s.Scenario.Axes) == mostAxes {
			p.options = append(p.options, a.Name+"="+p.written[i])
		} else if !known {
			s.Scenario.Axes = append(s.Scenario.Axes, a)
		}
	}
	slices.Sort(p.options)
	s.Options = strings.Join(slices.Concat(p.unnamed, p.options), " ")
	b.shapes[key] = s
	b.settingOf[key.work] = append(b.settingOf[key.work], setting)
	s.Scenario.Shapes = append(s.Scenario.Shapes, s)
	return s
}

func (b *reportBuilder) scenario(key scenarioKey) *Scenario {
	if s, ok := b.scenarios[key]; ok {
		return s
	}
	s := &Scenario{Name: key.name, Mode: key.mode, Label: Display(key.name), known: b.known.titled[key.name]}
	if words := key.mode.Words(); words != "" {
		s.Label += ", " + words
	}
	b.scenarios[key] = s
	b.report.Scenarios = append(b.report.Scenarios, s)
	return s
}

func (b *reportBuilder) impl(name string) *Impl {
	if i, ok := b.impls[name]; ok {
		return i
	}
	base, _, _ := strings.Cut(name, ":")
	i := &Impl{Name: name, Label: Display(name), Base: base, Place: -1, Role: results.Library}
	for place, known := range b.known.Impls {
		if known.Name == base {
			i.Place, i.Role, i.Null = place, known.Role, known.Null
			i.Version, i.Released, i.notes = known.Version, known.Released, known.Notes
		}
	}
	b.impls[name] = i
	return i
}

// describe stores the implementations of a file.
func (b *reportBuilder) describe(f *results.File) {
	for name, d := range f.Impls {
		if i, ok := b.impls[name]; ok {
			i.Version, i.Released, i.notes, i.program = Display(d.Version), Display(d.Released), d.Notes, d.Program != "" || d.Version != ""
			i.Wrong = cmp.Or(i.Wrong, d.Wrong)
			i.orders = d.Orders
		}
	}
	for _, e := range f.Failed {
		if i, ok := b.impls[results.ParseName(e.Case)["impl"]]; ok && e.Wrong {
			i.Wrong = cmp.Or(i.Wrong, e.Reason)
		}
	}
}

func (b *reportBuilder) sortImpls() {
	list := slices.Collect(maps.Values(b.impls))
	slices.SortFunc(list, func(x, y *Impl) int {
		// Unknown ones are last: -1 is the largest unsigned number.
		return cmp.Or(cmp.Compare(uint(x.Place), uint(y.Place)), cmp.Compare(x.Name, y.Name))
	})
	for at, i := range list {
		i.Index = at
	}
	b.report.Impls = list
}

// sortScenarios sorts known scenarios, with the access modes together, because a run has random
// order. Unknown ones follow in order of appearance.
func (b *reportBuilder) sortScenarios() {
	place := make(map[string]int)
	for i, known := range b.known.Scenarios {
		place[known.Title] = i - len(b.known.Scenarios)
	}
	slices.SortStableFunc(b.report.Scenarios, func(x, y *Scenario) int {
		if x.Name == y.Name && place[x.Name] < 0 {
			return slices.Index(results.AccessModes, x.Mode) - slices.Index(results.AccessModes, y.Mode)
		}
		return place[x.Name] - place[y.Name]
	})
}

func (b *reportBuilder) finish() {
	for _, s := range b.report.Scenarios {
		for _, shape := range s.Shapes {
			for _, e := range shape.Without {
				if e.State == Failed && e.Impl.Name != "" { // without a name it is all benchmarks, not this one
					e.Impl.failed = addName(e.Impl.failed, s.Label)
					e.Impl.Label = Display(e.Impl.Name) + " †"
				}
			}
		}
	}
	for _, i := range b.report.Impls {
		if i.Wrong != "" {
			i.Label = Display(i.Name) + " ‡"
		}
	}
	for _, s := range b.report.Scenarios {
		s.Unit = mainUnit(s.Units)
		// By the files, else by known units, else by convention: costs should be low.
		s.Better = cmp.Or(b.declared[s.Unit], results.UnitNamed(s.Unit).Better, -1)
		if at := slices.Index(s.Units, s.Unit); at > 0 {
			s.Units = slices.Insert(slices.Delete(s.Units, at, at+1), 0, s.Unit)
		}
		b.placeShapes(s)
		for _, shape := range s.Shapes {
			slices.SortFunc(shape.Cases, func(x, y *Entry) int { return x.Impl.Index - y.Impl.Index })
			slices.SortStableFunc(shape.Without, func(x, y Exception) int { return x.Impl.Index - y.Impl.Index })
			for _, c := range shape.Cases {
				b.report.pool(c)
				c.evaluate()
			}
			b.report.Cases = append(b.report.Cases, shape.Cases...)
		}
	}
}

// placeShapes gives all configurations of a scenario the same axes, and sorts them.
func (b *reportBuilder) placeShapes(s *Scenario) {
	if known := s.known; known != nil {
		slices.SortStableFunc(s.Axes, func(x, y Axis) int { return placeOf(known, x.Name) - placeOf(known, y.Name) })
	}
	for _, shape := range s.Shapes {
		p := shape.place
		shape.At = make([]float64, len(s.Axes))
		for i, a := range s.Axes {
			if shape.At[i] = math.NaN(); a.Unnamed {
				shape.At[i] = 0
			}
			if at := slices.Index(p.axes, a); at >= 0 {
				shape.At[i] = p.at[at]
			}
		}
	}
	s.Along = s.chooseAlong()
	slices.SortStableFunc(s.Shapes, func(x, y *Shape) int {
		return cmp.Or(x.Setting-y.Setting, strings.Compare(x.Options, y.Options), slices.Compare(x.At, y.At))
	})
}

// exceptions adds cases without a number to every matching configuration of the file, because a
// file does not state the setting of a failed case.
func (b *reportBuilder) exceptions(f *results.File) {
	inFile := b.settings.occurring(f)
	for _, raw := range slices.Concat(f.Failed, f.Unsupported) {
		keys := results.ParseName(raw.Case)
		e := Exception{Case: raw.Case, Reason: raw.Reason, State: State(raw.Kind), Impl: b.impl(keys["impl"])}
		if raw.Late {
			e.State = Unmeasured
		}
		matching := lists.Filter(b.settingOf[workOf(raw.Case)], func(setting int) bool {
			return inFile[setting] && (raw.Package == "" || b.settings.list[setting].Config["pkg"] == raw.Package)
		})
		if len(matching) == 0 {
			matching = []int{slices.Max(slices.Collect(maps.Keys(inFile)))}
		}
		for _, setting := range matching {
			s := b.shape(raw.Case, setting)
			key := withoutKey{s, e.Impl, e.Reason}
			if !b.without[key] && s.Find(e.Impl) == nil { // no number from another file or try
				b.without[key] = true
				s.Without = append(s.Without, e)
			}
		}
	}
}
