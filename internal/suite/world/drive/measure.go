package drive

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/timing"
)

// measure times the measured steps on their own. The other steps do not run; their queries exist.
//
// Steps that leave the world as it was, such as systems and changes that are undone, run again
// and again in one world. A pass of other steps, which create, destroy or change entities, has a
// fresh world each.
func measure(spec *Spec, open func(*Spec) Game, dump bool) (result Result) {
	step := "set-up"
	defer func() {
		if caught := recover(); caught != nil {
			result = Result{Panic: fmt.Sprint(caught), PanicStep: step}
		}
	}()
	began := time.Now()
	q := newQuestion(spec, open)
	result.SetUp = int64(time.Since(began))
	step = "measured steps"
	var err error
	switch {
	case spec.Passes > 0:
		q.passes(spec.Passes)
	case spec.Quantity != "":
		result.Values = q.quantify()
	default:
		var s timing.Measurement
		s, err = timing.Take(q, time.Duration(spec.MinTime), spec.Probe)
		result.Sample, result.PerOp = &s, q.Entities()
	}
	if err != nil {
		panic(err)
	}
	step = "verification"
	result.Passes = q.done
	result.Entities, result.State, result.Dump = q.verify(dump)
	result.Played = int64(time.Since(began)) - result.SetUp
	return result
}

// A question is the workload of measured steps. An operation is a pass of them.
type question struct {
	open     func(*Spec) Game
	script   *Script
	spawned  List
	attached List
	ages     []replacement
	begin    Frame // what happens once: changes that make the subsets of kinds, and destruction
	timed    Frame
	entities int
	fresh    bool   // each pass has a world of its own
	creates  bool   // a pass creates entities
	next     []Game // prepared worlds
	used     []Game // of the last run
	done     int    // passes in a world that repeats them
	grows    uint64 // bytes that a pass allocates
	owned    uint64 // bytes acquired by own
	clock    *Clock
	extra    uint32 // result of the extra work
}

func newQuestion(spec *Spec, open func(*Spec) Game) *question {
	q := &question{open: open, script: NewScript(spec), clock: &Clock{spent: make([]time.Duration, len(spec.Steps))}}
	q.spawned, q.attached = q.script.Population()
	q.ages = q.script.age()
	q.begin = q.script.next(func(s *Step, _ uint32) bool { return s.Bit > 0 || s.Before }).clone()
	visited, all := q.script.selected(), len(q.script.live)
	q.timed = q.script.next(func(s *Step, _ uint32) bool { return s.Measured }).clone()
	systems, changed, detects := 0, 0, false
	for i, s := range spec.Steps {
		switch {
		case !s.Measured:
			continue
		case s.Op == System:
			systems += s.Copies
		case s.Order == Turns && !s.Undo:
			changed += int(s.Count)
		case !s.Undo || s.Op == Attach:
			changed += len(q.timed.Lists[i].Slots)
		}
		detects = detects || s.Op == Detect
		q.creates = q.creates || s.Op == Spawn || s.Op == Clone || s.Op == Save
		q.fresh = q.fresh || spec.Changes(i)
	}
	switch {
	case systems == 0 && !detects:
		q.entities = changed
	case systems == 1 && changed == 0:
		q.entities = visited
	default: // a tick of the world
		q.entities = all
	}
	if q.fresh = q.fresh || spec.Quantity != ""; !q.fresh {
		q.used = []Game{q.world()}
	}
	return q
}

func (f *Frame) clone() Frame {
	c := Frame{Number: f.Number, Due: slices.Clone(f.Due)}
	for _, l := range f.Lists {
		c.Lists = append(c.Lists, List{slices.Clone(l.Slots), slices.Clone(l.Serials), slices.Clone(l.Kinds), slices.Clone(l.Masks), slices.Clone(l.Rows), l.Top, l.Loose, slices.Clone(l.Parents), slices.Clone(l.Copies), slices.Clone(l.Graves), l.Parts})
	}
	return c
}

// selected returns the number of entities that measured systems visit.
func (p *Script) selected() (n int) {
	for _, s := range p.Spec.Steps {
		if !s.Measured || s.Op != System {
			continue
		}
		for _, slot := range p.live {
			if p.Mask[slot]&s.Need == s.Need && p.Mask[slot]&s.Lack == 0 {
				n++
			}
		}
	}
	return n
}

// world opens a world that is ready for a pass.
func (q *question) world() Game {
	g := q.open(q.script.Spec)
	populate(g, &q.spawned, q.ages)
	g.Attach(&q.attached)
	g.Prepare(&q.begin)
	q.clock.begin()
	g.Frame(&q.begin, q.clock)
	g.Prepare(&q.timed)
	return g
}

// passes runs the steps so many times; only once in a fresh world. Of quantities it leaves the world
// that their measurement leaves.
func (q *question) passes(n int) {
	switch q.script.Spec.Quantity {
	case Leaks:
		g := q.opened()
		q.rounds(g, n-1)
		q.refill(g)
		q.used, q.done = []Game{g}, n
		return
	case Tail:
		q.frames()
		return
	}
	if q.fresh {
		q.next, n = []Game{q.world()}, 1
	}
	q.Run(n)
}

// Benchmark runs n operations of the measured steps in a Go benchmark. It makes worlds between stop
// and start, which stop and start the clock of the benchmark.
func Benchmark(spec *Spec, open func(*Spec) Game, n int, stop, start func()) {
	stop()
	q := newQuestion(spec, open)
	together := n
	if q.fresh {
		together = max(1, mostPrepared/max(1, q.entities))
	}
	for left := n; left > 0; left -= together {
		together = min(together, left)
		_ = q.Prepare(together)
		start()
		q.Run(together)
		stop()
	}
	start()
}

// mostPrepared limits the entities of worlds that are made together for a benchmark.
const mostPrepared = 1_000_000

func (q *question) Entities() int { return q.entities * q.script.Spec.repeats() }

// Workers is the number of goroutines, for package timing.
func (q *question) Workers() int {
	n := 1
	for _, s := range q.script.Spec.Steps {
		if s.Measured {
			n = max(n, s.Workers)
		}
	}
	return n
}

// mostPasses keeps the sums of kernels exact, see kernel.MaxRuns.
const mostPasses = 500_000

func (q *question) MaxOperations() int {
	if q.fresh {
		return 1 << 30
	}
	return mostPasses / q.script.Spec.repeats()
}

func (q *question) Warm() (share float64, err error) {
	if err := q.Prepare(1); err != nil {
		return 0, err
	}
	before := allocated()
	q.Run(1)
	q.grows = allocated() - before
	return 1, nil
}

func allocated() uint64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.TotalAlloc
}

func (q *question) Prepare(n int) error {
	if !q.fresh {
		return nil
	}
	q.used = nil // their memory is used again by the next worlds
	for range n {
		q.next = append(q.next, q.world())
	}
	if q.creates {
		q.own(uint64(n))
	}
	return nil
}

// mostOwned limits the bytes acquired by own.
const mostOwned = 1 << 30

// own acquires twice the memory that n passes need, because they do not always fit into the holes
// of earlier ones. Passes that only destroy need none: worlds in new memory took a fifth longer. The garbage collector stays off, because it returns memory. If the run-time
// decided, the first worlds of a process would use cold memory and later ones warm memory, so
// longer processes would seem faster.
func (q *question) own(n uint64) {
	debug.SetGCPercent(-1)
	if need := min(2*n*q.grows, mostOwned); need > q.owned {
		block := make([]byte, need)
		for i := 0; i < len(block); i += os.Getpagesize() {
			block[i] = 1
		}
		q.owned = need
	}
}

func (q *question) Run(n int) {
	if extra := q.script.Spec.Extra; extra > 0 {
		q.extra += Work(q.extra, 0, n*extra)
	}
	if !q.fresh {
		n *= q.script.Spec.repeats()
		q.used[0].Pass(&q.timed, n)
		q.done += n
		return
	}
	for _, g := range q.next[:n] {
		g.Pass(&q.timed, 1)
	}
	q.done = 1
	q.used, q.next = append(q.used, q.next[:n]...), q.next[n:]
}

// nothingFound makes a pass that sets nothing. If it finds changes again, the sum of what was read
// differs from that of the reference.
func (q *question) nothingFound(g Game) {
	none, detects := Frame{Number: q.timed.Number, Due: q.timed.Due, Lists: slices.Clone(q.timed.Lists)}, false
	for i, s := range q.script.Spec.Steps {
		detects = detects || s.Measured && s.Op == Detect
		if s.Op == Set && s.Order != Turns {
			none.Lists[i] = List{}
		}
	}
	if detects {
		g.Prepare(&none)
		g.Pass(&none, 1)
	}
}

// halfway makes a pass that undoes no change of components, and reports whether there is one. The
// state after whole passes is right, too, if neither the changes nor their undoing are made.
func (q *question) halfway(g Game) bool {
	half, undoes := Frame{Number: q.timed.Number, Due: q.timed.Due, Lists: slices.Clone(q.timed.Lists)}, false
	for i, s := range q.script.Spec.Steps {
		if s.Measured && s.Op == Change && s.Undo && s.Order != Turns && !s.All {
			half.Lists[i], undoes = List{}, true
		}
	}
	if undoes = undoes && !q.fresh; undoes {
		g.Prepare(&half)
		g.Pass(&half, 1)
	}
	return undoes
}

// verify returns the state of the worlds of the last run, which have to be equal: that of the
// first one that differs from the first.
func (q *question) verify(dump bool) (entities int, hash string, all []uint64) {
	for i, g := range q.used {
		q.nothingFound(g)
		left, slots := 0, q.script.Live()
		for step, s := range q.script.Spec.Steps {
			if !s.Measured || s.Op != Destroy && s.Op != Despawn {
				continue
			}
			for _, slot := range q.timed.Lists[step].Slots {
				if _, alive := g.Hash(slot, q.script); alive {
					left++
				}
			}
			if s.Undo { // an empty world is no evidence
				g.Spawn(&q.timed.Lists[step-1])
				slots = slices.Concat(slots, q.timed.Lists[step].Slots)
			}
		}
		n, h, list := state(q.script, g, slots, dump)
		n += left
		if q.halfway(g) {
			_, half, others := state(q.script, g, slots, dump)
			h += "-" + half
			for i := 1; i < len(list); i += 2 {
				list[i] = Mix(list[i]) + others[i]
			}
		}
		if i > 0 && n == entities && h == hash {
			continue
		}
		differs := i > 0
		if entities, hash, all = n, h, list; differs {
			break
		}
	}
	return entities, hash, all
}
