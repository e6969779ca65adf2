package ecs

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A Way is the way to run the systems of a tick on processors.
type Way string

const (
	// Sequential runs one system after the other.
	Sequential Way = "sequential"
	// Pooled keeps goroutines that wait for work between ticks.
	Pooled Way = "pool"
	// Spawning starts a goroutine for each call of a system and each part of a parallel
	// loop, like the C++ original.
	Spawning Way = "goroutines"
)

var Ways = []Way{Sequential, Pooled, Spawning}

// A Schedule configures ticks. The state after a tick is the same under all.
type Schedule struct {
	Way     Way
	Workers int    // of a pool, including the goroutine that calls Tick; 0 for GOMAXPROCS
	Shuffle uint64 // if not 0, concurrent systems begin in random order: for tests
}

// SetSchedule chooses how ticks run. The default is [Sequential]. The goroutines of a pool end
// with [World.Close], with another schedule, or when the world is garbage.
func (w *World) SetSchedule(c Schedule) error {
	if err := w.between("set schedule"); err != nil {
		return err
	}
	if !slices.Contains(Ways, c.Way) {
		return fmt.Errorf("set schedule: way %q: want one of %v", c.Way, Ways)
	}
	if c.Workers < 0 {
		return fmt.Errorf("set schedule: %d workers: want 1 or more, or 0 for as many as processors", c.Workers)
	}
	if c.Workers == 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	w.Close()
	w.schedule = c
	w.pool = newPool(c)
	if w.pool != nil {
		runtime.AddCleanup(w, (*pool).close, w.pool)
	}
	return nil
}

// Close ends the goroutines of a pool. It is possible between ticks only.
func (w *World) Close() {
	w.exists("Close")
	if w.running != nil {
		w.report(&BusyError{"close the world", "a tick is under way: do it between ticks"})
		return
	}
	if w.pool != nil {
		w.pool.close()
	}
	w.schedule, w.pool = Schedule{Way: Sequential, Workers: 1}, nil
}

// A plan is the systems in a valid order.
type plan struct {
	phases   []phase // a barrier between each and the next
	handlers phase
}

// A phase is systems with their dependencies.
type phase struct {
	systems []*System
	after   [][]int // by system: its dependents
	awaits  []int   // by system: number of dependencies
}

func (w *World) newPlan(group string) *plan {
	p := &plan{handlers: newPhase(w.handlers)}
	from := 0
	for _, to := range append(slices.Clone(w.barriers), len(w.systems)) {
		others := func(y *System) bool { return y.group != group }
		if systems := slices.DeleteFunc(slices.Clone(w.systems[from:to]), others); len(systems) > 0 {
			p.phases = append(p.phases, newPhase(systems))
		}
		from = to
	}
	return p
}

func newPhase(systems []*System) phase {
	p := phase{systems: slices.Clone(systems), after: make([][]int, len(systems)), awaits: make([]int, len(systems))}
	for i, first := range systems {
		first.position = i
		for j := i + 1; j < len(systems); j++ {
			if first.before(systems[j]) {
				p.after[i] = append(p.after[i], j)
				p.awaits[j]++
			}
		}
	}
	return p
}

func (w *World) execute(p *phase) {
	if w.pool != nil {
		w.pool.execute(p)
	} else {
		now := time.Since(w.began)
		for _, y := range p.systems {
			if !y.disabled {
				now = y.run(now)
			}
		}
	}
	w.addReserved()
}

// A pool runs the systems of a phase, each after its dependencies. The goroutine that
// calls execute is one of its workers.
type pool struct {
	way     Way
	workers int
	random  *rand.Rand // nil unless shuffled

	mu     sync.Mutex
	calls  sync.Cond    // workers wait for new work
	called atomic.Int64 // number of calls
	awake  atomic.Int64 // workers that do not wait for calls
	news   sync.Cond    // others wait for the end of work, and help if there is new work
	phase  *phase
	awaits []int // by system: dependencies left
	ready  []int // systems without dependencies left
	left   int   // unfinished systems
	ended  []bool
	before int // the systems before this one are done
	loops  []*loop
	closed bool

	waiting int // systems that wait for earlier ones: see awaitSystems
}

func newPool(c Schedule) *pool {
	if c.Way == Sequential && c.Shuffle == 0 {
		return nil
	}
	p := &pool{way: c.Way, workers: c.Workers}
	p.calls.L, p.news.L = &p.mu, &p.mu
	if c.Shuffle != 0 {
		p.random = rand.New(rand.NewPCG(c.Shuffle, 0))
	}
	if c.Way == Pooled {
		p.awake.Store(int64(c.Workers - 1))
		for range c.Workers - 1 {
			go p.work()
		}
	}
	return p
}

func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	p.call()
	p.mu.Unlock()
}

// work is the loop of a worker. If a system ends its goroutine by runtime.Goexit, another one
// goes on.
func (p *pool) work() {
	p.mu.Lock()
	defer func() {
		if !p.closed {
			go p.work()
		}
		p.mu.Unlock()
	}()
	for !p.closed {
		if called := p.called.Load(); !p.help() && !p.expects(called) {
			p.awake.Add(-1)
			p.calls.Wait()
			p.awake.Add(1)
		}
	}
}

// patience is the number of checks before a worker, or the owner of a loop, sleeps: waking up
// takes longer than a part.
const patience = 1000

// expects reports whether workers are called again before long. It releases the lock
// meanwhile.
func (p *pool) expects(called int64) bool {
	p.mu.Unlock()
	for waited := 0; waited < patience && p.called.Load() == called; waited++ {
		runtime.Gosched()
	}
	p.mu.Lock()
	return p.called.Load() != called
}

func (p *pool) execute(ph *phase) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.phase, p.left, p.before = ph, len(ph.systems), 0
	p.awaits, p.ready = append(p.awaits[:0], ph.awaits...), p.ready[:0]
	p.ended = slices.Grow(p.ended[:0], p.left)[:p.left]
	clear(p.ended)
	for i, n := range ph.awaits {
		if n == 0 {
			p.ready = append(p.ready, i)
		}
	}
	p.offer()
	p.finish()
	p.phase = nil
}

// finish works until all systems are done, also if one of them ends the goroutine by
// runtime.Goexit.
func (p *pool) finish() {
	defer func() {
		if p.left > 0 {
			p.finish()
		}
	}()
	for p.left > 0 {
		if !p.help() {
			p.news.Wait()
		}
	}
}

// offer calls workers if there is work for more than one.
func (p *pool) offer() {
	if len(p.ready) > 1 {
		p.call()
	}
}

// call calls all who can work.
func (p *pool) call() {
	p.called.Add(1)
	p.calls.Broadcast()
	p.news.Broadcast()
}

// help does one piece of work, if there is any. It releases the lock meanwhile.
func (p *pool) help() bool {
	if len(p.ready) > 0 {
		at := 0
		if p.random != nil {
			at = p.random.IntN(len(p.ready))
		}
		p.begin(p.take(at))
		return true
	}
	for _, l := range p.loops {
		if l.next.Load() < l.parts {
			p.unlocked(func() { p.drain(l) })
			return true
		}
	}
	return false
}

// take removes a system from the ready ones.
func (p *pool) take(at int) int {
	system := p.ready[at]
	p.ready = slices.Delete(p.ready, at, at+1)
	return system
}

// begin starts a system.
func (p *pool) begin(i int) {
	y := p.phase.systems[i]
	switch {
	case y.disabled:
		p.done(i)
	case p.way == Spawning:
		go func() {
			defer func() {
				p.mu.Lock()
				p.done(i)
				p.mu.Unlock()
			}()
			y.now()
		}()
	default:
		defer p.done(i)
		p.unlocked(y.now)
	}
}

// now runs the system.
func (y *System) now() { y.run(time.Since(y.w.began)) }

// unlocked calls a function of the program without the lock.
func (p *pool) unlocked(f func()) {
	p.mu.Unlock()
	defer p.mu.Lock()
	f()
}

// done makes the dependents ready that waited only for this system.
func (p *pool) done(i int) {
	for _, j := range p.phase.after[i] {
		if p.awaits[j]--; p.awaits[j] == 0 {
			p.ready = append(p.ready, j)
		}
	}
	p.left--
	p.ended[i] = true
	for p.before < len(p.ended) && p.ended[p.before] {
		p.before++
	}
	if p.left == 0 || p.way == Spawning || p.waiting > 0 {
		p.news.Broadcast()
	}
	if p.left > 0 && p.way != Spawning {
		p.offer()
	}
}
