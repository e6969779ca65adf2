package drive

// A Table maps the slots of the script to handles of a library. Generated games embed one.
type Table[Handle comparable] struct {
	Spec    *Spec
	Entity  []Handle   // by slot
	Targets [][]Handle // by step: entities that change in this frame
	Parents [][]Handle // by step
	Work    []int      // by step: iterations of extra work
	Worked  uint32     // result of the last extra work
	Sum     uint64     // of all values that were read; independent of the order

	Gathered []Handle // by the last loop that needs handles
	Found    Handle   // by the last search

	made   []Handle          // of the new entities of a row
	turn   []int             // by step: the next row of those that take turns
	graves []Handle          // of destroyed entities; none if no look-up uses them
	counts map[Handle]uint64 // how often a handle was gathered
}

// NewTable returns the table of a world.
func NewTable[Handle comparable](spec *Spec) Table[Handle] {
	t := Table[Handle]{Spec: spec, Targets: make([][]Handle, len(spec.Steps)), Parents: make([][]Handle, len(spec.Steps)), turn: make([]int, len(spec.Steps))}
	for _, s := range spec.Steps {
		if s.Stale > 0 && t.graves == nil {
			t.graves = make([]Handle, Graves)
		}
		t.Work = append(t.Work, s.Work)
	}
	return t
}

// Prepare finds the handles of the changing entities. It is not timed.
func (t *Table[Handle]) Prepare(f *Frame) {
	for i := range f.Lists {
		list := &f.Lists[i]
		if s := t.Spec.Steps[i]; s.Op == Destroy && s.Undo {
			t.Targets[i] = t.neighbours(list)
			continue
		}
		t.Targets[i], t.Parents[i] = t.Targets[i][:0], t.Parents[i][:0]
		t.Room(list)
		if len(list.Masks) > 0 {
			continue
		}
		for _, slot := range list.Slots {
			if slot&InGraveyard != 0 {
				t.Targets[i] = append(t.Targets[i], t.graves[slot&^InGraveyard])
			} else {
				t.Targets[i] = append(t.Targets[i], t.Entity[slot])
			}
		}
		for _, slot := range list.Parents {
			t.Parents[i] = append(t.Parents[i], t.Entity[slot])
		}
		for k, grave := range list.Graves {
			if t.graves != nil {
				t.graves[grave] = t.Targets[i][k]
			}
		}
	}
}

// neighbours returns the place of the handles of consecutive slots, which change with the entities
// there.
func (t *Table[Handle]) neighbours(list *List) []Handle {
	if len(list.Slots) == 0 {
		return nil
	}
	return t.Entity[list.Slots[0]:][:len(list.Slots)]
}

// Turn returns the next row of a step whose rows take turns, and its handles.
func (t *Table[Handle]) Turn(step int, list *List) (row *List, targets []Handle) {
	row = &list.Parts[t.turn[step]]
	if t.turn[step]++; t.turn[step] == len(list.Parts) {
		t.turn[step] = 0
	}
	return row, t.neighbours(row)
}

// Room makes room for the handles of new entities.
func (t *Table[Handle]) Room(list *List) {
	t.Entity = append(t.Entity, make([]Handle, max(0, int(list.Top)+1-len(t.Entity)))...)
	t.made = append(t.made, make([]Handle, max(0, list.Loose-len(t.made)))...)
}

// Create creates the entities of a list with a function of the library, row by row.
func (t *Table[Handle]) Create(list *List, spawn func(kind uint8, mask uint64, numbers []uint32, made []Handle)) {
	t.Room(list)
	for _, r := range list.Rows {
		kind, mask, numbers, slots := list.Kinds[r.From], list.Masks[r.From], list.Serials[r.From:r.To], list.Slots[r.From:r.To]
		if r.Run { // the place for the handles is the table itself
			spawn(kind, mask, numbers, t.Entity[slots[0]:][:len(slots)])
			continue
		}
		made := t.made[:len(slots)]
		spawn(kind, mask, numbers, made)
		for i, slot := range slots {
			t.Entity[slot] = made[i]
		}
	}
}

// Handles returns those of slots.
func (t *Table[Handle]) Handles(slots []uint32) (list []Handle) {
	for _, slot := range slots {
		list = append(list, t.Entity[slot])
	}
	return list
}

// Attach, Frame and Pass do nothing. Games have their own if their world needs it: for relations,
// for frames, and for measured steps.

// Attach implements [Game].
func (*Table[Handle]) Attach(*List) {}

// Frame implements [Game].
func (*Table[Handle]) Frame(*Frame, *Clock) {}

// Pass implements [Game].
func (*Table[Handle]) Pass(*Frame, int) {}

// Total is the sum of all values that were read.
func (t *Table[Handle]) Total() uint64 { return t.Sum }

// Gatherings is how often the last loop that needs handles gathered one.
func (t *Table[Handle]) Gatherings(e Handle) uint64 {
	if t.counts == nil {
		t.counts = make(map[Handle]uint64)
		for _, e := range t.Gathered {
			t.counts[e]++
		}
	}
	return t.counts[e]
}
