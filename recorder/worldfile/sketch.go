package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"time"
)

//go:embed world.yaml.tmpl
var yaml string

// file is a sketch as a world file.
var file = template.Must(template.New("").Funcs(template.FuncMap{
	"list": func(words []string) string { return "[" + strings.Join(words, ", ") + "]" },
}).Parse(yaml))

// The limits of world files.
const (
	mostBytes   = 4096 // of a component
	mostPerKind = 10   // components
	mostOptions = 4    // optional components of a kind
	mostKinds   = 24   // which keeps a file short
)

// A sketch is the known part of a game.
type sketch struct {
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
func (s *sketch) atMost(has []string, most int) []string {
	if len(has) <= most {
		return has
	}
	s.Comments = append(s.Comments, fmt.Sprintf("A kind had %d components, and a kind has at most %d: left out are %s.", len(has), mostPerKind, strings.Join(has[most:], ", ")))
	return has[:most]
}

// kindNames gives each set of components a short unique name: that of the component in the
// fewest kinds.
func (s *sketch) kindNames() {
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

// merge keeps the largest kinds. It adds the entities of other kinds to the kind with the most
// similar components.
func (s *sketch) merge() {
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
	s.Comments = append(s.Comments, fmt.Sprintf("Merged with similar kinds: %s with %s.", count(len(s.Kinds)-mostKinds, "rare kind"), count(merged, "entity")))
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

// count returns "1 frame" or "2 frames".
func count(n int, what string) string {
	stem, found := strings.CutSuffix(what, "y")
	switch {
	case n == 1:
		return "1 " + what
	case found:
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, what)
}
