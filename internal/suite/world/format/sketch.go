package format

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
)

// A Sketch is the known part of a game.
type Sketch struct {
	Name       string
	Comments   []string
	Components []sketchedComponent
	Kinds      []sketchedKind
	Systems    []sketchedSystem
	Changes    []string // lines of tick
}

// A sketchedComponent is a component type.
type sketchedComponent struct {
	Name     string
	Bytes    int
	Pointers bool
	Guessed  bool
}

// A sketchedKind is a set of components with its entities.
type sketchedKind struct {
	Name  string
	Count int
	Has   []string
	Some  []sketchedOption
	sets  []string // of a recording, with this kind
}

// A sketchedOption is a component of a share of a kind.
type sketchedOption struct {
	Name    string
	Percent float64
}

// A sketchedSystem is a system with the components that it reads and writes.
type sketchedSystem struct {
	Name        string
	Read, Write []string
	Every       int
	Work        time.Duration // per entity
}

// YAML is the sketch as a world file.
func (s *Sketch) YAML() string {
	var b strings.Builder
	line := func(format string, values ...any) { fmt.Fprintf(&b, format+"\n", values...) }
	for _, comment := range s.Comments {
		line("# %s", comment)
	}
	line("name: %s", s.Name)
	line("budget: {tick: 8ms, at: p99, rate: 60Hz} # a guess: set it to yours")
	line("components:")
	for _, c := range s.Components {
		line("  %s: %s", c.Name, c)
	}
	line("kinds:")
	for _, k := range s.Kinds {
		some := ""
		if len(k.Some) > 0 {
			some = fmt.Sprintf(", some: {%s}", strings.Join(lists.Map(k.Some, sketchedOption.String), ", "))
		}
		line("  %s: {count: %d%s%s}", k.Name, k.Count, listed("has", k.Has), some)
	}
	if len(s.Systems) > 0 {
		line("systems:")
	}
	for _, x := range s.Systems {
		work, every := "", ""
		if x.Work > 0 {
			work = ", work: " + x.Work.String()
		}
		if x.Every > 1 {
			every = fmt.Sprintf(", every: %d", x.Every)
		}
		line("  - {name: %s%s%s%s%s}", x.Name, listed("write", x.Write), listed("read", x.Read), work, every)
	}
	if len(s.Changes) > 0 {
		line("tick:")
	}
	for _, change := range s.Changes {
		line("  %s", change)
	}
	return b.String()
}

// String is the component's size.
func (c sketchedComponent) String() string {
	size, guess := fmt.Sprint(c.Bytes), ""
	if c.Pointers {
		size = fmt.Sprintf("{bytes: %d, pointers: true}", c.Bytes)
	}
	if c.Guessed {
		guess = " # a guess: its size is not known"
	}
	return size + guess
}

func (o sketchedOption) String() string { return fmt.Sprintf("%s: %.3g%%", o.Name, o.Percent) }

// listed is a further key of a flow mapping, "" for an empty list.
func listed(key string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(", %s: [%s]", key, strings.Join(names, ", "))
}

// foreign matches characters that are invalid in names of YAML and Go.
var foreign = regexp.MustCompile("[^A-Za-z0-9]")

// identifier turns a type's name, which may be generic or contain a package, into a name for
// YAML and Go.
func identifier(name string) string {
	clean := foreign.ReplaceAllString(name[strings.LastIndex(name, ".")+1:], "_")
	clean = strings.TrimRight(strings.TrimLeft(clean, "_0123456789"), "_")
	clean = cmp.Or(clean, "Component")
	return clean[:min(len(clean), 32)]
}

// identifiers makes a unique identifier for each name.
func identifiers(names []string) map[string]string {
	ids, taken := make(map[string]string), make(map[string]bool)
	for _, n := range names {
		id := identifier(n)
		for i := 2; taken[strings.ToLower(id)]; i++ {
			id = fmt.Sprintf("%s%d", identifier(n), i)
		}
		ids[n], taken[strings.ToLower(id)] = id, true
	}
	return ids
}

// atMost shortens the list of components of a kind.
func (s *Sketch) atMost(has []string, most int) []string {
	if len(has) <= most {
		return has
	}
	s.Comments = append(s.Comments, fmt.Sprintf("A kind had %d components, and a kind has at most %d: left out are %s.", len(has), mostPerKind, strings.Join(has[most:], ", ")))
	return has[:most]
}

// kindNames gives each set of components a short unique name: that of the component in the
// fewest kinds.
func (s *Sketch) kindNames() {
	kinds := make(map[string]int) // by component
	for _, k := range s.Kinds {
		for _, c := range k.Has {
			kinds[c]++
		}
	}
	taken := make(map[string]int)
	for i := range s.Kinds {
		k := &s.Kinds[i]
		rarest := slices.MinFunc(k.Has, func(a, b string) int { return kinds[a] - kinds[b] })
		k.Name = strings.ToLower(rarest)
		taken[rarest]++
		if n := taken[rarest]; n > 1 {
			k.Name = fmt.Sprintf("%s-%d", k.Name, n)
		}
	}
}

// mostKinds keeps a world file short.
const mostKinds = 24

// merge keeps the largest kinds. It adds the entities of other kinds to the kind with the most
// similar components.
func (s *Sketch) merge() {
	slices.SortStableFunc(s.Kinds, func(a, b sketchedKind) int { return b.Count - a.Count })
	if len(s.Kinds) <= mostKinds {
		return
	}
	merged := 0
	for _, k := range s.Kinds[mostKinds:] {
		best := nearest(s.Kinds[:mostKinds], k.Has)
		best.Count += k.Count
		best.sets = append(best.sets, k.sets...)
		merged += k.Count
	}
	s.Comments = append(s.Comments, fmt.Sprintf("Merged with similar kinds: %s with %s.", display.Count(len(s.Kinds)-mostKinds, "rare kind"), display.Count(merged, "entity")))
	s.Kinds = s.Kinds[:mostKinds]
}

// nearest returns the kind whose components differ least.
func nearest(kinds []sketchedKind, has []string) *sketchedKind {
	best, least := 0, math.MaxInt
	for i, k := range kinds {
		if d := len(without(k.Has, has)) + len(without(has, k.Has)); d < least {
			best, least = i, d
		}
	}
	return &kinds[best]
}

// without returns the elements of a that b lacks.
func without(a, b []string) (more []string) {
	for _, c := range a {
		if !slices.Contains(b, c) {
			more = append(more, c)
		}
	}
	return more
}
