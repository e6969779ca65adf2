package scenarios

import (
	"fmt"
)

// layout compares an array of structs (reference objects) with a struct of arrays (reference
// soa), without a world.
var layout = Scenario{
	Name:     "layout",
	Title:    "Layout",
	Doc:      "read F of 16 fields of N entities, from an array of structs (objects) or a struct of arrays (soa)",
	From:     "the book of an ECS in 500 lines",
	OnDemand: true,
	Axes: []Axis{{
		Name: "fields", Title: "fields", Doc: "read fields, of 16 of 4 bytes",
		Default: []int{1, 2, 4, 8, 16}, Min: 1, Max: layoutFields,
	}, {Name: entities.Name, Title: entities.Title, Doc: entities.Doc, Default: []int{1_000_000}, Min: 1, Max: entities.Max, Size: true}},
	Open: func(c Setup) (Workload, error) {
		if err := only(c, "objects", "soa"); err != nil {
			return nil, err
		}
		w := &reading{n: c.entities(), fields: c.At["fields"], structs: c.Impl == "objects"}
		if w.structs {
			w.rows = make([]wide, w.n)
		}
		for f := range layoutFields {
			if !w.structs {
				w.arrays[f] = make([]uint32, w.n)
			}
			for i := range w.n {
				if w.structs {
					w.rows[i].f[f] = field(i, f)
				} else {
					w.arrays[f][i] = field(i, f)
				}
			}
		}
		return w, nil
	},
}

const layoutFields = 16

type wide struct{ f [layoutFields]uint32 }

// field returns a field of an entity.
func field(i, f int) uint32 { return uint32(i*layoutFields+f) * 2654435761 }

type reading struct {
	n, fields int
	structs   bool
	rows      []wide
	arrays    [layoutFields][]uint32
	sum       uint32
	done      int
}

func (w *reading) Entities() int          { return w.n }
func (w *reading) MaxOperations() int     { return 1 << 30 }
func (w *reading) Prepare(int) error      { return nil }
func (w *reading) Warm() (float64, error) { w.Run(1); return 1, nil }

func (w *reading) Run(n int) {
	for range n {
		if w.structs {
			w.sum += sumStructs(w.rows, w.fields)
		} else {
			w.sum += sumArrays(&w.arrays, w.n, w.fields)
		}
	}
	w.done += n
}

// together is the number of entities processed field by field; they stay in the first-level
// cache.
const together = 256

//go:noinline
func sumStructs(rows []wide, fields int) (sum uint32) {
	for from := 0; from < len(rows); from += together {
		block := rows[from:min(from+together, len(rows))]
		for f := range fields {
			for i := range block {
				sum += block[i].f[f&(layoutFields-1)]
			}
		}
	}
	return sum
}

//go:noinline
func sumArrays(arrays *[layoutFields][]uint32, n, fields int) (sum uint32) {
	for from := 0; from < n; from += together {
		for f := range fields {
			for _, v := range arrays[f&(layoutFields-1)][from:min(from+together, n)] {
				sum += v
			}
		}
	}
	return sum
}

func (w *reading) Verify() error {
	var once uint32
	for i := range w.n {
		for f := range w.fields {
			once += field(i, f)
		}
	}
	if want := once * uint32(w.done); w.sum != want {
		return fmt.Errorf("wrong state: the fields read add up to %d, want %d", w.sum, want)
	}
	return nil
}
