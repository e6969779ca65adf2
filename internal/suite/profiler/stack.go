package profiler

import (
	"cmp"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
)

// A Stack is a call chain with the cost at its end.
type Stack struct {
	Frames []string `json:"frames"` // readable names, outermost first
	Value  float64  `json:"value"`  // seconds or bytes
}

// A Function is a line of a flat profile.
type Function struct {
	Name  string  `json:"name"`  // readable
	Self  float64 `json:"self"`  // spent in the function itself
	Total float64 `json:"total"` // including callees
	Cause string  `json:"cause"` // kind of work, "" if unknown
}

// stacksOf extracts the stacks of a profile with one kind of value.
func stacksOf(p *profile.Profile, value int) []Stack {
	var stacks []Stack
	for _, s := range p.Sample {
		if s.Value[value] == 0 {
			continue
		}
		stack := Stack{Value: float64(s.Value[value])}
		for line := range instructions.LinesOf(s) {
			if !instructions.InterruptSymbol(line.Function.Name) {
				stack.Frames = append(stack.Frames, instructions.ReadableSymbol(line.Function.Name))
			}
		}
		slices.Reverse(stack.Frames)
		stacks = append(stacks, stack)
	}
	return stacks
}

// fold adds stacks of the same frames up and leaves out the frames of the
// worker around the workload.
func fold(stacks []Stack) []Stack {
	const separator = "\x00"
	sums := make(map[string]float64)
	for _, s := range stacks {
		sums[strings.Join(inside(s.Frames), separator)] += s.Value
	}
	folded := make([]Stack, 0, len(sums))
	for frames, value := range sums {
		folded = append(folded, Stack{Frames: strings.Split(frames, separator), Value: value})
	}
	slices.SortFunc(folded, func(a, b Stack) int { return slices.Compare(a.Frames, b.Frames) })
	return folded
}

// inside returns the frames below those of the worker.
func inside(frames []string) []string {
	for at, f := range frames {
		switch {
		case strings.HasPrefix(f, "scenarios.") && strings.HasSuffix(f, ".Run"):
			return frames[at:]
		case f == insidePopulation:
			return frames[at+1:]
		}
	}
	return frames // the runtime's own work, such as collecting garbage
}

// flatten sums by function: each value once for the last function of a stack, and once
// for every function in it.
func flatten(stacks []Stack, p parts) []Function {
	var functions lists.Groups[string, Function]
	function := func(s Stack, at int) *Function {
		f, fresh := functions.Of(s.Frames[at])
		if fresh {
			f.Name, f.Cause = s.Frames[at], causeOf(s.Frames[:at+1], p)
		}
		return f
	}
	for _, s := range stacks {
		if len(s.Frames) == 0 {
			continue
		}
		function(s, len(s.Frames)-1).Self += s.Value
		for at, name := range s.Frames {
			if !slices.Contains(s.Frames[:at], name) { // recursion counts once
				function(s, at).Total += s.Value
			}
		}
	}
	slices.SortFunc(functions.List, func(a, b Function) int {
		return cmp.Or(cmp.Compare(b.Self, a.Self), cmp.Compare(b.Total, a.Total), cmp.Compare(a.Name, b.Name))
	})
	return functions.List
}

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
