package impls

import "sync"

// Divide runs the parts of a pass on goroutines, and returns the total number of visited
// entities. A single part needs no goroutine.
func Divide(parts int, run func(part int) (visited int)) (visited int) {
	if parts == 1 {
		return run(0)
	}
	counts := make([]int, parts)
	var all sync.WaitGroup
	for part := range parts {
		all.Go(func() { counts[part] = run(part) })
	}
	all.Wait()
	for _, n := range counts {
		visited += n
	}
	return visited
}
