// Boids is a flock in the terminal, written with package ecs: a grid as a resource, a parallel loop
// that reads other entities, and the same state under every schedule.
//
//	go run -C examples ./boids          # 1,000 ticks, and how well the flock is aligned
//	go run -C examples ./boids -watch   # draw it
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/ecs"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "boids:", err)
		os.Exit(1)
	}
}

func run() error {
	boids := flag.Int("boids", 400, "number of boids")
	seed := flag.Uint64("seed", 1, "seed of their places")
	ticks := flag.Int("ticks", 1000, "ticks; a second has 30")
	way := flag.String("way", string(ecs.Pooled), fmt.Sprint("schedule of systems on processors: ", ecs.Ways))
	watch := flag.Bool("watch", false, "draw the flock in the terminal; Ctrl-C ends it")
	flag.Parse()
	w, err := newFlock(*boids, *seed)
	if err != nil {
		return err
	}
	if err := w.SetSchedule(ecs.Schedule{Way: ecs.Way(*way)}); err != nil {
		return err
	}
	defer w.Close()
	for range *ticks {
		if err := w.Tick(1.0 / 30); err != nil {
			return err
		}
		if *watch {
			if err := draw(w); err != nil {
				return err
			}
			time.Sleep(time.Second / 30)
		}
	}
	aligned, err := order(w)
	fmt.Printf("%d boids, %d ticks, aligned %.2f\n", w.Len(), *ticks, aligned)
	return err
}

// draw prints the flock with an arrow for each boid.
func draw(w *ecs.World) error {
	var q ecs.Query2[ecs.Read[Position], ecs.Read[Velocity]]
	if err := q.Bind(w); err != nil {
		return err
	}
	lines := make([][]rune, int(height)/2)
	for i := range lines {
		lines[i] = []rune(strings.Repeat(" ", int(width)))
	}
	for p, v := range q.All() {
		arrow := 'v'
		switch x, y := v.Get().X, v.Get().Y; {
		case x*x > y*y && x > 0:
			arrow = '>'
		case x*x > y*y:
			arrow = '<'
		case y < 0:
			arrow = '^'
		}
		lines[int(p.Get().Y)/2][int(p.Get().X)] = arrow
	}
	var s strings.Builder
	s.WriteString("\x1b[H\x1b[2J")
	for _, line := range lines {
		s.WriteString(string(line) + "\n")
	}
	_, err := fmt.Print(s.String())
	return err
}
