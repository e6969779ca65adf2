package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
)

// Build returns the report of files. Cases with equal names and configurations are pooled.
func Build(files []*results.File) *Report {
	r := Pool(files)
	for _, s := range r.Scenarios {
		for _, shape := range s.Shapes {
			shape.rank()
		}
	}
	return r
}

// Pool is Build without ranking: no ratios and no best cases.
func Pool(files []*results.File) *Report {
	b := &reportBuilder{
		report:    &Report{Files: files},
		scenarios: make(map[scenarioKey]*Scenario),
		shapes:    make(map[shapeKey]*Shape),
		settingOf: make(map[string][]int),
		impls:     make(map[string]*Impl),
		cases:     make(map[caseKey]*pool),
		declared:  make(map[string]int),
		places:    make(map[*Shape]axisPlace),
		shown:     make(map[exceptionKey]bool),
	}
	b.settings = splitSettings(files)
	b.report.Settings = b.settings.list
	for _, f := range files {
		for unit, direction := range f.Better {
			b.declared[unit] = direction
		}
		failed := make(map[string]bool)
		for _, e := range f.Failed {
			failed[e.Case] = true
		}
		for _, c := range f.Cases {
			if !failed[c.Name] { // failed cases have no number
				b.add(c)
			}
		}
		b.report.Samples += f.Samples
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
	report    *Report
	settings  settings
	scenarios map[scenarioKey]*Scenario
	shapes    map[shapeKey]*Shape
	settingOf map[string][]int // of the shapes of an identity
	places    map[*Shape]axisPlace
	shown     map[exceptionKey]bool
	impls     map[string]*Impl
	cases     map[caseKey]*pool
	pools     []*pool
	declared  map[string]int
}

type scenarioKey struct {
	name string
	mode impls.AccessMode
}

type shapeKey struct {
	identity string
	setting  int
}

type exceptionKey struct {
	shape  *Shape
	impl   *Impl
	reason string
}

type caseKey struct {
	shape *Shape
	impl  *Impl
}

// A pool collects the values of a case from all files.
type pool struct {
	c      *Case
	values map[string][]float64
}

func (b *reportBuilder) add(raw *results.Case) {
	shape := b.shape(raw.Name, raw.Keys, b.settings.of(raw))
	impl := b.impl(raw.Keys["impl"])
	p, ok := b.cases[caseKey{shape, impl}]
	if !ok {
		p = &pool{
			c:      &Case{Name: raw.Name, Shape: shape, Impl: impl, Ratio: math.NaN(), P: 1},
			values: make(map[string][]float64),
		}
		b.cases[caseKey{shape, impl}] = p
		b.pools = append(b.pools, p)
		shape.Cases = append(shape.Cases, p.c)
	}
	for _, unit := range raw.Units {
		p.values[unit] = append(p.values[unit], raw.Values[unit]...)
		if !slices.Contains(shape.Scenario.Units, unit) {
			shape.Scenario.Units = append(shape.Scenario.Units, unit)
		}
	}
	p.c.Disturbed += raw.Disturbed
	for _, at := range raw.Order {
		p.c.Order = append(p.c.Order, b.report.Samples+at)
	}
}

// mostAxes limits the axes of a scenario; further numbers are options.
const mostAxes = 12

// shape returns the configuration of a name and creates it if necessary.
func (b *reportBuilder) shape(name string, keys map[string]string, setting int) *Shape {
	key := shapeKey{identity(keys), setting}
	if s, ok := b.shapes[key]; ok {
		return s
	}
	p := newAxisPlace(name, keys)
	s := &Shape{Scenario: b.scenario(scenarioKey{keys[""], p.mode}), Setting: setting}
	for _, a := range p.axes {
		known := slices.Contains(s.Scenario.Axes, a)
		if !known && len(s.Scenario.Axes) == mostAxes {
			p.options = append(p.options, a.Name+"="+keys[a.Name])
		} else if !known {
			s.Scenario.Axes = append(s.Scenario.Axes, a)
		}
	}
	slices.Sort(p.options)
	s.Options = strings.Join(p.options, " ")
	b.shapes[key], b.places[s] = s, p
	b.settingOf[key.identity] = append(b.settingOf[key.identity], setting)
	s.Scenario.Shapes = append(s.Scenario.Shapes, s)
	return s
}

func (b *reportBuilder) scenario(key scenarioKey) *Scenario {
	if s, ok := b.scenarios[key]; ok {
		return s
	}
	s := &Scenario{Name: key.name, Mode: key.mode, Label: Display(key.name)}
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
	i := &Impl{Name: name, Label: Display(name), Base: base, Place: -1, Role: impls.Library}
	for place, known := range registry.All() {
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
			i.Version, i.Released, i.notes = Display(d.Version), Display(d.Released), d.Notes
			i.Wrong = cmp.Or(i.Wrong, d.Wrong)
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
	for i, known := range scenarios.All() {
		place[known.Title] = i - len(scenarios.All())
	}
	slices.SortStableFunc(b.report.Scenarios, func(x, y *Scenario) int {
		if x.Name == y.Name && place[x.Name] < 0 {
			return slices.Index(impls.AccessModes, x.Mode) - slices.Index(impls.AccessModes, y.Mode)
		}
		return place[x.Name] - place[y.Name]
	})
}

func (b *reportBuilder) finish() {
	for _, s := range b.report.Scenarios {
		for _, shape := range s.Shapes {
			for _, e := range shape.Without {
				if e.State == Failed && !e.late {
					e.Impl.failed.add(s.Label)
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
	for _, p := range b.pools {
		p.c.Stats = make(map[string]Stat, len(p.values))
		for unit, values := range p.values {
			p.c.Stats[unit] = newStat(values)
		}
		p.c.addDrift()
	}
	for _, s := range b.report.Scenarios {
		s.Unit = mainUnit(s.Units)
		s.Better = better(s.Unit, b.declared)
		if at := slices.Index(s.Units, s.Unit); at > 0 {
			s.Units = slices.Insert(slices.Delete(s.Units, at, at+1), 0, s.Unit)
		}
		b.placeShapes(s)
		for _, shape := range s.Shapes {
			slices.SortFunc(shape.Cases, func(x, y *Case) int { return x.Impl.Index - y.Impl.Index })
			slices.SortStableFunc(shape.Without, func(x, y Exception) int { return x.Impl.Index - y.Impl.Index })
			b.report.Cases = append(b.report.Cases, shape.Cases...)
		}
	}
}

// placeShapes gives all configurations of a scenario the same axes, and sorts them.
func (b *reportBuilder) placeShapes(s *Scenario) {
	if known := scenarios.Titled(s.Name); known != nil {
		order := func(a Axis) int {
			return slices.IndexFunc(known.Axes, func(d scenarios.Axis) bool { return d.Name == a.Name })
		}
		slices.SortStableFunc(s.Axes, func(x, y Axis) int { return order(x) - order(y) })
	}
	for _, shape := range s.Shapes {
		p := b.places[shape]
		shape.At = make([]float64, len(s.Axes))
		for i, a := range s.Axes {
			if shape.At[i] = math.NaN(); a.unnamed {
				shape.At[i] = 0
			}
			if at := slices.Index(p.axes, a); at >= 0 {
				shape.At[i] = p.at[at]
			}
		}
	}
	s.along = s.chooseAlong()
	slices.SortStableFunc(s.Shapes, func(x, y *Shape) int {
		return cmp.Or(x.Setting-y.Setting, strings.Compare(x.Options, y.Options), slices.Compare(x.At, y.At))
	})
}

// mostSettings limits the settings in which a case without a number is shown; above it is shown in
// one.
const mostSettings = 16

// exceptions adds cases without a number to every matching configuration of the file, because a
// file does not state the setting of a failed case.
func (b *reportBuilder) exceptions(f *results.File) {
	inFile := make(map[int]bool)
	last := 0
	for _, at := range b.settings.in[f] {
		inFile[at] = true
		last = max(last, at)
	}
	settings := make(map[string][]int) // of the file, that have shapes of an identity
	settingsOf := func(id string) []int {
		list, ok := settings[id]
		if !ok {
			for _, setting := range b.settingOf[id] {
				if inFile[setting] {
					list = append(list, setting)
				}
			}
			if len(list) == 0 {
				list = []int{last}
			}
			settings[id] = list
		}
		return list
	}
	add := func(list []results.Exception, state State) {
		for _, raw := range list {
			keys := results.ParseName(raw.Case)
			e := Exception{Case: raw.Case, Reason: raw.Reason, State: state, Impl: b.impl(keys["impl"]), late: raw.Late}
			list := settingsOf(identity(keys))
			if n := len(list); n > mostSettings {
				e.Reason += fmt.Sprintf(" (in one of %d configurations)", n)
				list = list[n-1:]
			}
			for _, setting := range list {
				b.without(b.shape(raw.Case, keys, setting), e)
			}
		}
	}
	add(f.Failed, Failed)
	add(f.Unsupported, Unsupported)
}

// without adds an exception, unless the case has a number from another file or try.
func (b *reportBuilder) without(s *Shape, e Exception) {
	_, measured := b.cases[caseKey{s, e.Impl}]
	if key := (exceptionKey{s, e.Impl, e.Reason}); !measured && !b.shown[key] {
		b.shown[key] = true
		s.Without = append(s.Without, e)
	}
}
