package kernel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/kernel"
)

func TestExplain(t *testing.T) {
	types := kernel.Types(70)
	expect := kernel.Expect(types)
	moving := []kernel.Component{kernel.PositionID, kernel.VelocityID}
	placed := []kernel.Component{kernel.PositionID, kernel.TransformID}
	steered := kernel.SteerID.Get().Needs
	once := kernel.Ran{Kernel: kernel.MoveID, Times: 1}
	twice := kernel.Ran{Kernel: kernel.MoveID, Times: 2}
	steer := func(times int) kernel.Ran { return kernel.Ran{Kernel: kernel.SteerID, Times: times} }
	edit := func(s kernel.State, f func(kernel.State)) kernel.State {
		s = s.Clone()
		f(s)
		return s
	}
	for _, test := range []struct {
		set   []kernel.Component
		n     uint32
		ran   []kernel.Ran
		found kernel.State
		want  string
	}{
		{moving, 1, []kernel.Ran{once}, expect.State(moving, 1, twice),
			"Position.X is 0.9375, want 0.96875, Position.Y is -0.09375, want -0.046875: did Move run over it twice?"},
		{moving, 1, []kernel.Ran{once}, expect.State(moving, 1),
			"Position.X is 1, want 0.96875, Position.Y is 0, want -0.046875: did Move not run over it?"},
		{steered, 2, []kernel.Ran{steer(3)}, expect.State(steered, 2, steer(4)),
			"Position.X is 1.9375, want 1.953125, Position.Y is -0.1875, want -0.140625, Heading.Angle is 2.0625, want 2.046875: did Steer run over it 4 times instead of 3?"},
		{placed, 9, nil, edit(expect.State(placed, 9), func(s kernel.State) { s.Values[kernel.TransformID].(*kernel.Transform).M[3] = 0.1 }),
			"its hash is 0x"},
		{moving, 9, nil, expect.State([]kernel.Component{kernel.PositionID}, 9), "its hash is 0x"},
	} {
		want := expect.State(test.set, test.n, test.ran...)
		if test.found.Hash() == want.Hash() {
			t.Fatalf("%q: nothing is wrong", test.want)
		}
		err := kernel.FirstMismatch(expect, test.set, test.ran, []uint64{test.found.Hash()}, func(int) uint32 { return test.n })
		if said := fmt.Sprintf("entity 1 of 1 (%s): %s", kernel.Names(types, test.set), test.want); err == nil || !strings.HasPrefix(err.Error(), said) {
			t.Errorf("said  %v\nwant %s", err, said)
		}
	}
	want := expect.State(moving, 1)
	if got := kernel.Explain(want, want.Sum()); !strings.Contains(got, "kernel.EntityHash") {
		t.Errorf("of an unfinished hash: %s", got)
	}
}

func TestNames(t *testing.T) {
	types := kernel.Types(70)
	for want, set := range map[string][]kernel.Component{
		"nothing":            nil,
		"position, velocity": {0, 1},
		"position, velocity, mass, transform, inventory": {0, 1, 2, 3, 4},
		"position, velocity, mass, ..., filler69":        {0, 1, 2, 3, 4, 69},
	} {
		if got := kernel.Names(types, set); got != want {
			t.Errorf("%v is %q, want %q", set, got, want)
		}
	}
}
