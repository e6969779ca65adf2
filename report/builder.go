package report

import (
	"errors"
	"slices"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"github.com/ecsbench/ecsbench/results"
)

// Compare reads the files and compares their results. Errors in single lines are passed to
// files.Warn. A query without results is an error.
func Compare(files *results.Files, opts CompareOptions) (*Tables, error) {
	by, err := opts.parse()
	if err != nil {
		return nil, err
	}
	b := &builder{by: by, index: make(map[cellKey]int32), varying: make(map[int32][]*benchproc.Field)}
	err = files.Each(func(record any) error {
		r, ok := record.(*benchfmt.Result)
		if !ok {
			return nil
		}
		if dropped := b.add(r); dropped != nil && files.Warn != nil {
			files.Warn(dropped)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(b.cells) == 0 {
		return nil, errors.New("no result is left to compare: loosen --filter, --row or --col, or name other files")
	}
	return b.tables(opts, files.Units()), nil
}

// A builder sorts the values of results into cells.
type builder struct {
	by     *projections
	router router
	index  map[cellKey]int32
	cells  []rawCell

	// varying has, by cell, the fields in which its results differ and that no projection
	// shows.
	varying map[int32][]*benchproc.Field

	rowKeys, colKeys []benchproc.Key // in order, see grouped
}

type cellKey struct{ table, row, col benchproc.Key }

// A rawCell is a cell without statistics.
type rawCell struct {
	cellKey
	values  []float64
	residue benchproc.Key // of the first result in the cell
}

// add appends r's values to their cells. It returns the filter's reason for dropping r, if
// it has one.
func (b *builder) add(r *benchfmt.Result) error {
	rt := b.router.find(r)
	if rt == nil {
		rt = b.newRoute(r)
	}
	for i, cell := range rt.cells {
		if cell != dropped {
			c := &b.cells[cell]
			c.values = append(c.values, r.Values[i].Value)
		}
	}
	return rt.err
}

// newRoute finds the cells for r's values and caches them.
func (b *builder) newRoute(r *benchfmt.Result) *route {
	rt := &route{units: b.router.unitsOf(r.Values), cells: make([]int32, len(r.Values))}
	for i := range rt.cells {
		rt.cells[i] = dropped
	}
	b.router.add(string(r.Name), rt)

	match, err := b.by.filter.Match(r)
	rt.err = err
	if !match.Any() {
		return rt
	}
	rt.err = nil
	// Only results that pass the filter may be projected, because a projection keeps the
	// order of the first occurrence of units and keys.
	kept := *r
	kept.Values = nil
	for i, v := range r.Values {
		if match.Test(i) {
			kept.Values = append(kept.Values, v)
		}
	}
	tables := b.by.table.ProjectValues(&kept)
	row, col, residue := b.by.row.Project(&kept), b.by.col.Project(&kept), b.by.residue.Project(&kept)
	k := 0
	for i := range r.Values {
		if match.Test(i) {
			rt.cells[i] = b.cell(cellKey{tables[k], row, col}, residue)
			k++
		}
	}
	return rt
}

// cell returns the index of the cell for key. It records the fields in which residue
// differs from the earlier results of the cell.
func (b *builder) cell(key cellKey, residue benchproc.Key) int32 {
	i, ok := b.index[key]
	if !ok {
		i = int32(len(b.cells))
		b.index[key] = i
		b.cells = append(b.cells, rawCell{cellKey: key, residue: residue})
		return i
	}
	c := &b.cells[i]
	if c.residue == residue {
		return i
	}
	for _, f := range b.by.residue.FlattenedFields() {
		if c.residue.Get(f) != residue.Get(f) && !slices.Contains(b.varying[i], f) {
			b.varying[i] = append(b.varying[i], f)
		}
	}
	return i
}
