package profiler

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
)

// A Memory has the allocations and the retained memory of a case. Retained bytes are
// live after a forced collection. The population is
// all entities that the scenario creates before it destroys any.
type Memory struct {
	Allocated  float64 `json:"allocated"`  // bytes, by one operation
	Objects    float64 `json:"objects"`    // allocated by one operation
	Sites      []Site  `json:"sites"`      // of the allocations of one operation, most bytes first
	Entities   int     `json:"entities"`   // of the population
	Full       int64   `json:"full"`       // retained with the population, beyond the world without entities
	Categories []Share `json:"categories"` // of Full, most bytes first
	Folded     []Stack `json:"folded"`     // of Full

	heap, allocs []byte
}

// A Site is where memory is allocated.
type Site struct {
	Function string  `json:"function"` // readable, the innermost outside of the runtime
	Bytes    float64 `json:"bytes"`
	Objects  float64 `json:"objects"`
}

// PerEntity returns bytes for an entity of the population.
func (m *Memory) PerEntity(bytes int64) float64 { return float64(bytes) / float64(max(1, m.Entities)) }

// seenMemory is the raw memory profile of the worker.
type seenMemory struct {
	Entities     int
	Full         int64
	Operation    []allocation // by one operation
	Retained     []allocation // by the population
	Heap, Allocs []byte       // the same two as profiles
}

// An allocation is the memory allocated by a call chain.
type allocation struct {
	Symbols []string // innermost first
	Bytes   int64
	Objects int64
}

func (a allocation) stack() Stack {
	s := Stack{Value: float64(a.Bytes)}
	for _, name := range slices.Backward(a.Symbols) {
		s.Frames = append(s.Frames, instructions.ReadableSymbol(name))
	}
	return s
}

// readMemory returns the findings of the worker's profile.
func readMemory(seen *seenMemory, p parts) *Memory {
	m := &Memory{Entities: seen.Entities, Full: max(0, seen.Full), heap: seen.Heap, allocs: seen.Allocs}
	var sites lists.Groups[string, Site]
	for _, a := range seen.Operation {
		m.Allocated += float64(a.Bytes)
		m.Objects += float64(a.Objects)
		name := siteOf(a.stack().Frames, p)
		s, _ := sites.Of(name)
		*s = Site{name, s.Bytes + float64(a.Bytes), s.Objects + float64(a.Objects)}
	}
	m.Sites = sites.List
	slices.SortFunc(m.Sites, func(a, b Site) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Function, b.Function))
	})
	sums := make(map[string]float64)
	var stacks []Stack
	for _, a := range seen.Retained {
		s := a.stack()
		stacks = append(stacks, s)
		sums[string(purposeOf(s.Frames, p))] += s.Value
	}
	m.Categories = sharesOf(sums)
	m.Folded = fold(stacks)
	return m
}

// growers are functions of Go that allocate for their caller; indexers allocate the
// index of a column.
var (
	growers  = []string{"runtime.", "maps.", "slices."}
	indexers = []string{"runtime.mapassign", "maps."}
)

func beginsWithAny(name string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// siteOf returns the innermost function that allocates for itself.
func siteOf(frames []string, p parts) string {
	for _, name := range slices.Backward(frames) {
		if !beginsWithAny(name, growers) && !p.of(name).Grows {
			return name
		}
	}
	return frames[len(frames)-1]
}

// purposeOf returns the purpose of memory allocated at the end of a call chain: that of the
// innermost known function. A column is either values or index.
func purposeOf(frames []string, p parts) impls.Purpose {
	indexing, indexes := false, false
	for _, name := range slices.Backward(frames) {
		indexing = indexing || beginsWithAny(name, indexers)
		switch purpose := p.of(name).Memory; purpose {
		case "":
		case impls.ForIndex:
			indexes = true
		case impls.ForComponents:
			if indexing || indexes {
				return impls.ForIndex
			}
			return purpose
		default:
			return purpose
		}
	}
	if indexes {
		return impls.ForIndex
	}
	return impls.ForOther
}
