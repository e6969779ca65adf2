package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/measure"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
)

// A Ranking is the results of one scenario of one profile.
type Ranking struct {
	Profile  string  `json:"profile"`
	Scenario string  `json:"scenario"`
	Groups   []Group `json:"groups"` // by components, then entities, then options
}

// A Group is what can be compared: the same work on different implementations.
type Group struct {
	Components int    `json:"components,omitempty"` // 0 if the scenario has sets of its own
	Entities   int    `json:"entities"`
	Options    string `json:"options,omitempty"` // of the scenario, as in the names of results
	Rows       []Row  `json:"rows"`              // fastest first, then those without a number
}

// A Row is one implementation in a group.
type Row struct {
	Case        string  `json:"case"`
	Impl        string  `json:"impl"`
	Samples     int     `json:"samples"`
	Nanoseconds float64 `json:"nsPerEntity"` // median
	Lo          float64 `json:"lo"`          // 95% interval of the median, ns; 0 if there are too few samples
	Hi          float64 `json:"hi"`
	Rate        float64 `json:"entitiesPerSecond"`
	Bytes       float64 `json:"bytesPerOp"`
	Allocs      float64 `json:"allocsPerOp"`
	ToBest      float64 `json:"toBest,omitempty"`  // time over that of the best ECS; 0 if there is none
	ToFloor     float64 `json:"toFloor,omitempty"` // time over that of the floor; 0 if there is none
	Exception   string  `json:"exception,omitempty"`
	Reason      string  `json:"reason,omitempty"` // of the exception
	role        impls.Role
}

// Precision returns the larger half of the interval relative to the median;
// +Inf if there are too few samples for an interval.
func (r Row) Precision() float64 {
	return measure.Median{Center: r.Nanoseconds, Lo: r.Lo, Hi: r.Hi, N: r.Samples}.Precision()
}

func (r Row) measured() bool { return r.Exception == "" }

// Rank sorts the results of a file into rankings. The implementation that
// does nothing is left out.
func Rank(f *results.File) []Ranking {
	type place struct{ profile, scenario string }
	type slot struct {
		place
		components, entities int
		options              string
	}
	groups := make(map[slot]*Group)
	var places []place
	byPlace := make(map[place][]*Group)
	add := func(profile string, keys map[string]string, row Row) {
		row.Impl = keys["impl"]
		if found, err := registry.Find(row.Impl); err == nil {
			row.role = found.Role
		}
		if row.Impl == "" || row.role == impls.Null {
			return
		}
		s := slot{place: place{profile, keys[""]}, options: options(keys)}
		s.components, _ = strconv.Atoi(keys["comps"])
		s.entities, _ = strconv.Atoi(keys["n"])
		g, ok := groups[s]
		if !ok {
			g = &Group{Components: s.components, Entities: s.entities, Options: s.options}
			groups[s] = g
			if byPlace[s.place] == nil {
				places = append(places, s.place)
			}
			byPlace[s.place] = append(byPlace[s.place], g)
		}
		g.Rows = append(g.Rows, row)
	}
	profile := ""
	failed := make(map[string]bool)
	for _, e := range f.Failed {
		failed[e.Case] = true
	}
	for _, c := range f.Cases {
		profile = c.Config["profile"]
		if !failed[c.Name] {
			add(profile, c.Keys, rowOf(c))
		}
	}
	for kind, list := range map[string][]results.Exception{results.KindFailed: f.Failed, results.KindUnsupported: f.Unsupported} {
		for _, e := range list {
			add(profile, results.ParseName(e.Case), Row{Case: e.Case, Exception: kind, Reason: e.Reason})
		}
	}
	var rankings []Ranking
	for _, p := range places {
		r := Ranking{Profile: p.profile, Scenario: p.scenario}
		for _, g := range byPlace[p] {
			g.rank()
			r.Groups = append(r.Groups, *g)
		}
		slices.SortStableFunc(r.Groups, func(a, b Group) int {
			return cmp.Or(cmp.Compare(a.Components, b.Components), cmp.Compare(a.Entities, b.Entities), cmp.Compare(a.Options, b.Options))
		})
		rankings = append(rankings, r)
	}
	slices.SortStableFunc(rankings, func(a, b Ranking) int {
		return cmp.Compare(position(a.Scenario), position(b.Scenario))
	})
	return rankings
}

// position puts scenarios in the order in which they are listed, others last.
func position(title string) int {
	all := scenarios.All()
	at := slices.IndexFunc(all, func(s scenarios.Scenario) bool { return s.Title == title })
	if at < 0 {
		return len(all)
	}
	return at
}

func rowOf(c *results.Case) Row {
	m := measure.MedianOf(c.Values["ns/entity"])
	middle := func(unit string) float64 {
		if len(c.Values[unit]) == 0 {
			return 0
		}
		return measure.MedianOf(c.Values[unit]).Center
	}
	if m.N < measure.MinSamples {
		m.Lo, m.Hi = 0, 0
	}
	return Row{
		Case:        c.Name,
		Samples:     m.N,
		Nanoseconds: m.Center,
		Lo:          m.Lo,
		Hi:          m.Hi,
		Rate:        middle("entities/s"),
		Bytes:       middle("B/op"),
		Allocs:      middle("allocs/op"),
	}
}

// options puts the keys of a name that are options of the scenario back
// together.
func options(keys map[string]string) string {
	var list []string
	for key, value := range keys {
		switch key {
		case "", "impl", "comps", "n", "gomaxprocs":
		default:
			list = append(list, key+"="+value)
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// rank sorts the rows and fills in the ratios.
func (g *Group) rank() {
	slices.SortStableFunc(g.Rows, func(a, b Row) int {
		if a.measured() != b.measured() {
			if a.measured() {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Nanoseconds, b.Nanoseconds), cmp.Compare(a.Impl, b.Impl))
	})
	best, floor := math.NaN(), math.NaN()
	for _, r := range g.Rows {
		if r.measured() && r.role == impls.Contender && math.IsNaN(best) {
			best = r.Nanoseconds
		}
		if r.measured() && r.role == impls.Floor && math.IsNaN(floor) {
			floor = r.Nanoseconds
		}
	}
	for i := range g.Rows {
		r := &g.Rows[i]
		if r.measured() && !math.IsNaN(best) {
			r.ToBest = r.Nanoseconds / best
		}
		if r.measured() && !math.IsNaN(floor) {
			r.ToFloor = r.Nanoseconds / floor
		}
	}
}
