// Mixed plays the scenario mixed frame by frame, and writes it as a world file:
//
//	go run ./mixed -world mixed.yaml
//	go run ./mixed -impl ark < world.json   time frames, see scripts/fidelity
package main

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/ecslib"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/world/drive"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/libraries/list"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

const entities = 10_000

func main() {
	world := flag.String("world", "", "write the scenario to this world `file`")
	name := flag.String("impl", "", "time this implementation")
	flag.Parse()
	if err := run(*world, *name); err != nil {
		fmt.Fprintln(os.Stderr, "mixed:", err)
		os.Exit(1)
	}
}

func run(world, name string) error {
	if world != "" {
		return write(world)
	}
	i, _, options, err := impls.Find("library", name, append(list.All, ecslib.Implementation), func(i impls.Implementation) (string, []impls.Option) { return i.Name, i.Options })
	if err != nil {
		return err
	}
	w, err := open(i, func(cfg impls.Config) (impls.World, error) { return i.Open(cfg, options) })
	if err != nil {
		return err
	}
	return drive.PlayByHand(os.Stdin, os.Stdout, func() error { w.Run(1); return nil })
}

func open(i impls.Implementation, opened func(impls.Config) (impls.World, error)) (scenarios.Workload, error) {
	s, err := scenarios.Find("mixed")
	if err != nil {
		return nil, err
	}
	p, err := profiles.Load("A")
	if err != nil {
		return nil, err
	}
	return s.Open(scenarios.Case{Profile: p, At: scenarios.Point{"n": entities}, Seed: 1, Options: s.Values, Impl: i.Name, OpenWorld: opened})
}

// A census counts the entities that a scenario spawns.
type census struct {
	impls.World
	cfg    impls.Config
	counts map[int]int // by bundle
}

func (c census) Spawn(bundle int, _ uint32, dst impls.Handles) { c.counts[bundle] += dst.Len() }

// touched are the bytes that the kernels of the scenario read or write.
var touched = map[kernel.Component]int{kernel.TransformID: 8, kernel.InventoryID: 4, kernel.BonesID: 256}

// write writes the population of the scenario and its four systems.
func write(path string) error {
	c := census{counts: make(map[int]int)}
	_, err := open(registry.Null, func(cfg impls.Config) (w impls.World, err error) {
		c.cfg = cfg
		c.World, err = registry.Null.Open(cfg, nil)
		return c, err
	})
	if err != nil {
		return err
	}
	var text bytes.Buffer
	line := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	line("# The scenario mixed with %d entities in profile A, seed 1. Written by:", entities)
	line("#   go run -C libraries ./mixed -world ../scripts/fidelity/mixed.yaml")
	line("name: mixed")
	line("frames: 3000")
	line("rows: 32")
	line("components:")
	shapes := kernel.Shapes()
	for _, t := range c.cfg.Types {
		size, pointers := int(shapes[t.Shape].Go.Size()), shapes[t.Shape].Pointers
		switch {
		case pointers:
			line("  %s: {bytes: %d, pointers: true}", t.Name, size)
		case touched[t.ID] > 0:
			line("  %s: {bytes: %d, touch: %d}", t.Name, size, touched[t.ID])
		default:
			line("  %s: %d", t.Name, size)
		}
	}
	line("kinds:")
	for _, bundle := range slices.Sorted(maps.Keys(c.counts)) {
		var has []string
		for _, id := range c.cfg.Bundles[bundle] {
			has = append(has, c.cfg.Types[id].Name)
		}
		line("  kind-%d: {count: %d, has: [%s]}", bundle, c.counts[bundle], strings.Join(has, ", "))
	}
	line("systems:")
	name := func(id kernel.Component) string { return c.cfg.Types[id].Name }
	line("  - {name: move, write: [%s], read: [%s]}", name(kernel.PositionID), name(kernel.VelocityID))
	line("  - {name: place, write: [%s], read: [%s]}", name(kernel.TransformID), name(kernel.PositionID))
	line("  - {name: count, write: [%s]}", name(kernel.InventoryID))
	line("  - {name: animate, write: [%s]}", name(kernel.BonesID))
	return os.WriteFile(path, text.Bytes(), 0o666)
}
