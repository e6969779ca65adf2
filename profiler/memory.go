package profiler

import (
	"cmp"
	"slices"
	"strings"
)

// A Memory is what the case allocates and keeps. Retained bytes are those live
// after a forced collection, without what the process has anyway; the
// population is all entities that the scenario creates before it destroys any.
type Memory struct {
	Allocated  float64 `json:"allocated"`  // bytes, by one operation
	Objects    float64 `json:"objects"`    // allocated by one operation
	Sites      []Site  `json:"sites"`      // of the allocations of one operation, most bytes first
	Entities   int     `json:"entities"`   // of the population
	Empty      int64   `json:"empty"`      // retained by the world with everything registered and no entities
	Full       int64   `json:"full"`       // retained more with the population
	Peak       int64   `json:"peak"`       // at most needed at once while the population grew, more than when empty
	Destroyed  int64   `json:"destroyed"`  // retained after all was destroyed, more than when empty
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

// seenMemory is a Memory as the worker sees it.
type seenMemory struct {
	Entities                     int
	Empty, Full, Peak, Destroyed int64
	Operation                    []allocation // by one operation
	Retained                     []allocation // by the population
	Heap, Allocs                 []byte       // the same two as profiles
}

// An allocation is what a chain of calls allocated.
type allocation struct {
	Symbols []string // innermost first
	Bytes   int64
	Objects int64
}

func (a allocation) stack() Stack {
	s := Stack{Value: float64(a.Bytes)}
	for _, symbol := range slices.Backward(a.Symbols) {
		s.Frames = append(s.Frames, Readable(symbol))
	}
	return s
}

// readMemory makes findings of what the worker saw.
func readMemory(seen *seenMemory) *Memory {
	m := &Memory{
		Entities:  seen.Entities,
		Empty:     seen.Empty,
		Full:      max(0, seen.Full),
		Peak:      max(seen.Peak, seen.Full),
		Destroyed: max(0, seen.Destroyed),
		heap:      seen.Heap,
		allocs:    seen.Allocs,
	}
	sites := make(map[string]*Site)
	for _, a := range seen.Operation {
		m.Allocated += float64(a.Bytes)
		m.Objects += float64(a.Objects)
		name := siteOf(a.stack().Frames)
		if sites[name] == nil {
			sites[name] = &Site{Function: name}
		}
		sites[name].Bytes += float64(a.Bytes)
		sites[name].Objects += float64(a.Objects)
	}
	for _, s := range sites {
		m.Sites = append(m.Sites, *s)
	}
	slices.SortFunc(m.Sites, func(a, b Site) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Function, b.Function))
	})
	sums := make(map[string]float64)
	var stacks []Stack
	for _, a := range seen.Retained {
		s := a.stack()
		stacks = append(stacks, s)
		sums[categoryOf(s.Frames)] += s.Value
	}
	m.Categories = sharesOf(sums)
	m.Folded = fold(stacks)
	return m
}

// growers are functions that allocate for whoever calls them.
var growers = []string{"runtime.", "maps.", "slices.", "ecs.growFor", "ecs.extend", "ecs.reserve", "ecs.GrowTo", "ecs.fillTo"}

// siteOf returns the innermost function that allocates for itself.
func siteOf(frames []string) string {
	for _, name := range slices.Backward(frames) {
		if !slices.ContainsFunc(growers, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
			return name
		}
	}
	return frames[len(frames)-1]
}

// The categories of retained memory.
const (
	Components = "components" // values, and the owners beside them
	Index      = "index"      // the way from an entity to its component
	Signatures = "signatures" // what each entity has
	Sets       = "sets"       // the members of systems
	Handles    = "handles"    // generations and free identifiers
	Scratch    = "scratch"    // kept for the next call
	Other      = "other"
)

// keepers say by the beginning of a function's readable name what its memory
// is for. The innermost function in the table decides.
var keepers = []struct{ prefix, category string }{
	{"ecs.(*World).scratch", Scratch},
	{"ecs.(*signatures)", Signatures},
	{"ecs.newSignatures", Signatures},
	{"ecs.(*Pool)", Handles},
	{"ecs.NewPool", Handles},
	{"ecs.(*SparseSet)", Sets},
	{"ecs.(*HashSet)", Sets},
	{"ecs.(*TreeSet)", Sets},
	{"ecs.(*scan)", Sets},
	{"ecs.(*broadcast)", Sets},
	{"ecs.(*interest)", Sets},
	{"ecs.(*Packed[…])", Components},
	{"soa.(*column[…])", Components},
	{"objects.(*world).classOf", Components},
	{"objects.ownClass", Components},
	{"objects.newPart", Components},
	{"objects.(*world)", Index},
	{"ecs.(*World).Create", Signatures}, // it grows the list by entity itself
	{"ecs.(*World).Reserve", Signatures},
}

// indexers are functions that, inside of a column, grow its index and not its
// values.
var indexers = []string{"runtime.mapassign", "maps.", "btree.", "intmap.", "ecs.GrowTo"}

// categoryOf returns what the memory that the end of a chain of calls allocated
// is for.
func categoryOf(frames []string) string {
	indexing := false
	for _, name := range slices.Backward(frames) {
		for _, k := range keepers {
			if strings.HasPrefix(name, k.prefix) {
				return k.category
			}
		}
		for _, prefix := range indexers {
			indexing = indexing || strings.HasPrefix(name, prefix)
		}
		if strings.Contains(name, ".(*Column[…])") || strings.Contains(name, ".(*column[…])") {
			if indexing {
				return Index
			}
			return Components
		}
	}
	return Other
}
