package instructions

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// GrownFunction is a function that costs more in head than in base, including inlined
// functions. Costs are instructions, or nanoseconds if sampled.
type GrownFunction struct {
	Function string  `json:"function"` // symbol
	File     string  `json:"file"`     // of most of the growth, from the debug information
	Line     int     `json:"line"`     // in head; 0 if unknown
	Base     float64 `json:"base"`     // cost of an operation
	Head     float64 `json:"head"`
}

const (
	// keptGrown limits the functions.
	keptGrown = 30
	// leastGrown is the least growth of a function as share of all work: an additional
	// call hardly grows the caller.
	leastGrown = Floor / 20
)

// Growth lists the functions that cost at least this much more in head per
// operation, the most grown first. Base and head are costs of lines in so many
// operations.
func Growth(base, head map[SourceLine]int64, operations int, least float64) []GrownFunction {
	n := float64(operations)
	var functions lists.Groups[string, GrownFunction]
	type place struct{ function, file string }
	byFile := map[place]int64{}
	add := func(lines map[SourceLine]int64, value func(*GrownFunction) *float64, sign int64) {
		for line, count := range lines {
			g, _ := functions.Of(line.Function)
			g.Function = line.Function
			*value(g) += float64(count)
			byFile[place{line.Function, line.File}] += sign * count
		}
	}
	add(base, func(g *GrownFunction) *float64 { return &g.Base }, -1)
	add(head, func(g *GrownFunction) *float64 { return &g.Head }, +1)
	var list []GrownFunction
	for _, g := range functions.List {
		g.Base, g.Head = g.Base/n, g.Head/n
		if g.Head-g.Base >= least {
			list = append(list, g)
		}
	}
	slices.SortFunc(list, func(a, b GrownFunction) int {
		return cmp.Or(cmp.Compare(b.Head-b.Base, a.Head-a.Base), cmp.Compare(a.Function, b.Function))
	})
	list = list[:min(keptGrown, len(list))]
	for i := range list {
		g := &list[i]
		files := slices.Collect(maps.Keys(byFile))
		files = slices.DeleteFunc(files, func(p place) bool { return p.function != g.Function || p.file == "" })
		if len(files) == 0 {
			continue
		}
		worst := slices.MaxFunc(files, func(a, b place) int {
			return cmp.Or(cmp.Compare(byFile[a], byFile[b]), cmp.Compare(a.file, b.file))
		})
		g.File, g.Line = worst.file, worstLine(head, g.Function, worst.file)
	}
	return list
}

// worstLine returns head's costliest line of a function in a file. Line numbers move,
// so those of base cannot be subtracted.
func worstLine(head map[SourceLine]int64, function, file string) (line int) {
	var worst int64
	for at, count := range head {
		if at.Function == function && at.File == file && (count > worst || count == worst && at.Number < line) {
			worst, line = count, at.Number
		}
	}
	return line
}
