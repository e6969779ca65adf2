package scenarios

import (
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

// memoryOption is the memory that worlds grow into. If the runtime decided, it would vary: the
// first worlds of a process use cold memory and later ones warm memory, so longer processes
// would seem faster.
var memoryOption = impls.Option{
	Name:    "memory",
	Doc:     "memory of the process without garbage collection (warm), or new memory with page faults (cold)",
	Default: "warm",
	Values:  []string{"warm", "cold"},
}

// create fills fresh worlds, including all growth; opening them is not timed. Used worlds held
// as many entities before, which were destroyed in random order; aged worlds also replaced
// entities.
var create = Scenario{
	Name:  "create",
	Title: "Create",
	Doc:   "create N entities with K components each",
	From:  "P. Vigier's ECS in C++",
	Axes:  []Axis{components, entities, aged},
	Options: []impls.Option{
		changeModes,
		{Name: "world", Doc: "a fresh world, or one that held as many entities before", Default: "fresh", Values: []string{"fresh", "used"}},
		memoryOption, reserveOption, registerOption,
	},
	Open: func(c Setup) (Workload, error) { return newCreation(c) },
}

func newCreation(c Setup) (*creation, error) {
	k := seedKernel(c.At[components.Name])
	cfg, err := config(c, [][]kernel.Component{seedSet(c.At[components.Name])}, k)
	w := &creation{c: c, cfg: cfg, n: c.entities()}
	w.cfg.Create = results.AccessMode(c.Options[ModeOption])
	w.cfg.Change = w.cfg.Create
	if c.Options["reserve"] == "yes" {
		w.cfg.Capacity = c.entities()
	}
	return w, err
}

// used reports whether the worlds held entities before.
func (w *creation) used() bool { return w.c.Options["world"] == "used" || w.c.At[aged.Name] > 0 }

type creation struct {
	c      Setup
	cfg    impls.Config
	n      int           // entities per world
	fresh  []filledWorld // prepared, unused
	filled []filledWorld // of the last run

	before  uint64 // bytes allocated at the start of the last run
	grows   int    // approximate bytes that filling a world allocates
	owned   int    // bytes acquired by own
	resting bool
	percent int // GC percent to restore
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

// enough limits the entities of a warm-up and of a second verification. A million would take as
// long as the sample.
const enough = 16_384

// warmPart is warmOnce of w or of a workload on w's worlds, with at most enough entities.
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

// warmOnce does one prepared operation of a workload.
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
	w.filled = nil // their memory is reused by the next worlds
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
	destroyer, err := impls.As[impls.Destroyer](f.World, w.c.Impl)
	if err != nil {
		return err
	}
	draw := rand.New(rand.NewPCG(w.c.Seed, 5))
	destroyer.Destroy(f.entities.Pick(draw.Perm(f.entities.Len())))
	return nil
}

// mostOwned limits the bytes acquired by own. Batches of samples need a fraction of it, a
// profile more than there is.
const mostOwned = 1 << 30

// own acquires twice the memory that n worlds need, because they do not always fit into the
// holes of earlier ones. The garbage collector stays off until verification, because it returns
// memory.
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

// verifyEmptied checks that the worlds are empty and can be filled again.
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
