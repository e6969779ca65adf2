package drive_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
)

// The script replaces the entities that a system finds expired.
func TestExpire(t *testing.T) {
	spec := drive.Spec{
		Seed: 1, Kinds: []drive.Kind{{Count: 100, Has: 3}, {Count: 50, Has: 1}},
		Steps: []drive.Step{
			{Op: drive.Expire, Every: 2, Kinds: ^uint64(0), Need: 2, Add: 2, Life: 7},
			{Op: drive.Spawn, Every: 1, Kinds: 1, Count: 1.5},
			{Op: drive.Destroy, Every: 1, Kinds: 1, Count: 1.5},
		},
	}
	p := drive.NewScript(&spec)
	number := make(map[uint32]uint32) // of living entities of the first kind, by serial
	spawned, _ := p.Population()
	begin := func(list *drive.List) {
		for i, n := range list.Serials {
			if list.Kinds[i] == 0 {
				number[n] = n + uint32(drive.Initial(1, 0))
			}
		}
	}
	begin(&spawned)
	replaced := 0
	for range 60 {
		f := p.Next()
		if f.Due[0] {
			expired := 0
			for n := range number {
				if number[n]++; number[n]%7 == 0 {
					delete(number, n)
					expired++
				}
			}
			if got := len(f.Lists[0].Slots); got != expired {
				t.Fatalf("frame %d: %d entities are created, and %d expire", f.Number, got, expired)
			}
			replaced += expired
			begin(&f.Lists[0])
		}
		begin(&f.Lists[1])
		for _, n := range f.Lists[2].Serials {
			if _, is := number[n]; !is {
				t.Fatalf("frame %d: entity %d is destroyed and was not alive", f.Number, n)
			}
			delete(number, n)
		}
		if alive := len(p.Live()) - 50; alive != len(number) {
			t.Fatalf("frame %d: %d entities, want %d", f.Number, alive, len(number))
		}
	}
	if replaced < 100 {
		t.Errorf("only %d entities expired", replaced)
	}
}

// Changes at the start give the entities of a kind all subsets of the components.
func TestSubsets(t *testing.T) {
	spec := drive.Spec{Seed: 1, Kinds: []drive.Kind{{Count: 64, Has: 1}, {Count: 10, Has: 1}}}
	for bit := range 4 {
		spec.Steps = append(spec.Steps, drive.Step{Op: drive.Change, Every: 1, Kinds: 1, Lack: 2 << bit, Add: 2 << bit, Bit: bit + 1})
	}
	p := drive.NewScript(&spec)
	p.Population()
	for range 3 {
		p.Next()
	}
	masks := make(map[uint64]int)
	for _, slot := range p.Live() {
		masks[p.Mask[slot]]++
	}
	if len(masks) != 16 || masks[1] != 14 || masks[31] != 4 {
		t.Errorf("%v", masks)
	}
}
