// Towers is a tower defence that plays itself, written with package ecs: waves of enemies, towers
// that aim at them by a relation, events, and savegames.
//
//	go run -C examples ./towers                              # play until the game is lost
//	go run -C examples ./towers -ticks 1000 -save game.json  # play a part
//	go run -C examples ./towers -load game.json              # and go on
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/ecsbench/ecsbench/ecs"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "towers:", err)
		os.Exit(1)
	}
}

func run() error {
	seed := flag.Uint64("seed", 1, "seed of all random choices")
	ticks := flag.Int("ticks", 100_000, "ticks to play; a second has 30")
	from := flag.String("load", "", "`file` of a saved game")
	to := flag.String("save", "", "`file` for the game, in JSON")
	flag.Parse()
	w, g, err := newGame(*seed)
	if err != nil {
		return err
	}
	if *from != "" {
		file, err := os.Open(*from)
		if err != nil {
			return err
		}
		defer file.Close()
		if err := w.Load(file); err != nil {
			return err
		}
	}
	for range *ticks {
		if err := w.Tick(1.0 / 30); err != nil {
			return err
		}
		if g.Over() {
			break
		}
	}
	fmt.Printf("tick %d, wave %d: %d killed, %d towers, %d gold, %d lives\n", g.Tick, g.Wave, g.Kills, g.Built, g.Gold, max(0, g.Lives))
	if *to == "" {
		return nil
	}
	file, err := os.Create(*to)
	if err != nil {
		return err
	}
	defer file.Close()
	return w.Save(file, ecs.JSON())
}
