package profiler

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/lists"
)

// A Share is what one kind of work takes.
type Share struct {
	What  string  `json:"what"`
	Value float64 `json:"value"` // seconds or bytes
}

// OwnCode is the cause of time in the implementation's own loops.
const OwnCode = "the implementation's own code"

// causes maps prefixes of readable function names of Go's packages to kinds of work; the parts
// of an implementation map the others. The cause of a stack is that of the innermost function
// with one, so hashing in a map look-up counts as the look-up.
var causes = []struct{ prefix, what string }{
	{"runtime.mapaccess", "map lookups"},
	{"runtime.mapassign", "map insertions"},
	{"runtime.mapdelete", "map deletions"},
	{"runtime.mapIter", "map iteration"},
	{"maps.runtime_mapaccess", "map lookups"},
	{"maps.runtime_mapassign", "map insertions"},
	{"maps.runtime_mapdelete", "map deletions"},
	{"maps.(*Iter)", "map iteration"},
	{"maps.(*Map).getWith", "map lookups"},
	{"maps.(*Map).Delete", "map deletions"},
	{"maps.(*table).rehash", "map growth"},
	{"maps.(*table).grow", "map growth"},
	{"maps.(*table).split", "map growth"},
	{"maps.(*Map).growTo", "map growth"},
	{"runtime.gc", "garbage collection"},
	{"runtime.bgsweep", "garbage collection"},
	{"runtime.bgscavenge", "garbage collection"},
	{"runtime.scan", "garbage collection"},
	{"runtime.wbBuf", "garbage collection"},
	{"runtime.(*sweep", "garbage collection"},
	{"runtime.mallocgc", "allocation"},
	{"runtime.newobject", "allocation"},
	{"runtime.makeslice", "allocation"},
	{"runtime.growslice", "growing slices"},
	{"runtime.memmove", "copying memory"},
	{"runtime.memclr", "clearing memory"},
	{"runtime.typedmemmove", "copying memory"},
	{"slices.BinarySearch", "binary searches"},
	{"sort.", "sorting"},
	{"slices.Sort", "sorting"},
}

// causeOf returns the kind of work at the end of a call chain; "" if unknown.
func causeOf(frames []string, p parts) string {
	for _, name := range slices.Backward(frames) {
		for _, c := range causes {
			if strings.HasPrefix(name, c.prefix) {
				return c.what
			}
		}
		if part := p.of(name); part.Work != "" {
			return part.Work
		}
		if strings.HasPrefix(name, "scenarios.") {
			return OwnCode
		}
	}
	return ""
}

// parts are the parts of the profiled implementation.
type parts []impls.Part

// of returns the part that a function belongs to.
func (p parts) of(name string) impls.Part {
	return lists.First(p, func(part impls.Part) bool {
		return strings.HasPrefix(name, part.Functions)
	})
}

// causesOf sums stacks up by their causes.
func causesOf(stacks []Stack, p parts) []Share {
	sums := make(map[string]float64)
	for _, s := range stacks {
		sums[cmp.Or(causeOf(s.Frames, p), "the Go runtime")] += s.Value
	}
	return sharesOf(sums)
}

// sharesOf sorts sums, largest first.
func sharesOf(sums map[string]float64) []Share {
	list := make([]Share, 0, len(sums))
	for what, value := range sums {
		list = append(list, Share{what, value})
	}
	slices.SortFunc(list, func(a, b Share) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.What, b.What))
	})
	return list
}
