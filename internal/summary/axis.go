package summary

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
)

// An Axis is a number that the cases of a scenario vary. Those of ecsbench's
// own scenarios are what these declare; in other results every key of a name
// that has numbers for values is one.
type Axis struct {
	Name  string // as in the names of results
	Title string // fit to be shown: entities
	Size  bool   // how large the world is
	known bool

	unnamed bool // 0 is not written in names of results
}

// Says puts a value on the axis into words, such as "2 components".
func (a Axis) Says(v float64) string {
	switch {
	case math.IsNaN(v) || a.unnamed && v == 0:
		return ""
	case !a.known:
		return a.Title + "=" + Count(v)
	case v == 1:
		return "1 " + a.One()
	}
	return Count(v) + " " + a.Title
}

// One is the title of a single one: entity. It is "" where values are written
// as title=value, since nobody knows what the title means.
func (a Axis) One() string {
	if !a.known {
		return ""
	}
	if stem, ok := strings.CutSuffix(a.Title, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(a.Title, "s")
}

// axes are those that scenarios declare, by name.
var axes = func() map[string]Axis {
	found := make(map[string]Axis)
	for _, a := range scenarios.Axes() {
		found[a.Name] = Axis{a.Name, a.Title, a.Size, true, a.Unnamed}
	}
	return found
}()

// axisOf returns the axis that a key of a name is, if it is one.
func axisOf(known *scenarios.Scenario, key string) (Axis, bool) {
	if known != nil {
		declared := slices.ContainsFunc(known.Axes, func(a scenarios.Axis) bool { return a.Name == key })
		return axes[key], declared
	}
	if a, ok := axes[key]; ok {
		return a, true
	}
	return Axis{Name: key, Title: Display(key)}, true
}

// A place is what a name says beside the scenario and the implementation.
type place struct {
	mode    impls.AccessMode
	axes    []Axis    // in the order of the scenario, or else of the name
	at      []float64 // on the axes
	options []string  // the rest, such as decoys=10
}

// newPlace takes a name apart.
func newPlace(name string, keys map[string]string) place {
	known := scenarios.Titled(keys[""])
	p := place{mode: modeOf(known, keys)}
	for key, value := range keys {
		if key == "" || key == "impl" || key == "gomaxprocs" || key == scenarios.ModeOption && p.mode != impls.AnyMode {
			continue
		}
		if a, ok := axisOf(known, key); ok && !math.IsNaN(number(value)) {
			p.axes = append(p.axes, a)
		} else {
			p.options = append(p.options, key+"="+value)
		}
	}
	order := func(a Axis) int {
		if known != nil {
			return slices.IndexFunc(known.Axes, func(b scenarios.Axis) bool { return b.Name == a.Name })
		}
		return strings.Index(name, "/"+a.Name+"=")
	}
	slices.SortFunc(p.axes, func(a, b Axis) int {
		return cmp.Or(cmp.Compare(order(a), order(b)), strings.Compare(a.Name, b.Name))
	})
	for _, a := range p.axes {
		p.at = append(p.at, number(keys[a.Name]))
	}
	return p
}

// number is what a value on an axis says, NaN if it has no place there.
func number(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(v, 0) || v < 0 {
		return math.NaN()
	}
	return v
}

// modeOf returns the access mode that a name states, or else the one that
// its scenario has when nothing is said. Where names always say it, those that
// do not are from before there was a choice, and nothing is known.
func modeOf(known *scenarios.Scenario, keys map[string]string) impls.AccessMode {
	if stated, ok := keys[scenarios.ModeOption]; ok {
		if mode := impls.AccessMode(stated); mode.Words() != "" {
			return mode
		}
		return impls.AnyMode
	}
	if known != nil {
		for _, o := range known.Options {
			if o.Name == scenarios.ModeOption && !o.Named {
				return impls.AccessMode(o.Default)
			}
		}
	}
	return impls.AnyMode
}

// identity tells names apart that differ in more than the implementation.
func identity(keys map[string]string) string {
	var parts []string
	for key, value := range keys {
		if key != "impl" && key != "gomaxprocs" {
			parts = append(parts, key+"="+value)
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, "\x00")
}

// Along returns the place in Axes of the one that charts of the scenario go
// along, -1 if there is none.
func (s *Scenario) Along() int { return s.along }

// chooseAlong takes the size of the world if that varies, else the last axis
// that does.
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
	first := math.NaN()
	for _, shape := range s.Shapes {
		switch v := shape.At[axis]; {
		case math.IsNaN(v):
		case math.IsNaN(first):
			first = v
		case v != first:
			return true
		}
	}
	return false
}

// SizeAxis returns the place in Axes of how large the world is, -1 if nothing
// says it.
func (s *Scenario) SizeAxis() int {
	return slices.IndexFunc(s.Axes, func(a Axis) bool { return a.Size })
}

// Size is how large the world is, NaN if nothing says it.
func (s *Shape) Size() float64 { return s.On(s.Scenario.SizeAxis()) }

// On returns the value on an axis, NaN if it has none or the axis is -1.
func (s *Shape) On(axis int) float64 {
	if axis < 0 {
		return math.NaN()
	}
	return s.At[axis]
}

// MainUnit returns the unit that the scenario is ranked by.
func (s *Scenario) MainUnit() results.Unit { return results.UnitNamed(s.Unit) }
