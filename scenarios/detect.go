package scenarios

import (
	"fmt"
	"reflect"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// detect writes to components of some entities by handle, and then visits only those, like
// rendering and networking.
var detect = Scenario{
	Name:     "detect",
	Title:    "Detect",
	Doc:      "write to C per 1,000 of N entities, alternately the Position of one half and the Velocity of the other; then read the changed components",
	OnDemand: true,
	Axes: []Axis{{
		Name: "changes", Title: "changes per 1,000", Doc: "entities per 1,000 that change in each frame",
		Default: []int{0, 1, 500, 1000}, Max: 1000, Size: true,
	}, {
		Name: entities.Name, Title: entities.Title, Doc: entities.Doc,
		Default: []int{10_000}, Min: 1, Max: entities.Max,
	}},
	Options: []impls.Option{
		{Name: "part", Doc: "timed part: writing and finding, or only writing", Default: "both", Values: []string{"both", "write"}},
		orderOption, registerOption,
	},
	Open: func(c Setup) (Workload, error) {
		inner := c
		inner.OpenWorld = func(cfg impls.Config) (impls.World, error) {
			cfg.Detect = reached[:]
			return c.OpenWorld(cfg)
		}
		updates, err := openUpdates(inner, [][]kernel.Component{kernel.MoveID.Get().Needs}, kernel.MoveID, []row{{0, c.entities(), 0}})
		if err != nil {
			return nil, err
		}
		w := &detection{updates: updates, both: c.Options["part"] == "both"}
		if w.detector, err = impls.As[impls.Detector](w.world, c.Impl); err != nil {
			return nil, err
		}
		w.order = order(c)[:(c.entities()*c.At["changes"]+999)/1000]
		w.parts = inTwo(w.entities.Pick(w.order))
		return w, nil
	},
}

type detection struct {
	*updates
	detector impls.Detector
	both     bool
	order    []int // of the entities in parts
	parts    [2]impls.Handles
	passes   int
	found    int
	sum      uint64
}

func (w *detection) Entities() int          { return w.entities.Len() }
func (w *detection) Warm() (float64, error) { w.Run(1); return 1, nil }

func (w *detection) Run(n int) {
	for range n {
		for i, part := range w.parts {
			w.detector.Touch(part, reached[(w.passes+i)%2])
		}
		if w.both {
			w.find()
		}
		w.passes++
	}
}

func (w *detection) find() {
	for _, c := range reached {
		found, sum := w.detector.Changed(c)
		w.found, w.sum = w.found+found, w.sum+sum
	}
}

// touches returns the number of writes to a component of a part; both are indices, of reached
// and of parts.
func (w *detection) touches(component, part int) uint32 {
	return uint32(w.passes+1-(component+part)%2) / 2
}

// Verify finds the remaining changes, and none a second time.
func (w *detection) Verify() error {
	w.find()
	wantFound, wantSum, err := w.expect()
	if err != nil {
		return err
	}
	if err := verifyCount("changed components found", w.found, wantFound); err != nil {
		return err
	}
	if w.sum != wantSum {
		return fmt.Errorf("wrong work: the found components have the sum %#x, want %#x", w.sum, wantSum)
	}
	w.found = 0
	w.find()
	return verifyCount("changed components found without a change", w.found, 0)
}

// expect returns the expected number and sum, and compares the state of all entities.
func (w *detection) expect() (found int, sum uint64, err error) {
	part := make(map[int]int, len(w.order)) // by entity
	for at, i := range w.order {
		if at >= w.parts[0].Len() {
			part[i] = 1
		} else {
			part[i] = 0
		}
	}
	expected := kernel.Expect(w.cfg.Types)
	hashes := make([]uint64, w.entities.Len())
	w.world.Hash(w.entities, hashes)
	for i, got := range hashes {
		state := expected.State(w.cfg.Bundles[0], uint32(i))
		if of, touched := part[i]; touched {
			for at, c := range reached {
				value, size := reflect.ValueOf(state.Values[c]).UnsafePointer(), w.cfg.Types[c].Of().Go.Size()
				times, before := w.touches(at, of), kernel.GlanceAt(value, size)
				kernel.TouchAt(value, times)
				switch n := uint64(times); {
				case w.both: // found after each touch, which adds 1
					found += int(times)
					sum += n*before + n*(n+1)/2
				case n > 0:
					found++
					sum += before + n
				}
			}
		}
		if got != state.Hash() {
			return 0, 0, fmt.Errorf("wrong state of entity %d: %s", i+1, kernel.Explain(state, got))
		}
	}
	return found, sum, nil
}
