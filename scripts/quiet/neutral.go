package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"time"

	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/timing"
)

const worker = "worker"

// sideEffects are what programs do beside the same arithmetic.
var sideEffects = map[string]func() func(){
	"none": func() func() { return func() {} },
	"heat": func() func() {
		return func() {
			var sums [8]float64
			for i := range 4_000 {
				for j := range sums {
					sums[j] = math.FMA(sums[j], 1.0001, float64(i+j))
				}
			}
			runtime.KeepAlive(sums)
		}
	},
	"allocation": func() func() {
		kept, at := make([][]byte, 4_096), 0
		return func() {
			for range 32 {
				at = (at + 1) % len(kept)
				kept[at] = make([]byte, 1_024)
			}
		}
	},
	"full caches": func() func() {
		memory, at := make([]uint64, 8<<20), 0
		return func() {
			for range 4_096 {
				at = (at + 8) % len(memory)
				memory[at]++
			}
		}
	},
}

var order = []string{"none", "heat", "allocation", "full caches"}

// A program is a workload of equal arithmetic, and a side effect.
type program struct{ effect func() }

func (p program) Warm() (float64, error) { p.Run(1); return 1, nil }
func (p program) Prepare(int) error      { return nil }
func (p program) Run(n int) {
	for range n {
		runtime.KeepAlive(timing.SpinLoop(10_000))
		p.effect()
	}
}
func (p program) Verify() error      { return nil }
func (p program) Entities() int      { return 1 }
func (p program) MaxOperations() int { return math.MaxInt / 2 }

// work takes a sample in this process, and prints its answer.
func work(effect, probe string) error {
	floor, err := strconv.ParseFloat(probe, 64)
	if err != nil {
		return err
	}
	answer, err := measure.Sample(program{sideEffects[effect]()}, measure.DefaultMinTime, floor)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(answer)
}

// neutral takes a sample of each program in every round, in random order. It compares
// how many wait for a quiet moment after the usual time, and how many remain disturbed.
func neutral(rounds int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	disturbed, again, floor := make([]int, len(order)), make([]int, len(order)), timing.CalibrateNoise(time.Second)
	for range rounds {
		for _, i := range rand.Perm(len(order)) {
			out, err := exec.Command(self, worker, order[i], fmt.Sprint(floor)).Output()
			if err != nil {
				return fmt.Errorf("a program with %s: %w", order[i], err)
			}
			var a measure.Answer
			if err := json.Unmarshal(out, &a); err != nil {
				return err
			}
			if a.Disturbed {
				disturbed[i]++
			}
			if a.Disturbed || float64(a.Iterations)*a.Values[0].Value > 2*float64(measure.DefaultMinTime) {
				again[i]++
			}
		}
	}
	fmt.Printf("%-12s %8s %10s %10s\n", "side effect", "samples", "taken on", "disturbed")
	total := 0
	for i, n := range again {
		fmt.Printf("%-12s %8d %9.1f%% %9.1f%%\n", order[i], rounds, 100*float64(n)/float64(rounds), 100*float64(disturbed[i])/float64(rounds))
		total += n
	}
	share, chi := float64(total)/float64(rounds*len(order)), 0.0
	for _, n := range again {
		if d := float64(n) - share*float64(rounds); share > 0 && share < 1 {
			chi += d * d / (float64(rounds) * share * (1 - share))
		}
	}
	const limit = 11.34 // of chi squared with 3 degrees of freedom, in 99 of 100 cases
	fmt.Printf("chi squared %.2f; programs that are treated alike stay below %.2f in 99%% of cases\n", chi, limit)
	if chi > limit {
		return fmt.Errorf("the programs are not taken again equally often")
	}
	return nil
}
