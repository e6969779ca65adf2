package scenarios

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/profiles"
)

// An Axis is a number that a scenario varies, such as the number of entities. A profile gives
// its values; otherwise the defaults are used.
type Axis struct {
	Name     string // in results and profiles: n, comps
	Title    string // of the column: entities
	Doc      string // one line
	Default  []int
	Min, Max int
	Size     bool // size of the world: the x axis of charts if it varies
	Unnamed  bool // results do not contain the value 0
}

// Axes of several scenarios.
var (
	entities = Axis{
		Name: "n", Title: "entities", Doc: "entities of the world",
		Default: []int{1_000, 10_000, 100_000}, Min: 1, Max: profiles.MaxEntities, Size: true,
	}
	components = Axis{
		Name: "comps", Title: "components", Doc: "components of an entity: Position, Velocity, Mass, Heading, Force, Stats, Skills, Team, Target, Effects",
		Default: []int{1, 2, 3}, Min: 1, Max: 10,
	}
)

// Axes lists the axes of all scenarios, each once.
func Axes() []Axis {
	var list []Axis
	for _, s := range all {
		for _, a := range s.Axes {
			if !slices.ContainsFunc(list, func(b Axis) bool { return b.Name == a.Name }) {
				list = append(list, a)
			}
		}
	}
	return list
}

// Key returns the part of a result's name for a value: "/n=1000"; "" for an unnamed 0.
func (a Axis) Key(value int) string {
	if a.Unnamed && value == 0 {
		return ""
	}
	return fmt.Sprintf("/%s=%d", a.Name, value)
}

// In returns the values of the axis in a profile.
func (a Axis) In(p profiles.Profile) []int {
	if values := p.At(a.Name); len(values) > 0 {
		return values
	}
	return a.Default
}

// CheckAxes returns the first error in the axes of a profile.
func CheckAxes(p profiles.Profile) error {
	known := Axes()
	names := lists.Map(known, func(a Axis) string { return a.Name })
	for _, name := range p.Named() {
		at := slices.Index(names, name)
		if at < 0 {
			return fmt.Errorf("axis %q is not known%s", name, display.DidYouMean(name, names))
		}
		a := known[at]
		for _, v := range p.At(name) {
			if v < a.Min || v > a.Max {
				return fmt.Errorf("%s %d: want %d to %d (%s); the nearest is %d", a.Title, v, a.Min, a.Max, a.Doc, min(max(v, a.Min), a.Max))
			}
		}
	}
	return nil
}

// One returns the profile with one value of each axis: the middle one, and a fresh world.
func One(p profiles.Profile) profiles.Profile { return one(p, Axes()) }

// OneWorld is One for the worlds: one size, number of components and age. The axes that scenarios
// have for their own question keep their values.
func OneWorld(p profiles.Profile) profiles.Profile { return one(p, []Axis{entities, components, aged}) }

func one(p profiles.Profile, axes []Axis) profiles.Profile {
	for _, a := range axes {
		values := slices.Sorted(slices.Values(a.In(p)))
		one := values[len(values)/2]
		if a.Name == aged.Name {
			one = values[0]
		}
		p = p.With(a.Name, []int{one})
	}
	return p
}

// A Point has a value for each axis of a scenario, by name.
type Point map[string]int

// Points returns all combinations of the profile's values, the last axis changing fastest.
func (s *Scenario) Points(p profiles.Profile) []Point {
	points := []Point{{}}
	for _, a := range s.Axes {
		var more []Point
		for _, at := range points {
			for _, v := range slices.Sorted(slices.Values(a.In(p))) {
				point := Point{a.Name: v}
				maps.Copy(point, at)
				more = append(more, point)
			}
		}
		points = more
	}
	return points
}
