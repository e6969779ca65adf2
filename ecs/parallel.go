package ecs

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A loop is a running parallel loop. Its workers take one part after the other.
type loop struct {
	parts int64
	next  atomic.Int64 // first part not yet begun
	done  atomic.Int64 // finished parts
	took  atomic.Int64 // nanoseconds of all finished parts
	do    func(part int)

	finished []atomic.Bool // by part
	waiting  atomic.Int64  // parts that wait for others: see awaitParts
}

const (
	// grain is the least work of a part. Another worker needs some microseconds to begin.
	grain = 10 * time.Microsecond
	// wakeUp is the least work of a loop for which sleeping workers are woken.
	wakeUp = 50 * time.Microsecond
	// minPart is the least number of entities of a part in the first loop, whose work is
	// not known.
	minPart = 256
	// partsPerWorker divides large loops finely, so that other workers take the parts
	// of a late one.
	partsPerWorker = 16
)

// split returns the number of parts for the entities of a query: as many as its last loop
// was worth. It returns 0 for a query that is a part, and not divided again, and for one that
// may not be used now.
func (q *query) split(callable bool) int {
	q.bound()
	if !callable {
		panic(fmt.Sprintf("ecs: Parallel of %s: want a function to call, not nil", q.describe()))
	}
	if q.parts != nil || q.divided {
		return 0
	}
	if q.owner == nil || q.w.pool == nil || !q.open() || !q.alone() {
		return 1
	}
	n := q.len()
	if q.cost == 0 {
		return q.w.pool.split(n/minPart, wakeUp)
	}
	work := time.Duration(q.cost * float64(n))
	return q.w.pool.split(min(n, int(work/grain)), work)
}

// split returns the number of parts, at most some, for a loop with so much work.
func (p *pool) split(most int, work time.Duration) int {
	if p.random != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		return 1 + p.random.IntN(4*p.workers)
	}
	if p.workers == 1 || p.way == Pooled && p.awake.Load() == 0 && work < wakeUp {
		return 1
	}
	return max(1, min(partsPerWorker*p.workers, most))
}

// share processes the n parts of a loop on all free workers.
func (q *query) share(n int, f func(part int, do *Commands)) {
	if !q.open() {
		return
	}
	if q.locks {
		q.lock()
		defer q.ends()
	}
	q.divided = true
	defer func() { q.divided = false }()
	if q.owner == nil || q.w.pool == nil {
		f(0, q.commands())
		return
	}
	y := q.owner
	if n == 1 {
		start := time.Now()
		f(0, y.do)
		q.took(time.Since(start))
		return
	}
	l := &loop{parts: int64(n), do: func(i int) { y.w.guard(y, func() { f(i, y.parts[i]) }) }, finished: make([]atomic.Bool, n)}
	for i := range n {
		if i == len(y.parts) {
			y.parts = append(y.parts, newCommands(q.w, y))
		}
		part := y.parts[i]
		part.loop, part.part, part.turn = l, i, false
	}
	defer func() { // also after runtime.Goexit
		q.took(time.Duration(l.took.Load()))
		for _, part := range y.parts[:n] {
			y.do.absorb(part)
		}
	}()
	q.w.pool.share(l)
}

// took records the time of all parts of a loop.
func (q *query) took(all time.Duration) { q.cost = float64(all) / float64(max(1, q.len())) }

// commands returns the Commands of a part, or of the owner of the query.
func (q *query) commands() *Commands {
	if q.do != nil {
		return q.do
	}
	if q.owner == nil {
		return q.w.later
	}
	return q.owner.do
}

func (p *pool) share(l *loop) {
	if p.way == Spawning {
		var all sync.WaitGroup
		for range l.parts {
			all.Add(1)
			go func() {
				defer all.Done()
				l.part(p)
			}()
		}
		all.Wait()
		return
	}
	p.mu.Lock()
	p.loops = append(p.loops, l)
	p.call()
	p.mu.Unlock()
	// Idle processors find a woken worker last and after sleeping; they find a
	// goroutine that yields first.
	runtime.Gosched()
	defer p.await(l)
	p.drain(l)
}

// await waits for the end of a loop that this goroutine has helped with.
func (p *pool) await(l *loop) {
	if l.next.Load() < l.parts { // runtime.Goexit ended a part
		defer p.await(l)
		p.drain(l)
		return
	}
	for waited := 0; l.done.Load() < l.parts && waited < patience; waited++ {
		runtime.Gosched()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.loops = slices.DeleteFunc(p.loops, func(other *loop) bool { return other == l })
	for l.done.Load() < l.parts {
		p.news.Wait()
	}
}

// drain does parts of a loop until all have begun.
func (p *pool) drain(l *loop) {
	defer p.tell()
	for l.part(p) {
	}
}

// tell wakes the goroutines that wait for the end of a system or of a part.
func (p *pool) tell() {
	p.mu.Lock()
	p.news.Broadcast()
	p.mu.Unlock()
}

// part does a part of a loop, if one is left.
func (l *loop) part(p *pool) bool {
	i := l.next.Add(1) - 1
	if i >= l.parts {
		return false
	}
	defer l.end(p, int(i), time.Now())
	l.do(int(i))
	return true
}

// end marks a part as done.
func (l *loop) end(p *pool, i int, start time.Time) {
	l.took.Add(int64(time.Since(start)))
	l.finished[i].Store(true)
	if l.done.Add(1); l.waiting.Load() > 0 {
		p.tell()
	}
}

// A stretch is rows of a chunk.
type stretch struct {
	table    int // of matching
	chunk    *chunk
	from, to int
}

// part makes q the i-th of n parts of another query.
func (q *query) part(of *query, do *Commands, i, n int, terms ...*binding) {
	total := of.len()
	q.rights, q.matching, q.terms, q.wanted = of.rights, of.matching, terms, of.wanted
	q.do = do
	q.abandon() // loops that a panic ended
	q.parts = q.parts[:0]
	if q.parts == nil {
		q.parts = make([]stretch, 0, 4)
	}
	for _, b := range terms {
		b.query = q
	}
	from, to := total*i/n, total*(i+1)/n
	edge := 1 // of rows whose writes are recorded separately
	for _, b := range terms {
		if b.kind.tracked {
			edge = blockRows
		}
	}
	for table, m := range of.matching {
		for _, c := range m.table.chunks {
			rows := int(c.rows)
			if rows == 0 || to <= 0 {
				break
			}
			cut := func(at int) int { // the same for the end of a part and the begin of the next
				if at >= rows {
					return rows
				}
				return max(0, at) / edge * edge
			}
			if first, end := cut(from), cut(to); first < end {
				q.parts = append(q.parts, stretch{table, c, first, end})
			}
			from, to = from-rows, to-rows
		}
	}
}
