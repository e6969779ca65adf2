package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"time"

	"github.com/ecsbench/ecsbench/internal/timing"
)

// The length of bursts, and of the pauses between them.
const shortest, longest = 5 * time.Millisecond, 500 * time.Millisecond

// neighbour keeps every processor busy half of the time, until it is interrupted.
func neighbour() error {
	for cpu := range runtime.NumCPU() {
		failed := make(chan error)
		go func() {
			runtime.LockOSThread()
			failed <- pin(cpu)
			visit(rand.New(rand.NewPCG(uint64(cpu), uint64(time.Now().UnixNano()))))
		}()
		if err := <-failed; err != nil {
			return fmt.Errorf("pin a thread to processor %d: %w", cpu, err)
		}
	}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	<-interrupted
	return nil
}

// visit alternates bursts of each kind of work with pauses.
func visit(rng *rand.Rand) {
	memory := make([]uint64, 8<<20) // 64 MiB, more than the caches hold
	sink := uint64(0)
	kinds := []func(){
		func() { sink += timing.SpinLoop(2_000) },
		func() { _ = timing.ReadCore() },
		func() {
			at := rng.IntN(len(memory) - 4096)
			for i := range memory[at : at+4096] {
				memory[at+i] += sink
			}
		},
		func() { _, _ = os.Stat("/") },
	}
	duration := func() time.Duration { return shortest + time.Duration(rng.Int64N(int64(longest-shortest))) }
	for {
		kind := kinds[rng.IntN(len(kinds))]
		for end := time.Now().Add(duration()); time.Now().Before(end); {
			kind()
		}
		time.Sleep(duration())
	}
}
