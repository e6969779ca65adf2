package impls

import "sync"

// Divide runs the parts of a pass, one of them here and each other on a goroutine, and returns the total
// number of visited entities.
func Divide(parts int, run func(part int) (visited int)) (visited int) {
	if parts == 1 {
		return run(0) // nothing is allocated
	}
	counts := make([]int, parts)
	var others sync.WaitGroup
	for part := 1; part < parts; part++ {
		others.Go(func() { counts[part] = run(part) })
	}
	counts[0] = run(0)
	others.Wait()
	for _, n := range counts {
		visited += n
	}
	return visited
}
