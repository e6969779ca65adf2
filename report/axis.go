package report

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// An Axis is a number that the cases of a scenario vary. Scenarios of ecsbench declare their axes.
// In other results every key with numeric values is one.
type Axis struct {
	Name  string // in the names of results
	Title string // for display: entities
	Size  bool   // size of the world

	Unnamed bool // results do not contain the value 0
	known   bool
}

// Label formats a value, such as "2 components".
func (a Axis) Label(v float64) string {
	switch {
	case math.IsNaN(v) || a.Unnamed && v == 0:
		return ""
	case !a.known:
		return a.Title + "=" + Count(v)
	case v == 1:
		return "1 " + a.One()
	}
	return Count(v) + " " + a.Title
}

// Place formats a value, also one that results do not contain: "0 aging rounds".
func (a Axis) Place(v float64) string {
	if a.Unnamed && v == 0 {
		return "0 " + a.Title
	}
	return a.Label(v)
}

// One returns the singular of the title: entity. It is "" for unknown axes.
func (a Axis) One() string {
	if !a.known {
		return ""
	}
	things, per := a.Title, ""
	if at := strings.Index(a.Title, " per "); at >= 0 {
		things, per = a.Title[:at], a.Title[at:]
	}
	if stem, ok := strings.CutSuffix(things, "ies"); ok {
		return stem + "y" + per
	}
	return strings.TrimSuffix(things, "s") + per
}

// placeOf returns the index of an axis of a scenario, -1 if there is none of this name.
func placeOf(known *KnownScenario, name string) int {
	return slices.IndexFunc(known.Axes, func(a Axis) bool { return a.Name == name })
}

// axisOf returns the axis of a key, if it is one.
func (x *index) axisOf(known *KnownScenario, key string) (Axis, bool) {
	if known != nil {
		return x.axes[key], placeOf(known, key) >= 0
	}
	if a, ok := x.axes[key]; ok {
		return a, true
	}
	return Axis{Name: key, Title: Display(key)}, true
}

// A place has the parts of a name besides the implementation.
type axisPlace struct {
	scenario string
	mode     results.AccessMode
	axes     []Axis    // in the order of the scenario, or else of the name
	at       []float64 // on the axes
	written  []string  // the same, as in the name
	unnamed  []string  // parts without a key, such as small
	options  []string  // the rest, such as decoys=10
}

// place parses a name.
func (x *index) place(name string) axisPlace {
	scenario, parts, _ := results.SplitName(name)
	known := x.titled[scenario]
	p := axisPlace{scenario: scenario, mode: modeOf(known, results.ParseName(name))}
	seen := make(map[string]bool)
	for _, part := range parts {
		key, value, named := strings.Cut(part, "=")
		named = named && key != ""
		again := named && seen[key]
		seen[key] = true
		if named && !again && (key == "impl" || key == results.ModeKey && p.mode != results.AnyMode) {
			continue
		}
		a, ok := x.axisOf(known, key)
		switch n := axisNumber(value); {
		case !named || again:
			p.unnamed = append(p.unnamed, part)
		case ok && !math.IsNaN(n):
			p.axes, p.at, p.written = append(p.axes, a), append(p.at, n), append(p.written, value)
		default:
			p.options = append(p.options, part)
		}
	}
	if known != nil {
		p.sortAxes(known)
	}
	return p
}

// sortAxes sorts the axes as the scenario does.
func (p *axisPlace) sortAxes(known *KnownScenario) {
	order := lists.Order(lists.Map(p.axes, func(a Axis) int { return placeOf(known, a.Name) }))
	p.axes = lists.Map(order, func(i int) Axis { return p.axes[i] })
	p.at = lists.Map(order, func(i int) float64 { return p.at[i] })
	p.written = lists.Map(order, func(i int) string { return p.written[i] })
}

// axisNumber parses a value of an axis; NaN if it is not a number.
func axisNumber(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(v, 0) || v < 0 {
		return math.NaN()
	}
	return v
}

// modeOf returns the access mode of a name, or the default of its scenario. In old results of
// scenarios that now always have a mode, it is unknown.
func modeOf(known *KnownScenario, keys map[string]string) results.AccessMode {
	if stated, ok := keys[results.ModeKey]; ok {
		if mode := results.AccessMode(stated); mode.Words() != "" {
			return mode
		}
		return results.AnyMode
	}
	if known != nil {
		return known.Mode
	}
	return results.AnyMode
}

// workOf is a name without the implementation and the number of processors. Cases of one work are
// compared.
func workOf(name string) string {
	work, parts, _ := results.SplitName(name)
	found := false
	for _, part := range parts {
		if !found && strings.HasPrefix(part, "impl=") {
			part, found = "impl=", true
		}
		work += "/" + part
	}
	return work
}

// chooseAlong selects the size of the world if it varies, else the last axis that varies.
func (s *Scenario) chooseAlong() int {
	along := -1
	for i, a := range s.Axes {
		if !s.varies(i) {
			continue
		}
		along = i
		if a.Size {
			break
		}
	}
	return along
}

func (s *Scenario) varies(axis int) bool {
	with := lists.Filter(s.Shapes, func(shape *Shape) bool { return !math.IsNaN(shape.At[axis]) })
	return slices.ContainsFunc(with, func(shape *Shape) bool { return shape.At[axis] != with[0].At[axis] })
}

// SizeAxis returns the index of the size of the world in Axes, -1 if there is none.
func (s *Scenario) SizeAxis() int {
	return slices.IndexFunc(s.Axes, func(a Axis) bool { return a.Size })
}

// Size returns the size of the world, NaN if unknown.
func (s *Shape) Size() float64 { return s.On(s.Scenario.SizeAxis()) }

// On returns the value on an axis, NaN if there is none or the axis is -1.
func (s *Shape) On(axis int) float64 {
	if axis < 0 {
		return math.NaN()
	}
	return s.At[axis]
}

// MainUnit returns the primary unit.
func (s *Scenario) MainUnit() results.Unit { return results.UnitNamed(s.Unit) }
