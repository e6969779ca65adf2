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
var causes = []struct {
	what     string
	prefixes []string
}{
	{"map lookups", []string{"runtime.mapaccess", "maps.runtime_mapaccess", "maps.(*Map).getWith"}},
	{"map insertions", []string{"runtime.mapassign", "maps.runtime_mapassign"}},
	{"map deletions", []string{"runtime.mapdelete", "maps.runtime_mapdelete", "maps.(*Map).Delete"}},
	{"map iteration", []string{"runtime.mapIter", "maps.(*Iter)"}},
	{"map growth", []string{"maps.(*table).rehash", "maps.(*table).grow", "maps.(*table).split", "maps.(*Map).growTo"}},
	{"garbage collection", []string{
		"runtime.gc", "runtime.bgsweep", "runtime.bgscavenge", "runtime.scan", "runtime.wbBuf", "runtime.(*sweep",
	}},
	{"allocation", []string{"runtime.mallocgc", "runtime.newobject", "runtime.makeslice"}},
	{"growing slices", []string{"runtime.growslice"}},
	{"copying memory", []string{"runtime.memmove", "runtime.typedmemmove"}},
	{"clearing memory", []string{"runtime.memclr"}},
	{"binary searches", []string{"slices.BinarySearch"}},
	{"sorting", []string{"sort.", "slices.Sort"}},
}

// causeOf returns the kind of work at the end of a call chain; "" if unknown.
func causeOf(frames []string, p parts) string {
	for _, name := range slices.Backward(frames) {
		for _, c := range causes {
			if beginsWithAny(name, c.prefixes) {
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
