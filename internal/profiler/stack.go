package profiler

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/internal/lists"
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

// LinesOf yields the lines of a sample whose function is known, innermost first. Inlined
// functions have their own.
func LinesOf(sample *profile.Sample) iter.Seq[profile.Line] {
	return func(yield func(profile.Line) bool) {
		for _, location := range sample.Location {
			for _, line := range location.Line {
				if line.Function != nil && !yield(line) {
					return
				}
			}
		}
	}
}

// stacksOf extracts the stacks of a profile with one kind of value.
func stacksOf(p *profile.Profile, value int) []Stack {
	var stacks []Stack
	for _, s := range p.Sample {
		if s.Value[value] == 0 {
			continue
		}
		stack := Stack{Value: float64(s.Value[value])}
		for line := range LinesOf(s) {
			if !InterruptSymbol(line.Function.Name) {
				stack.Frames = append(stack.Frames, ReadableSymbol(line.Function.Name))
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
