package main

import (
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/libraries/andygeiss"
	"github.com/ecsbench/ecsbench/libraries/arche"
	"github.com/ecsbench/ecsbench/libraries/ark"
	"github.com/ecsbench/ecsbench/libraries/donburi"
	"github.com/ecsbench/ecsbench/libraries/gameengine"
	"github.com/ecsbench/ecsbench/libraries/ooftn"
	"github.com/ecsbench/ecsbench/libraries/simple"
	"github.com/ecsbench/ecsbench/libraries/teishoku"
	"github.com/ecsbench/ecsbench/libraries/unitoftime"
	"github.com/ecsbench/ecsbench/libraries/volt"
)

// n is how many entities a world has: few enough for the cache, so that nothing hides
// what an adapter costs.
const n = 1000

// gained is the component that the scenario exchange adds and removes.
const gained = kernel.FirstFiller + 2

// A pair is an adapter and the same work without it.
type pair struct {
	name    string // as printed
	adapter impls.Implementation
	trust   bool // measured without checks, see impls.Checks
	plain   func(trust bool) plain
}

// A plain is a world of n entities with Position and Velocity, and what is done with it
// as the documentation of a library does it. Order is that of look-ups. Entities are moved by
// the function that the adapters call, since inlining it can leave a no-op.
type plain struct {
	iterate  func(dt float32)
	create   func() // n more entities
	destroy  func() // those
	exchange func() // adds and removes a component of the n
	lookup   func(order []int) uint64
}

// pairs are the libraries, with and without checks where that is an option.
var pairs = []pair{
	{"ark", ark.Implementation, false, plainArk},
	{"ark:checks=off", ark.Implementation, true, plainArk},
	{"arche", arche.Implementation, false, plainArche},
	{"arche:checks=off", arche.Implementation, true, plainArche},
	{"donburi", donburi.Implementation, false, plainDonburi},
	{"volt", volt.Implementation, false, plainVolt},
	{"unitoftime", unitoftime.Implementation, false, plainUnitoftime},
	{"gameengine", gameengine.Implementation, false, plainGameengine},
	{"simple", simple.Implementation, false, plainSimple},
	{"teishoku", teishoku.Implementation, false, plainTeishoku},
	{"teishoku:checks=off", teishoku.Implementation, true, plainTeishoku},
	{"ooftn", ooftn.Implementation, false, plainOoftn},
	{"andygeiss", andygeiss.Implementation, false, plainAndygeiss},
}

// adapted is the adapter as a plain.
func (p pair) adapted() (plain, error) {
	options := impls.Values{}
	if p.trust {
		options[impls.Checks.Name] = "off"
	}
	w, err := p.adapter.Open(impls.Config{
		Types:   kernel.Types(32),
		Systems: []impls.System{impls.SystemOf(kernel.MoveID)},
		Bundles: [][]kernel.Component{kernel.MoveID.Get().Needs},
		Moves:   []impls.Move{{Component: gained}, {Component: gained, Remove: true}},
		Change:  impls.PerEntity,
		Visit:   impls.PerEntity,
		Limit:   2 * n,
	}, options)
	if err != nil {
		return plain{}, err
	}
	changer, looker := w.(impls.Changer), w.(impls.Looker)
	es, more := w.Handles(n), w.Handles(n)
	w.Spawn(0, 0, es)
	var order impls.Handles
	return plain{
		iterate:  func(dt float32) { w.Run(0, dt) },
		create:   func() { w.Spawn(0, 0, more) },
		destroy:  func() { changer.Destroy(more) },
		exchange: func() { changer.Exchange(0, es, 0); changer.Exchange(1, es, 0) },
		lookup: func(at []int) uint64 {
			if order == nil {
				order = es.Pick(at)
			}
			return looker.Lookup(order, kernel.PositionID)
		},
	}, nil
}

// order is that of look-ups.
var order = rand.New(rand.NewPCG(1, 2)).Perm(n)

// scenarios are what is timed, so many times.
var scenarios = []struct {
	name string
	run  func(side plain, repeat int) time.Duration
}{
	{"iterate", func(s plain, repeat int) time.Duration {
		return timed(repeat, func() { s.iterate(kernel.DeltaTime) })
	}},
	{"lookup", func(s plain, repeat int) time.Duration { return timed(repeat, func() { s.lookup(order) }) }},
	{"exchange", func(s plain, repeat int) time.Duration { return timed(repeat, s.exchange) }},
	{"create", func(s plain, repeat int) (all time.Duration) {
		for range repeat {
			all += timed(1, s.create)
			s.destroy()
		}
		return all
	}},
	{"destroy", func(s plain, repeat int) (all time.Duration) {
		for range repeat {
			s.create()
			all += timed(1, s.destroy)
		}
		return all
	}},
}

// sides opens the adapter and the plain code.
func (p pair) sides() (sides [2]plain, err error) {
	for side := range randomly() {
		if side == 1 {
			sides[1] = p.plain(p.trust)
		} else if sides[0], err = p.adapted(); err != nil {
			return sides, err
		}
	}
	return sides, nil
}

// turns are how often each side of a pair is timed.
const turns = 60

// measure prints the median ratio of each scenario.
func (p pair) measure(out io.Writer) error {
	sides, err := p.sides()
	if err != nil {
		return err
	}
	if a, b := sides[0].lookup(order), sides[1].lookup(order); a != b {
		return fmt.Errorf("%s: look-ups return %#x by the adapter and %#x without: the work differs", p.name, a, b)
	}
	for _, scenario := range scenarios {
		repeat := 1
		for scenario.run(sides[1], repeat) < 300*time.Microsecond {
			repeat *= 2
		}
		var ratios []float64
		for turn := range turns {
			first := turn % 2
			var took [2]time.Duration
			took[first] = scenario.run(sides[first], repeat)
			took[1-first] = scenario.run(sides[1-first], repeat)
			ratios = append(ratios, float64(took[0])/float64(took[1]))
		}
		slices.Sort(ratios)
		fmt.Fprintf(out, "%s %.4f\n", scenario.name, ratios[len(ratios)/2])
	}
	return nil
}

// ballast is kept between the two worlds.
var ballast [][]byte

// randomly yields both sides in random order, with memory of random size between them:
// the allocator would place the worlds alike in every process.
func randomly() iter.Seq[int] {
	return func(yield func(int) bool) {
		first := rand.IntN(2)
		if yield(first) {
			for range rand.IntN(64) {
				ballast = append(ballast, make([]byte, 1+rand.IntN(16<<10)))
			}
			yield(1 - first)
		}
	}
}

func timed(repeat int, do func()) time.Duration {
	begin := time.Now()
	for range repeat {
		do()
	}
	return time.Since(begin)
}
