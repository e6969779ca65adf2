package drive_test

import (
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
)

// busy is a world with every operation and every order.
func busy() drive.Spec {
	s := drive.Spec{
		Name: "busy", Seed: 3, Frames: 100, Warmup: 20, Budget: 1e6, Relations: 60, Parents: 7, Family: 3,
		Kinds: []drive.Kind{{Name: "a", Count: 300, Has: 1, Some: []drive.Share{{Component: 1, Share: 0.5}}}, {Name: "b", Count: 200, Has: 5}},
	}
	add := func(step drive.Step) {
		step.Every = max(1, step.Every)
		if step.Kinds == 0 {
			step.Kinds = 3
		}
		s.Steps = append(s.Steps, step)
	}
	add(drive.Step{Name: "move", Op: drive.System, Need: 1})
	for _, o := range drive.Orders {
		add(drive.Step{Name: "destroy " + string(o), Op: drive.Destroy, Count: 2.5, Order: o})
		add(drive.Step{Name: "look up " + string(o), Op: drive.Lookup, Count: 30, Need: 1, Stale: 0.1, Order: o})
		add(drive.Step{Name: "gain " + string(o), Op: drive.Change, Count: 5, Kinds: 1, Lack: 2, Add: 2, Order: o})
		add(drive.Step{Name: "lose " + string(o), Op: drive.Change, Count: 5, Kinds: 1, Need: 2, Drop: 2, Order: o})
	}
	add(drive.Step{Name: "spawn", Op: drive.Spawn, Count: 12.5})
	add(drive.Step{Name: "burst", Op: drive.Spawn, Count: 50, Every: 10, Kinds: 2, Until: 600})
	add(drive.Step{Name: "detach", Op: drive.Detach, Count: 2})
	add(drive.Step{Name: "attach", Op: drive.Attach, Count: 4})
	return s
}

// A script depends on its spec alone, and what it selects is alive and has what is
// needed.
func TestPlan(t *testing.T) {
	spec := busy()
	a, b := drive.NewScript(&spec), drive.NewScript(&spec)
	spawned, attached := a.Population()
	b.Population()
	if len(spawned.Slots) != 500 || len(attached.Slots) != 60 || len(attached.Parents) != 60 {
		t.Fatalf("%d entities, %d relations, %d parents", len(spawned.Slots), len(attached.Slots), len(attached.Parents))
	}
	alive := make(map[uint32]uint64) // components by serial
	for i, n := range spawned.Serials {
		alive[n] = spawned.Masks[i]
	}
	for frame := range 100 {
		f, g := a.Next(), b.Next()
		for i := range spec.Steps {
			s, list := &spec.Steps[i], &f.Lists[i]
			if !slices.Equal(list.Slots, g.Lists[i].Slots) || !slices.Equal(list.Masks, g.Lists[i].Masks) || !slices.Equal(list.Parents, g.Lists[i].Parents) {
				t.Fatalf("frame %d, %s: two plans of one spec differ", frame, s.Name)
			}
			seen := make(map[uint32]bool)
			for k, n := range list.Serials {
				mask, is := alive[n]
				switch s.Op {
				case drive.Spawn:
					if is {
						t.Fatalf("frame %d: entity %d is spawned twice", frame, n)
					}
					alive[n] = list.Masks[k]
					continue
				case drive.Lookup:
					if list.Slots[k]&drive.InGraveyard == 0 && !is {
						t.Fatalf("frame %d, %s: entity %d is not alive", frame, s.Name, n)
					}
					continue
				}
				if !is || seen[n] || mask&s.Need != s.Need || mask&s.Lack != 0 {
					t.Fatalf("frame %d, %s: entity %d cannot be selected (alive %v, twice %v, components %b)", frame, s.Name, n, is, seen[n], mask)
				}
				seen[n] = true
				switch s.Op {
				case drive.Destroy:
					delete(alive, n)
				case drive.Change:
					alive[n] = mask&^s.Drop | s.Add
				}
			}
		}
		if len(alive) != len(a.Live()) {
			t.Fatalf("frame %d: %d entities, want %d", frame, len(a.Live()), len(alive))
		}
	}
	related := 0
	for _, slot := range a.Live() {
		if a.Mask[slot]&drive.HasParent != 0 {
			related++
		}
	}
	if related != spec.Relations {
		t.Errorf("%d relations at the end, want %d", related, spec.Relations)
	}
}

// Rows of entities of one kind are created one after the other.
func TestRows(t *testing.T) {
	changes := func(rows int) (n int) {
		spec := busy()
		spec.Rows = rows
		spawned, _ := drive.NewScript(&spec).Population()
		for i := range spawned.Kinds[1:] {
			if spawned.Kinds[i] != spawned.Kinds[i+1] {
				n++
			}
		}
		return n
	}
	if mixed, rows := changes(1), changes(50); mixed < 200 || rows > 40 {
		t.Errorf("the kind changes %d times when mixed and %d times in rows", mixed, rows)
	}
}

func TestScaled(t *testing.T) {
	spec := busy()
	twice := spec.Scaled(2)
	if twice.Total() != 1000 || twice.Steps[1].Count != 5 || twice.Relations != 120 || spec.Total() != 500 {
		t.Errorf("%+v", twice)
	}
	if half := spec.WithRates(0.5, drive.Lookup); half.Steps[2].Count != 15 || half.Steps[1].Count != 2.5 {
		t.Errorf("%+v", half)
	}
}

// A measured attachment that is undone moves every child to another parent and back.
func TestAttachAndBack(t *testing.T) {
	s := drive.Spec{
		Seed: 1, Relations: 200, Parents: 2, Family: 1, Kinds: []drive.Kind{{Count: 300, Has: 1}},
		Steps: []drive.Step{{Op: drive.Attach, Every: 1, Count: 200}, {Op: drive.Visit, Every: 1}, {Op: drive.Attach, Every: 1, Count: 200, Undo: true}},
	}
	p := drive.NewScript(&s)
	_, attached := p.Population()
	former := make(map[uint32]uint32)
	for i, slot := range attached.Slots {
		former[slot] = attached.Parents[i]
	}
	f := p.Next()
	there, back := f.Lists[0], f.Lists[2]
	if len(there.Slots) != 200 || !slices.Equal(there.Slots, back.Slots) {
		t.Fatalf("%d children move, %d move back", len(there.Slots), len(back.Slots))
	}
	for i, slot := range there.Slots {
		if there.Parents[i] == former[slot] || back.Parents[i] != former[slot] {
			t.Errorf("child %d of %d moves to %d and back to %d", slot, former[slot], there.Parents[i], back.Parents[i])
		}
	}
}

// Rows that take turns have neighbours of one kind with the same components, and each entity once.
func TestTurns(t *testing.T) {
	s := drive.Spec{
		Seed: 1, Rows: 4, Kinds: []drive.Kind{{Count: 300, Has: 1, Some: []drive.Share{{Component: 1, Share: 0.5}}}, {Count: 100, Has: 2}},
		Steps: []drive.Step{{Op: drive.Replace, Every: 1, Count: 50, Kinds: 3, Order: drive.Turns}},
	}
	p := drive.NewScript(&s)
	p.Population()
	seen := make(map[uint32]bool)
	longest := 0
	for _, row := range p.Next().Lists[0].Parts {
		longest = max(longest, len(row.Slots))
		for i, slot := range row.Slots {
			if seen[slot] || slot != row.Slots[0]+uint32(i) || row.Masks[i] != row.Masks[0] || row.Kinds[i] != row.Kinds[0] || row.Serials[i] != p.Serial[slot] {
				t.Errorf("%+v", row)
			}
			seen[slot] = true
		}
	}
	if len(seen) != 400 || longest != 4 {
		t.Errorf("%d entities, rows of up to %d", len(seen), longest)
	}
}

// Each pass of a measured creation has an empty world of its own. A fixed pool has room for the
// entities of one pass, and so many are announced to libraries that grow.
func TestRoomOfMeasuredCreation(t *testing.T) {
	spec := drive.Spec{Frames: 1, Kinds: []drive.Kind{{}}, Steps: []drive.Step{{Op: drive.Spawn, Every: 1, Count: 1000, Measured: true}}}
	if room, announced := spec.Room(), spec.Announced(); room != 1164 || announced != 1000 {
		t.Errorf("room for %d, %d announced; want 1164 and 1000", room, announced)
	}
	spec.Quantity = drive.Tail // the world grows for all frames
	if spec.Frames = 10; spec.Room() < 10_000 {
		t.Errorf("room for %d", spec.Room())
	}
	spec.Kinds[0].Count = 50
	if spec.Announced() != 50 {
		t.Errorf("%d announced", spec.Announced())
	}
}
