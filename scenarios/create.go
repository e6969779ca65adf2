package scenarios

import (
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// memoryOption says what memory worlds grow into. Left to the run-time it is now
// the one and now the other, which for what is growing differs by a multiple: the
// first worlds of a process grow into cold memory and the hundredth into warm, so
// that a run in which processes get further seems to have the faster code.
var memoryOption = impls.Option{
	Name:    "memory",
	Doc:     "memory that the process already has, and the collector at rest (warm), or that the operating system has yet to give, page faults and all (cold)",
	Default: "warm",
	Values:  []string{"warm", "cold"},
}

// create is the first benchmark of seed 004. Fresh worlds are opened outside
// of the timed part; filling them, with all the growing that it takes, is
// timed. Used worlds have held as many entities before, which were destroyed in
// random order; aged worlds are used ones whose entities came and went before.
var create = Scenario{
	Name:  "create",
	Title: "Create",
	Doc:   "create N entities with K components each",
	Verb:  "creates",
	From:  "P. Vigier's ECS in C++",
	Axes:  []Axis{components, entities, aged},
	Options: []impls.Option{
		changeModes,
		{Name: "world", Doc: "a fresh world, or one that has held as many entities before", Default: "fresh", Values: []string{"fresh", "used"}},
		memoryOption, reserveOption, registerOption,
	},
	Open: func(c Case) (Workload, error) { return newCreation(c) },
}

func newCreation(c Case) (*creation, error) {
	k := seedKernel(c.At[components.Name])
	cfg, err := config(c, [][]kernel.Component{seedSet(c.At[components.Name])}, k)
	w := &creation{c: c, cfg: cfg, n: c.entities()}
	w.cfg.Change = impls.AccessMode(c.Options[ModeOption])
	if c.Options["reserve"] == "yes" {
		w.cfg.Capacity = c.entities()
	}
	if w.used() {
		w.cfg.Room = []int{c.entities()}
	}
	return w, err
}

// used reports whether worlds have held entities before they are filled.
func (w *creation) used() bool { return w.c.Options["world"] == "used" || w.c.At[aged.Name] > 0 }

type creation struct {
	c      Case
	cfg    impls.Config
	n      int           // entities of a world
	fresh  []filledWorld // prepared and not used yet
	filled []filledWorld // those of the last run

	before  uint64 // bytes allocated when the last run began
	grows   int    // bytes that a world allocates while it is filled, roughly
	owned   int    // bytes that the process was made to own
	resting bool
	percent int // of the collector, while it is at rest
}

type filledWorld struct {
	impls.World
	entities impls.Handles
}

func (w *creation) Entities() int      { return w.n }
func (w *creation) MaxOperations() int { return 1 << 30 }

func (w *creation) Warm() (float64, error) {
	share, err := w.warmPart(w)
	if err != nil {
		return 0, err
	}
	w.grows = int(float64(everAllocated()-w.before) / share)
	return share, nil
}

func everAllocated() uint64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.TotalAlloc
}

// enough is how many entities it takes at most to warm code up, and for a second look
// at a world of which every entity was looked at. To create a million for that takes
// as long as the sample itself.
const enough = 16_384

// warmPart is warmOnce of w, which is the creation or does more with its worlds,
// with no more entities than it takes.
func (w *creation) warmPart(whole Workload) (share float64, err error) {
	if w.n <= enough {
		return warmOnce(whole)
	}
	all := w.n
	w.n = enough
	_, err = warmOnce(whole)
	w.n, w.filled = all, nil
	return enough / float64(all), err
}

// warmOnce does an operation of a workload that has to be prepared for it.
func warmOnce(w Workload) (share float64, err error) {
	if err := w.Prepare(1); err != nil {
		return 0, err
	}
	w.Run(1)
	return 1, nil
}

func (w *creation) Prepare(n int) error {
	used := w.used()
	previous := w.filled
	w.filled = nil // what they had is what the next ones grow into
	for i := range n {
		if used && i < len(previous) && previous[i].Len() == previous[i].entities.Len() {
			w.fresh = append(w.fresh, previous[i])
			continue
		}
		world, err := w.c.OpenWorld(w.cfg)
		if err != nil {
			return err
		}
		f := filledWorld{world, world.Handles(w.n)}
		if used {
			world.Spawn(0, 0, f.entities)
		}
		w.fresh = append(w.fresh, f)
	}
	if used {
		for _, f := range w.fresh {
			if err := w.empty(f); err != nil {
				return err
			}
		}
	}
	w.filled = append(w.filled, w.fresh...)
	switch w.c.Options["memory"] {
	case "cold":
		debug.FreeOSMemory()
	case "warm":
		w.own(n)
		w.before = everAllocated()
	}
	return nil
}

// age ages a filled world, see [population.age].
func (w *creation) age(f filledWorld) error {
	return population{f.World, f.entities, 1, func(i int) (int, uint32) { return 0, uint32(i) }}.age(w.c, w.c.At[aged.Name])
}

// empty ages a filled world and destroys its entities in random order.
func (w *creation) empty(f filledWorld) error {
	if err := w.age(f); err != nil {
		return err
	}
	changer, err := impls.As[impls.Changer](f.World, w.c.Impl)
	if err != nil {
		return err
	}
	draw := rand.New(rand.NewPCG(w.c.Seed, 5))
	changer.Destroy(f.entities.Pick(draw.Perm(f.entities.Len())))
	return nil
}

// mostOwned is how many bytes a process is made to own at most. Batches of samples
// take a fraction of it; a profile runs for longer than there is memory for.
const mostOwned = 1 << 30

// own makes the process own as much memory as n worlds grow into, twice: what they
// grow into does not always fit into the holes that the last ones have left. The
// run-time would give back at once what it has no use for, but not while its
// collector is off, which stays so until the worlds are verified.
func (w *creation) own(n int) {
	if !w.resting {
		w.percent, w.resting = debug.SetGCPercent(-1), true
	}
	if need := min(2*n*w.grows, mostOwned); need > w.owned {
		block := make([]byte, need)
		for i := 0; i < need; i += os.Getpagesize() {
			block[i] = 1
		}
		w.owned = need
	}
}

func (w *creation) Run(n int) {
	for _, f := range w.fresh[:n] {
		f.Spawn(0, 0, f.entities)
	}
	w.fresh = w.fresh[:0]
}

// fill is Prepare of workloads that time what is done to the worlds of a creation:
// it fills them, and hands each on as what it has to be able to.
func fill[T any](w *creation, n int, ready func(able T, f filledWorld)) error {
	if err := w.Prepare(n); err != nil {
		return err
	}
	w.Run(n)
	for _, f := range w.filled {
		if err := w.age(f); err != nil {
			return err
		}
		able, err := impls.As[T](f.World, w.c.Impl)
		if err != nil {
			return err
		}
		ready(able, f)
	}
	return nil
}

// verifyEmptied is Verify where the entities have ended since: the worlds are
// empty, and can be filled again.
func (w *creation) verifyEmptied() error {
	for i := range w.filled {
		f := &w.filled[i]
		if err := verifyCount("entities alive at the end", f.Len(), 0); err != nil {
			return err
		}
		if err := verifyRun(f, 0); err != nil {
			return err
		}
		f.entities = f.entities.Slice(0, min(enough, f.entities.Len()))
		f.Spawn(0, 0, f.entities)
	}
	return w.Verify()
}

func (w *creation) Verify() error {
	if w.resting {
		debug.SetGCPercent(w.percent)
		w.resting = false
	}
	for _, f := range w.filled {
		if err := verifyWorld(f, w.cfg, f.entities, "Spawn"); err != nil {
			return err
		}
	}
	return nil
}
