package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// arkStats is the used part of the JSON of Ark's World.Stats().
type arkStats struct {
	ComponentTypeNames []string
	Archetypes         []struct {
		ComponentTypeNames []string
		Size               int
		NumRelations       int
		MemoryPerEntity    int
	}
}

// arkEntity is the size of an entity in a table of Ark.
const arkEntity = 8

// fromArk sketches a world from the JSON of Ark's World.Stats(). It computes the sizes of
// components from the memory per entity of archetypes, and guesses the rest. Statistics have no
// systems and changes.
func fromArk(name string, text []byte) (*sketch, error) {
	var stats arkStats
	if bytes.HasPrefix(text, []byte(`{"frame":`)) {
		return nil, errors.New("this is a recording: use ecsbench world fit")
	}
	if err := json.Unmarshal(text, &stats); err != nil {
		return nil, fmt.Errorf("want the JSON of Ark's World.Stats(): %w", err)
	}
	if len(stats.ComponentTypeNames) == 0 || len(stats.Archetypes) == 0 {
		return nil, errors.New("want the JSON of Ark's World.Stats(), and there are no component types or archetypes in it")
	}
	if len(stats.ComponentTypeNames) > 60 {
		return nil, fmt.Errorf("%d component types, and a world has at most 60", len(stats.ComponentTypeNames))
	}
	s := &sketch{Name: name, Comments: []string{
		"Made from the statistics of a world of Ark: component types and populations are",
		"measured; systems and changes are examples to be replaced by yours. Components with",
		"pointers look like {bytes: 16, pointers: true}: the statistics do not contain that.",
	}}
	slices.Sort(stats.ComponentTypeNames) // types of two packages may have the same name
	stats.ComponentTypeNames = slices.Compact(stats.ComponentTypeNames)
	names := identifiers(stats.ComponentTypeNames)
	relations := 0
	var sets [][]string
	var memory []int
	kinds := make(map[string]int) // index by set
	for _, a := range stats.Archetypes {
		var set []string
		for _, n := range a.ComponentTypeNames {
			id, known := names[n]
			if !known {
				return nil, fmt.Errorf("an archetype has component %q, which is not among the component types", n)
			}
			set = append(set, id)
		}
		if a.Size < 0 || a.Size > 10_000_000 || a.MemoryPerEntity < 0 || a.MemoryPerEntity > 1<<20 {
			return nil, fmt.Errorf("an archetype has %s of %d bytes: want at most 10,000,000 of at most 1 MB", count(a.Size, "entity"), a.MemoryPerEntity)
		}
		if len(set) > 0 {
			sets, memory = append(sets, set), append(memory, max(0, a.MemoryPerEntity-arkEntity))
		}
		if a.NumRelations > 0 {
			relations += a.Size
		}
		if len(set) == 0 || a.Size == 0 {
			continue
		}
		slices.Sort(set)
		set = s.atMost(slices.Compact(set), mostPerKind)
		key := strings.Join(set, "+")
		if _, known := kinds[key]; !known {
			kinds[key] = len(s.Kinds)
			s.Kinds = append(s.Kinds, sketchedKind{Has: set})
		}
		s.Kinds[kinds[key]].Count += a.Size
	}
	if len(s.Kinds) == 0 {
		return nil, errors.New("there are no entities with components in these statistics: take them while the game runs")
	}
	sizes := solve(sets, memory)
	for _, n := range stats.ComponentTypeNames {
		size, known := sizes[names[n]]
		if !known {
			size = 8
		}
		s.Components = append(s.Components, sketchedComponent{Name: names[n], Bytes: min(size, 4096), Guessed: !known})
	}
	s.merge()
	s.kindNames()
	largest := s.Kinds[0]
	s.Systems = []sketchedSystem{{Name: "update", Write: largest.Has[:1]}}
	if len(largest.Has) > 1 {
		s.Systems[0].Read = largest.Has[1:2]
	}
	if relations > 0 {
		s.Comments = append(s.Comments, fmt.Sprintf("%s had a relation: a line in tick such as parents: {relations: %d, visit: all} measures that.", count(relations, "entity"), relations))
	}
	return s, nil
}

// solve computes the sizes of components from those of sets: of sets with one unknown size, and
// of pairs of sets that differ in one component.
func solve(sets [][]string, bytes []int) map[string]int {
	sizes := make(map[string]int)
	learn := func(set []string, total int) bool {
		var unknown []string
		for _, c := range set {
			size, known := sizes[c]
			total -= size
			if !known {
				unknown = append(unknown, c)
			}
		}
		if len(unknown) != 1 || total < 0 {
			return false
		}
		sizes[unknown[0]] = total
		return true
	}
	for again := true; again; {
		again = false
		for i, set := range sets {
			again = learn(set, bytes[i]) || again
			for k, other := range sets {
				if more := without(set, other); len(other) < len(set) && len(more) == len(set)-len(other) && bytes[i] >= bytes[k] {
					again = learn(more, bytes[i]-bytes[k]) || again
				}
			}
		}
	}
	return sizes
}
