// Package archetype keeps entities with equal sets of components together, in
// tables with a column for each component. A system goes through the tables
// that it wants and through nothing else; what an entity costs there is what
// its bytes cost.
//
// What is known of the design: tables by set, found through a graph of moves,
// and removal by the last row (Flecs, and Bevy's and Unity's archetypes); chunks
// of a fixed number of rows (Unity). What is this one's own is that nothing is
// written down that follows from the order in which entities were made: the
// places of IDs (see entities) and the IDs of rows (see owners).
package archetype

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/flat"
	"github.com/ecsbench/ecsbench/kernel"
)

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:    "archetype",
	Doc:     "tables of entities with equal sets of components, in chunks",
	Role:    impls.Design,
	Modes:   []impls.AccessMode{impls.BatchByList, impls.Chunk},
	Options: []impls.Option{flat.LoopOption("chunks in Go, or by vector instructions where there are any for the kernel; not entity by entity")},
	Parts: []impls.Part{
		{Functions: "archetype.newKind[…]", Memory: impls.ForComponents},
		{Functions: "archetype.(*column)", Memory: impls.ForComponents},
		{Functions: "archetype.(*table)", Memory: impls.ForComponents}, // its lists of chunks and their owners
		{Functions: "archetype.(*entities)", Memory: impls.ForIndex},   // where each is, with its generation
		{Functions: "archetype.(*graph)", Memory: impls.ForSignatures},
	},
	Open: open,
}

// World is the impls.World of this package.
type World struct {
	graph
	entities
	tree
	impls.Commands
	bundles   []*table // nil until an entity of the bundle was made
	observers []func(Entity)
	observed  int
	now       uint32 // the stamp of what is touched
	vectors   bool
}

type handles = impls.HandlesOf[Entity]

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	w := &World{
		graph:    graph{cfg: cfg, bySet: make(map[string]*table), queries: make([][]*table, len(cfg.Systems))},
		entities: entities{free: nobody},
		bundles:  make([]*table, len(cfg.Bundles)),
		vectors:  options["loop"] == "simd" && cfg.Visit != impls.PerEntity, // vectors take more than one at a time
		now:      1,
	}
	kinds := make([]*kind, len(kernel.Shapes()))
	for i := range kinds {
		kinds[i] = newKindFor(kernel.ShapeID(i))
	}
	for _, t := range cfg.Types {
		w.kinds = append(w.kinds, kinds[t.Shape])
	}
	for range cfg.Observers {
		w.observers = append(w.observers, func(Entity) { w.observed++ })
	}
	if cfg.Capacity > 0 {
		w.reserve(cfg.Capacity)
		for i := range cfg.Bundles {
			w.bundle(i).grow((cfg.Capacity + len(cfg.Bundles) - 1) / len(cfg.Bundles))
		}
	}
	return w, nil
}

// bundle returns the table of the entities of a bundle.
func (w *World) bundle(i int) *table {
	if w.bundles[i] == nil {
		w.bundles[i] = w.table(w.cfg.Bundles[i])
	}
	return w.bundles[i]
}

// Handles is impls.World.Handles.
func (w *World) Handles(n int) impls.Handles { return make(handles, n) }

// Spawn is impls.World.Spawn.
func (w *World) Spawn(bundle int, first uint32, dst impls.Handles) {
	es, t := dst.(handles), w.bundle(bundle)
	switch {
	case w.cfg.Change != impls.PerEntity:
		w.createAll(t, first, es)
	case t.creates != kernel.Idle && !w.cfg.Detect:
		create(t.creates, t, w, first, es)
	default:
		for i := range es {
			row := t.push()
			es[i] = w.own(t, row)
			t.init(row, first+uint32(i))
		}
	}
}

// own makes a new entity the owner of a row.
func (w *World) own(t *table, row uint32) Entity {
	e := w.add(t.number, row)
	t.own(row, e.id())
	return e
}

// createAll creates entities in one go.
func (w *World) createAll(t *table, first uint32, es handles) {
	t.grow(len(es))
	from := t.rows
	t.rows += uint32(len(es))
	t.fill(from, t.rows, first)
	for row := from; len(es) > 0; {
		n := w.addInOrder(t.number, row, es)
		if n == 0 {
			n = 1
			es[0] = w.add(t.number, row)
		}
		t.ownAll(row, es[:n])
		row, es = row+uint32(n), es[n:]
	}
}

// Run is impls.World.Run.
func (w *World) Run(system int, dt float32) (visited int) {
	k := w.cfg.Systems[system].Kernel
	for _, t := range w.queries[system] {
		visited += int(t.rows)
		w.run(k, t, 0, t.rows, dt)
	}
	return visited
}

// run runs a kernel over the rows from..to-1 of a table.
func (w *World) run(k kernel.ID, t *table, from, to uint32, dt float32) {
	if k == kernel.Idle {
		return
	}
	for r := range t.chunks(from, to) {
		switch {
		case w.vectors && flat.Vector(k, r.floats, dt):
		case w.vectors || w.cfg.Visit == impls.Chunk:
			chunk(k, r, dt)
		default:
			each(k, r, dt)
		}
	}
}

// Destroy is impls.Changer.
func (w *World) Destroy(r impls.Handles) (destroyed int) {
	for _, e := range r.(handles) {
		t, row, alive := w.find(e)
		if !alive {
			continue
		}
		w.entities.end(e.id())
		w.tree.end(e.id())
		w.remove(w.tables[t], row)
		destroyed++
	}
	return destroyed
}

// remove removes a row, whose place the last row takes.
func (w *World) remove(t *table, row uint32) {
	if moved := t.remove(row); moved != nobody {
		w.at(moved).row = row
	}
}

// Exchange is impls.Changer.
func (w *World) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	for i, e := range r.(handles) {
		number, row, alive := w.find(e)
		if !alive {
			continue
		}
		from := w.tables[number]
		edge := w.edge(from, move)
		if edge.to == nil {
			continue
		}
		to := edge.to.push()
		for _, k := range edge.keeps {
			k.to.set(k.to.row(to), k.from.row(row))
		}
		for _, g := range edge.gains {
			g.init(g.to.row(to), first+uint32(i))
		}
		edge.to.own(to, e.id())
		edge.to.owners[to>>chunkBits].touched = max(edge.to.owners[to>>chunkBits].touched, from.owners[row>>chunkBits].touched)
		p := w.at(e.id())
		p.table, p.row = edge.to.number, to
		w.remove(from, row)
		if len(edge.gains) > 0 {
			for _, told := range w.observers {
				told(e)
			}
		}
		changed++
	}
	return changed
}

// Observed is impls.Observer.
func (w *World) Observed() int { return w.observed }

// Clone is impls.Cloner.
func (w *World) Clone(r, dst impls.Handles) {
	copies := dst.(handles)
	for i, e := range r.(handles) {
		number, from, alive := w.find(e)
		if !alive {
			continue
		}
		t := w.tables[number]
		to := t.push()
		for at := range t.set {
			c := &t.columns[at]
			c.set(c.row(to), c.row(from))
		}
		if w.cfg.Detect {
			*(*uint32)(t.stamps().row(to)) = 0
		}
		copies[i] = w.own(t, to)
	}
}

// Flush is impls.Deferrer.
func (w *World) Flush() int { return w.Make(w) }

// Clear is impls.World.Clear.
func (w *World) Clear() int {
	cleared := w.live
	for _, t := range w.tables {
		t.clear()
	}
	w.clear()
	clear(w.links)
	return cleared
}

// Len is impls.World.Len.
func (w *World) Len() int { return w.live }

// Hash is impls.World.Hash.
func (w *World) Hash(r impls.Handles, dst []uint64) {
	alive := func(e Entity) bool { _, _, alive := w.find(e); return alive }
	r.(handles).Hash(dst, alive, func(e Entity, add func(kernel.Component, uint64)) {
		number, row, _ := w.find(e)
		for at, c := range w.tables[number].set {
			column := &w.tables[number].columns[at]
			add(c, column.hash(column.row(row)))
		}
	})
}
