package proof

import "strings"

// parallel lists the functions that start goroutines or read the number of processors.
var parallel = map[string]bool{
	"runtime.newproc":    true, // go statements
	"runtime.GOMAXPROCS": true, "runtime.NumCPU": true,
	"testing.(*B).RunParallel": true, "testing.(*B).SetParallelism": true,
}

// Alone reports whether a top-level benchmark, by the name of its function, is sequential
// in both revisions: no code that it can reach, except the runtime and package testing,
// starts a goroutine or reads the number of processors. It can be measured on one
// processor. False may also mean unknown.
func (t *Tests) Alone(benchmark string) bool {
	for _, p := range []*program{t.base, t.head} {
		if p == nil {
			return false
		}
		if alone, err := p.alone(benchmark); err != nil || !alone {
			return false
		}
	}
	return true
}

// alone visits all references of a benchmark, and the initialisation of their packages: all
// methods of all types, whether they are called or not.
func (p *program) alone(benchmark string) (alone bool, err error) {
	defer damaged("one side", &err)
	start, err := p.benchmark(benchmark)
	if err != nil {
		return false, err
	}
	seen, packages := map[symbol]bool{{}: true}, map[string]bool{}
	for queue := []symbol{start}; len(queue) > 0; {
		s := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		switch {
		case parallel[p.nameOf(s)]:
			return false, nil
		case s.object == nil || isHarness(s.object.path):
			continue
		}
		isType := s.object.flag(s.index, p.n.SymFlagGoType)
		// If many packages have a copy, any of them may be in the program.
		if path := s.object.path; !packages[path] && !isType && !s.object.flag(s.index, p.n.SymFlagDupok) {
			packages[path] = true
			queue = append(queue, p.named(p.names.known(path+"..inittask")))
		}
		for _, r := range s.object.relocs(s.index) {
			to, err := p.resolve(s.object, r.to)
			if err != nil {
				return false, err
			}
			// Passing a *testing.B on does not call all of its methods.
			if isType && to.object != nil && to.object.path == "testing" {
				continue
			}
			queue = append(queue, to)
		}
	}
	return true, nil
}

// isHarness reports whether every benchmark needs a package that starts goroutines of its own.
func isHarness(path string) bool {
	return path == "runtime" || path == "testing" || strings.HasPrefix(path, "runtime/") || strings.HasPrefix(path, "internal/runtime/")
}
