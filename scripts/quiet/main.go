// Quiet checks that samples come from quiet moments:
//
//	go run -C scripts ./quiet neighbour                  # until it is interrupted
//	go run -C scripts ./quiet neutral 200                # rounds
//	go run -C scripts ./quiet coverage 'pairs/run-same-*.txt'
//
// Neighbour shares every processor with whatever else runs, half of the time. Neutral
// shows that programs of equal work are taken again equally often, whatever their side
// effects are. Coverage compares the medians of runs with the long-run medians.
package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func run(args []string) error {
	verb, args := append(args, "")[0], args[min(1, len(args)):]
	switch {
	case verb == "neighbour" && len(args) == 0:
		return neighbour()
	case verb == "neutral" && len(args) == 1:
		rounds, err := strconv.Atoi(args[0])
		if err != nil || rounds < 1 {
			return fmt.Errorf("neutral %s: give a positive number of rounds", args[0])
		}
		return neutral(rounds)
	case verb == worker && len(args) == 2:
		return work(args[0], args[1])
	case verb == "coverage" && len(args) > 0:
		return coverage(args)
	}
	return errors.New("usage: quiet neighbour | neutral ROUNDS | coverage FILES")
}
