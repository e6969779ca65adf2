package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"

	"github.com/ecsbench/ecsbench/internal/profiler"
)

// work does a scenario on one side so many times, for counting its instructions.
func (p pair) work(scenario string, side, repeat int) error {
	sides, err := p.sides()
	if err != nil {
		return err
	}
	for _, s := range scenarios {
		if s.name == scenario {
			s.run(sides[side], repeat)
		}
	}
	return nil
}

// instructions returns how many instructions of the adapter there are for each one of
// the plain code: the difference of two lengths has no start-up in it. Instructions do
// not depend on neighbours, nor on where the linker puts a loop.
func (p pair) instructions(ctx context.Context, v profiler.Valgrind, scenario string) (float64, error) {
	more := 50
	if scenario == "iterate" || scenario == "lookup" { // which take few instructions
		more = 1000
	}
	var executed [2]int64
	for side := range executed {
		for _, repeat := range []int{2, 2 + more} {
			count, err := counted(ctx, v, "-one", "-libraries", p.name, "-count", fmt.Sprintf("%s %d %d", scenario, side, repeat))
			if err != nil {
				return 0, fmt.Errorf("count the instructions of %s, %s: %w", p.name, scenario, err)
			}
			executed[side] = count - executed[side]
		}
	}
	return float64(executed[0]) / float64(executed[1]), nil
}

// counted runs this program under valgrind.
func counted(ctx context.Context, v profiler.Valgrind, args ...string) (int64, error) {
	program, err := os.Executable()
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "overhead")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	cmd := exec.CommandContext(ctx, v.Path, append(append(profiler.CachegrindArguments(dir), program), args...)...)
	cmd.Env = append(os.Environ(), profiler.DeterministicEnvironment...)
	if printed, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w: %s", err, printed)
	}
	counts, err := profiler.ReadCachegrind(dir)
	if err != nil {
		return 0, err
	}
	return counts.Total.Instructions, nil
}
