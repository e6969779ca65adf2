package archetype

import (
	"encoding/binary"
	"slices"
	"unsafe"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// A graph has a table for each set of components that there has been an entity
// with, and an edge for each move that has been made from one to another.
type graph struct {
	cfg    impls.Config
	kinds  []*kind // by component
	tables []*table
	bySet  map[string]*table
	// queries are the cached answers: by system, the tables that it wants. Each
	// new table is asked once, so what does not match costs nothing.
	queries [][]*table
	// positions is the column of Positions of each table, nil where there is
	// none: how a program that looks up one component again and again keeps it.
	positions []*column
}

// An edge is what a move does to the entities of a table.
type edge struct {
	to    *table // nil if they do not make the move
	keeps []kept
	gains []gain
}

// A kept component is copied from the one column to the other.
type kept struct{ from, to *column }

// A gain is a component that an entity did not have before.
type gain struct {
	to   *column
	init func(value unsafe.Pointer, n uint32)
}

// table returns the table of a set of components, in ascending order.
func (g *graph) table(set []kernel.Component) *table {
	var key []byte
	for _, c := range set {
		key = binary.AppendUvarint(key, uint64(c))
	}
	if t := g.bySet[string(key)]; t != nil {
		return t
	}
	t := &table{
		number:  uint32(len(g.tables)),
		set:     slices.Clone(set),
		columns: make([]column, len(set)),
		edges:   make([]*edge, len(g.cfg.Moves)),
		creates: kernel.Needing(set),
	}
	if g.cfg.Detect {
		t.columns = append(make([]column, len(set), len(set)+1), newColumn(stampKind))
	}
	for i, c := range set {
		t.columns[i] = newColumn(g.kinds[c])
		if c < kernel.FirstFiller {
			t.known[c] = &t.columns[i]
		}
	}
	g.bySet[string(key)] = t
	g.tables = append(g.tables, t)
	g.positions = append(g.positions, t.known[kernel.PositionID])
	for i := range g.cfg.Systems {
		if g.cfg.Systems[i].Wants(set) {
			g.queries[i] = append(g.queries[i], t)
		}
	}
	return t
}

// edge returns where a move leads from a table.
func (g *graph) edge(t *table, move int) *edge {
	if e := t.edges[move]; e != nil {
		return e
	}
	e, m := &edge{}, g.cfg.Moves[move]
	t.edges[move] = e
	if !m.Fits(t.set) {
		return e
	}
	e.to = g.table(m.Of(t.set))
	for i, c := range e.to.set {
		to := &e.to.columns[i]
		if from := t.column(c); from != nil {
			e.keeps = append(e.keeps, kept{from, to})
		} else {
			e.gains = append(e.gains, gain{to, g.cfg.Types[c].Of().Init})
		}
	}
	if g.cfg.Detect {
		e.keeps = append(e.keeps, kept{t.stamps(), e.to.stamps()})
	}
	return e
}
