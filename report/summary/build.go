package summary

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
)

// Build makes a report of files. Cases with the same name and configuration in
// several files are pooled.
func Build(files []*results.File) *Report {
	r := Pool(files)
	for _, s := range r.Scenarios {
		for _, shape := range s.Shapes {
			shape.rank()
		}
	}
	return r
}

// Pool is Build without the ranking: no case has a ratio, no shape a best.
func Pool(files []*results.File) *Report {
	b := &builder{
		report:    &Report{Files: files},
		scenarios: make(map[string]*Scenario),
		shapes:    make(map[shapeKey]*Shape),
		impls:     make(map[string]*Impl),
		cases:     make(map[caseKey]*pool),
		declared:  make(map[string]int),
	}
	b.settings = splitSettings(files)
	b.report.Settings = b.settings.list
	for _, f := range files {
		for unit, direction := range f.Better {
			b.declared[unit] = direction
		}
		for _, c := range f.Cases {
			b.add(f, c)
		}
		b.report.Samples += f.Samples
	}
	b.exceptions(files)
	b.sortImpls()
	b.sortScenarios()
	b.finish()
	return b.report
}

type builder struct {
	report    *Report
	settings  settings
	scenarios map[string]*Scenario
	shapes    map[shapeKey]*Shape
	impls     map[string]*Impl
	cases     map[caseKey]*pool
	pools     []*pool
	declared  map[string]int
}

type shapeKey struct {
	scenario, components, options, entities string
	setting                                 int
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

func (b *builder) add(f *results.File, raw *results.Case) {
	key := shapeKey{
		scenario:   raw.Keys[""],
		components: raw.Keys["comps"],
		options:    options(raw.Keys),
		entities:   raw.Keys["n"],
		setting:    b.settings.of(raw),
	}
	shape := b.shape(key)
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
	for _, at := range raw.Order {
		p.c.Order = append(p.c.Order, b.report.Samples+at)
	}
}

// shape finds or makes a shape. An n that is not a number is an option like
// any other.
func (b *builder) shape(key shapeKey) *Shape {
	if s, ok := b.shapes[key]; ok {
		return s
	}
	scenario, ok := b.scenarios[key.scenario]
	if !ok {
		scenario = &Scenario{Name: key.scenario, Label: Display(key.scenario)}
		b.scenarios[key.scenario] = scenario
		b.report.Scenarios = append(b.report.Scenarios, scenario)
	}
	entities, text := parseEntities(key.entities)
	s := &Shape{
		Scenario:   scenario,
		Setting:    key.setting,
		Components: key.components,
		Options:    strings.TrimSpace(key.options + text),
		Entities:   entities,
	}
	b.shapes[key] = s
	scenario.Shapes = append(scenario.Shapes, s)
	return s
}

func parseEntities(text string) (n float64, option string) {
	if text == "" {
		return math.NaN(), ""
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) || n < 0 {
		return math.NaN(), " n=" + text
	}
	return n, ""
}

// options joins the keys of a name that have no place of their own.
func options(keys map[string]string) string {
	var parts []string
	for key, value := range keys {
		switch key {
		case "", "impl", "comps", "n", "gomaxprocs":
		default:
			parts = append(parts, key+"="+value)
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

func (b *builder) impl(name string) *Impl {
	if i, ok := b.impls[name]; ok {
		return i
	}
	base, _, _ := strings.Cut(name, ":")
	i := &Impl{Name: name, Label: Display(name), Base: base, Place: -1, Role: impls.Contender}
	for place, known := range registry.All() {
		if known.Name == base {
			i.Place, i.Role = place, known.Role
		}
	}
	b.impls[name] = i
	return i
}

func (b *builder) sortImpls() {
	list := make([]*Impl, 0, len(b.impls))
	for _, i := range b.impls {
		list = append(list, i)
	}
	slices.SortFunc(list, func(x, y *Impl) int {
		// Unknown ones come last: as unsigned, -1 is the greatest.
		return cmp.Or(cmp.Compare(uint(x.Place), uint(y.Place)), cmp.Compare(x.Name, y.Name))
	})
	for at, i := range list {
		i.Index = at
	}
	b.report.Impls = list
}

// sortScenarios puts those that ecsbench knows into its order; a run measures
// them in random order. Others stay behind them as they came.
func (b *builder) sortScenarios() {
	known := make(map[string]int)
	for i, s := range scenarios.All() {
		known[s.Title] = i
	}
	place := func(s *Scenario) int {
		if at, ok := known[s.Name]; ok {
			return at
		}
		return len(known)
	}
	slices.SortStableFunc(b.report.Scenarios, func(x, y *Scenario) int { return place(x) - place(y) })
}

func (b *builder) finish() {
	for _, p := range b.pools {
		p.c.Stats = make(map[string]Stat, len(p.values))
		for unit, values := range p.values {
			p.c.Stats[unit] = newStat(values)
		}
	}
	for _, s := range b.report.Scenarios {
		s.Unit = mainUnit(s.Units)
		s.Better = better(s.Unit, b.declared)
		if at := slices.Index(s.Units, s.Unit); at > 0 {
			s.Units = slices.Insert(slices.Delete(s.Units, at, at+1), 0, s.Unit)
		}
		slices.SortStableFunc(s.Shapes, compareShapes)
		for _, shape := range s.Shapes {
			slices.SortFunc(shape.Cases, func(x, y *Case) int { return x.Impl.Index - y.Impl.Index })
			b.report.Cases = append(b.report.Cases, shape.Cases...)
		}
	}
}

func compareShapes(x, y *Shape) int {
	return cmp.Or(
		x.Setting-y.Setting,
		compareNatural(x.Components, y.Components),
		strings.Compare(x.Options, y.Options),
		cmp.Compare(x.Entities, y.Entities),
	)
}

// compareNatural puts numbers in the order of their size.
func compareNatural(x, y string) int {
	a, errA := strconv.ParseFloat(x, 64)
	b, errB := strconv.ParseFloat(y, 64)
	if errA == nil && errB == nil {
		return cmp.Or(cmp.Compare(a, b), strings.Compare(x, y))
	}
	return strings.Compare(x, y)
}

func (b *builder) exceptions(files []*results.File) {
	convert := func(f *results.File, list []results.Exception) []Exception {
		var converted []Exception
		for _, e := range list {
			keys := results.ParseName(e.Case)
			entities, text := parseEntities(keys["n"])
			b.impl(keys["impl"])
			converted = append(converted, Exception{
				Case: e.Case, Reason: e.Reason,
				Scenario: keys[""], Impl: keys["impl"], Components: keys["comps"],
				Options:  strings.TrimSpace(options(keys) + text),
				Entities: entities,
				Settings: b.settings.in[f],
			})
		}
		return converted
	}
	for _, f := range files {
		b.report.Failed = append(b.report.Failed, convert(f, f.Failed)...)
		b.report.Unsupported = append(b.report.Unsupported, convert(f, f.Unsupported)...)
	}
}
