// Asteroids is a game that plays itself, written with package ecs.
//
//	go run -C examples ./asteroids          # play 600 ticks and print the score
//	go run -C examples ./asteroids -watch   # draw it
//	go run -C examples ./asteroids -storage paged -way pool -rocks 1000
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/examples/asteroids/game"
	"github.com/ecsbench/ecsbench/examples/storages"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "asteroids:", err)
		os.Exit(1)
	}
}

func run() error {
	var c game.Config
	flag.Uint64Var(&c.Seed, "seed", 1, "seed of all random choices")
	flag.IntVar(&c.Rocks, "rocks", 24, "rocks of full size")
	flag.IntVar(&c.Ships, "ships", 6, "ships")
	flag.StringVar(&c.Storage, "storage", "ecs", strings.Join(storages.Names, ", "))
	way := flag.String("way", string(ecs.Sequential), fmt.Sprint("schedule of systems on processors: ", ecs.Ways))
	ticks := flag.Int("ticks", 600, "ticks to play; a second has 60")
	watch := flag.Bool("watch", false, "draw the game in the terminal; Ctrl-C ends it")
	flag.Parse()
	c.Way = ecs.Way(*way)

	g, err := game.New(c)
	if err != nil {
		return err
	}
	defer g.Close()
	if *watch {
		err = show(g)
	} else {
		for err == nil && g.Ticks < *ticks {
			err = g.Step()
		}
	}
	if err != nil {
		return err
	}
	fmt.Printf("%d ticks, %d entities, state %#016x\n", g.Ticks, g.Len(), g.Hash())
	fmt.Printf("%d shots, %d hits, %d rocks and %d ships destroyed\n", g.Score.Shots, g.Score.Hits, g.Score.Rocks, g.Score.Ships)
	for _, s := range g.Systems() {
		mean, calls := s.Mean()
		fmt.Printf("  %-9s %8v in each of %d ticks\n", s.Name(), mean, calls)
	}
	return nil
}

// show draws the game until it is interrupted.
func show(g *game.Game) error {
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	frames := time.NewTicker(time.Second / 60)
	defer frames.Stop()
	picture, err := newPicture(g, 78, 22)
	if err != nil {
		return err
	}
	fmt.Print("\x1b[2J\x1b[?25l") // clear the screen, hide the cursor
	defer fmt.Print("\x1b[?25h\n")
	for {
		select {
		case <-interrupted:
			return nil
		case <-frames.C:
			if err := g.Step(); err != nil {
				return err
			}
			if g.Ticks%2 == 0 {
				picture.draw(g)
			}
		}
	}
}

// A picture is the arena in letters.
type picture struct {
	rocks   ecs.Query2[ecs.Read[game.Position], ecs.Read[game.Rock]]
	ships   ecs.Query2[ecs.Read[game.Position], ecs.Read[game.Ship]]
	bullets ecs.Query2[ecs.Read[game.Position], ecs.Read[game.Bullet]]
	rows    [][]rune
}

func newPicture(g *game.Game, width, height int) (*picture, error) {
	p := &picture{rows: make([][]rune, height)}
	for i := range p.rows {
		p.rows[i] = make([]rune, width)
	}
	return p, errors.Join(p.rocks.Bind(g.World), p.ships.Bind(g.World), p.bullets.Bind(g.World))
}

func (p *picture) draw(g *game.Game) {
	for _, row := range p.rows {
		copy(row, slices.Repeat([]rune{' '}, len(row)))
	}
	set := func(at game.Position, letter rune) {
		x, y := int(at.X/g.Arena.Side*float32(len(p.rows[0]))), int(at.Y/g.Arena.Side*float32(len(p.rows)))
		p.rows[min(y, len(p.rows)-1)][min(x, len(p.rows[0])-1)] = letter
	}
	for at, r := range p.rocks.All() {
		letter := 'o'
		if r.Get().Radius > 4 {
			letter = 'O'
		}
		set(at.Get(), letter)
	}
	for at := range p.bullets.All() {
		set(at.Get(), '·')
	}
	for at, s := range p.ships.All() {
		eighth := int(s.Get().Angle/3.1416*4+8.5) % 8
		set(at.Get(), []rune("→↘↓↙←↖↑↗")[eighth])
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprint(out, "\x1b[H")
	for _, row := range p.rows {
		fmt.Fprintf(out, "%s\x1b[K\n", string(row))
	}
	fmt.Fprintf(out, "tick %d: %d rocks and %d ships destroyed\x1b[K\n", g.Ticks, g.Score.Rocks, g.Score.Ships)
}
