package kernel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/kernel"
)

func TestExplain(t *testing.T) {
	types := kernel.Types(70)
	expect, set := kernel.Expect(types), []kernel.Component{kernel.PositionID, kernel.VelocityID}
	once := kernel.Ran{Kernel: kernel.MoveID, Times: 1}
	want, found := expect.State(set, 1, once), expect.State(set, 1)
	number := func(int) uint32 { return 1 }
	err := kernel.FirstMismatch(expect, set, []kernel.Ran{once}, []uint64{want.Hash(), found.Hash()}, number)
	said := fmt.Sprintf("entity 2 of 2 (position, velocity): its hash is %#x, want %#x; it must be Position{X:0.96875 Y:-0.046875}", found.Hash(), want.Hash())
	if err == nil || !strings.HasPrefix(err.Error(), said) {
		t.Errorf("said  %v\nwant %s", err, said)
	}
	if err := kernel.FirstMismatch(expect, set, []kernel.Ran{once}, []uint64{0}, number); err == nil || !strings.Contains(err.Error(), "is not alive") {
		t.Errorf("of a dead entity: %v", err)
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
