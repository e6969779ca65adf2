package drive

import (
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/timing"
)

// frame is the time per frame of a game with 60 frames per second.
const frame = time.Second / 60

// tail times each change of all frames on its own, to find rare slow ones: growth of a slice, or a
// garbage collection. Each value includes reading the clock: some tens of nanoseconds.
func (q *question) tail() []Value {
	timing.CollectGarbage()
	changes, missed := q.frames()
	slices.Sort(changes)
	return []Value{
		{timing.Quantile(changes, 0.999), "p99.9-ns/change"},
		{timing.Quantile(changes, 0.5), "p50-ns/change"},
		{timing.Quantile(changes, 0.99), "p99-ns/change"},
		{timing.Quantile(changes, 1), "max-ns/change"},
		{float64(missed), "missed-frames"},
	}
}

// frames makes the changes of all frames one by one. It returns the nanoseconds of each, and the
// number of frames that take too long.
func (q *question) frames() (changes []float64, missed int) {
	g := q.world()
	q.used, q.done = []Game{g}, 1
	spec := q.script.Spec
	room := 0.0
	for _, s := range spec.Steps {
		room += s.Count + 1
	}
	changes = make([]float64, 0, int(room)*spec.Frames)
	one := Frame{Due: make([]bool, len(spec.Steps)), Lists: make([]List, len(spec.Steps))}
	for range spec.Frames {
		f := q.script.Next()
		one.Number = f.Number
		took := time.Duration(0)
		for step := range f.Lists {
			one.Due[step] = true
			for i := range f.Lists[step].Slots {
				one.Lists[step] = f.Lists[step].at(i)
				g.Prepare(&one)
				q.clock.begin()
				g.Frame(&one, q.clock)
				changes = append(changes, float64(q.clock.spent[step]))
				took += q.clock.spent[step]
			}
			one.Due[step], one.Lists[step] = false, List{}
		}
		if took > frame {
			missed++
		}
	}
	return changes, missed
}

// at returns the part of a list with one entity.
func (l *List) at(i int) List {
	one := List{Slots: l.Slots[i : i+1], Serials: l.Serials[i : i+1]}
	if len(l.Masks) > 0 {
		one.Kinds, one.Masks, one.Rows, one.Top = l.Kinds[i:i+1], l.Masks[i:i+1], single, l.Slots[i]
	}
	if len(l.Graves) > 0 {
		one.Graves = l.Graves[i : i+1]
	}
	return one
}

// single is a row of one entity.
var single = []Row{{To: 1, Run: true}}
