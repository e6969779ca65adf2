package scenarios

import (
	"fmt"
	"math/rand/v2"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

// crossover is one seeded trace with a varying share of structural changes, because storages
// with fast iteration often change slowly.
//
// A frame has a pass of one system, look-ups of a tenth of the entities and of some stale
// handles, and changes: entities gain a component, lose it, or are replaced.
var crossover = Scenario{
	Name:     "crossover",
	Title:    "Crossover",
	Doc:      "frames of N entities; C per 1,000 change or are replaced",
	OnDemand: true,
	Axes: []Axis{{
		Name: "changes", Title: "changes per 1,000", Doc: "entities per 1,000 that change in each frame",
		Default: []int{0, 5, 20, 50, 100, 200, 500}, Max: 1000, Size: true,
	}, {
		Name: entities.Name, Title: entities.Title, Doc: entities.Doc,
		Default: []int{10_000}, Min: 1, Max: entities.Max,
	}},
	Options: []impls.Option{changeModes, registerOption},
	Open:    openTrace,
}

// trace runs the frames. Entities change in pieces of a few adjacent handles, in random order.
type trace struct {
	cfg      impls.Config
	world    impls.World
	changer  impls.Changer
	looker   impls.Looker
	entities impls.Handles
	stale    impls.Handles
	order    []int // of pieces
	next     int   // index in order
	pieces   []piece
	perFrame int // changing pieces
	frames   int
	sum      uint64 // of the look-ups
	failed   error  // first wrong count
	visited  int
}

// A piece is a group of entities that change together.
type piece struct {
	impls.Handles
	from int
	turn int // next change
	born int // frame
}

// Changes of a piece, in turn.
const (
	gains = iota
	loses
	replaced
	turns
)

const pieceSize = 4

func openTrace(c Setup) (Workload, error) {
	set := kernel.MoveID.Get().Needs
	cfg, err := config(c, [][]kernel.Component{set, impls.Move{Component: gained}.Of(set)}, kernel.MoveID)
	if err != nil {
		return nil, err
	}
	w := &trace{cfg: cfg}
	w.cfg.Moves = []impls.Move{{Component: gained}, {Component: gained, Remove: true}}
	w.cfg.Change = results.AccessMode(c.Options[ModeOption])
	w.cfg.Create = w.cfg.Change
	if w.world, err = c.OpenWorld(w.cfg); err != nil {
		return nil, err
	}
	if w.changer, err = impls.As[impls.Changer](w.world, c.Impl); err != nil {
		return nil, err
	}
	if w.looker, err = impls.As[impls.Looker](w.world, c.Impl); err != nil {
		return nil, err
	}
	n := c.entities()
	w.stale = w.world.Handles(n/80 + 1)
	w.world.Spawn(0, 0, w.stale)
	w.changer.Destroy(w.stale)
	w.entities = w.world.Handles(n)
	w.world.Spawn(0, 0, w.entities)
	for from := 0; from < n; from += pieceSize {
		w.pieces = append(w.pieces, piece{Handles: w.entities.Slice(from, min(n, from+pieceSize)), from: from, turn: []int{gains, replaced}[len(w.pieces)%2]})
	}
	draw := rand.New(rand.NewPCG(c.Seed, 5))
	w.order = draw.Perm(len(w.pieces))
	w.perFrame = (len(w.pieces)*c.At["changes"] + 999) / 1000
	return w, nil
}

func (w *trace) Entities() int          { return w.entities.Len() }
func (w *trace) MaxOperations() int     { return kernel.MaxRuns }
func (w *trace) Prepare(int) error      { return nil }
func (w *trace) Warm() (float64, error) { w.Run(1); return 1, nil }

func (w *trace) Run(n int) {
	for range n {
		w.visited += w.world.Run(0, kernel.DeltaTime)
		w.frames++
		for range (len(w.pieces) + 9) / 10 {
			w.look(w.pieces[w.order[w.step()]].Handles)
		}
		w.look(w.stale)
		for range w.perFrame {
			w.change(&w.pieces[w.order[w.step()]])
		}
	}
}

func (w *trace) look(r impls.Handles) { w.sum += w.looker.Lookup(r, kernel.PositionID) }

// step returns the next piece of the order.
func (w *trace) step() int {
	w.next++
	if w.next >= len(w.order) {
		w.next = 0
	}
	return w.next
}

// change makes the next change of a piece.
func (w *trace) change(p *piece) {
	var got int
	switch p.turn {
	case gains:
		got = w.changer.Exchange(0, p.Handles, uint32(p.from))
	case loses:
		got = w.changer.Exchange(1, p.Handles, 0)
	case replaced:
		got = w.changer.Destroy(p.Handles)
		w.world.Spawn(0, uint32(p.from), p.Handles)
		p.born = w.frames
	}
	p.turn = (p.turn + 1) % turns
	if got != p.Len() && w.failed == nil {
		w.failed = verifyCount("entities changed in a frame", got, p.Len())
	}
}

func (w *trace) Verify() error {
	if w.failed != nil {
		return w.failed
	}
	if err := verifyCount("entities visited by Run", w.visited, w.entities.Len()*w.frames); err != nil {
		return err
	}
	if err := verifyCount("entities alive", w.world.Len(), w.entities.Len()); err != nil {
		return err
	}
	groups := make([]group, len(w.pieces))
	for i, p := range w.pieces {
		groups[i] = group{set: w.cfg.Bundles[0], from: p.from, to: p.from + p.Len(), first: uint32(p.from), ran: []kernel.Ran{{Kernel: kernel.MoveID, Times: w.frames - p.born}}}
		if p.turn == loses {
			groups[i].set = w.cfg.Bundles[1]
		}
	}
	if err := verifyState(w.world, w.cfg.Types, w.entities, groups...); err != nil {
		return err
	}
	expected, want := kernel.Expect(w.cfg.Types), uint64(0)
	for _, g := range groups {
		alike := expected.Alike(g.set, g.ran...)
		for i := range g.to - g.from {
			want += alike.Glance(kernel.PositionID, g.first+uint32(i))
		}
	}
	looked := func(r impls.Handles) uint64 { return w.looker.Lookup(r, kernel.PositionID) }
	if got := looked(w.entities); got != want || looked(w.stale) != 0 {
		return fmt.Errorf("wrong work: Lookup returned wrong Positions: sum %#x, want %#x and nothing for stale handles", got, want)
	}
	return nil
}
