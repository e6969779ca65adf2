package format

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A Sketch is what is known of a game.
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
	sets  []string // of a recording, that are of this kind
}

// A sketchedOption is a component of a share of a kind.
type sketchedOption struct {
	Name  string
	Share float64
}

// A sketchedSystem is a system with what it reads and writes.
type sketchedSystem struct {
	Name        string
	Read, Write []string
	Every       int
	Work        time.Duration // per entity
}

// YAML is the sketch as a world file.
func (s *Sketch) YAML() []byte {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for _, c := range s.Comments {
		line("# %s", c)
	}
	line("name: %s", s.Name)
	line("budget: {tick: 8ms, at: p99, rate: 60Hz} # a guess: set it to yours")
	line("components:")
	for _, c := range s.Components {
		size, note := fmt.Sprint(c.Bytes), ""
		if c.Pointers {
			size = fmt.Sprintf("{bytes: %d, pointers: true}", max(8, (c.Bytes+7)/8*8))
		}
		if c.Guessed {
			note = " # a guess: its size is not known"
		}
		line("  %s: %s%s", c.Name, size, note)
	}
	line("kinds:")
	for _, k := range s.Kinds {
		parts := []string{fmt.Sprintf("count: %d", k.Count), "has: " + list(k.Has)}
		var some []string
		for _, o := range k.Some {
			some = append(some, fmt.Sprintf("%s: %.3g%%", o.Name, 100*o.Share))
		}
		if len(some) > 0 {
			parts = append(parts, "some: "+mapping(some))
		}
		line("  %s: %s", k.Name, mapping(parts))
	}
	if len(s.Systems) > 0 {
		line("systems:")
	}
	for _, y := range s.Systems {
		parts := []string{"name: " + y.Name}
		if len(y.Write) > 0 {
			parts = append(parts, "write: "+list(y.Write))
		}
		if len(y.Read) > 0 {
			parts = append(parts, "read: "+list(y.Read))
		}
		if y.Work > 0 {
			parts = append(parts, "work: "+y.Work.String())
		}
		if y.Every > 1 {
			parts = append(parts, fmt.Sprintf("every: %d", y.Every))
		}
		line("  - %s", mapping(parts))
	}
	if len(s.Changes) > 0 {
		line("tick:")
	}
	for _, c := range s.Changes {
		line("  %s", c)
	}
	return []byte(b.String())
}

func list(parts []string) string { return "[" + strings.Join(parts, ", ") + "]" }

func mapping(parts []string) string { return "{" + strings.Join(parts, ", ") + "}" }

// foreign is what a name in YAML and Go does not have.
var foreign = regexp.MustCompile("[^A-Za-z0-9]")

// identifier makes a name for YAML and Go of a type's name, which may be generic or
// contain a package.
func identifier(name string) string {
	clean := foreign.ReplaceAllString(name[strings.LastIndex(name, ".")+1:], "_")
	clean = strings.TrimRight(strings.TrimLeft(clean, "_0123456789"), "_")
	clean = cmp.Or(clean, "Component")
	return clean[:min(len(clean), 32)]
}

// identifiers makes an identifier of each name; no two are the same.
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

// atMost shortens the components of a kind.
func (s *Sketch) atMost(has []string, most int) []string {
	if len(has) <= most {
		return has
	}
	s.Comments = append(s.Comments, fmt.Sprintf("A kind had %d components, and a kind has at most %d: left out are %s.", len(has), mostPerKind, strings.Join(has[most:], ", ")))
	return has[:most]
}

// kindNames gives each set of components a short name that no other has: that of the
// component that the fewest kinds have.
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
		name := strings.ToLower(rarest)
		taken[name]++
		if n := taken[name]; n > 1 {
			name = fmt.Sprintf("%s-%d", name, n)
		}
		k.Name = name
	}
}

// mostKinds keeps a world file short.
const mostKinds = 24

// merge keeps the largest kinds. Entities of the others count for the kind whose
// components differ the least.
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
	s.Comments = append(s.Comments, fmt.Sprintf("%d rare kinds with %d entities together were merged with similar ones.", len(s.Kinds)-mostKinds, merged))
	s.Kinds = s.Kinds[:mostKinds]
}

// nearest is the kind with the fewest components more or less.
func nearest(kinds []sketchedKind, has []string) *sketchedKind {
	best, least := 0, math.MaxInt
	for i, k := range kinds {
		if d := len(without(k.Has, has)) + len(without(has, k.Has)); d < least {
			best, least = i, d
		}
	}
	return &kinds[best]
}

// without are the elements of a that b lacks.
func without(a, b []string) (more []string) {
	for _, c := range a {
		if !slices.Contains(b, c) {
			more = append(more, c)
		}
	}
	return more
}
