package kernel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/kernel"
)

// Any value that kernels may have made is found from the hash alone.
func TestExplainFindsValues(t *testing.T) {
	moving := kernel.MoveID.Get().Needs
	want := kernel.Expect(kernel.Types(70)).State(moving, 1)
	for i := range 1000 {
		x, y := float32(i*31-9999)/256, float32(i*1009-333_333)/256
		found := want.Clone()
		*found.Values[kernel.PositionID].(*kernel.Position) = kernel.Position{X: x, Y: y}
		if got, said := kernel.Explain(want, found.Hash()), fmt.Sprintf("Position.X is %v, want 1, Position.Y is %v, want 0", x, y); got != said {
			t.Fatalf("said  %s\nwant %s", got, said)
		}
	}
}

func TestExplain(t *testing.T) {
	types := kernel.Types(70)
	expect := kernel.Expect(types)
	moving := []kernel.Component{kernel.PositionID, kernel.VelocityID}
	placed := []kernel.Component{kernel.PositionID, kernel.TransformID}
	steered := kernel.SteerID.Get().Needs
	wide := []kernel.Component{0, 1, 64, 65}
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
		{moving, 1, nil, edit(expect.State(moving, 1), func(s kernel.State) { s.Values[kernel.PositionID].(*kernel.Position).X = 7.25 }),
			"Position.X is 7.25, want 1"},
		{moving, 3000, nil, edit(expect.State(moving, 3000), func(s kernel.State) { s.Values[kernel.PositionID].(*kernel.Position).Init(5) }),
			"Position.X is 5, want 952, Position.Y is 0, want 2: these are the initial values numbered 5"},
		{moving, 9, nil, edit(expect.State(moving, 9), func(s kernel.State) { *s.Values[kernel.VelocityID].(*kernel.Velocity) = kernel.Velocity{} }),
			"Velocity.X is 0, want -2, Velocity.Y is 0, want -2: was it never set, or cleared?"},
		{moving, 9, nil, edit(expect.State(moving, 9), func(s kernel.State) {
			*s.Values[kernel.VelocityID].(*kernel.Velocity), *s.Values[kernel.PositionID].(*kernel.Position) = kernel.Velocity{}, kernel.Position{}
		}), "Position.X is 0, want 9, Velocity.X is 0, want -2, Velocity.Y is 0, want -2: was it never set, or cleared?"},
		{placed, 9, nil, edit(expect.State(placed, 9), func(s kernel.State) { s.Values[kernel.TransformID].(*kernel.Transform).Init(4) }),
			"Transform.M[14] is 4, want 9: these are the initial values numbered 4"},
		{moving, 9, nil, expect.State([]kernel.Component{kernel.PositionID}, 9), "it lacks velocity"},
		{moving, 9, nil, expect.State(nil, 9), "it lacks position, it lacks velocity"},
		{wide, 9, nil, expect.State(moving, 9), "it lacks filler64, it lacks filler65"},
		{steered, 9, nil, expect.State([]kernel.Component{kernel.PositionID, kernel.HeadingID}, 9), "it lacks velocity, it lacks mass"},
		{moving, 9, nil, expect.State(kernel.MoveByMassID.Get().Needs, 9), "it has mass, which it must not have"},
		{moving, 9, nil, expect.State([]kernel.Component{kernel.PositionID, kernel.MassID}, 9),
			"it has mass, which it must not have, it lacks velocity: was one taken for the other?"},
		{wide, 9, nil, expect.State(wide, 0),
			"Position.X is 0, want 9, Velocity.X is -3, want -2, Velocity.Y is -3, want -2, and 2 more: these are the initial values numbered 0"},
		{placed, 9, nil, edit(expect.State(placed, 9), func(s kernel.State) {
			s.Values[kernel.PositionID].(*kernel.Position).X = 0.1
			s.Values[kernel.TransformID].(*kernel.Transform).M[3] = 0.1
		}), "several of its components or values are wrong"},
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
